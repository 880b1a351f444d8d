import Diagnostics
import DocumentModel
import Geodesy

/// A file that GDAL reads. It is opened once to be described, and anew each time it is read, so that it may be read by several
/// tasks.
struct OGRSource: FeatureSource {
  let description: LayerDescription
  /// GDAL's name of the format.
  let driver: String
  /// The names of all layers in the file, with how many features each holds, where that is known.
  let layers: [(name: String, count: Int?)]
  private let bytes: any ByteReading
  private let suffix: String
  private let options: [String]
  private let isInDegrees: Bool
  /// Of the layers that are read.
  private let numbers: [Int]
  let remarks: [SourceRemark]
  let damage: SourceError?
  /// Of a CSV: the columns that its geometries come from.
  private let columns: [String]

  /// Formats whose layers are folders of one drawing, which is shown as a whole.
  private static let drawings: Set<String> = ["LIBKML", "KML", "DXF", "GPX"]

  /// - Throws: `libraryMissing`, `otherKind`, `unreadable`; `badKey` where the file has several layers and none or another one
  ///   is named, and for columns that it does not have.
  init(_ source: FeatureFile) throws(SourceError) {
    bytes = source.bytes
    suffix = Self.suffix(of: source)
    options = Self.options(source.choice, suffix: suffix)
    let file = try GDALFile(bytes, suffix: suffix, options: options)
    driver = file.driver
    if let encoding = source.choice.encoding, driver != "ESRI Shapefile" {
      throw .badKey(
        key: "encoding", reason: "`encoding: \(encoding)` says nothing of this file, which GDAL reads as \(driver)",
        hint: "take `encoding` out")
    }
    let all = OGRLayer.all(of: file)
    guard !all.isEmpty else { throw .empty(path: bytes.path, reason: "it has no layer of features") }
    if let encoding = source.choice.encoding, all.contains(where: { !$0.hasKnownEncoding }) {
      throw .badKey(
        key: "encoding", reason: "`encoding: \(encoding)` is none that GDAL knows",
        hint: "write it as iconv does, as `CP1252`, `ISO-8859-2` or `UTF-8`")
    }
    numbers = try Self.chosen(
      source.choice.layer, among: all, of: "the file", isDrawing: Self.drawings.contains(driver))
    let chosen = numbers.map { all[$0] }
    layers = all.map { ($0.name, $0.count(force: false)) }
    guard let first = chosen.first(where: \.hasGeometry) else {
      throw Self.withoutGeometry(all[numbers[0]], source.choice, driver)
    }
    columns = driver == "CSV" ? Self.columns(source.choice) : []
    if let complaint = file.complaint {
      damage = .unreadable(path: bytes.path, place: nil, reason: complaint)
    } else {
      damage = try Self.loss(in: bytes, driver: driver, suffix: suffix, chosen)
    }
    let isGuessed = driver == "ESRI Shapefile" && chosen.contains { !$0.hasKnownEncoding && $0.hasOtherTexts }
    remarks = isGuessed ? [.encodingGuessed("CP1252")] : []
    let reference = try first.reference(in: bytes.path)
    isInDegrees = (source.declared ?? reference)?.facts.isGeographic ?? false
    var fields: [(name: String, type: ExpressionType)] = []
    for layer in chosen {
      for field in layer.fields where !fields.contains(where: { $0.name == field.name }) {
        fields.append((field.name, field.type))
      }
    }
    let counts = chosen.map { $0.count(force: true) }
    let kinds = chosen.map(\.kinds)
    let extent = chosen.compactMap(\.extent).reduce(nil) { (all: Extent?, one: Extent) in all?.union(one) ?? one }
    description = LayerDescription(
      tilingSchemes: [], fullExtent: extent, title: chosen.count == 1 ? first.name : nil, isRemote: source.isRemote,
      features: FeatureDescription(
        // A Shapefile without its table has none.
        reference: reference, fields: fields, areFieldsKnown: true,
        count: counts.contains(nil) ? nil : counts.reduce(0) { $0 + ($1 ?? 0) },
        kinds: kinds.contains([]) ? [] : kinds.reduce(into: []) { $0.formUnion($1) }))
  }

  func read(
    _ query: FeatureQuery, _ take: (FeatureBatch) throws(SourceError) -> Void
  ) async throws(SourceError) {
    try readNow(query, take)
  }

  /// GDAL keeps its error handlers by thread: nothing in here may wait.
  private func readNow(
    _ query: FeatureQuery, _ take: (FeatureBatch) throws(SourceError) -> Void
  ) throws(SourceError) {
    let file = try GDALFile(bytes, suffix: suffix, options: options)
    var builder = FeatureBatchBuilder(query, isInDegrees: isInDegrees)
    var failure: SourceError?
    for number in numbers {
      guard let layer = OGRLayer(number, of: file) else { continue }
      do throws(SourceError) {
        try layer.read(into: &builder, path: bytes.path, columns: columns, take)
      } catch {
        guard case .unreadable = error else { throw error }
        failure = failure ?? error
      }
    }
    try builder.deliver(take)
    if let failure = failure ?? damage { throw failure }
    if let failure = builder.conditionFailure { throw failure.asError }
  }

  /// What GDAL leaves out of a text without a word.
  private static func loss(
    in bytes: any ByteReading, driver: String, suffix: String, _ layers: [OGRLayer]
  ) throws(SourceError) -> SourceError? {
    switch driver {
    case "CSV":
      guard let line = try QuotedLines(bytes).openLine else { return nil }
      return .unreadable(
        path: bytes.path, place: "line \(line)",
        reason: "a quotation mark opens a text there that nothing closes: all behind it is taken for that text")
    case "MapInfo File" where suffix == "mif":
      // Each object has its row in the table beside it.
      let names = ["mid", "MID", "Mid"].map { String(bytes.path.dropLast(3)) + $0 }
      guard let name = names.first(where: { LocalFile.kind(of: $0) != nil }), let table = try FileBytes.open(name)
      else { return nil }
      let (rows, objects) = (try QuotedLines(table).count, layers.reduce(0) { $0 + ($1.count(force: true) ?? 0) })
      guard objects < rows else { return nil }
      return .unreadable(
        path: bytes.path, place: "object \(objects + 1)",
        reason: "it cannot be read, or is not there: `\(PathResolution.lastComponent(of: name))` has \(rows) rows, "
          + "each for one object")
    default: return nil
    }
  }

  /// The names of all layers with geometries.
  static func layerNames(of source: FeatureFile) throws(SourceError) -> [String] {
    let suffix = suffix(of: source)
    let file = try GDALFile(source.bytes, suffix: suffix, options: options(source.choice, suffix: suffix))
    return OGRLayer.all(of: file).filter(\.hasGeometry).map(\.name)
  }

  // MARK: - Choosing

  /// Out of the name; of an address on the web out of the bytes too.
  private static func suffix(of source: FeatureFile) -> String {
    let name = source.bytes.path.prefix { $0 != "?" && $0 != "#" }
    let suffix = PathResolution.suffix(of: String(name)).lowercased()
    let isPlain = suffix.count <= 8 && suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let text = String(decoding: source.head, as: UTF8.self)
    if text.contains("<kml") { return "kml" }
    if isPlain, !suffix.isEmpty { return suffix }
    return source.head.starts(with: [0x50, 0x4B, 0x03, 0x04]) ? "zip" : ""
  }

  private static let namesOfX = "x,lon,lng,long,longitude,easting"
  private static let namesOfY = "y,lat,latitude,northing"
  private static let namesOfGeometries = "wkt,geom,geometry,the_geom"

  /// In lower case.
  private static func columns(_ choice: FeaturesLayer.Choice) -> [String] {
    [choice.x ?? namesOfX, choice.y ?? namesOfY, choice.wkt ?? namesOfGeometries]
      .flatMap { $0.lowercased().split(separator: ",").map(String.init) }
  }

  private static func options(_ choice: FeaturesLayer.Choice, suffix: String) -> [String] {
    var options: [String] = []
    if let encoding = choice.encoding { options.append("ENCODING=\(encoding)") }
    if ["csv", "tsv", "psv", "txt"].contains(suffix) {
      options.append("X_POSSIBLE_NAMES=\(choice.x ?? namesOfX)")
      options.append("Y_POSSIBLE_NAMES=\(choice.y ?? namesOfY)")
      options.append("GEOM_POSSIBLE_NAMES=\(choice.wkt ?? namesOfGeometries)")
      options += ["KEEP_GEOM_COLUMNS=YES", "AUTODETECT_TYPE=YES"]
    }
    if suffix == "gml" || suffix == "xml" { options += ["DOWNLOAD_SCHEMA=NO", "WRITE_GFS=NO"] }
    return options
  }

  private static func chosen(
    _ name: String?, among layers: [OGRLayer], of what: String, isDrawing: Bool
  ) throws(SourceError) -> [Int] {
    if let name {
      guard let number = layers.firstIndex(where: { $0.name == name }) else {
        throw .notOffered(name, among: layers.map(\.name), of: what)
      }
      return [number]
    }
    if isDrawing { return Array(layers.indices) }
    // Tables without geometries draw nothing, so they are no choice.
    let drawn = layers.indices.filter { layers[$0].hasGeometry }
    if drawn.count == 1 || layers.count == 1 { return [drawn.first ?? 0] }
    throw .notOffered(nil, among: (drawn.isEmpty ? Array(layers.indices) : drawn).map { layers[$0].name }, of: what)
  }

  private static func withoutGeometry(
    _ layer: OGRLayer, _ choice: FeaturesLayer.Choice, _ driver: String
  ) -> SourceError {
    let names = layer.fields.map(\.name)
    let shown = names.prefix(30).map { "`\($0)`" }.joined(separator: ", ")
    for (key, column) in [("x", choice.x), ("y", choice.y), ("wkt", choice.wkt)] {
      guard let column, !names.contains(where: { $0.lowercased() == column.lowercased() }) else { continue }
      let near = Suggestion.nearest(to: column, among: names)
      return .badKey(
        key: key, reason: "there is no column `\(column)`; there are \(shown)",
        hint: near.map { "did you mean `\($0)`?" })
    }
    if driver == "CSV" {
      return .badKey(
        key: "path", reason: "none of its columns is known to hold coordinates: \(shown)",
        hint: "name two columns with `x` and `y`, or one with `wkt`")
    }
    return .badKey(
      key: "layer", reason: "`\(layer.name)` is a table without geometries", hint: "name a layer that has some")
  }
}
