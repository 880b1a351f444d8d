import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// `type: features`: places, lines and areas out of a file, or out of one that lies on the web.
struct FeaturesLayer: FeatureLayerKind {
  static let typeName = "features"
  static let summary = """
    places, lines and areas with attributes out of a file: GeoJSON (also newline-delimited), GPX, KML and KMZ, Shapefile, \
    GeoPackage, FlatGeobuf, CSV with coordinates, DXF, GML, MapInfo; all but the first two are read by GDAL, which is \
    opened when it is needed
    """
  static let example: String? = """
    mapdoc: 1
    initialExtent: [-10, 36, 30, 60]
    layers:
      - {id: world, type: builtin, name: world}
      - id: cities
        type: features
        path: data/cities.geojson
        where: people > 1000000 and not capital
        symbol: {type: marker, shape: circle, size: "=5 + people / 1000000", color: "#c8553d"}
        labels: {text: "{name}", size: 12, halo: {color: white, width: 1.5}, priority: "=people"}
    """
  static let fields: [any FieldDeclaration] = [
    Keys.path, Keys.url, Keys.layer, Keys.x, Keys.y, Keys.wkt, Keys.encoding,
  ]

  private enum Keys {
    static let path = OptionalField<FilePath>("path", "the file; one of `path` and `url` is needed")
    static let url = OptionalField<WebService>("url", "the file on the web; at most 64 MiB are fetched")
    static let layer = OptionalField<NonEmptyText>(
      "layer", written: "the only one",
      "which of the file's layers, where it has several; of GPX `waypoints`, `routes`, `tracks`, `route_points` or "
        + "`track_points` (default: the first three together)")
    static let x = OptionalField<NonEmptyText>(
      "x", written: "`x`, `lon`, `lng`, `long`, `longitude`, `easting`",
      "of a CSV: the column with the coordinate east")
    static let y = OptionalField<NonEmptyText>(
      "y", written: "`y`, `lat`, `latitude`, `northing`", "of a CSV: the column with the coordinate north")
    static let wkt = OptionalField<NonEmptyText>(
      "wkt", written: "`wkt`, `geom`, `geometry`, `the_geom`", "of a CSV: the column with the geometry as WKT")
    static let encoding = OptionalField<NonEmptyText>(
      "encoding", written: "what a `.cpg` or the file says; else UTF-8, and CP1252 for what is none",
      "of a Shapefile: what its texts are written in, such as `CP1252`")
  }

  /// Where the file is.
  enum Place: Sendable {
    case file(path: String)
    case web(ServiceAddress)
  }

  /// What the document says of how it is read.
  struct Choice: Sendable {
    var layer: String?
    var x: String?
    var y: String?
    var wkt: String?
    var encoding: String?
  }

  let place: Place
  let choice: Choice

  var localFiles: [String] {
    guard case .file(let path) = place else { return [] }
    return [path] + FeatureSidecars.files(of: path)
  }
  var addresses: [String] { if case .web(let address) = place { [address.text] } else { [] } }

  init?(from reader: MappingReader) {
    let (path, url) = (reader.read(Keys.path), reader.read(Keys.url))
    choice = Choice(
      layer: reader.read(Keys.layer)?.text, x: reader.read(Keys.x)?.text, y: reader.read(Keys.y)?.text,
      wkt: reader.read(Keys.wkt)?.text, encoding: reader.read(Keys.encoding)?.text)
    guard Self.isConsistent(reader, choice) else { return nil }
    if let path {
      place = .file(path: path.resolved)
    } else if let url {
      place = .web(url.address)
    } else {
      return nil
    }
  }

  /// Reports keys that exclude one another, and those that are missing.
  private static func isConsistent(_ reader: MappingReader, _ choice: Choice) -> Bool {
    var isSound = true
    if reader.has(Keys.path), reader.has(Keys.url) {
      reader.reportConflict(Keys.path, Keys.url)
      isSound = false
    }
    if choice.wkt != nil, choice.x != nil || choice.y != nil {
      reader.reportConflict(Keys.wkt, choice.x == nil ? Keys.y : Keys.x)
      isSound = false
    }
    guard !reader.context.isPartial else { return isSound }
    if (choice.x == nil) != (choice.y == nil) {
      let (given, missing) = choice.x == nil ? (Keys.y, "x") : (Keys.x, "y")
      reader.context.report(
        Diagnostic(
          .missingKey, "`\(missing)` is missing beside `\(given.name)`: a place has two coordinates",
          at: reader.keyRange(of: given), hint: Hint("name the column with `\(missing):`")))
      isSound = false
    }
    if !reader.has(Keys.path), !reader.has(Keys.url) {
      reader.context.report(
        Diagnostic(
          .missingKey, "`path` is missing: nothing says which file is drawn",
          at: reader.value("type")?.range ?? reader.node.range,
          hint: Hint("name a file with `path`, or an address with `url`")))
      isSound = false
    }
    return isSound
  }

  func open(_ layer: Layer, _ keys: FeatureKeys, in context: SourceContext) async throws(SourceError)
    -> any FeatureSource
  {
    // With a condition the source is read again, for what it holds of.
    let wanted = keys.condition == nil ? keys.fieldNames(renderer: keys.renderer, labels: keys.labels ?? []) : nil
    switch place {
    case .file(let path):
      if LocalFile.kind(of: path) == .folder {
        throw .otherKind(path: path, reason: "it is a folder; name the file in it")
      }
      let bytes = try FileBytes.existing(path)
      return try FeatureFile(bytes, isRemote: false, layer.reference?.value, choice).opened(wanted: wanted)
    case .web(let address):
      let template = AddressedTiles.RequestTemplate(layer, .ofDynamicLayers)
      let fetched = try await FetchedFeatures.bytes(of: address, template, in: context)
      let file = try FeatureFile(fetched.bytes, isRemote: true, layer.reference?.value, choice)
      let source = try file.opened(wanted: wanted)
      return FetchedFeatures(source: source, version: fetched.digest)
    }
  }
}

/// Features out of bytes that were fetched.
struct FetchedFeatures: FeatureSource {
  let source: any FeatureSource
  let version: String?

  /// - Throws: `mayNotAsk`, `notAnswered`.
  static func bytes(
    of address: ServiceAddress, _ template: AddressedTiles.RequestTemplate, in context: SourceContext
  ) async throws(SourceError) -> (bytes: MemoryBytes, digest: String) {
    let request = template.request(forDescriptionAt: address.text)
    guard let services = context.services else { throw .mayNotAsk(address: Address.redacted(request.address)) }
    let answer = try await services.fetch(request, expecting: "a file of features (GeoJSON, GPX, KML, …)") {
      response throws(UnusableAnswer) in
      let format = PictureFormat(of: response.body)
      guard format != .html, format != .empty, !format.isPicture else { throw UnusableAnswer(reason: format.words) }
    }
    return (MemoryBytes(path: Address.redacted(address.text), bytes: answer.body), answer.digest)
  }

  var description: LayerDescription { source.description }
  var damage: SourceError? { source.damage }
  var remarks: [SourceRemark] { source.remarks }

  func read(
    _ query: FeatureQuery, _ take: (FeatureBatch) throws(SourceError) -> Void
  ) async throws(SourceError) {
    try await source.read(query, take)
  }
}

/// The files beside one that belong to it.
enum FeatureSidecars {
  /// Of a Shapefile, those that are there.
  static func files(of path: String) -> [String] {
    guard PathResolution.suffix(of: path).lowercased() == "shp" else { return [] }
    let stem = path.dropLast(4)
    return ["shx", "dbf", "prj", "cpg", "SHX", "DBF", "PRJ", "CPG"].map { "\(stem).\($0)" }
      .filter { LocalFile.kind(of: $0) != nil }
  }
}

/// A file whose format is found from its bytes.
struct FeatureFile {
  let bytes: any ByteReading
  let isRemote: Bool
  /// The layer's `srs`.
  let declared: SpatialReference?
  let choice: FeaturesLayer.Choice
  let head: [UInt8]

  init(
    _ bytes: any ByteReading, isRemote: Bool, _ declared: SpatialReference?, _ choice: FeaturesLayer.Choice
  ) throws(SourceError) {
    (self.bytes, self.isRemote, self.declared, self.choice) = (bytes, isRemote, declared, choice)
    head = try bytes.bytes(at: 0, count: min(bytes.size, 4096), of: "the head")
  }

  enum Format: Equatable { case geoJSON, gpx, other }

  static func format(of head: [UInt8], path: String) -> Format {
    let text = String(decoding: head, as: UTF8.self)
    // A text sequence begins with a record separator.
    let isJSON = PictureFormat(of: head) == .json || head.first == 0x1E
    let suffix = PathResolution.suffix(of: path).lowercased()
    if isJSON || ["geojson", "geojsonl", "geojsons", "ndjson"].contains(suffix) {
      let isOther = text.contains("\"Topology\"") || text.contains("\"esriGeometry")
      return isOther ? .other : .geoJSON
    }
    if text.contains("<gpx") || suffix == "gpx" { return .gpx }
    return .other
  }

  /// - Parameter wanted: The fields that will be asked for, of all features; `nil` where that is not known.
  func opened(wanted: [String]? = nil) throws(SourceError) -> any FeatureSource {
    guard !head.isEmpty else {
      throw .unreadable(path: bytes.path, place: nil, reason: "it is empty; a file of features is expected")
    }
    switch Self.format(of: head, path: bytes.path) {
    case .geoJSON:
      try refuseChoices(of: "a GeoJSON file", layer: true)
      return try GeoJSONSource(bytes, declared: declared, isRemote: isRemote, wanted: wanted)
    case .gpx:
      try refuseChoices(of: "a GPX file", layer: false)
      return try GPXSource(bytes, layer: choice.layer, isRemote: isRemote, wanted: wanted)
    case .other: return try OGRSource(self)
    }
  }

  /// Keys that mean nothing for a format are slips.
  private func refuseChoices(of what: String, layer: Bool) throws(SourceError) {
    var given: [(key: String, value: String?)] = [
      ("x", choice.x), ("y", choice.y), ("wkt", choice.wkt), ("encoding", choice.encoding),
    ]
    if layer { given.append(("layer", choice.layer)) }
    guard let first = given.first(where: { $0.value != nil }) else { return }
    throw .badKey(key: first.key, reason: "`\(first.key)` says nothing of \(what)", hint: "take `\(first.key)` out")
  }
}
