import DocumentModel
import Geodesy

/// What a web map service says of itself: OGC 06-042 (WMS 1.3.0, clause 7.2) and OGC 01-068r3 (WMS 1.1.1, clause 7.1).
struct WMSCapabilities: Sendable {
  /// As the server writes it: `1.3.0`.
  let version: String
  let title: String?
  /// Where `GetMap` is asked for; `nil` where nothing is said.
  let mapAddress: String?
  /// Of pictures, in the server's order.
  let formats: [String]
  /// Of the largest picture, in pixels; `nil` where it says nothing.
  let mostColumns: Int?
  let mostRows: Int?
  /// That can be asked for at once.
  let mostLayers: Int?
  /// Those with a name, which alone can be asked for; in the order of the document, with what they inherit.
  let layers: [Layer]

  /// Longitude and latitude come first in requests before 1.3.0, whatever the reference says.
  var isOfVersion3: Bool { !version.hasPrefix("1.1") && !version.hasPrefix("1.0") }

  /// - Parameter root: Of a document that is read; `source` is its file or address, for messages.
  /// - Throws: `unreadable` with the line, `otherKind` for capabilities of another service or version.
  init(_ root: XMLElement, source: String) throws(SourceError) {
    guard ["WMS_Capabilities", "WMT_MS_Capabilities"].contains(root.name) else {
      throw Self.anotherDocument(root, source: source)
    }
    version = root.attributes["version"]?.nonEmpty ?? "1.1.1"
    if version.hasPrefix("1.0") {
      throw .otherKind(path: source, reason: "it speaks version \(version) of WMS, and 1.1.1 and 1.3.0 are asked for")
    }
    guard let capability = root.child("Capability") else {
      throw .unreadable(path: source, place: "line \(root.line)", reason: "capabilities without `Capability`")
    }
    let service = root.child("Service")
    title = service?.child("Title")?.text.nonEmpty
    func count(_ name: String) -> Int? { service?.child(name).flatMap { Int($0.text) }.flatMap { $0 > 0 ? $0 : nil } }
    (mostColumns, mostRows, mostLayers) = (count("MaxWidth"), count("MaxHeight"), count("LayerLimit"))
    let operation = capability.child("Request")?.child("GetMap")
    formats = operation?.children("Format").map(\.text).filter { !$0.isEmpty } ?? []
    mapAddress =
      operation?.children("DCPType").lazy.compactMap {
        $0.child("HTTP")?.child("Get")?.child("OnlineResource")?.attributes["href"]?.nonEmpty
      }.first
    var layers: [Layer] = []
    for root in capability.children("Layer") { Self.read(root, below: Inherited(), into: &layers) }
    self.layers = layers
    guard !layers.isEmpty else {
      throw .unreadable(
        path: source, place: "line \(capability.line)", reason: "the capabilities list no layer with a name")
    }
  }

  private static func anotherDocument(_ root: XMLElement, source: String) -> SourceError {
    if let report = OGCReport(root) { return .unreadable(path: source, place: nil, reason: report.words) }
    if root.name == "Capabilities", root.child("Contents")?.child("TileMatrixSet") != nil {
      return .otherKind(path: source, reason: "the capabilities of a WMTS; that is `wmts`")
    }
    return .unreadable(
      path: source, place: "line \(root.line)",
      reason: "the element `\(root.name.prefix(60))` stands where `WMS_Capabilities` is expected")
  }

  private static func read(_ element: XMLElement, below: Inherited, into layers: inout [Layer]) {
    let own = below.with(element)
    if let name = element.child("Name")?.text.nonEmpty {
      layers.append(Layer(name: name, title: element.child("Title")?.text.nonEmpty, own))
    }
    for child in element.children("Layer") { read(child, below: own, into: &layers) }
  }
}

extension WMSCapabilities {
  struct Layer: Sendable {
    let name: String
    let title: String?
    private let inherited: Inherited

    fileprivate init(name: String, title: String?, _ inherited: Inherited) {
      (self.name, self.title, self.inherited) = (name, title, inherited)
    }

    /// Names as written, in the order from the layer up to the root; each perhaps more than once.
    var references: [String] { inherited.references.reversed().flatMap { $0 } }
    /// In degrees, longitude first.
    var degrees: Extent? { inherited.degrees }
    var boxes: [Box] { inherited.boxes }
    var styles: [Style] { inherited.styles }
    var dimensions: [Dimension] { inherited.dimensions }
    var attribution: String? { inherited.attribution }
    /// 1:n, for pixels of 0.28 mm; `nil` where the layer is drawn at any scale.
    var largestScale: Double? { inherited.largestScale }
    var smallestScale: Double? { inherited.smallestScale }
  }

  /// A box in a reference, its numbers as written: which of them is x, the version and the reference say.
  struct Box: Sendable, Hashable {
    let crs: String
    let lower: Position
    let upper: Position
  }

  struct Style: Sendable, Hashable {
    let name: String
    let title: String?
    /// Of a picture that explains it.
    let legend: String?
  }

  struct Dimension: Sendable, Hashable {
    /// Lower case: `time`.
    let name: String
    let units: String?
    let `default`: String?
    /// What it has: a list, or intervals `start/end/step`, as written.
    let values: String
  }

  /// What a layer has from those it lies in and from itself (WMS 1.3.0, table 7).
  fileprivate struct Inherited: Sendable {
    /// Lists of the layers on the way, from the root down: thousands of names are not copied for each layer.
    var references: [[String]] = []
    var degrees: Extent?
    var boxes: [Box] = []
    var styles: [Style] = []
    var dimensions: [Dimension] = []
    var attribution: String?
    var largestScale: Double?
    var smallestScale: Double?

    func with(_ element: XMLElement) -> Inherited {
      var own = self
      // In 1.1.0 one element may hold several names.
      let names = (element.children("CRS") + element.children("SRS"))
        .flatMap { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) }
      if !names.isEmpty { own.references.append(names) }
      if let box = Self.degrees(of: element) { own.degrees = box }
      let boxes = element.children("BoundingBox").compactMap(Box.init)
      if !boxes.isEmpty { own.boxes = boxes }
      own.styles += element.children("Style").compactMap(Style.init)
      for dimension in Dimension.all(of: element) {
        own.dimensions.removeAll { $0.name == dimension.name }
        own.dimensions.append(dimension)
      }
      if let attribution = element.child("Attribution") {
        own.attribution = attribution.child("Title").map { PlainText.ofHTML($0.text) }?.nonEmpty
      }
      own.readScales(element)
      return own
    }

    private static func degrees(of element: XMLElement) -> Extent? {
      var numbers: [Double?]?
      if let box = element.child("EX_GeographicBoundingBox") {
        numbers = ["westBoundLongitude", "southBoundLatitude", "eastBoundLongitude", "northBoundLatitude"]
          .map { box.child($0).flatMap { Double($0.text) } }
      } else if let box = element.child("LatLonBoundingBox") {
        numbers = ["minx", "miny", "maxx", "maxy"].map { box.attributes[$0].flatMap { Double($0.trimmed) } }
      }
      guard let known = numbers?.compactMap({ $0 }), known.count == 4 else { return nil }
      let box = Extent(xmin: known[0], ymin: known[1], xmax: known[2], ymax: known[3])
      // Boxes that reach a little beyond the world are common; what is left of others says nothing.
      return box.isFinite ? box.intersection(TilingScheme.wgs84World) : nil
    }

    private mutating func readScales(_ element: XMLElement) {
      func number(_ text: String?) -> Double? { text.flatMap { Double($0.trimmed) }.flatMap { $0.isFinite ? $0 : nil } }
      if let hint = element.child("ScaleHint") {
        // The diagonal of a pixel on the ground, in metres (WMS 1.1.1, 7.1.4.5.16).
        func scale(_ name: String) -> Double? {
          number(hint.attributes[name]).flatMap { $0 > 0 ? $0 / 2.squareRoot() / PixelPitch.ogc.metres : nil }
        }
        (largestScale, smallestScale) = (scale("min"), scale("max"))
      }
      if let least = number(element.child("MinScaleDenominator")?.text) { largestScale = least > 0 ? least : nil }
      if let most = number(element.child("MaxScaleDenominator")?.text) { smallestScale = most > 0 ? most : nil }
    }
  }
}

extension WMSCapabilities.Box {
  fileprivate init?(_ element: XMLElement) {
    guard let crs = (element.attributes["CRS"] ?? element.attributes["SRS"])?.nonEmpty else { return nil }
    let numbers = ["minx", "miny", "maxx", "maxy"].compactMap { element.attributes[$0].flatMap { Double($0.trimmed) } }
    guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e12 }), numbers[0] < numbers[2], numbers[1] < numbers[3]
    else { return nil }
    self.init(
      crs: crs, lower: Position(x: numbers[0], y: numbers[1]), upper: Position(x: numbers[2], y: numbers[3]))
  }
}

extension WMSCapabilities.Style {
  fileprivate init?(_ element: XMLElement) {
    guard let name = element.child("Name")?.text.nonEmpty else { return nil }
    self.init(
      name: name, title: element.child("Title")?.text.nonEmpty,
      legend: element.child("LegendURL")?.child("OnlineResource")?.attributes["href"]?.nonEmpty)
  }
}

extension WMSCapabilities.Dimension {
  /// In 1.1.1 what a dimension has stands beside it, in an `Extent` of its name.
  fileprivate static func all(of element: XMLElement) -> [Self] {
    let declared = element.children("Dimension")
    let extents = element.children("Extent")
    func name(_ one: XMLElement) -> String? { one.attributes["name"]?.lowercased().nonEmpty }
    return declared.compactMap { dimension in
      guard let own = name(dimension) else { return nil }
      let extent = extents.first { name($0) == own }
      return Self(
        name: own, units: dimension.attributes["units"]?.nonEmpty,
        default: (extent ?? dimension).attributes["default"]?.nonEmpty ?? dimension.attributes["default"]?.nonEmpty,
        values: extent?.text ?? dimension.text)
    }
      + extents.compactMap { extent in
        // What a layer says of a dimension that the layer above it declares.
        guard let own = name(extent), !declared.contains(where: { name($0) == own }) else { return nil }
        return Self(
          name: own, units: nil, default: extent.attributes["default"]?.nonEmpty, values: extent.text)
      }
  }
}

extension String {
  /// Without white space at its ends, as numbers in attributes may have.
  fileprivate var trimmed: String { trimmingSpaces }
}
