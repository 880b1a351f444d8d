import DocumentModel
import Geodesy

/// What a web map tile service says of itself: OGC 07-057r7, WMTS 1.0.0, clause 7.1.
struct WMTSCapabilities: Sendable {
  let title: String?
  /// In the order of the document; those without an identifier are passed over.
  let layers: [Layer]
  /// In the order of the document.
  let matrixSets: [WMTSMatrixSet]
  /// Where `GetTile` takes its parameters in the query (KVP); `nil` where nothing is said.
  let tileAddress: String?

  struct Layer: Sendable {
    let identifier: String
    let title: String?
    /// In degrees, longitude first.
    let degrees: Extent?
    /// As written, by the name of the reference.
    let boxes: [(crs: String, lower: Position, upper: Position)]
    let styles: [Style]
    let formats: [String]
    /// Addresses of tiles, by format.
    let templates: [(format: String, template: String)]
    let links: [Link]
    let dimensions: [Dimension]
  }

  struct Style: Sendable, Hashable {
    let identifier: String
    let isDefault: Bool
  }

  /// A tile matrix set that a layer has tiles on.
  struct Link: Sendable {
    let matrixSet: String
    /// By matrix, first and last column and row; `nil` where the layer has all tiles.
    let limits: [String: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)]?
    /// Matrices whose limits are no ranges.
    let unusable: [String]
  }

  struct Dimension: Sendable, Hashable {
    let identifier: String
    let `default`: String?
  }

  /// - Parameter root: Of a document that is read; `source` is its file or address, for messages.
  /// - Throws: What the document is instead of capabilities, lower case; `unreadable` with the line.
  init(_ root: XMLElement, source: String) throws(SourceError) {
    guard root.name == "Capabilities", let contents = root.child("Contents") else {
      throw Self.anotherDocument(root, source: source)
    }
    let identification = root.child("ServiceIdentification")
    title = identification?.child("Title")?.text.nonEmpty
    layers = contents.children("Layer").compactMap(Layer.init)
    matrixSets = contents.children("TileMatrixSet").compactMap { WMTSMatrixSet($0, source: source) }
    tileAddress = Self.tileAddress(in: root.child("OperationsMetadata"))
    guard !layers.isEmpty else {
      throw .unreadable(path: source, place: "line \(contents.line)", reason: "the capabilities list no layer")
    }
  }

  private static func anotherDocument(_ root: XMLElement, source: String) -> SourceError {
    if let report = OGCReport(root) { return .unreadable(path: source, place: nil, reason: report.words) }
    let shown = root.name.prefix(60)
    if ["WMS_Capabilities", "WMT_MS_Capabilities"].contains(root.name) {
      return .otherKind(path: source, reason: "the capabilities of a WMS; that is `wms`")
    }
    if root.name == "Capabilities" {
      return .unreadable(path: source, place: "line \(root.line)", reason: "capabilities without `Contents`")
    }
    return .unreadable(
      path: source, place: "line \(root.line)",
      reason: "the element `\(shown)` stands where `Capabilities` is expected")
  }

  /// The address of `GetTile` with its parameters in the query: the one that says `KVP`, else one that says nothing.
  private static func tileAddress(in operations: XMLElement?) -> String? {
    let operation = operations?.children("Operation").first { $0.attributes["name"] == "GetTile" }
    let gets = (operation?.children("DCP") ?? []).flatMap { $0.child("HTTP")?.children("Get") ?? [] }
    func encodings(_ get: XMLElement) -> [String] {
      get.children("Constraint").filter { $0.attributes["name"] == "GetEncoding" }
        .flatMap { $0.child("AllowedValues")?.children("Value").map(\.text) ?? [] }
    }
    let get = gets.first { encodings($0).contains("KVP") } ?? gets.first { encodings($0).isEmpty }
    return get?.attributes["href"]?.nonEmpty
  }
}

extension WMTSCapabilities.Layer {
  fileprivate init?(_ element: XMLElement) {
    guard let identifier = element.child("Identifier")?.text.nonEmpty else { return nil }
    self.identifier = identifier
    title = element.child("Title")?.text.nonEmpty
    degrees = element.child("WGS84BoundingBox").flatMap { Self.corners($0) }.map {
      Extent(xmin: $0.lower.x, ymin: $0.lower.y, xmax: $0.upper.x, ymax: $0.upper.y)
    }
    boxes = element.children("BoundingBox").compactMap { box in
      guard let crs = box.attributes["crs"], let corners = Self.corners(box) else { return nil }
      return (crs, corners.lower, corners.upper)
    }
    styles = element.children("Style").map { style in
      WMTSCapabilities.Style(
        identifier: style.child("Identifier")?.text ?? "",
        isDefault: ["true", "1"].contains(style.attributes["isDefault"] ?? ""))
    }
    formats = element.children("Format").map(\.text).filter { !$0.isEmpty }
    templates = element.children("ResourceURL").compactMap { resource in
      guard resource.attributes["resourceType"] == "tile", let template = resource.attributes["template"]?.nonEmpty
      else { return nil }
      return (resource.attributes["format"] ?? "", template)
    }
    links = element.children("TileMatrixSetLink").compactMap { link in
      guard let name = link.child("TileMatrixSet")?.text.nonEmpty else { return nil }
      let (limits, unusable) = link.child("TileMatrixSetLimits").map(Self.limits) ?? (nil, [])
      return WMTSCapabilities.Link(matrixSet: name, limits: limits, unusable: unusable)
    }
    dimensions = element.children("Dimension").compactMap { dimension in
      guard let identifier = dimension.child("Identifier")?.text.nonEmpty else { return nil }
      let standard = dimension.child("Default")?.text.nonEmpty
      return WMTSCapabilities.Dimension(
        identifier: identifier, default: standard ?? dimension.child("Value")?.text.nonEmpty)
    }
  }

  private static func corners(_ box: XMLElement) -> (lower: Position, upper: Position)? {
    guard let lower = box.child("LowerCorner").flatMap({ Position(numbers: $0.text) }),
      let upper = box.child("UpperCorner").flatMap({ Position(numbers: $0.text) })
    else { return nil }
    return (lower, upper)
  }

  /// Limits that say nothing sensible are passed over.
  private static func limits(
    _ element: XMLElement
  ) -> ([String: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)]?, unusable: [String]) {
    var limits: [String: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)] = [:]
    var unusable: [String] = []
    for one in element.children("TileMatrixLimits") {
      func number(_ name: String) -> Int? {
        one.child(name).flatMap { Int($0.text) }.flatMap { 0...1 << 53 ~= $0 ? $0 : nil }
      }
      guard let matrix = one.child("TileMatrix")?.text else { continue }
      guard let left = number("MinTileCol"),
        let right = number("MaxTileCol"), let top = number("MinTileRow"), let bottom = number("MaxTileRow"),
        left <= right, top <= bottom
      else {
        unusable.append(matrix)
        continue
      }
      limits[matrix] = (left...right, top...bottom)
    }
    return (limits, unusable)
  }
}

extension Position {
  /// Two finite numbers with white space, or a comma, between them; `nil` for anything else.
  init?(numbers text: String) {
    let parts = text.split { $0.isWhitespace || $0 == "," }
    guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]), abs(x) < 1e15, abs(y) < 1e15 else {
      return nil
    }
    self.init(x: x, y: y)
  }
}

extension String {
  /// `nil` for an empty text.
  var nonEmpty: String? { isEmpty ? nil : self }
}
