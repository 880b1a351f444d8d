import Diagnostics
import DocumentModel
import Geodesy

extension FeaturesLayer: InspectableKind {
  static var isAskedLast: Bool { true }

  private static let suffixes: Set<String> = [
    "geojson", "geojsonl", "geojsons", "ndjson", "gpx", "kml", "kmz", "shp", "fgb", "csv", "tsv", "dxf", "gml", "tab",
    "mif",
    "topojson",
  ]
  private static let typesOfGeoJSON = [
    "FeatureCollection", "Feature", "GeometryCollection", "Point", "MultiPoint", "LineString", "MultiLineString",
    "Polygon", "MultiPolygon", "Topology",
  ]

  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    let text = candidate.headText
    // Much JSON has a `type`; GeoJSON has one of nine.
    let isGeoJSON =
      candidate.format == .json && text.contains("\"type\"") && typesOfGeoJSON.contains { text.contains("\"\($0)\"") }
    let isXML = candidate.format == .xml && ["<gpx", "<kml", "FeatureCollection"].contains { text.contains($0) }
    if candidate.isAddress { return isGeoJSON || isXML }
    guard candidate.isFile else { return false }
    return isGeoJSON || isXML || suffixes.contains(candidate.suffix)
      || candidate.tables.contains("gpkg_geometry_columns")
      || candidate.head.starts(with: [0, 0, 0x27, 0x0A]) || candidate.head.starts(with: "fgb".utf8)
      || candidate.format == .zip && candidate.suffix == "zip"
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let place = candidate.isAddress ? "url" : "path"
    var keys = [(place, YAMLText.inDocument(candidate.source))]
    let names = try await layers(of: candidate, in: context)
    var further: [(identifier: String, keys: [(String, String)])] = []
    // Of a file with several layers that must be named, the first is described, and each has an item to paste.
    let opened: any FeatureSource
    do throws(SourceError) {
      opened = try await open(candidate, layer: nil, in: context)
    } catch {
      guard names.count > 1, let first = names.first else { throw error }
      opened = try await open(candidate, layer: first, in: context)
      keys.append(("layer", YAMLText.inDocument(first)))
      for name in names.dropFirst() {
        further.append(
          (
            InspectionReport.identifier(from: name),
            [(place, YAMLText.inDocument(candidate.source)), ("layer", YAMLText.inDocument(name))]
          ))
      }
    }
    let description = opened.description
    var remarks = opened.remarks.map(\.sentence)
    if let damage = opened.damage { remarks.append("a part of it cannot be read: \(damage.placeAndReason)") }
    if description.features?.reference == nil {
      keys.append(("srs", "EPSG:4326"))
      remarks.append("it does not say what its coordinates are in: `srs` is a guess; write its own")
    }
    if names.count > 1 { remarks.append("its layers: \(listed(names))") }
    var report = InspectionReport(
      kind: typeName, candidate, DescribedSource(description),
      .init(
        identifier: further.isEmpty ? nil : InspectionReport.identifier(from: names[0]), remarks: remarks, keys: keys,
        further: further))
    report.features = InspectionReport.Features(description)
    return report
  }

  private static func listed(_ names: [String]) -> String {
    names.prefix(40).map { "`\($0)`" }.joined(separator: ", ")
      + (names.count > 40 ? " and \(names.count - 40) more" : "")
  }

  private static func open(
    _ candidate: InspectionCandidate, layer: String?, in context: SourceContext
  ) async throws(SourceError) -> any FeatureSource {
    let file = try await FeatureFile.of(candidate, choice: Choice(layer: layer), in: context)
    return try file.opened()
  }

  /// The names of the layers that may be chosen from; empty where there is nothing to choose.
  private static func layers(
    of candidate: InspectionCandidate, in context: SourceContext
  ) async throws(SourceError) -> [String] {
    try await FeatureFile.of(candidate, choice: Choice(), in: context).layerNames()
  }
}

extension InspectionReport {
  /// What only sources of features have.
  package struct Features: Sendable, Hashable {
    /// `nil` where nobody knows without reading everything.
    package var count: Int?
    package var kinds: Set<ShapeKind>
    package var fields: [Field]

    package struct Field: Sendable, Hashable {
      package var name: String
      package var type: ExpressionType
    }

    init?(_ description: LayerDescription) {
      guard let features = description.features else { return nil }
      (count, kinds) = (features.count, features.kinds)
      fields = features.fields.map { Field(name: $0.name, type: $0.type) }
    }

    /// `177, polygons`
    var words: String {
      let plurals: [(ShapeKind, String)] = [(.point, "points"), (.line, "lines"), (.polygon, "polygons")]
      let shown = plurals.filter { kinds.contains($0.0) }.map(\.1).joined(separator: " and ")
      return [count.map { ReadableNumber.grouped(Double($0)) }, shown.isEmpty ? nil : shown].compactMap(\.self)
        .joined(separator: ", ")
    }

    /// `name (text), population (number)`
    var fieldWords: String {
      let shown = fields.prefix(60).map { "\($0.name) (\($0.type.word))" }.joined(separator: ", ")
      return shown + (fields.count > 60 ? " and \(fields.count - 60) more" : "")
    }

    var json: JSONValue {
      [
        "count": count.map { .int($0) } ?? .null,
        "kinds": .array(ShapeKind.allCases.filter(kinds.contains).map { .string("\($0)") }),
        "fields": .array(fields.map { ["name": .string($0.name), "type": .string($0.type.word)] }),
      ]
    }
  }
}

extension ExpressionType {
  fileprivate var word: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .text: "text"
    case .any: "mixed"
    }
  }
}
