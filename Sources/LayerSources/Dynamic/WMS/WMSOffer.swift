import DocumentModel
import Geodesy

/// What a WMS offers of some layers that are drawn together.
struct WMSOffer: Sendable {
  /// How the service calls a reference, by definition (``SpatialReference/definition(of:)``).
  let names: [String: String]
  private let layers: [WMSCapabilities.Layer]
  private let drawing: DrawingOnRequest

  /// - Parameter declared: What the document says of the reference holds, whatever the service offers.
  /// - Throws: `badKey` for layers that are offered in no reference together.
  init(
    _ layers: [WMSCapabilities.Layer], of capabilities: WMSCapabilities, axisOrder: AxisOrder,
    declared: SpatialReference? = nil
  ) throws(SourceError) {
    var names: [String: String] = [:]
    var definitions: [String] = []
    for name in layers[0].references {
      guard let definition = Self.definition(of: name) else { continue }
      // Of several names for one reference the plain code: `EPSG:4326` before `CRS:84`.
      if names[definition] == nil { definitions.append(definition) }
      if names[definition] == nil || name == definition { names[definition] = name }
    }
    for layer in layers.dropFirst() {
      let own = Set(layer.references.compactMap(Self.definition))
      let isOffered = !definitions.isEmpty && !own.isEmpty
      let before = definitions
      definitions.removeAll { !own.contains($0) }
      if isOffered, definitions.isEmpty, declared == nil {
        throw .badKey(
          key: "layers",
          reason: "the service draws `\(layer.name)` in \(Self.list(own.sorted())) and the layers before it in "
            + "\(Self.list(before)): no reference is common to them",
          hint: "spread them over several layers of the map, or write the `srs` to ask for")
      }
    }
    self.names = names
    self.layers = layers
    drawing = DrawingOnRequest(
      references: definitions.isEmpty ? .any : .listed(definitions), ownReference: .wgs84,
      boxes: Self.boxes(of: layers, definitions, isOfVersion3: capabilities.isOfVersion3, axisOrder),
      mostColumns: capabilities.mostColumns, mostRows: capabilities.mostRows, scales: Self.scales(of: layers))
  }

  private static func list(_ definitions: [String]) -> String {
    definitions.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
      + (definitions.count > 8 ? " and \(definitions.count - 8) more" : "")
  }

  /// Quick for the plain codes of which there may be thousands.
  private static func definition(of name: String) -> String? {
    let digits = name.utf8.dropFirst(5)
    if name.utf8.starts(with: "EPSG:".utf8), digits.count == 4 || digits.count == 5,
      digits.allSatisfy({ 48...57 ~= $0 }), digits.first != UInt8(ascii: "0"), name != "EPSG:3785"
    {
      return name
    }
    return SpatialReference.definition(of: name)
  }

  /// Whether boxes in a reference of that name are written in the order that its authority gives the axes: not those of
  /// `CRS:84` in any notation, whose longitude comes first, and of its like.
  static func isInAuthorityOrder(_ crs: String) -> Bool {
    let name = crs.uppercased()
    return !["CRS:", "OGC:", "AUTO"].contains { name.hasPrefix($0) } && !name.contains("CRS84")
      && !name.contains(":CRS:OGC:")
  }

  /// - Parameters:
  ///   - format: Media type of the pictures.
  ///   - title: Of the service, where the layers have none.
  func description(format: String, title: String?) -> LayerDescription {
    let boxes = layers.map(\.degrees)
    let full = boxes.contains(nil) ? nil : boxes.compactMap { $0 }.reduce(nil as Extent?) { $0?.union($1) ?? $1 }
    let titles = layers.compactMap { $0.title ?? $0.name }
    return LayerDescription(
      tilingSchemes: [], fullExtent: full, attribution: Self.together(layers.compactMap(\.attribution)),
      mediaType: format, title: titles.isEmpty ? title : titles.joined(separator: ", "), isRemote: true,
      drawing: drawing)
  }

  /// Each once, in order.
  private static func together(_ texts: [String]) -> String? {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }.joined(separator: ", ").nonEmpty
  }

  /// From the largest to the smallest scale at which any of the layers is drawn.
  private static func scales(of layers: [WMSCapabilities.Layer]) -> ClosedRange<Double>? {
    let (none, all) = (0.0, Double.greatestFiniteMagnitude)
    let least = layers.map { $0.largestScale ?? none }.min() ?? none
    let most = layers.map { $0.smallestScale ?? all }.max() ?? all
    return DrawingOnRequest.scales(from: least, to: most)
  }

  /// Some servers give a box for each of thousands of references: then the degrees must do.
  private static let mostBoxes = 64

  /// The boxes that all layers have, around them.
  private static func boxes(
    of layers: [WMSCapabilities.Layer], _ definitions: [String], isOfVersion3: Bool, _ axisOrder: AxisOrder
  ) -> [DrawingOnRequest.Box] {
    guard layers.allSatisfy({ $0.boxes.count <= mostBoxes }) else { return [] }
    let each = layers.map { layer in
      Dictionary(
        layer.boxes.compactMap { box in definition(of: box.crs).map { ($0, box) } },
        uniquingKeysWith: { first, _ in first })
    }
    return definitions.compactMap { definition in
      let own = each.compactMap { $0[definition] }
      guard own.count == layers.count, let first = own.first else { return nil }
      let isTurned: Bool
      switch axisOrder {
      case .xy: isTurned = false
      case .yx: isTurned = true
      case .auto:
        let mayBe = isOfVersion3 && isInAuthorityOrder(first.crs)
        isTurned = mayBe && ((try? SpatialReference.parse(definition))?.facts.isNorthFirst ?? false)
      }
      let extents = own.map { box in
        isTurned
          ? Extent(xmin: box.lower.y, ymin: box.lower.x, xmax: box.upper.y, ymax: box.upper.x)
          : Extent(xmin: box.lower.x, ymin: box.lower.y, xmax: box.upper.x, ymax: box.upper.y)
      }
      return DrawingOnRequest.Box(
        definition: definition, extent: extents.dropFirst().reduce(extents[0]) { $0.union($1) })
    }
  }
}
