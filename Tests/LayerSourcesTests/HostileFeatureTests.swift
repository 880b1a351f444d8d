import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// Bytes that no program wrote: real files with bytes changed, left out and repeated. The readers may refuse them, and what they
/// hand over must hold together.
@Suite(.enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)))
struct HostileFeatureTests {
  /// A small generator, the same in every run (Marsaglia, "Xorshift RNGs").
  private struct Randomness {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(max(1, bound)))
    }
  }

  private static let signs: [UInt8] = Array("[]{}\",:\\<>/&;-.eE0ntf?![\n".utf8) + [0, 0x1E, 0xC3, 0xFF]

  private static func mutated(_ bytes: [UInt8], _ randomness: inout Randomness) -> [UInt8] {
    var bytes = bytes
    for _ in 0...randomness.below(4) where !bytes.isEmpty {
      let place = randomness.below(bytes.count)
      switch randomness.below(5) {
      case 0: bytes[place] = signs[randomness.below(signs.count)]
      case 1: bytes.insert(signs[randomness.below(signs.count)], at: place)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + randomness.below(40)))
      case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 1 + randomness.below(60))], at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  private static func check(_ batch: FeatureBatch) -> Bool {
    var (last, number) = (0, 0)
    for feature in batch.features {
      guard feature.paths.lowerBound == last, !feature.paths.isEmpty, feature.number >= number,
        feature.row < batch.rowCount
      else { return false }
      (last, number) = (feature.paths.upperBound, feature.number)
    }
    return last == batch.paths.count && batch.paths.ends.last ?? 0 == batch.paths.x.count
      && batch.paths.x.count == batch.paths.y.count && batch.values.count == batch.rowCount * batch.fieldNames.count
      && batch.paths.x.allSatisfy(\.isFinite) && batch.paths.y.allSatisfy(\.isFinite)
  }

  private static let samples = [
    "geojson/point-samples.geojson", "geojson/terria_multipolygon.geojson", "geojson/mapnik_escaped.geojson",
    "geojson/rfc7946/valid_featurecollection_with_geometrycollection.geojson", "geojson/switzerland.geojson",
  ]

  @Test(arguments: samples) func readsGeoJSONOfAnyBytes(_ name: String) throws {
    let bytes = try Fixtures.bytes(name)
    var randomness = Randomness(state: 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<400 {
      let source = MemoryBytes(path: name, bytes: Self.mutated(bytes, &randomness))
      for isEsri in [false, true] {
        let query = FeatureQuery(fieldNames: ["name", "id"])
        var isSound = true
        var (rows, surveyed): ([[ExpressionValue]], [[ExpressionValue]]) = ([], [])
        var survey = GeoJSONReader(source, query, isSurvey: true, isEsri: isEsri)
        try? survey.read { batch throws(SourceError) in surveyed += batch.features.map { Array(batch.values(of: $0)) } }
        var reader = GeoJSONReader(source, query, isEsri: isEsri)
        var count = 0
        try? reader.read { batch throws(SourceError) in
          isSound = isSound && Self.check(batch)
          count += batch.rowCount
          rows += batch.features.map { Array(batch.values(of: $0)) }
        }
        let text = String(decoding: source.bytes, as: UTF8.self)
        #expect(isSound && rows == surveyed && count == survey.survey?.count, "\(text)")
      }
    }
  }

  @Test(arguments: ["gpx/gdal_test.gpx", "gpx/gpx1.0_with_all_fields.gpx", "gpx/garmin_extensions.gpx"])
  func readsGPXOfAnyBytes(_ name: String) throws {
    let bytes = try Fixtures.bytes(name)
    var randomness = Randomness(state: 0x2545_F491_4F6C_DD1D)
    for _ in 0..<400 {
      let source = MemoryBytes(path: name, bytes: Self.mutated(bytes, &randomness))
      for layers in [GPXLayer.whole, [.trackPoints], [.routePoints]] {
        var isSound = true
        var reader = GPXReader(source, layers, FeatureQuery(fieldNames: ["name", "ele"]))
        try? reader.read { batch throws(SourceError) in isSound = isSound && Self.check(batch) }
        #expect(isSound, "\(String(decoding: source.bytes, as: UTF8.self))")
      }
    }
  }

  /// GDAL with damaged files: an error or less, never the end of the process.
  @Test(arguments: [
    "kml/togeojson_polygon.kml", "kml/libkml_time.kml", "shapefile/poly-multihole.shp", "gpkg/styled_with_icon.gpkg",
    "shapefile/bike_racks.zip", "kml/vic_police.kmz",
  ])
  func readsOtherFormatsOfAnyBytes(_ name: String) async throws {
    let bytes = try Fixtures.bytes(name)
    let suffix = PathResolution.suffix(of: name)
    var randomness = Randomness(state: 0xD1B5_4A32_D192_ED03)
    for _ in 0..<20 {
      let source = MemoryBytes(path: "a.\(suffix)", bytes: Self.mutated(bytes, &randomness))
      let file = try? FeatureFile(source, isRemote: true, nil, FeaturesLayer.Choice())
      guard let opened = try? file?.opened() else { continue }
      let reading = await FeatureReading(opened, ["name"])
      #expect(reading.batches.allSatisfy(Self.check))
    }
  }
}
