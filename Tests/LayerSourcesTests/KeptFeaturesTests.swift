import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// What is kept of a small source is what reading it again gives.
@Suite struct KeptFeaturesTests {
  private static let text = #"""
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "id": 7, "properties": {"a": "é\n", "b": [1, 2]}, "geometry": {"type": "Point", "coordinates": [1, 2]}},
      {"type": "Feature", "properties": {"b": 2, "id": "x", "c": true}, "geometry":
        {"type": "Polygon", "coordinates": [[[0, 0], [0, 9], [9, 9], [9, 0], [0, 0]], [[2, 2], [4, 2], [4, 4], [2, 2]]]}},
      {"type": "Feature", "properties": null, "geometry": {"type": "GeometryCollection", "geometries": [
        {"type": "Point", "coordinates": [50, 50]},
        {"type": "MultiLineString", "coordinates": [[[20, 20], [30, 30]], [[60, 60], [61, 60]]]}]}},
      {"type": "Feature", "properties": {"a": 1}, "geometry": {"type": "Point", "coordinates": [100, 0]}}]}
    """#

  private func check(_ kept: some FeatureSource, _ read: some FeatureSource, _ fields: [String]) async {
    let boxes = [nil, Extent(xmin: 0, ymin: 0, xmax: 5, ymax: 5), Extent(xmin: 55, ymin: 40, xmax: 58, ymax: 45)]
    for box in boxes {
      let query = FeatureQuery(fieldNames: fields, box: box)
      let (one, other) = (await FeatureReading(kept, query), await FeatureReading(read, query))
      #expect(one.lines == other.lines)
      #expect(one.error == other.error)
    }
    #expect(kept.description.features == read.description.features)
  }

  @Test(arguments: [[], ["a"], ["id", "b"], ["nothing", "c", "a"]])
  func keepsWhatGeoJSONHolds(_ fields: [String]) async throws {
    let bytes = MemoryBytes(path: "a.geojson", bytes: Array(Self.text.utf8))
    await check(
      try GeoJSONSource(bytes, declared: nil, isRemote: false, wanted: fields),
      try GeoJSONSource(bytes, declared: nil, isRemote: false), fields)
    // Which way rings run is another matter where 200 units are no half of the world.
    let plane = try SpatialReference.parse("EPSG:25832")
    await check(
      try GeoJSONSource(bytes, declared: plane, isRemote: false, wanted: fields),
      try GeoJSONSource(bytes, declared: plane, isRemote: false), fields)
  }

  @Test func isAskedOnlyForWhatItHas() async throws {
    let bytes = MemoryBytes(path: "a.geojson", bytes: Array(Self.text.utf8))
    let kept = try GeoJSONSource(bytes, declared: nil, isRemote: false, wanted: ["a"])
    let others = FeatureQuery(fieldNames: ["b"])
    #expect(await FeatureReading(kept, others).lines.first?.hasPrefix("'[1, 2]'") == true)
  }

  /// How many it hands over; `nil` where it answers nothing.
  private static func batches(_ kept: KeptFeatures) throws -> Int? {
    var count = 0
    let isAnswered = try kept.answer(FeatureQuery(fieldNames: [])) { _ throws(SourceError) in count += 1 }
    return isAnswered ? count : nil
  }

  @Test func givesUpOnWhatIsLarge() async throws {
    var kept = KeptFeatures(fieldNames: [])
    let many = [Double](repeating: 1, count: 1 << 18)
    let batch = FeatureBatch(
      fieldNames: [], paths: PathList(x: many, y: many, ends: [many.count]),
      features: [FeatureBatch.Feature(kind: .line, paths: 0..<1, number: 0, row: 0)])
    kept.add(batch)
    #expect(try Self.batches(kept) == 1)
    kept.add(batch)
    #expect(try Self.batches(kept) == nil)
  }

  @Test(.enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)))
  func keepsWhatFixturesHold() async throws {
    var count = 0
    for folder in ["geojson", "geojson/rfc7946", "geojson/hint-good", "geojson/antimeridian/input", "gpx"] {
      for name in try LocalFile.names(in: Fixtures.path(folder)) {
        let file = try? FeatureFile(
          FileBytes.existing(Fixtures.path("\(folder)/\(name)")), isRemote: false, nil, FeaturesLayer.Choice())
        guard let file, [.geoJSON, .gpx].contains(FeatureFile.format(of: file.head, path: name)),
          let read = try? file.opened()
        else { continue }
        let fields = (read.description.features?.fields ?? []).prefix(6).map(\.name)
        await check(try file.opened(wanted: fields), read, fields)
        count += 1
      }
    }
    #expect(count > 50)
  }
}
