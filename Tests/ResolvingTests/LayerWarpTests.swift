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
}
