import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct TileMatrixSetJSONTests {
  /// Reference, corner of the first tile and number of levels, as morecantile 7.1.0 gives them:
  /// `m = morecantile.tms.get(NAME); m.crs, m.xy_bounds(0, 0, m.minzoom), len(m.tileMatrices)`.
  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: [
      ("EuropeanETRS89_LAEAQuad", "EPSG:3035", 2_000_000.0, 5_500_000.0, 16),
      ("NZTM2000Quad", "EPSG:2193", -3_260_586.7284, 10_438_190.1652, 22),
      ("UPSArcticWGS84Quad", "EPSG:5041", -14_440_759.350252, 18_440_759.350252, 25),
      ("UTM31WGS84Quad", "EPSG:32631", -9_501_965.72931276, 20_003_931.4586255, 24),
      ("WGS1984Quad", "EPSG:4326", -180, 90, 24), ("WorldCRS84Quad", "EPSG:4326", -180, 90, 24),
      ("WebMercatorQuad", "EPSG:3857", -20_037_508.3427892, 20_037_508.3427892, 25),
      ("ogcapi_WorldCRS84Quad", "EPSG:4326", -180, 90, 30),
    ])
  func readsRealSets(_ name: String, _ reference: String, _ left: Double, _ top: Double, _ levels: Int) throws {
    let path = "wmts-capabilities/tms-json/\(name).json"
    let grid = try TileMatrixSetJSON.grid(try JSONElement(of: try Fixtures.bytes(path), source: path))
    #expect(grid.scheme.reference.definition == reference)
    #expect(abs(grid.scheme.origin.x - left) < 0.01 && abs(grid.scheme.origin.y - top) < 0.01, "\(grid.scheme.origin)")
    #expect(grid.scheme.levels.count == levels)
    #expect(grid.remarks.isEmpty, "\(grid.remarks)")
  }

  private static func text(_ matrix: String) -> [UInt8] {
    Array(
      #"{"id": "a", "crs": "http://www.opengis.net/def/crs/EPSG/0/25832", "tileMatrices": [{"id": "0", \#(matrix)}]}"#
        .utf8)
  }

  private static let sound =
    #""scaleDenominator": 1000000, "cellSize": 280, "pointOfOrigin": [0, 6000000], "tileWidth": 256, "#
    + #""tileHeight": 256, "matrixWidth": 2, "matrixHeight": 3"#

  @Test func originsAtTheBottomAreTurnedUp() throws {
    let bytes = Self.text(Self.sound + #", "cornerOfOrigin": "bottomLeft""#)
    let grid = try TileMatrixSetJSON.grid(try JSONElement(of: bytes, source: "a.json"))
    #expect(grid.scheme.origin == Position(x: 0, y: 6_000_000 + 3 * 256 * 280))
  }

  @Test func readsTheFirstForm() throws {
    let text = """
      {"type": "TileMatrixSetType", "identifier": "b", "supportedCRS": "http://www.opengis.net/def/crs/EPSG/0/4326",
       "tileMatrix": [{"identifier": "0", "scaleDenominator": 279541132.0143589, "topLeftCorner": [90, -180],
         "tileWidth": 256, "tileHeight": 256, "matrixWidth": 2, "matrixHeight": 1}]}
      """
    let grid = try TileMatrixSetJSON.grid(try JSONElement(of: Array(text.utf8), source: "b.json"))
    #expect(grid.scheme.origin == Position(x: -180, y: 90))
    #expect(abs(grid.scheme.levels[0].resolution - 0.703125) < 1e-9)
  }

  @Test(arguments: [
    ("\"pointOfOrigin\": [0, 6000000]", "\"pointOfOrigin\": [0]", "pointOfOrigin"),
    ("\"tileWidth\": 256", "\"tileWidth\": 0", "tileWidth"), ("\"cellSize\": 280", "\"cellSize\": -1", "above 0"),
    (
      "\"matrixHeight\": 3", "\"matrixHeight\": 3, \"variableMatrixWidths\": [{\"coalesce\": 2}]",
      "variableMatrixWidths"
    ),
  ])
  func namesWhatIsWrong(_ part: String, _ wrong: String, _ words: String) throws {
    let bytes = Self.text(Self.sound.replacing(part, with: wrong))
    do throws(SourceError) {
      _ = try TileMatrixSetJSON.grid(try JSONElement(of: bytes, source: "a.json"))
      Issue.record("it was taken")
    } catch {
      guard case .unreadable(_, let place, let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect((place ?? "").contains(words) || reason.contains(words), "\(place ?? ""): \(reason)")
    }
  }

  @Test func inspectionPrintsATilingScheme() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text(Self.sound), to: "grid.json")
    let report = try await Inspection.inspect(
      source: folder.path + "/grid.json", context: SourceContext(painter: WordPainter()))
    #expect(
      report.layer == """
        - id: a
          type: xyz
          url: https://tiles.example.org/{z}/{y}/{x}.png
          tilingScheme: {srs: EPSG:25832, origin: [0, 6000000], tileSize: 256, levels: [{level: 0, resolution: 280}]}

        """)
    // What is printed is a layer that a document takes.
    let keys = report.layer.split(separator: "\n").dropFirst().map { $0.dropFirst(2) }.joined(separator: "\n")
    #expect(try LayerInDocument(keys).findings.isEmpty)
  }
}
