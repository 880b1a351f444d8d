import Diagnostics
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct InspectionTests {
  private let context = SourceContext(painter: WordPainter())

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func saysWhatAnExplodedCacheHolds() async throws {
    let path = Fixtures.path("exploded-cache/norway-25833-png8")
    let report = try await Inspection.inspect(source: path, context: context)
    #expect(report.kind == "exploded-cache")
    #expect(report.reference == (try SpatialReference.parse("EPSG:25833")))
    // The rows of expected-tiles.csv.
    #expect(report.tileCount == (try Fixtures.rows("exploded-cache/norway-25833-png8/expected-tiles.csv").count))
    #expect(report.format == "PNG")
    #expect(report.levels.filter(\.hasTiles).map(\.number) == [0, 1, 2, 3, 4, 5])
    #expect(report.levels.count == 17)
    // conf.xml says 1:1280000 for level 6, with 39.37 inches in a metre: 2 millionths from 1 / 0.0254.
    #expect(abs(report.levels[6].projectedScale - 1_280_000) < 3)
    #expect(report.layer == "- id: norway-25833-png8\n  type: exploded-cache\n  path: \(path)\n")
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func writesATextForPeople() async throws {
    let path = Fixtures.path("mbtiles/ne_nordic_jpg_z4-5.mbtiles")
    let text = try await Inspection.inspect(source: path, context: context).text
    #expect(
      text == """
        \(path)
          kind         mbtiles
          title        nordic
          reference    EPSG:3857 (WGS 84 / Pseudo-Mercator)
          full extent  0, 7514065.63, 5009377.09, 15028131.26
          tiles        30, 256 x 256 pixels, JPEG
          remarks      the metadata disagree: `minzoom` is `2`, but the coarsest level with tiles is 4

          level   m a pixel         scale
              4  9783.93962  1:36,978,669
              5  4891.96981  1:18,489,335

        layers:
          - id: ne-nordic-jpg-z4-5
            type: mbtiles
            path: \(path)

        """)
  }

  @Test(.enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)))
  func describesFilesOfFeatures() async throws {
    let track = try await Inspection.inspect(source: Fixtures.path("gpx/gdal_test.gpx"), context: context)
    #expect(track.kind == "features" && track.reference == .wgs84 && track.features?.count == 4)
    #expect(track.layer.hasPrefix("- id: gdal-test\n  type: features\n  path: "))
    let path = Fixtures.path("shapefile/ne_110m_admin_0_countries.shp")
    let countries = try await Inspection.inspect(source: path, context: context)
    #expect(countries.layer == "- id: ne-110m-admin-0-countries\n  type: features\n  path: \(path)\n")
    #expect(countries.features?.kinds == [.polygon] && countries.features?.count == 177)
  }

  @Test func writesJSON() async throws {
    let report = try await Inspection.inspect(source: "https://{s}.h.example/{z}/{x}/{y}.png", context: context)
    guard case .object(let members) = report.json else {
      Issue.record("no object")
      return
    }
    #expect(
      members.map(\.key) == [
        "source", "kind", "title", "srs", "fullExtent", "tileSize", "pictureSize", "format", "tiles", "levels",
        "attribution", "remarks", "mapSrs", "layer", "credentials", "features",
      ])
    #expect(members[1].value == "xyz")
    #expect(members[3].value == "EPSG:3857")
    #expect(members[8].value == nil)
    #expect(members[13].value == "- id: h-example\n  type: xyz\n  url: https://{s}.h.example/{z}/{x}/{y}.png\n")
  }

  @Test func theLayerThatItPrintsCanBeRead() async throws {
    let folder = try TemporaryFolder()
    try Package.make(folder.path + "/My tiles & more.mbtiles", tiles: [(0, 0, 0, Package.png(256))])
    let report = try await Inspection.inspect(source: folder.path + "/My tiles & more.mbtiles", context: context)
    let keys = report.layer.split(separator: "\n").dropFirst().map { $0.dropFirst(2) }.joined(separator: "\n")
    let layer = try LayerInDocument(keys)
    #expect(layer.findings.isEmpty)
    #expect(try await layer.open().bytes(0, 0, 0) == Package.png(256))
    #expect(report.layer.hasPrefix("- id: my-tiles-more\n"))
  }

  @Test func knowsTheTilesOfOpenStreetMap() async throws {
    let report = try await Inspection.inspect(
      source: "https://tile.openstreetmap.org/{z}/{x}/{y}.png", context: context)
    #expect(report.kind == "osm")
    #expect(report.layer == "- id: osm\n  type: osm\n")
    #expect(report.levels.filter(\.hasTiles).map(\.number) == Array(0...19))
  }

  /// Kind, number of tiles, levels with tiles.
  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: [
      ("compact-cache-v1/gwc-usa", "compact-cache", 112, [5, 6]),
      ("compact-cache-v2/norway-25833-hi", "compact-cache", 170, [6, 7, 8]),
      ("compact-cache-v2/norway-25833-hi/conf.xml", "compact-cache", 170, [6, 7, 8]),
      ("tpk/states_filled.tpk", "tpk", 24, [0, 1, 2, 3, 4]),
      ("tpkx/Usa.tpkx", "tpkx", 144, [0, 1, 2, 3, 4, 5]),
      ("gpkg/ne_25833_custom_auto.gpkg", "geopackage", 43, [1, 2, 3]),
      ("gpkg/gdal_sample_v1.2_no_extensions.gpkg", "geopackage", 1, [0]),
      ("pmtiles/ne_png8_z0-3.pmtiles", "pmtiles", 85, [0, 1, 2, 3]),
    ])
  func saysWhatPackagesHold(_ name: String, _ kind: String, _ count: Int, _ levels: [Int]) async throws {
    let path = Fixtures.path(name)
    let report = try await Inspection.inspect(source: path, context: context)
    #expect(report.kind == kind)
    #expect(report.tileCount == count)
    #expect(report.levels.filter(\.hasTiles).map(\.number) == levels)
    // The layer to paste opens.
    let keys = report.layer.split(separator: "\n").dropFirst().map { $0.dropFirst(2) }.joined(separator: "\n")
    let layer = try LayerInDocument(keys)
    #expect(layer.findings.isEmpty)
    #expect(try await layer.open().description.levels?.contains(levels[0]) == true)
  }

  /// Fixtures of kinds that come later, and what is said of them.
  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: [
      (
        "pmtiles/ne_norden_mvt_z2-5.pmtiles",
        "its tiles are vector tiles (MVT); `pmtiles` draws PNG, JPEG and WebP tiles"
      ),
      (
        "compact-cache-v2/norway-25833-hi/_alllayers/L06/R0000C0000.bundle",
        "it is one bundle of a `compact-cache`; name the folder above `_alllayers`, which holds `conf.xml`"
      ),
      (
        "mbtiles/world_cities.mbtiles",
        "its tiles are vector tiles (MVT, gzip-compressed); `mbtiles` draws PNG, JPEG and WebP tiles"
      ),
      ("mbtiles", "a folder without `conf.xml`; no kind of layer reads it"),
      ("mbtiles/SOURCES.md", "it is plain text; no kind of layer reads it"),
      ("arcgis-service-json/terria_fused_mapserver.json", "it is a JSON document; no kind of layer reads it"),
      ("arcgis-service-json/restjs_LineHasZM.json", "it is a JSON document; no kind of layer reads it"),
    ])
  func saysOfOtherKindsWhatTheyAre(_ name: String, _ reason: String) async throws {
    let path = Fixtures.path(name)
    await #expect(throws: SourceError.otherKind(path: path, reason: reason)) {
      try await Inspection.inspect(source: path, context: context)
    }
  }

  @Test func saysWhatAddressesAreNotTemplates() async throws {
    let service = "https://h.example/arcgis/rest/services/A/FeatureServer"
    await #expect(throws: SourceError.mayNotAsk(address: service + "?f=json")) {
      try await Inspection.inspect(source: service, context: context)
    }
    await #expect(throws: SourceError.mayNotAsk(address: "https://h.example/A/MapServer?f=json")) {
      try await Inspection.inspect(source: "https://h.example/A/MapServer", context: context)
    }
    await #expect(throws: SourceError.self) {
      try await Inspection.inspect(source: "https://h.example/map.png", context: context)
    }
    await #expect(
      throws: SourceError.badKey(
        key: "url", reason: "`{lod}` stands for nothing of a tile", hint: "did you mean `{z}`?")
    ) { try await Inspection.inspect(source: "https://h.example/{lod}/{x}/{y}.png", context: context) }
    await #expect(throws: SourceError.notFound(path: "nowhere.mbtiles")) {
      try await Inspection.inspect(source: "nowhere.mbtiles", context: context)
    }
  }
}

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a &lt; b", "a < b"), ("x < y", "x < y"), ("<b>x</b>", "x"), ("<p>a</p><p>b</p>", "a b"),
    ("&copy; 2024 &unknown; &#8212; &#x2014;", "© 2024 &unknown; — —"), ("&#0;&#xD800;", "&#0;&#xD800;"),
    ("<a href='x>y'>z</a>", "y'>z"), ("<script", "<script"), ("", ""),
  ])
  func takesTagsAway(_ html: String, _ text: String) { #expect(PlainText.ofHTML(html) == text) }
}
