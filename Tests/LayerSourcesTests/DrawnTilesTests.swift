import DocumentModel
import Geodesy
import Testing

@testable import LayerSources

@Suite struct BuiltinTests {
  @Test func drawsTheWorldInWebMercator() async throws {
    let source = try await LayerInDocument("type: builtin").open()
    #expect(source.description.tilingSchemes.map(\.reference) == [.webMercator, .wgs84])
    #expect(source.description.firstSchemeIsDefault)
    #expect(source.description.levels == 0...6)
    #expect(source.description.tilingSchemes.first?.levels.count == 7)
    #expect(source.description.attribution == nil)
    let bytes = try #require(try source.bytes(1, 0, 1))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "-20037508.342789244 -20037508.342789244 0.0 0.0 EPSG:3857 256x256")
  }

  @Test func drawsTheWorldInDegrees() async throws {
    let source = try await LayerInDocument("type: builtin\nname: world\nsrs: EPSG:4326").open()
    #expect(source.description.fullExtent == TilingScheme.wgs84World)
    let bytes = try #require(try source.bytes(0, 1, 0))
    #expect(String(decoding: bytes, as: UTF8.self) == "0.0 -90.0 180.0 90.0 EPSG:4326 256x256")
    #expect(try source.isAbsent(0, 2, 0))
    #expect(try source.isAbsent(7, 0, 0))
  }

  @Test func isDrawnWithoutNamesWhereTheDocumentHasItsOwn() async throws {
    let named = try await LayerInDocument("type: builtin").open()
    let plain = try await LayerInDocument("type: builtin\nnames: false").open()
    #expect(named.names == .world && plain.names == nil)
    #expect(named.identity != plain.identity)
    let tile = TileIndex(level: 0, column: 0, row: 0)
    guard case .here(.picture(let one)) = try named.tile(tile), case .here(.picture(let other)) = try plain.tile(tile)
    else { throw LayerInDocument.NotTiled() }
    #expect(one.bytes != other.bytes)
  }

  @Test func servesTheSchemeThatTheMapTakes() async throws {
    let source = try await LayerInDocument("type: builtin").open()
    let scheme = try #require(source.description.tilingSchemes.last)
    let degrees = source.serving(scheme)
    let bytes = try #require(try degrees.bytes(0, 1, 0))
    #expect(String(decoding: bytes, as: UTF8.self) == "0.0 -90.0 180.0 90.0 EPSG:4326 256x256")
    #expect(degrees.identity != source.identity)
    #expect(source.description.furtherExtents == [TilingScheme.wgs84World])
  }

  @Test func picturesOfTheSameExtentShareTiles() async throws {
    let source = try await LayerInDocument("type: builtin\nsrs: EPSG:4326").open()
    let part = Extent(xmin: -20, ymin: 30, xmax: 40, ymax: 70)
    let shown = source.showing(ShownArea(part), in: .wgs84)
    let bytes = try #require(try shown.bytes(0, 1, 0))
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(" 256x256 of -20.0 30.0 40.0 70.0"))
    #expect(shown.identity == source.showing(ShownArea(part), in: .wgs84).identity)
    #expect(
      shown.identity != source.showing(ShownArea(Extent(xmin: -20, ymin: 30, xmax: 40, ymax: 71)), in: .wgs84).identity)
    // A picture turned on the spot, or one with a clip, has room for other names.
    let turned = ShownArea(
      part, outlines: [[[Position(x: 10, y: 30), Position(x: 40, y: 50), Position(x: 10, y: 70)]]])
    #expect(shown.identity != source.showing(turned, in: .wgs84).identity)
    // Where no edge can cut a name, and where the picture is in another reference.
    for other in [
      source, source.showing(ShownArea(Extent(xmin: -200, ymin: -90, xmax: 180, ymax: 90)), in: .wgs84),
      source.showing(ShownArea(part), in: .webMercator),
    ] { #expect(shown.identity != other.identity && other.identity == source.identity) }
  }

  @Test(arguments: [(1.0, 256), (1.5, 384), (2, 512), (3.125, 800), (12.5, 1024), (0.5, 256)])
  func drawsTilesForTheOutputsPixels(ratio: Double, side: Int) throws {
    let source = try BuiltinTiles(.world, in: nil, pixelRatio: ratio, painter: WordPainter())
    #expect(source.description.pictureSize == (side == 256 ? nil : PixelSize(width: side, height: side)))
    let bytes = try #require(try source.bytes(0, 0, 0))
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(" \(side)x\(side)"))
  }

  @Test func isDrawnInNoOtherReference() async throws {
    let layer = try LayerInDocument("type: builtin\nsrs: EPSG:25833")
    await #expect(
      throws: SourceError.badKey(
        key: "srs", reason: "the built-in `world` is drawn in EPSG:3857 and EPSG:4326, not in EPSG:25833",
        hint: "write `srs: EPSG:3857` or `srs: EPSG:4326`")
    ) { try await layer.open() }
  }

  @Test func knowsNoOtherMap() throws {
    let findings = try LayerInDocument("type: builtin\nname: wrld").findings
    #expect(findings.map(\.code.name) == ["MD105"])
    #expect(findings.first?.hint?.text == "did you mean `world`?")
  }
}

@Suite struct DebugTests {
  @Test func hasNoSchemeUntilTheBasemapIsKnown() async throws {
    let layer = try LayerInDocument("type: debug")
    #expect(try await layer.open().description.tilingSchemes.isEmpty)
    #expect(try await layer.open(basemap: .wgs84).description.tilingSchemes == [.wgs84])
  }

  @Test func drawsLevelRowAndColumn() async throws {
    let source = try await LayerInDocument("type: debug").open(basemap: .webMercator)
    #expect(String(decoding: try #require(try source.bytes(5, 17, 9)), as: UTF8.self) == "5/9/17 256x256")
  }

  @Test func drawsItsOwnScheme() async throws {
    let source = try await LayerInDocument(
      "type: debug\ntilingScheme: {srs: EPSG:3857, origin: [0, 0], tileSize: 512, levels: [{level: 3, resolution: 1}]}"
    ).open(basemap: .webMercator)
    #expect(source.description.tilingSchemes.first?.levels.map(\.number) == [3])
    #expect(String(decoding: try #require(try source.bytes(3, -1, -2)), as: UTF8.self) == "3/-2/-1 512x512")
  }
}
