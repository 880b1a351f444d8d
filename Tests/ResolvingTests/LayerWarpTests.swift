import Diagnostics
import Geodesy
import Testing

@testable import DocumentModel
@testable import Resolving

@Suite struct LayerWarpTests {
  private let home = ExtentForm.center(
    Position(x: 10, y: 50), reference: .wgs84, .resolution(1000), snapsToLevel: false)

  private func always(_ id: String) -> Layer { Documents.tiled(id, line: 20) { layer, _ in layer.reproject = .always } }

  @Test func warpsATiledLayerThatIsInAnotherReference() throws {
    let resolution = Resolver(
      Documents.map([Documents.tiled("base"), always("over")], extent: home),
      ["base": Sources.mercator, "over": Sources.degrees]
    ).resolve()
    #expect(resolution.findings.isEmpty)
    let layer = try #require(resolution.layer("over"))
    #expect(layer.action == .warp && layer.reference == .wgs84)
    #expect(layer.reason.hasPrefix("its tiles are in EPSG:4326, so level "))
    let tiles = try #require(layer.tiles)
    let warp = try #require(tiles.warp)
    // A pixel of 1000 m in Web Mercator is 1000 / 111319.49 degrees long and, at the top of the picture, half as high.
    let height = 1000 / 111_319.49 * 0.62
    #expect(tiles.level.resolution <= height * 1.01 && tiles.level.resolution > height / 2.2)
    #expect(tiles.tileCount == warp.tiles.count && warp.tiles.count > 0 && warp.operation != nil)
    #expect(resolution.layer("base")?.action != .warp)
  }

  @Test func asksForFewerTilesOfATurnedMapThanLieInItsBox() throws {
    var document = Documents.map([Documents.tiled("base")], extent: home)
    document.rotation = 45
    let map = try #require(Resolver(document, ["base": Sources.mercator]).resolve().map)
    #expect(map.view.rotation == 45)
    let layer = try #require(map.layers.first)
    #expect(layer.action == .resample && layer.reason.contains("is turned with the map"))
    let tiles = try #require(layer.tiles)
    let box = try #require(tiles.scheme.tiles(covering: map.view.extent, at: tiles.level))
    #expect(tiles.tileCount < box.count && tiles.warp?.operation == nil)
  }

  @Test func aMapMayBeInAReferenceOfItsOwn() throws {
    var document = Documents.map([always("base"), Documents.tiled("local")], extent: home)
    document.reference = Located(.code("EPSG:25832"), at: Documents.range(3))
    let local = Sources.described(Sources.scheme(.code("EPSG:25832"), origin: Position(x: 0, y: 7_000_000)))
    let resolution = Resolver(document, ["base": Sources.mercator, "local": local]).resolve()
    #expect(resolution.findings.isEmpty)
    #expect(resolution.map?.reference == .code("EPSG:25832"))
    #expect(resolution.layer("base")?.action == .warp)
    #expect(resolution.layer("local")?.action == .draw || resolution.layer("local")?.action == .resample)
  }

  /// Without an extent a map shows what its reference is meant for, and of that what the basemap has.
  @Test(arguments: ["EPSG:25832", "EPSG:3995", "EPSG:2154"])
  func aMapInAReferenceOfItsOwnShowsWhatThatIsMeantFor(_ reference: String) throws {
    var document = Documents.map([always("base")], canvas: Documents.canvas(500, 500))
    document.reference = Located(.code(reference), at: Documents.range(3))
    let resolution = Resolver(document, ["base": Sources.mercator]).resolve()
    let map = try #require(resolution.map)
    let area = try #require(SpatialReference.code(reference).facts.areaOfUse)
    let meant = try #require(try Projector(from: .wgs84, to: .code(reference)).project(area))
    // To the edge of Web Mercator at most, which no area here reaches, grown to the picture's square.
    #expect(map.view.extent.contains(meant, tolerance: 1))
    #expect(abs(map.view.extent.width - max(meant.width, meant.height)) < 1)
  }

  /// The far pole of a polar map is so large that the level which fits there would take all its tiles.
  @Test func aMapOfTheWholeWorldAboutAPoleTakesNoGigapixels() throws {
    var document = Documents.map(
      [always("base")], canvas: Documents.canvas(900, 700),
      extent: .box(xmin: -180, ymin: -89.9, xmax: 180, ymax: 90, reference: .wgs84, snapsToLevel: false))
    document.reference = Located(.code("EPSG:3995"), at: Documents.range(3))
    let layer = try #require(Resolver(document, ["base": Sources.degrees]).resolve().layer("base"))
    let tiles = try #require(layer.tiles)
    #expect(tiles.tileCount * 65_536 <= 64 * 630_000, "\(tiles.tileCount) tiles of level \(tiles.level.number)")
    #expect(layer.action == .warp && layer.reason.contains("would take far too many tiles"), "\(layer.reason)")
    // A document that names the level means it.
    document.layers[0] = Documents.tiled("base", line: 20) { layer, keys in
      layer.reproject = .always
      keys.detail = .level(6)
    }
    let named = try #require(Resolver(document, ["base": Sources.degrees]).resolve().layer("base")?.tiles)
    #expect(named.level.number == 6 && named.tileCount > tiles.tileCount)
  }

  @Test func aBookmarkTurnsTheMapItsOwnWay() throws {
    var document = Documents.map([Documents.tiled("base")], extent: home)
    document.rotation = 10
    document.bookmarks = [
      Bookmark(
        name: Located("turned", at: Documents.range(40)), title: nil, extent: Located(home, at: Documents.range(40)),
        canvas: nil, rotation: -20),
      Bookmark(
        name: Located("plain", at: Documents.range(41)), title: nil, extent: Located(home, at: Documents.range(41)),
        canvas: nil),
    ]
    let resolver = Resolver(document, ["base": Sources.mercator])
    #expect(resolver.resolve(ViewChoice(bookmark: "turned")).map?.view.rotation == -20)
    #expect(resolver.resolve(ViewChoice(bookmark: "plain")).map?.view.rotation == 10)
  }

  // MARK: - The world's edge

  private func turned(_ layers: [Layer], wrapsAround: Bool, _ descriptions: [String: LayerDescription]) -> Resolution {
    let center = ExtentForm.center(Position(x: 180, y: 0), reference: .wgs84, .zoom(1), snapsToLevel: false)
    var document = Documents.map(layers, canvas: Documents.canvas(700, 100), extent: center, wrapsAround: wrapsAround)
    document.rotation = 30
    return Resolver(document, descriptions).resolve()
  }

  @Test(arguments: [true, false]) func looksTilesUpRoundTheWorld(_ wrapsAround: Bool) throws {
    let resolution = turned([Documents.tiled("base")], wrapsAround: wrapsAround, ["base": Sources.mercator])
    let map = try #require(resolution.map)
    #expect(map.view.rotation == 30 && map.frames == (wrapsAround ? 0...1 : 0...0))
    let tiles = try #require(resolution.layer("base")?.tiles)
    // Without it, only what lies west of the antimeridian, to the left and below, is in the picture.
    #expect(tiles.warp?.tiles.indices.map(\.column) == (wrapsAround ? [0, 1, 0, 1] : [1, 0, 1]))
    #expect(tiles.warp?.grid.goesRound == wrapsAround && tiles.warp?.bounds == nil)
  }

  @Test func boundsOfATurnedLayerAreTheSameInEachFrame() throws {
    let bounded = Documents.tiled("over", line: 20) { layer, keys in
      keys.bounds = Located(
        .box(xmin: 170, ymin: -10, xmax: 200, ymax: 10, reference: .wgs84, snapsToLevel: false),
        at: Documents.range(21))
    }
    let center = ExtentForm.center(Position(x: 0, y: 0), reference: .wgs84, .zoom(1), snapsToLevel: false)
    var document = Documents.map(
      [Documents.tiled("base"), bounded], canvas: Documents.canvas(1300, 100), extent: center, wrapsAround: true)
    document.rotation = 5
    let resolution = Resolver(document, ["base": Sources.mercator, "over": Sources.mercator]).resolve()
    #expect(resolution.findings.isEmpty)
    let bounds = try #require(resolution.layer("over")?.tiles?.warp?.bounds)
    let width = TilingScheme.webMercatorWorld.width
    let lefts = bounds.map { (($0.xmin / width * 360) * 1e6).rounded() / 1e6 }
    #expect(lefts == [-190, 170] && bounds.allSatisfy { abs($0.width - width / 12) < 1e-6 })
    document.wrapsAround = false
    document.layers = [Documents.tiled("base")]
    #expect(Resolver(document, ["base": Sources.mercator]).resolve().layer("base")?.tiles?.warp?.bounds == nil)
  }

  @Test(arguments: [true, false]) func cutsTurnedTilesThatReachBeyondTheWorld(_ wrapsAround: Bool) throws {
    let scheme = Sources.scheme(.wgs84, origin: Position(x: -400, y: 400), coarsest: 0.7)
    let resolution = turned(
      [Documents.tiled("base")], wrapsAround: wrapsAround,
      ["base": Sources.described(scheme, full: TilingScheme.wgs84World)])
    let bounds = try #require(resolution.layer("base")?.tiles?.warp).bounds
    #expect(bounds?.map { [$0.ymin, $0.ymax] } == [[-90, 90]])
    let right = try #require(bounds?.first).xmax
    #expect(wrapsAround ? right > 181 : right == 180)
  }

  // MARK: - Chinese references

  @Test(arguments: ["GCJ02:3857", "BD09:mercator", "GCJ02:4326"])
  func warpsLayersOfChineseProviders(_ code: String) throws {
    let reference = SpatialReference.code(code)
    let degrees = reference.facts.isGeographic
    let scheme = Sources.scheme(
      reference, origin: degrees ? Position(x: -180, y: 90) : Position(x: -20_037_508, y: 20_037_508),
      coarsest: degrees ? 0.7 : 156_543, levels: 0...18)
    let beijing = ExtentForm.center(
      Position(x: 116.4, y: 39.9), reference: .wgs84, .resolution(10), snapsToLevel: false)
    let layers = [Documents.tiled("base"), always("china")]
    let known = ["base": Sources.mercator, "china": Sources.described(scheme)]
    let resolution = Resolver(Documents.map(layers, extent: beijing), known).resolve()
    #expect(resolution.findings.isEmpty)
    let layer = try #require(resolution.layer("china"))
    #expect(layer.action == .warp && layer.reference == reference && layer.reason.contains(code))
    let warp = try #require(layer.tiles?.warp)
    #expect(warp.operation?.contains("shift") == true && warp.accuracy == nil && warp.tiles.count > 3)
    let plain = [Documents.tiled("base"), Documents.tiled("china", line: 20)]
    let without = Resolver(Documents.map(plain, extent: beijing), known).resolve()
    #expect(without.codes == ["MD301"])
    #expect(without.findings.first?.hint?.text.contains("add `reproject: always` to `china`") == true)
  }
}
