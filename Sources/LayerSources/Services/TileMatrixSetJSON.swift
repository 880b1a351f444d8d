import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// OGC's tile matrix sets in JSON: "Two Dimensional Tile Matrix Set" 2.0 (OGC 17-083r4), and its 1.0 form.
enum TileMatrixSetJSON {
  /// Reads a set and understands it.
  /// - Throws: `unreadable` with the element, `unknownReference`.
  static func grid(_ json: JSONElement) throws(SourceError) -> WMTSGrid {
    let isNew = json.child("tileMatrices") != nil
    let list = try json.required(isNew ? "tileMatrices" : "tileMatrix")
    guard let items = list.items, !items.isEmpty else { throw list.failure("it is no list of matrices") }
    guard items.count <= SchemeLimit.levels else {
      throw list.failure("\(items.count) matrices, more than the \(SchemeLimit.levels) that are read")
    }
    let crs = try reference(json)
    let order = axisOrder(json)
    let known: SpatialReference
    do throws(GeodesyError) { known = try SpatialReference.parse(crs) } catch {
      throw .unknownReference(definition: String(crs.prefix(200)), path: json.source, reason: "\(error)")
    }
    let isNorthFirst = order.map { $0 == .yx } ?? known.facts.isNorthFirst
    var matrices: [WMTSMatrixSet.Matrix] = []
    for item in items {
      matrices.append(try matrix(item, isNew: isNew, isNorthFirst: isNorthFirst, in: known))
    }
    let name = json.child("id")?.text ?? json.child("identifier")?.text ?? "tiles"
    let set = WMTSMatrixSet(identifier: name, crs: crs, matrices: matrices)
    return try WMTSGrid(set, axisOrder: isNorthFirst ? .yx : .xy, area: nil, source: json.source)
  }

  private static func matrix(
    _ json: JSONElement, isNew: Bool, isNorthFirst: Bool, in reference: SpatialReference
  ) throws(SourceError) -> WMTSMatrixSet.Matrix {
    if let widths = json.child("variableMatrixWidths"), widths.items?.isEmpty == false {
      throw widths.failure("rows of different numbers of columns are not read")
    }
    let identifier = try json.required(isNew ? "id" : "identifier")
    guard let name = identifier.text ?? identifier.whole.map(String.init) else {
      throw identifier.failure("it is no text")
    }
    let corner = try json.required(isNew ? "pointOfOrigin" : "topLeftCorner")
    guard let numbers = corner.items?.map(\.number), numbers.count == 2, let first = numbers[0], let second = numbers[1]
    else { throw corner.failure("it is no list of two numbers") }
    let sides = SchemeLimit.tileSide
    let size = PixelSize(
      width: try json.whole("tileWidth", in: 1...sides), height: try json.whole("tileHeight", in: 1...sides))
    let (columns, rows) = (
      try json.whole("matrixWidth", in: 1...1 << 40), try json.whole("matrixHeight", in: 1...1 << 40)
    )
    let metres = reference.facts.metresPerUnit
    var denominator = try json.number("scaleDenominator")
    // The size of a cell rules where both are there (clause 6.1.1.1).
    if let cell = json.child("cellSize")?.number {
      denominator = PixelPitch.ogc.scale(resolution: cell, metresPerUnit: metres)
    }
    guard denominator > 0, denominator < 1e15 else {
      throw json.failure("`\(denominator)` is no scale denominator above 0")
    }
    var position = Position(x: first, y: second)
    if json.child("cornerOfOrigin")?.text == "bottomLeft" {
      let height =
        Double(rows) * Double(size.height) * PixelPitch.ogc.resolution(scale: denominator, metresPerUnit: metres)
      if isNorthFirst { position.x += height } else { position.y += height }
    }
    return WMTSMatrixSet.Matrix(
      identifier: name, denominator: denominator, corner: position, tileSize: size, columns: columns, rows: rows)
  }

  /// `crs` is a text, or an object with `uri`; `supportedCRS` in 1.0.
  private static func reference(_ json: JSONElement) throws(SourceError) -> String {
    if let text = json.child("supportedCRS")?.text { return text }
    let crs = try json.required("crs")
    if let text = crs.text ?? crs.child("uri")?.text { return text }
    throw crs.failure("it is neither a text nor an object with `uri`")
  }

  /// What `orderedAxes` says; `nil` for names that leave it to the reference, as `X` and `Y`.
  private static func axisOrder(_ json: JSONElement) -> AxisOrder? {
    switch json.child("orderedAxes")?.items?.first?.text?.lowercased() {
    case "lat", "latitude", "n", "northing", "north": .yx
    case "lon", "long", "longitude", "e", "easting", "east": .xy
    default: nil
    }
  }
}

extension TileMatrixSetJSON {
  static func isOne(_ candidate: InspectionCandidate) -> Bool {
    guard candidate.format == .json, !candidate.isAddress else { return false }
    let head = String(decoding: candidate.head, as: UTF8.self)
    return ["\"tileMatrices\"", "\"tileMatrix\"", "\"orderedAxes\"", "\"supportedCRS\""].contains(where: head.contains)
  }

  /// The set, and an `xyz` layer whose tiles are numbered by it.
  static func inspect(_ candidate: InspectionCandidate) throws(SourceError) -> InspectionReport {
    let bytes = try LocalFile.bytes(of: candidate.source, limit: JSONText.byteLimit) ?? []
    let grid = try grid(try JSONElement(of: bytes, source: candidate.source))
    let scheme = grid.scheme
    guard scheme.tileSize.width == scheme.tileSize.height else {
      throw .otherKind(
        path: candidate.source,
        reason:
          "its tiles are \(scheme.tileSize.width) x \(scheme.tileSize.height) pixels, not squares as in `tilingScheme`")
    }
    let lost = scheme.levels.filter { $0.ownOrigin != nil }.map { String($0.number) }
    let levels = scheme.levels.filter { $0.ownOrigin == nil }.map {
      "{level: \($0.number), resolution: \(number($0.resolution))}"
    }
    let written = [
      "srs: \(YAMLText.inDocument(scheme.reference.definition))",
      "origin: [\(number(scheme.origin.x)), \(number(scheme.origin.y))]",
      "tileSize: \(scheme.tileSize.width)", "levels: [\(levels.joined(separator: ", "))]",
    ]
    return InspectionReport(
      kind: XYZLayer.typeName, candidate,
      DescribedSource(
        LayerDescription(
          tilingSchemes: [grid.scheme], fullExtent: grid.extent, title: grid.matrixSet, isRemote: true),
        remarks: grid.remarks),
      .init(
        identifier: InspectionReport.identifier(from: grid.matrixSet),
        remarks: ["a tile matrix set (OGC) says where tiles lie, not where they come from: `url` is yours to write"]
          + (lost.isEmpty
            ? []
            : ["level \(lost.joined(separator: ", ")) begins at a corner of its own, which `tilingScheme` cannot say"]),
        keys: [
          ("url", YAMLText.inDocument("https://tiles.example.org/{z}/{y}/{x}.png")),
          ("tilingScheme", "{" + written.joined(separator: ", ") + "}"),
        ]))
  }

  private static func number(_ value: Double) -> String { NumberText.of(value) ?? "0" }
}
