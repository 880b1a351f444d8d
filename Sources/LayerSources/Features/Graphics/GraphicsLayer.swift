import Diagnostics
import DocumentModel
import Geodesy

/// `type: graphics`: places, lines and areas that stand in the document itself.
struct GraphicsLayer: FeatureLayerKind {
  static let typeName = "graphics"
  static let summary = """
    places, lines and areas that stand in the document itself, each with attributes and, where it wants one, a symbol of its own
    """
  static let fields: [any FieldDeclaration] = [Keys.graphics]

  static let example: String? = """
    mapdoc: 1
    initialExtent: [4, 50, 16, 58]
    layers:
      - {id: world, type: builtin, name: world}
      - id: crossing
        type: graphics
        graphics:
          - line: [[8.44, 54.90], [8.55, 55.46], [10.5, 57.45]]
            symbol: {type: line, color: "#b5179e", width: 3, dash: [6, 4]}
          - point: [8.44, 54.90]
            attributes: {name: Sylt}
        symbol: {type: marker, shape: circle, size: 9, color: "#b5179e"}
    """

  private enum Keys {
    static let graphics = RequiredField<GraphicList>(
      "graphics",
      "each with one of `geometry` (GeoJSON), `point: [x, y]`, `line: [[x, y], ..]` and `polygon` (rings, the outer one "
        + "first), in the layer's `srs` (EPSG:4326); with `attributes`, and a `symbol` in place of the layer's")
  }

  let graphics: [Graphic]

  init?(from reader: MappingReader) {
    guard let list = reader.read(Keys.graphics) else { return nil }
    // The layer's own word of what the numbers are in; what is wrong with it has been said.
    let written = reader.value("srs").flatMap { node -> SpatialReference? in
      guard case .scalar(let scalar) = node.content, scalar != .null else { return nil }
      return try? SpatialReference.parse(scalar.description)
    }
    let graphics = list.nodes.map { Graphic($0, in: reader.context, of: written ?? .wgs84) }
    let sound = graphics.compactMap(\.self)
    guard sound.count == graphics.count else { return nil }
    self.graphics = sound
  }

  func open(_ layer: Layer, _ keys: FeatureKeys, in context: SourceContext) async throws(SourceError)
    -> any FeatureSource
  {
    GraphicsSource(graphics, in: layer.reference?.value ?? .wgs84)
  }
}

/// The list as it was written: what its numbers are in is known to the layer.
struct GraphicList: DocumentValue {
  let nodes: [Node]

  static func read(_ node: Node, in context: ReadingContext) -> GraphicList? {
    guard case .sequence(let items) = node.content else {
      context.report(Diagnostic(.wrongType, "\(node.shown) stands where \(words) is expected", at: node.range))
      return nil
    }
    return GraphicList(nodes: items)
  }

  static var schema: JSONValue { ["type": "array", "items": Graphic.fields.schema] }
  static var words: String { "a list of graphics" }
}

/// One of them.
struct Graphic: Sendable {
  let parts: [GeoJSONGeometry.Part]
  let attributes: [(name: String, value: ExpressionValue)]
  /// `nil`: the layer's.
  let symbols: [Symbol]?

  private enum Keys {
    static let geometry = OptionalField<GeoJSONGeometry>("geometry", "as GeoJSON")
    static let point = OptionalField<Place>("point", "a place")
    static let line = OptionalField<ListOf<Place>>("line", "a line, from place to place")
    static let polygon = OptionalField<ListOf<ListOf<Place>>>(
      "polygon", "an area: its rings, the outer one first; the first place need not be repeated at a ring's end")
    static let symbol = OptionalField<SymbolList>("symbol", written: "the layer's", "a symbol, or a list of them")
    static let attributes = OptionalField<AttributeMap>("attributes", "what `{name}` and expressions find")
  }

  static let fields = FieldSet([
    Keys.geometry, Keys.point, Keys.line, Keys.polygon, Keys.symbol, Keys.attributes,
  ])
  private static let shapes: [any FieldDeclaration] = [Keys.geometry, Keys.point, Keys.line, Keys.polygon]

  /// - Returns: `nil` for what is wrong, which is reported.
  init?(_ node: Node, in context: ReadingContext, of reference: SpatialReference) {
    guard let reader = MappingReader(node, fields: Self.fields, as: "a graphic", in: context) else { return nil }
    let before = context.findings.count
    symbols = reader.read(Keys.symbol)?.values
    attributes = reader.read(Keys.attributes)?.entries ?? []
    let given = Self.shapes.filter(reader.has)
    guard given.count == 1 else {
      if given.count > 1 {
        reader.reportConflict(given[0], given[1])
      } else {
        context.report(
          Diagnostic(
            .missingKey, "this graphic is nowhere: it has none of `geometry`, `point`, `line` and `polygon`",
            at: node.range, hint: Hint("add `point: [x, y]`")))
      }
      return nil
    }
    var parts: [GeoJSONGeometry.Part] = []
    if let geometry = reader.value(Keys.geometry.name), reader.has(Keys.geometry) {
      let read = GeoJSONGeometry.read(geometry, in: context, of: reference)
      if let read, read.reference != reference {
        context.report(
          Diagnostic(
            .badGeometry, "its `crs` is \(read.reference), and the layer's numbers are in \(reference)",
            at: geometry.range, hint: Hint("take `crs` out, or put the graphic into a layer of its own")))
      }
      parts = read?.parts ?? []
    }
    if let place = reader.read(Keys.point) { parts = [.point(place.position)] }
    if let line = reader.read(Keys.line) {
      if line.values.count < 2 {
        Self.report("a line has at least two places", at: reader.range(of: Keys.line), in: context)
      }
      parts = [.line(line.values.map(\.position))]
    }
    if let polygon = reader.read(Keys.polygon) {
      if polygon.values.isEmpty || polygon.values.contains(where: { $0.values.count < 3 }) {
        Self.report("a ring has at least three places", at: reader.range(of: Keys.polygon), in: context)
      }
      parts = [.polygon(polygon.values.map { $0.values.map(\.position) })]
    }
    self.parts = parts
    if !reader.has(Keys.geometry), reference.facts.isGeographic, let place = positions.first(where: { abs($0.y) > 90 })
    {
      Self.report(
        "latitude `\(place.y)` is outside -90 to 90", at: reader.range(of: given[0]), in: context,
        hint: abs(place.x) <= 90
          ? "write x (longitude) first, then y (latitude)" : "say what the numbers are in with the layer's `srs`")
    }
    guard context.findings.count == before || !context.findings[before...].contains(where: { $0.severity == .error })
    else { return nil }
  }

  private static func report(
    _ reason: String, at range: SourceRange, in context: ReadingContext, hint: String? = nil
  ) {
    context.report(Diagnostic(.badGeometry, reason, at: range, hint: hint.map { Hint($0) }))
  }

  private var positions: [Position] {
    parts.flatMap { part in
      switch part {
      case .point(let place): [place]
      case .line(let places): places
      case .polygon(let rings): rings.flatMap(\.self)
      }
    }
  }
}

/// The attributes of a graphic, whose names the document chooses.
struct AttributeMap: DocumentValue {
  let entries: [(name: String, value: ExpressionValue)]

  static func read(_ node: Node, in context: ReadingContext) -> AttributeMap? {
    guard case .mapping(let members) = node.content else {
      context.report(Diagnostic(.wrongType, "\(node.shown) stands where \(words) is expected", at: node.range))
      return nil
    }
    var entries: [(name: String, value: ExpressionValue)] = []
    for member in members {
      guard let value = ExpressionValue(member.value) else {
        context.report(
          Diagnostic(
            .wrongType, "\(member.value.shown) stands where a text, a number, `true`, `false` or null is expected",
            at: member.value.range))
        continue
      }
      entries.append((member.key, value))
    }
    return AttributeMap(entries: entries)
  }

  static var schema: JSONValue {
    ["type": "object", "additionalProperties": ["type": ["string", "number", "boolean", "null"]]]
  }
  static var words: String { "a map of attributes" }
}

extension ExpressionValue {
  /// A scalar of a document; `nil` for lists and maps.
  fileprivate init?(_ node: Node) {
    guard case .scalar(let scalar) = node.content else { return nil }
    switch scalar {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .int(let value): self = .integer(value)
    case .double(let value, _): self = ExpressionValue(value)
    case .text(let text): self = .text(text)
    }
  }
}
