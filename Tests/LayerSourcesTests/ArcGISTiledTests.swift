import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

@Suite struct ArcGISTiledTests {
  static func layer(_ url: String = "https://h.example/rest/services/Ground/MapServer", _ keys: String = "") throws
    -> LayerInDocument
  {
    try LayerInDocument("type: arcgis-tiled\nurl: \"\(url)\"\n\(keys)")
  }

  /// A service with three levels of a national grid.
  static func service(_ more: String = #""singleFusedMapCache": true"#) -> String {
    """
    {"currentVersion": 10.81, "copyrightText": "&copy; Survey", "documentInfo": {"Title": "Ground"},
     "layers": [], "capabilities": "Map", "spatialReference": {"wkid": 25833},
     "tileInfo": {"rows": 512, "cols": 256, "dpi": 96, "format": "PNG8", "origin": {"x": -2500000, "y": 9045984},
       "spatialReference": {"wkid": 25833},
       "lods": [{"level": 3, "resolution": 100, "scale": 377952.755905512},
                {"level": 4, "resolution": 40, "scale": 151181.102362205},
                {"level": 5, "resolution": 10, "scale": 37795.2755905512}]},
     "fullExtent": {"xmin": 0, "ymin": 6000000, "xmax": 1000000, "ymax": 8000000, "spatialReference": {"wkid": 25833}},
     \(more)}
    """
  }

  static func open(_ text: String, url: String = "https://h.example/rest/services/Ground/MapServer") async throws
    -> any TileSource
  {
    try await layer(url).open(services: ScriptedServices(text))
  }

  /// What keeps a service from being opened.
  static func failure(_ text: String) async throws -> SourceError? {
    do {
      _ = try await open(text)
      return nil
    } catch let error as SourceError {
      return error
    }
  }

  @Test func readsWhatTheServiceSays() async throws {
    let source = try await Self.open(Self.service())
    let scheme = try #require(source.description.tilingSchemes.first)
    #expect(scheme.reference.definition == "EPSG:25833")
    #expect(scheme.tileSize == PixelSize(width: 256, height: 512))
    #expect(scheme.levels.map(\.number) == [3, 4, 5])
    #expect(source.description.attribution == "© Survey")
    #expect(source.description.title == "Ground")
    #expect(source.description.fullExtent == Extent(xmin: 0, ymin: 6_000_000, xmax: 1_000_000, ymax: 8_000_000))
    #expect(source.description.levels == nil && source.description.isRemote)
  }

  @Test func asksForTilesByLevelRowAndColumn() async throws {
    let source = try await Self.open(Self.service())
    #expect(
      try source.address(4, 7, 12) == "https://h.example/rest/services/Ground/MapServer/tile/4/12/7?blankTile=false")
    #expect(try source.isAbsent(2, 0, 0))
    #expect(try source.isAbsent(4, -1, 0))
  }

  @Test func keepsTheQueryOfItsAddress() async throws {
    let source = try await Self.open(Self.service(), url: "https://h.example/S/MapServer/?f=json&style=AB12")
    #expect(try source.address(4, 7, 12) == "https://h.example/S/MapServer/tile/4/12/7?style=AB12&blankTile=false")
  }

  @Test func asksTileServersInTurnWithoutTheHeadersOfAnother() async throws {
    let text = Self.service(
      #""singleFusedMapCache": true, "tileServers": ["https://a.example/S/MapServer", "https://h.example/S/MapServer/"]"#
    )
    let layer = try Self.layer("https://h.example/rest/services/Ground/MapServer", "headers: {X-Key: \"7\"}")
    let source = try await layer.open(services: ScriptedServices(text))
    #expect(try source.address(4, 7, 12) == "https://a.example/S/MapServer/tile/4/12/7?blankTile=false")
    #expect(try source.address(4, 7, 13) == "https://h.example/S/MapServer/tile/4/13/7?blankTile=false")
    guard case .remote(let other) = try source.tile(TileIndex(level: 4, column: 7, row: 12)),
      case .remote(let own) = try source.tile(TileIndex(level: 4, column: 7, row: 13))
    else {
      Issue.record("no address")
      return
    }
    #expect(other.headers.isEmpty)
    #expect(own.headers.map(\.value) == ["7"])
  }

  @Test(arguments: [
    (#""singleFusedMapCache": true, "minScale": 160000, "maxScale": 0"#, 4...5),
    (#""singleFusedMapCache": true, "minScale": 0, "maxScale": 151181"#, 3...4),
    (#""singleFusedMapCache": true, "minScale": 151181.1, "maxScale": 151181.1"#, 4...4),
    (#""minLOD": 4, "maxLOD": 9"#, 4...5),
  ])
  func holdsTheLevelsOfItsScales(_ more: String, _ levels: ClosedRange<Int>) async throws {
    #expect(try await Self.open(Self.service(more)).description.levels == levels)
  }

  @Test func saysThatNoLevelFitsItsScales() async throws {
    let source = try await Self.open(Self.service(#""minScale": 10, "maxScale": 5"#))
    #expect(source.description.levels == nil)
    #expect(source.remarks.count == 1)
  }

  @Test(arguments: [
    (
      #"{"error": {"code": 499, "message": "Token Required", "details": []}}"#, "(code 499): `Token Required`; it wants"
    ),
    (#"{"error": {"code": 400, "message": "Invalid URL", "details": ["Invalid URL"]}}"#, "(code 400): `Invalid URL`"),
    (#"{"status": "error", "messages": ["Item does not exist"]}"#, "`Item does not exist`"),
    ("<html><body>Sign in</body></html>", "HTML"),
    ("{\"tileInfo\": {", "line 1"),
    (#"{"tileInfo": {"rows": 256, "cols": 256, "origin": {"x": 0, "y": 0}, "lods": []}}"#, "tileInfo.lods"),
    (#"{"hello": 1}"#, "without `tileInfo`"),
  ])
  func refusesWhatIsNoDescription(_ text: String, _ words: String) async throws {
    guard case .notAnswered(.unusable(_, _, let reason), let expected)? = try await Self.failure(text) else {
      Issue.record("it was taken")
      return
    }
    #expect(reason.contains(words), "\(reason)")
    #expect(expected.contains("f=json"))
  }

  @Test(arguments: [
    (service(#""singleFusedMapCache": false"#), "`arcgis-dynamic`"),
    (#"{"singleFusedMapCache": false, "layers": [], "capabilities": "Map"}"#, "`arcgis-dynamic`"),
    (#"{"pixelSizeX": 1, "bandCount": 3, "capabilities": "Image"}"#, "`arcgis-image`"),
    (#"{"currentVersion": 10, "folders": [], "services": []}"#, "a list of services"),
    (service().replacing("PNG8", with: "LERC"), "elevations"),
  ])
  func namesTheKindThatReadsIt(_ text: String, _ words: String) async throws {
    guard case .otherKind(_, let reason)? = try await Self.failure(text) else {
      Issue.record("not of another kind")
      return
    }
    #expect(reason.contains(words), "\(reason)")
  }

  @Test func isNotKnownWithoutAsking() async throws {
    await #expect(throws: SourceError.mayNotAsk(address: "https://h.example/S/MapServer?f=json&sn=***")) {
      try await Self.layer("https://h.example/S/MapServer?sn=AB12").open()
    }
  }

  @Test func anErrorInPlaceOfATileIsNoPicture() async throws {
    let source = try await Self.open(Self.service())
    let request = Request(address: "https://h.example/t")
    let broken = Response.ok(Array(#"{"error": {"code": 500, "message": "Error reading tile"}}"#.utf8))
    #expect(throws: SourceError.noTile(reason: "an error of the service (code 500): `Error reading tile`")) {
      try source.answer(to: broken, for: request)
    }
    let missing = Response.ok(Array(#"{"error": {"code": 404, "message": "Tile not found"}}"#.utf8))
    #expect(try source.answer(to: missing, for: request) == .absent)
    let picture = Response.ok(Package.png(256))
    #expect(try source.answer(to: picture, for: request) == .picture(EncodedPicture(bytes: Package.png(256))))
  }

  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: [
      ("terria_fused_mapserver.json", "EPSG:3857", 24, 15...19),
      ("world_topo_map_10.01_mapserver.json", "EPSG:3857", 20, nil),
      ("tiled-sr/finland_102139_3067_mixed.json", "EPSG:3067", 13, nil),
      ("tiled-sr/norway_25833.json", "EPSG:25833", 17, nil),
      ("tiled-sr/sample_4326_512.json", "EPSG:4326", 5, nil),
    ] as [(String, String, Int, ClosedRange<Int>?)])
  func readsRealServices(_ name: String, _ reference: String, _ levels: Int, _ held: ClosedRange<Int>?) async throws {
    let bytes = try Fixtures.bytes("arcgis-service-json/" + name)
    let source = try await Self.layer().open(services: ScriptedServices(bytes))
    let scheme = source.description.tilingSchemes[0]
    #expect(scheme.reference.definition == reference)
    #expect(scheme.levels.count == levels)
    #expect(source.description.levels == held)
    #expect(source.description.fullExtent != nil)
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func realServicesWithoutACacheNameTheOtherKind() async throws {
    for name in ["terria_tileinfo_but_not_fused", "terria_redlands_mapserver", "sampleserver6_census_4269_mapserver"] {
      let text = String(decoding: try Fixtures.bytes("arcgis-service-json/\(name).json"), as: UTF8.self)
      guard case .otherKind(_, let reason)? = try await Self.failure(text) else {
        Issue.record("\(name) is not of another kind")
        continue
      }
      #expect(reason.contains("arcgis-dynamic"))
    }
  }

  @Test func inspectionPrintsTheLayer() async throws {
    let context = SourceContext(painter: WordPainter(), services: ScriptedServices(Self.service()))
    let report = try await Inspection.inspect(
      source: "https://h.example/rest/services/Ground/MapServer", context: context)
    #expect(report.kind == "arcgis-tiled")
    #expect(
      report.layer
        == "- id: ground\n  type: arcgis-tiled\n  url: https://h.example/rest/services/Ground/MapServer\n")
    #expect(report.levels.map(\.number) == [3, 4, 5])
  }
}
