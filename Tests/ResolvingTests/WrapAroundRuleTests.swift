import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

@Suite struct WrapAroundRuleTests {
  private static let world = TilingScheme.webMercatorWorld

  private static func resolve(
    _ base: LayerDescription, extent: ExtentForm? = nil, wrapsAround: Bool = true, size: (Double, Double) = (800, 600)
  ) -> Resolution {
    let document = Documents.map(
      [Documents.tiled("base")], canvas: Documents.canvas(size.0, size.1), extent: extent, wrapsAround: wrapsAround)
    return Resolver(document, ["base": base]).resolve()
  }

  private static func center(_ x: Double, _ y: Double, zoom: Double) -> ExtentForm {
    .center(Position(x: x, y: y), reference: .wgs84, .zoom(zoom), snapsToLevel: false)
  }

  @Test func isDisabledUnlessTheDocumentAsksForIt() throws {
    let map = try #require(Self.resolve(Sources.mercator, wrapsAround: false).map)
    #expect(map.wrapAround == .disabled && map.frames == 0...0)
  }

  @Test(arguments: [Sources.mercator, Sources.degrees])
  func isEnabledForWholeWorlds(_ base: LayerDescription) throws {
    let resolution = Self.resolve(base, extent: Self.center(180, 0, zoom: 2))
    #expect(resolution.findings.isEmpty)
    let map = try #require(resolution.map)
    #expect(map.wrapAround == .enabled && map.frames.count > 1)
  }

  @Test(arguments: [
    // The whole world less a pixel of the coarsest level on the left is the world still; less two is not.
    (156_543.0, "enabled"), (320_000, "unsupported"),
  ])
  func allowsAPixelOfTheCoarsestLevel(_ missing: Double, _ status: String) throws {
    var full = Self.world
    full.xmin += missing
    let resolution = Self.resolve(Sources.described(.webMercator, full: full))
    #expect(resolution.map?.wrapAround.rawValue == status)
    #expect(resolution.codes == (status == "enabled" ? [] : ["MD320"]))
  }

  @Test func saysWhichConditionFailsAndWhy() throws {
    let utm = Sources.described(Sources.scheme(.code("EPSG:25832"), origin: Position(x: 0, y: 7e6)))
    let projected = Self.resolve(
      utm, extent: .center(Position(x: 9, y: 50), reference: .wgs84, .scale(3e6), snapsToLevel: false))
    #expect(projected.codes == ["MD320"] && projected.map?.wrapAround == .unsupported)
    #expect(projected.findings.first?.message.contains("the map is in EPSG:25832 (from basemap `base`)") == true)
    let europe = Sources.described(.wgs84, full: Extent(xmin: -10, ymin: 35, xmax: 30, ymax: 70))
    let part = Self.resolve(europe)
    #expect(part.codes == ["MD320"] && part.map?.wrapAround == .unsupported)
    #expect(part.findings.first?.message.contains("reaches from -10 to 30 in x") == true)
    #expect(part.findings.first?.message.contains("(0.703125°)") == true)
    let silent = Self.resolve(Sources.described(.wgs84))
    #expect(silent.findings.first?.message.contains("does not say how far it reaches") == true)
  }

  @Test func alsoServesOtherNamesOfItsReferences() throws {
    let scheme = Sources.scheme(
      .code("900913"), origin: Position(x: Self.world.xmin, y: Self.world.ymax), coarsest: 156_543.03392804097)
    let resolution = Self.resolve(Sources.described(scheme, full: Self.world))
    #expect(resolution.findings.isEmpty && resolution.map?.wrapAround == .enabled)
  }

  @Test func showsExtentsAcrossTheAntimeridian() throws {
    let box = ExtentForm.box(xmin: 170, ymin: -50, xmax: -170, ymax: -30, reference: .wgs84)
    let resolution = Self.resolve(Sources.degrees, extent: box)
    #expect(resolution.findings.isEmpty)
    let map = try #require(resolution.map)
    #expect(map.frames == 0...1 && abs(map.view.extent.center.x - 180) < 1e-9)
    #expect(map.view.extent.contains(Extent(xmin: 170, ymin: -50, xmax: 190, ymax: -30), tolerance: 1e-9))
    let beyond = ExtentForm.box(xmin: 530, ymin: -50, xmax: 550, ymax: -30, reference: .wgs84)
    #expect(Self.resolve(Sources.degrees, extent: beyond).map?.view == map.view)
    #expect(Self.resolve(Sources.degrees, extent: box, wrapsAround: false).codes == ["MD307"])
    let mercator = try #require(Self.resolve(Sources.mercator, extent: box).map)
    #expect(mercator.frames == 0...1)
  }

  @Test func hintsAtWrapAroundWhereItWouldHelp() {
    let box = ExtentForm.box(xmin: 170, ymin: -50, xmax: -170, ymax: -30, reference: .wgs84)
    let finding = Self.resolve(Sources.degrees, extent: box, wrapsAround: false).findings.first
    #expect(finding?.hint?.text == "write `wrapAround: true`, or end the extent at 180 or -180")
  }

  /// 1024 pixels are the world at zoom 2: four tiles, wherever the edges of the picture lie.
  @Test(arguments: [0.0, 45, 90, 180, -180, 179.9])
  func goesOnWithTheSameTiles(_ longitude: Double) throws {
    let resolution = Self.resolve(
      Sources.mercator, extent: Self.center(longitude, 0, zoom: 2), size: (1024, 512))
    let tiles = try #require(resolution.layer("base")?.tiles)
    #expect(tiles.columnsAround == 4 && tiles.frames.isEmpty && tiles.rows == 1...2)
    #expect(tiles.tileCount == 8 && tiles.columns.count <= 5)
    let held = Set(tiles.columns.map { tiles.tile(TileIndex(level: 2, column: $0, row: 1)).column })
    #expect(held == [0, 1, 2, 3])
  }

  @Test func fillsAViewWiderThanTheWorld() throws {
    let resolution = Self.resolve(Sources.mercator, extent: Self.center(180, 0, zoom: 1), size: (2048, 512))
    let map = try #require(resolution.map)
    let tiles = try #require(resolution.layer("base")?.tiles)
    #expect(tiles.columns.count == 8 && tiles.tileCount == 4 && tiles.columnsAround == 2)
    #expect(map.frames.count == 5 || map.frames.count == 4)
    #expect(resolution.layer("base")?.action == .draw)
    // y never repeats.
    #expect(tiles.rows == 0...1)
  }

  @Test func showsNothingBeyondTheWorldsEdgeWithout() throws {
    let resolution = Self.resolve(
      Sources.mercator, extent: Self.center(0, 0, zoom: 1), wrapsAround: false, size: (2048, 512))
    let tiles = try #require(resolution.layer("base")?.tiles)
    #expect(tiles.columns == 0...1 && tiles.columnsAround == nil && tiles.bounds == nil)
    // Tiles of Esri's caches begin at -400: what they hold beyond -180 is not shown.
    let scheme = Sources.scheme(.wgs84, origin: Position(x: -400, y: 400), coarsest: 0.7)
    let esri = Self.resolve(
      Sources.described(scheme, full: Extent(xmin: -400, ymin: -90, xmax: 400, ymax: 90)),
      extent: Self.center(0, 0, zoom: 0), wrapsAround: false)
    let bounds = try #require(esri.layer("base")?.tiles?.bounds)
    #expect(bounds.xmin == -180 && bounds.xmax == 180)
  }

  /// Tiles that do not come out even once round the world are drawn in each frame, and cut at its edges.
  @Test func drawsTilesThatDoNotComeOutEvenInEachFrame() throws {
    let scheme = Sources.scheme(.wgs84, origin: Position(x: -400, y: 400), coarsest: 0.7, levels: 0...4)
    let description = Sources.described(scheme, full: TilingScheme.wgs84World)
    let resolution = Self.resolve(description, extent: Self.center(180, 0, zoom: 1), size: (1024, 512))
    #expect(resolution.findings.isEmpty)
    let tiles = try #require(resolution.layer("base")?.tiles)
    #expect(tiles.columnsAround == nil && tiles.frames.map(\.number).contains(0) && tiles.frames.count >= 2)
    for frame in tiles.frames {
      let bounds = try #require(frame.bounds)
      let (left, right) = try #require(WorldFrames(of: .wgs84)).edges(of: frame.number)
      #expect(bounds.xmin >= left - 1e-9 && bounds.xmax <= right + 1e-9)
    }
  }

  @Test func repeatsALayerOfAPartOfTheWorldInEachFrame() throws {
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("part", line: 20)], canvas: Documents.canvas(2048, 512),
      extent: Self.center(0, 0, zoom: 1), wrapsAround: true)
    let part = Sources.described(.webMercator, full: Extent(xmin: 1e6, ymin: 5e6, xmax: 3e6, ymax: 7e6))
    let resolution = Resolver(document, ["base": Sources.mercator, "part": part]).resolve()
    let tiles = try #require(resolution.layer("part")?.tiles)
    #expect(tiles.frames.map(\.number) == [-2, -1, 0, 1] || tiles.frames.map(\.number) == [-1, 0, 1])
    #expect(tiles.tileCount == 1 && tiles.inFrames.count == tiles.frames.count)
    // A world apart: 512 pixels at zoom 1.
    for (one, next) in zip(tiles.frames, tiles.frames.dropFirst()) { #expect(next.originX - one.originX == 512) }
  }

  @Test func clipsInEachFrame() throws {
    let ring = [(170.0, 0.0), (190, 0), (190, 20), (170, 20), (170, 0)].map { Position(x: $0.0, y: $0.1) }
    let clipped = Documents.tiled("over", line: 20) { layer, _ in
      layer.clip = Clip(rings: [ring], reference: .wgs84)
    }
    let document = Documents.map(
      [Documents.tiled("base"), clipped], canvas: Documents.canvas(2048, 512), extent: Self.center(0, 0, zoom: 1),
      wrapsAround: true)
    let resolution = Resolver(document, ["base": Sources.mercator, "over": Sources.mercator]).resolve()
    #expect(resolution.findings.isEmpty)
    let clip = try #require(resolution.layer("over")?.clip)
    #expect(clip.count == 4 && resolution.layer("over")?.isDrawn == true)
  }

  /// Bounds from 170 to 190 are a strip on both sides of the edge, in each frame.
  @Test func boundsMayCrossTheAntimeridian() throws {
    let over = Documents.tiled("over", line: 20) { _, keys in
      keys.bounds = Located(
        .box(xmin: 170, ymin: -20, xmax: -170, ymax: 20, reference: .wgs84), at: Documents.range(21))
    }
    let document = Documents.map(
      [Documents.tiled("base"), over], canvas: Documents.canvas(512, 256), extent: Self.center(180, 0, zoom: 1),
      wrapsAround: true)
    let resolution = Resolver(document, ["base": Sources.mercator, "over": Sources.mercator]).resolve()
    #expect(resolution.findings.isEmpty)
    let frames = try #require(resolution.layer("over")?.tiles?.frames)
    let width = TilingScheme.webMercatorWorld.width
    let spans = frames.compactMap(\.bounds).map { [$0.xmin / width * 360, $0.xmax / width * 360] }
    #expect(spans.count == 2)
    for (span, expected) in zip(spans, [[170.0, 180], [180, 190]]) {
      #expect(abs(span[0] - expected[0]) < 1e-6 && abs(span[1] - expected[1]) < 1e-6)
    }
  }
}
