import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

@Suite struct LayerResolverTests {
  private let extent = ExtentForm.center(
    Position(x: 9.99, y: 53.55), reference: .wgs84, .projectedScale(25_000), snapsToLevel: false)

  private func resolve(_ layers: [Layer], _ descriptions: [String: LayerDescription] = [:]) -> Resolution {
    var known: [String: LayerDescription] = [:]
    for layer in layers.flatMap(\.withDescendants) { known[layer.id] = descriptions[layer.id] ?? Sources.mercator }
    return Resolver(Documents.map(layers, extent: extent), known).resolve()
  }

  // MARK: - Order and groups

  @Test func drawsByZIndexWithinEachGroupAndKeepsTheOrderOfEquals() throws {
    func layer(_ id: String, _ z: Int) -> Layer { Documents.tiled(id) { layer, _ in layer.zIndex = z } }
    let layers = [
      layer("base", 0), layer("a", 0), layer("under", -1), layer("top", 5),
      Documents.group("g", [layer("g2", 2), layer("g1", 1), layer("g1b", 1)]), layer("b", 0),
    ]
    let map = try #require(resolve(layers).map)
    #expect(map.layers.map(\.layer.id) == ["under", "base", "a", "g", "b", "top"])
    #expect(map.layers[3].children.map(\.layer.id) == ["g1", "g1b", "g2"])
  }

  @Test func skipsAllInAGroupThatIsSkipped() throws {
    let layers = [
      Documents.tiled("base"),
      Documents.group("g", [Documents.tiled("in"), Documents.group("h", [Documents.tiled("deep")])]) {
        $0.minScale = 10_000
      },
    ]
    let resolution = resolve(layers)
    let group = try #require(resolution.layer("g"))
    #expect(group.action == .skip)
    #expect(group.reason == "the map is at 1:25,000, and it is drawn from 1:10,000 on")
    for id in ["in", "h", "deep"] {
      let layer = try #require(resolution.layer(id))
      #expect(layer.action == .skip && layer.tiles == nil)
      #expect(layer.reason == "its group `g` is not drawn: " + group.reason)
    }
    #expect(resolution.findings.isEmpty)
  }

  @Test func drawsAGroupWhenSomeOfItsLayersAre() throws {
    let layers = [
      Documents.tiled("base"),
      Documents.group("some", [Documents.tiled("good"), Documents.tiled("bad")]),
      Documents.group("none", [Documents.tiled("bad2", line: 21)]),
      Documents.group("hidden", [Documents.tiled("off") { layer, _ in layer.isVisible = false }]),
    ]
    let resolution = resolve(layers, ["bad": Sources.degrees, "bad2": Sources.degrees])
    #expect(resolution.layer("some")?.action == .draw)
    #expect(resolution.layer("some")?.reason == "1 of its 2 layers is drawn")
    #expect(resolution.layer("none")?.action == .reject)
    #expect(resolution.layer("hidden")?.action == .skip)
    #expect(resolution.codes == ["MD301", "MD301"])
  }

  // MARK: - What is drawn how

  @Test func drawsOnALevelsGridAndResamplesBetweenLevels() throws {
    let on = Resolver(
      Documents.map(
        [Documents.tiled("base")],
        extent: .center(Position(x: 0, y: 0), reference: .webMercator, .level(6), snapsToLevel: false)),
      ["base": Sources.mercator]
    ).resolve()
    #expect(on.layer("base")?.action == .draw)
    #expect(
      on.layer("base")?.reason
        == "it fixes the map's spatial reference; level 6 fits, and its tiles are copied pixel for pixel")
    let between = resolve([Documents.tiled("base")])
    #expect(between.layer("base")?.action == .resample)
    // 25000 * 0.0254 / 96 = 6.6146 m a pixel: level 15 has 4.7773.
    #expect(between.layer("base")?.tiles?.level.number == 15)
    #expect(
      between.layer("base")?.reason
        == "it fixes the map's spatial reference; the map lies between its levels: level 15 is drawn at 0.72 times its size"
    )
  }

  @Test(arguments: [256.0, 512])
  func aTileThatIsShownAtItsTileSizeIsDrawnOnThePixels(_ size: Double) {
    let base = Documents.tiled("base") { $1.tileSize = size }
    let form = ExtentForm.center(Position(x: 0, y: 0), reference: .webMercator, .level(2), snapsToLevel: true)
    let resolution = Resolver(Documents.map([base], extent: form), ["base": Sources.mercator]).resolve()
    #expect(resolution.layer("base")?.action == .draw)
    #expect(
      resolution.layer("base")?.reason
        == "it fixes the map's spatial reference; level 2 fits, and its tiles lie on the grid of the picture's pixels")
  }

  @Test func refusesALayerThatMustNotBeReprojectedByACodeOfItsOwn() throws {
    let never = Documents.tiled("over", line: 20) { layer, _ in layer.reproject = .never }
    let resolution = resolve([Documents.tiled("base"), never], ["over": Sources.degrees])
    #expect(resolution.codes == ["MD304"])
    #expect(resolution.layer("over")?.code == .neverReprojected)
    #expect(resolution.findings.first?.message.hasSuffix("; it says `reproject: never`") == true)
  }

  @Test func saysThatTheFinestLevelIsEnlarged() {
    let resolution = resolve(
      [Documents.tiled("base")], ["base": Sources.described(.webMercator, levels: 0...14)])
    #expect(
      resolution.layer("base")?.reason
        == "it fixes the map's spatial reference; level 14 is its finest, enlarged 1.44 times")
  }

  @Test func takesAnotherGridAsInfo() throws {
    let large = TilingScheme(
      reference: .webMercator, origin: TilingScheme.webMercator.origin, tileSize: PixelSize(width: 512, height: 512),
      levels: TilingScheme.webMercator.levels)
    let resolution = resolve(
      [Documents.tiled("base"), Documents.tiled("over", line: 20)], ["over": Sources.described(large)])
    let finding = try #require(resolution.findings.first)
    #expect(finding.code == .otherGrid && finding.severity == .info)
    #expect(finding.message.contains("(tiles of 512 x 512 pixels, not 256 x 256)"))
    let layer = try #require(resolution.layer("over"))
    #expect(layer.action == .resample && layer.code == .otherGrid)
    #expect(layer.reason.contains("its tiles lie on another grid than those of basemap `base`"))
  }

  @Test func skipsWhatLiesOutsideThePicture() {
    let far = Extent(xmin: -1e7, ymin: -1e7, xmax: -9e6, ymax: -9e6)
    let resolution = resolve(
      [
        Documents.tiled("base"), Documents.tiled("far"),
        Documents.tiled("bounded") { _, keys in
          let box = ExtentForm.box(xmin: 100, ymin: 0, xmax: 110, ymax: 10, reference: .wgs84)
          keys.bounds = Located(box, at: Documents.range(22))
        },
        Documents.tiled("clipped") { layer, _ in
          layer.clip = Clip(
            rings: [[Position(x: 0, y: 0), Position(x: 1, y: 0), Position(x: 0, y: 1)]], reference: .wgs84)
        },
      ], ["far": Sources.described(.webMercator, full: far)])
    #expect(resolution.layer("far")?.reason == "nothing of it lies in the picture")
    #expect(resolution.layer("bounded")?.reason == "nothing of it lies in the picture")
    #expect(resolution.layer("clipped")?.reason == "its `clip` lies outside the picture")
    #expect(resolution.findings.isEmpty)
    #expect(resolution.map?.layers.dropFirst().allSatisfy { $0.action == .skip } == true)
  }

  @Test func projectsBoundsAndTakesOnlyTheirTiles() throws {
    let layers = [
      Documents.tiled("base"),
      Documents.tiled("part") { _, keys in
        keys.bounds = Located(
          .box(xmin: 9.985, ymin: 53.548, xmax: 9.99, ymax: 53.55, reference: .wgs84), at: Documents.range(22))
      },
    ]
    let resolution = resolve(layers)
    let (base, part) = (resolution.layer("base")?.tiles, resolution.layer("part")?.tiles)
    let bounds = try #require(part?.bounds)
    // mercantile.xy(9.99, 53.55)
    #expect(abs(bounds.xmax - 1112081.713024803) < 1e-6 && abs(bounds.ymax - 7085388.165495079) < 1e-6)
    #expect(try #require(part).tileCount < (try #require(base)).tileCount)
  }

  @Test func refusesBoundsThatAreNoBox() {
    let layers = [Documents.tiled("base") { _, keys in keys.bounds = Located(extent, at: Documents.range(22)) }]
    let resolution = resolve(layers)
    #expect(resolution.codes == ["MD109"])
    #expect(resolution.findings.first?.range == Documents.range(22))
    #expect(resolution.layer("base")?.action == .reject)
  }

  @Test func warnsBelowTheLowestLevelAndRefusesUnknownOnes() throws {
    let layers = [
      Documents.tiled("base"), Documents.tiled("fine", line: 20) { _, keys in keys.minLevel = 17 },
      Documents.tiled("named", line: 21) { _, keys in keys.detail = .level(40) },
    ]
    let resolution = resolve(layers)
    #expect(resolution.codes == ["MD334", "MD308"])
    #expect(resolution.findings[0].severity == .warning)
    #expect(resolution.layer("fine")?.action == .skip)
    #expect(resolution.layer("fine")?.code == .belowMinimumLevel)
    #expect(
      resolution.layer("fine")?.reason
        == "the map needs its level 15, and it is drawn from level 17 on (`minLevel`)")
    #expect(resolution.layer("named")?.action == .reject)
  }

  @Test func boundsTheTilesOfALayer() {
    let layers = [Documents.tiled("base"), Documents.tiled("deep") { _, keys in keys.detail = .level(24) }]
    let document = Documents.map(layers)
    let resolution = Resolver(document, ["base": Sources.mercator, "deep": Sources.mercator]).resolve()
    #expect(resolution.codes == ["MD336"])
    #expect(resolution.layer("deep")?.action == .reject)
  }

  // MARK: - Clips

  @Test func projectsClipRingsWithWhatLiesBetweenTheirCorners() throws {
    let ring = [Position(x: 9, y: 53), Position(x: 11, y: 53), Position(x: 11, y: 54), Position(x: 9, y: 53)]
    let base = Documents.tiled("base") { layer, _ in layer.clip = Clip(rings: [ring], reference: .wgs84) }
    let document = Documents.map([base], extent: extent)
    let source = Sources.described(Sources.scheme(.code("EPSG:25832"), origin: Position(x: 0, y: 7_000_000)))
    let resolution = Resolver(document, ["base": source]).resolve()
    let clip = try #require(resolution.layer("base")?.clip?.first)
    #expect(clip.count == 3 * 32 + 1)
    #expect(clip.first == clip.last)
    // The parallel of 53 degrees bends in UTM: pyproj gives (567109.435, 5872738.261) for its middle (10, 53), 468 m below
    // the straight line.
    let lowest = clip.map { abs($0.x - 567_109.435) + abs($0.y - 5_872_738.261) }.min()
    #expect(try #require(lowest) < 0.02)
  }

  @Test func takesOnlyTheTilesThatClipsLeave() throws {
    let center = Position(x: 1_112_081.71, y: 7_085_388.17)
    func square(_ half: Double) -> Clip {
      let corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
      return Clip(
        rings: [corners.map { Position(x: center.x + $0.0, y: center.y + $0.1) }], reference: .webMercator)
    }
    let group = Documents.group("g", [Documents.tiled("in") { layer, _ in layer.clip = square(2000) }]) {
      $0.clip = square(100)
    }
    let resolution = resolve([Documents.tiled("base"), group])
    let (view, tiles) = (try #require(resolution.map).view, try #require(resolution.layer("in")?.tiles))
    let bounds = try #require(tiles.bounds)
    #expect(abs(bounds.width - 200 - 4 * view.resolution) < 1e-6)
    #expect(tiles.tileCount <= 2 && (resolution.layer("base")?.tiles?.tileCount ?? 0) > 8)
    #expect(resolution.layer("g")?.clip?.count == 1 && resolution.layer("in")?.clip?.count == 1)
  }

  @Test func keepsClipRingsOfTheMapsOwnReferenceAsTheyAre() {
    let ring = [Position(x: 1e6, y: 7e6), Position(x: 1.2e6, y: 7e6), Position(x: 1.2e6, y: 7.2e6)]
    let base = Documents.tiled("base") { layer, _ in layer.clip = Clip(rings: [ring], reference: .webMercator) }
    #expect(resolve([base]).layer("base")?.clip == [ring])
  }
}
