import Diagnostics
import Geodesy

/// An extent that is written as a map.
enum ExtentKeys {
  enum Keys {
    static let bbox = OptionalField<Box>("bbox", "the box, in `srs`; in degrees `xmin > xmax` crosses the antimeridian")
    static let center = OptionalField<Place>(
      "center", "the centre, in `srs`, with one of the keys that say how large it is shown")
    static let scale = OptionalField<BoundedNumber<PositiveBounds>>(
      "scale", "true ground scale at the centre: 25000 for 1:25,000")
    static let projectedScale = OptionalField<BoundedNumber<PositiveBounds>>(
      "projectedScale", "scale by the map's own units, as services count it")
    static let zoom = OptionalField<BoundedNumber<ZoomBounds>>(
      "zoom", "level of the 256-pixel Web Mercator world; may be fractional")
    static let resolution = OptionalField<BoundedNumber<PositiveBounds>>(
      "resolution", "map units for each logical pixel")
    static let level = OptionalField<BoundedInteger<LevelBounds>>("level", "a level of the basemap's tiling scheme")
    static let snap = OptionalField<Snap>(
      "snap", "`level` takes the next coarser level and moves the centre to its pixel grid")
    static let fit = OptionalField<FitTarget>("fit", "the `id` of a layer, or a GeoJSON geometry, that is shown whole")
    static let padding = OptionalField<Padding>("padding", "room around what `fit` shows")
    static let bookmark = OptionalField<BookmarkReference>("bookmark", "the name of a bookmark whose extent this is")
    static let srs = OptionalField<SpatialReference>("srs", written: "EPSG:4326", "what the numbers are in")
  }

  static let fields = FieldSet([
    Keys.bbox, Keys.center, Keys.scale, Keys.projectedScale, Keys.zoom, Keys.resolution, Keys.level, Keys.snap,
    Keys.fit, Keys.padding, Keys.bookmark, Keys.srs,
  ])

  private static let forms: [any FieldDeclaration] = [Keys.bbox, Keys.center, Keys.fit, Keys.bookmark]
  private static let sizes: [any FieldDeclaration] = [
    Keys.scale, Keys.projectedScale, Keys.zoom, Keys.resolution, Keys.level,
  ]
  static let formNames = forms.map(\.name)

  static var schema: JSONValue {
    let alternatives = forms.map { form -> JSONValue in
      let required: JSONValue = ["required": [.string(form.name)]]
      guard form.name == Keys.center.name else { return required }
      return ["required": [.string(form.name)], "oneOf": .array(sizes.map { ["required": [.string($0.name)]] })]
    }
    return fields.schema.adding(["oneOf": .array(alternatives)])
  }

  static func read(_ node: Node, in context: ReadingContext) -> ExtentForm? {
    guard let reader = MappingReader(node, fields: fields, as: "an extent", in: context) else { return nil }
    let reference = reader.has(Keys.srs) ? reader.read(Keys.srs) : SpatialReference.wgs84
    let given = forms.filter { reader.has($0) }
    guard given.count == 1, let form = given.first else {
      if given.count > 1 { reader.reportConflict(given[0], given[1]) } else { context.report(.noForm(reader)) }
      return nil
    }
    let isFine = refuseStrayKeys(form, reader)
    let extent: ExtentForm? =
      switch form.name {
      case Keys.bbox.name: box(reader, reference)
      case Keys.center.name: center(reader, reference)
      case Keys.fit.name: fit(reader, reference)
      default: reader.read(Keys.bookmark).map { .bookmark($0.text) }
      }
    return isFine ? extent : nil
  }

  private static func box(_ reader: MappingReader, _ reference: SpatialReference?) -> ExtentForm? {
    guard let box = reader.read(Keys.bbox), let reference else { return nil }
    let snap = reader.read(Keys.snap)
    return box.extent(in: reference, at: reader.range(of: Keys.bbox), snapsToLevel: snap != nil, reader.context)
  }

  private static func center(_ reader: MappingReader, _ reference: SpatialReference?) -> ExtentForm? {
    let place = reader.read(Keys.center)
    let given = sizes.filter { reader.has($0) }
    let scale: ExtentScale? =
      reader.read(Keys.scale).map { .scale($0.value) }
      ?? reader.read(Keys.projectedScale).map { .projectedScale($0.value) }
      ?? reader.read(Keys.zoom).map { .zoom($0.value) }
      ?? reader.read(Keys.resolution).map { .resolution($0.value) }
      ?? reader.read(Keys.level).map { .level($0.value) }
    let snap = reader.read(Keys.snap)
    if given.count > 1 {
      reader.reportConflict(given[0], given[1])
      return nil
    }
    if given.isEmpty { reader.context.report(.noSize(reader, sizes.map(\.name))) }
    guard let place, let reference, let scale else { return nil }
    let (x, y) = (place.position.x, place.position.y)
    if reference.isInDegrees, let (reason, hint) = Degrees.objection(to: [x], [y], in: reference) {
      reader.context.report(
        Diagnostic(.badExtent, reason, at: reader.range(of: Keys.center), hint: hint.map { Hint($0) }))
      return nil
    }
    return .center(place.position, reference: reference, scale, snapsToLevel: snap != nil)
  }

  private static func fit(_ reader: MappingReader, _ reference: SpatialReference?) -> ExtentForm? {
    let target = reader.read(Keys.fit)
    let padding = reader.has(Keys.padding) ? reader.read(Keys.padding) : Padding.zero
    let snaps = reader.read(Keys.snap) != nil
    guard let target, let reference, let padding else { return nil }
    switch target {
    case .layer(let id): return .fitLayer(id, padding: padding, snapsToLevel: snaps)
    case .geometry(let geometry):
      // The document's own word goes before an old `crs` member.
      let own = reader.has(Keys.srs) ? reference : geometry.reference
      if let finding = Diagnostic.overAntimeridian(geometry, at: reader.range(of: Keys.fit)) {
        reader.context.report(finding)
      }
      return .fitGeometry(geometry.positions, reference: own, padding: padding, snapsToLevel: snaps)
    }
  }

  /// Reports keys that say nothing in this form of an extent.
  private static func refuseStrayKeys(_ form: any FieldDeclaration, _ reader: MappingReader) -> Bool {
    var owners: [(any FieldDeclaration, String)] = sizes.map { ($0, Keys.center.name) }
    owners.append((Keys.padding, Keys.fit.name))
    // Every form that is not another extent's may snap.
    if form.name == Keys.bookmark.name { owners.append((Keys.snap, Keys.center.name)) }
    let strays = owners.filter { reader.has($0.0) && $0.1 != form.name }
    for (field, owner) in strays {
      reader.context.report(
        Diagnostic(
          .conflictingKeys, "`\(field.name)` goes with `\(owner)`, not with `\(form.name)`",
          at: reader.keyRange(of: field), hint: Hint("take `\(field.name)` out, or write `\(owner)`")))
    }
    return strays.isEmpty
  }
}

/// `snap: level`.
enum Snap: String, DocumentWord {
  case level
  static var what: String { "something to snap to" }
}

/// What an extent is to show whole.
enum FitTarget: DocumentValue {
  case layer(String)
  case geometry(GeoJSONGeometry)

  static let words = "the `id` of a layer or a GeoJSON geometry"
  static var schema: JSONValue { ["anyOf": [Identifier.schema, GeoJSONGeometry.schema]] }

  static func read(_ node: Node, in context: ReadingContext) -> FitTarget? {
    if case .mapping = node.content { return GeoJSONGeometry.read(node, in: context).map { .geometry($0) } }
    return Identifier.read(node, in: context).map { .layer($0.text) }
  }
}

extension Diagnostic {
  fileprivate static func noForm(_ reader: MappingReader) -> Diagnostic {
    Diagnostic(
      .missingKey, "an extent has one of \(oneOf(ExtentKeys.formNames))", at: reader.node.range,
      hint: Hint("add `bbox: [xmin, ymin, xmax, ymax]`"))
  }

  fileprivate static func noSize(_ reader: MappingReader, _ names: [String]) -> Diagnostic {
    Diagnostic(
      .missingKey, "a `center` needs one of \(oneOf(names)) beside it", at: reader.node.range,
      hint: Hint("add `zoom:` or `scale:`"))
  }
}
