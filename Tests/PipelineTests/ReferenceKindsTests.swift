import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// What becomes of a layer of each kind on maps in its own reference and in others: the rules know no kinds.
@Suite(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), .timeLimit(.minutes(10)))
struct ReferenceKindsTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let keys: String
    let srs: String
    var testDescription: String { "\(keys) in \(srs)" }
  }

  static let kinds = [
    Kind(keys: "type: xyz, url: 'http://127.0.0.1:9/{z}/{x}/{y}.png'", srs: "EPSG:3857"),
    Kind(keys: "type: xyz, url: 'http://127.0.0.1:9/{z}/{x}/{y}.png', tilingScheme: wgs84", srs: "EPSG:4326"),
    Kind(keys: "type: mbtiles, path: FIXTURES/mbtiles/ne_png8_z0-3.mbtiles", srs: "EPSG:3857"),
    Kind(keys: "type: pmtiles, path: FIXTURES/pmtiles/ne_png8_z0-3.pmtiles", srs: "EPSG:3857"),
    Kind(keys: "type: geopackage, path: FIXTURES/gpkg/ne_25833_custom_auto.gpkg", srs: "EPSG:25833"),
    Kind(keys: "type: geopackage, path: FIXTURES/gpkg/ne_inspirecrs84quad_jpeg.gpkg", srs: "EPSG:4326"),
    Kind(keys: "type: exploded-cache, path: FIXTURES/exploded-cache/norway-25833-png8", srs: "EPSG:25833"),
    Kind(keys: "type: exploded-cache, path: FIXTURES/exploded-cache/webmercator-png8", srs: "EPSG:3857"),
    Kind(keys: "type: compact-cache, path: FIXTURES/compact-cache-v1/norway-25833-hi", srs: "EPSG:25833"),
    Kind(keys: "type: compact-cache, path: FIXTURES/compact-cache-v2/norway-25833-hi", srs: "EPSG:25833"),
    Kind(keys: "type: tpk, path: FIXTURES/tpk/norway_25833.tpk", srs: "EPSG:25833"),
    Kind(keys: "type: tpkx, path: FIXTURES/tpkx/norway_25833_L06-L08.tpkx", srs: "EPSG:25833"),
    Kind(keys: "type: amap", srs: "GCJ02:3857"), Kind(keys: "type: baidu", srs: "BD09:mercator"),
    Kind(keys: "type: builtin, srs: 'EPSG:4326'", srs: "EPSG:4326"),
  ]

  @Test(arguments: kinds, ["EPSG:3857", "EPSG:25833"])
  func isJudgedByItsReferenceAlone(_ kind: Kind, _ map: String) async throws {
    let layer = kind.keys.replacing("FIXTURES", with: Fixtures.path(""))
    // That nothing depends on `wrapAround` is shown with one of the three.
    for (reproject, wraps) in [("auto", [false]), ("always", [false, true]), ("never", [false])] {
      for wrapsAround in wraps {
        let project = try PipelineProject([
          "map.yaml": """
          mapdoc: 1
          wrapAround: \(wrapsAround)
          srs: \(map)
          initialExtent: {center: [15, 64], scale: 20000000}
          layers:
            - {id: world, type: builtin, reproject: always}
            - {id: over, \(layer), reproject: \(reproject)}

          """
        ])
        let over = try #require(try await project.plan()["layers"]?[1])
        let place = "reproject: \(reproject), wrapAround: \(wrapsAround): \(over)"
        #expect(over["srs"] == .string(kind.srs), "\(place)")
        let action = over["action"] ?? .null
        if kind.srs == map {
          #expect(action == "draw" || action == "resample", "\(place)")
        } else if reproject == "always" {
          #expect(action == "warp", "\(place)")
        } else {
          #expect(action == "reject" && over["code"] == (reproject == "never" ? "MD304" : "MD301"), "\(place)")
        }
      }
    }
  }
}
