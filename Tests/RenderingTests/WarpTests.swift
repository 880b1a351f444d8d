import DocumentModel
import Geodesy
import Glibc
import Testing

@testable import Rendering

/// One level of tiles in any reference, and a picture of it.
private struct WarpCase {
  var view: MapView
  var scheme: TilingScheme
  var extent: Extent
  var resampling = Resampling.bilinear
  var onMissing = MissingTile.transparent
  var bounds: [PixelPoint]?
  var tiles: TestTiles

  /// A plane of metres with tiles of 16 pixels of 1 m, from 0, 0 to the right and down.
  init(
    columns: Int = 40, rows: Int = 40, size: PixelSize, scale: Double, rotation: Double, center: Position? = nil,
    resampling: Resampling = .bilinear, tiles: TestTiles
  ) {
    scheme = TilingScheme(
      reference: .webMercator, origin: Position(x: 0, y: 0), tileSize: PixelSize(width: 16, height: 16),
      levels: [TilingScheme.Level(number: 0, resolution: 1)])
    extent = Extent(xmin: 0, ymin: -Double(rows * 16), xmax: Double(columns * 16), ymax: 0)
    view = MapView(
      reference: .webMercator, center: center ?? extent.center, resolution: 1 / scale, size: size, pixelRatio: 1,
      rotation: rotation)
    self.resampling = resampling
    self.tiles = tiles
  }

  /// Tiles of the whole world in degrees or Web Mercator.
  init(on view: MapView, _ scheme: TilingScheme, level: Int, world: Extent, tiles: TestTiles) {
    self.view = view
    self.scheme = TilingScheme(
      reference: scheme.reference, origin: scheme.origin, tileSize: scheme.tileSize, levels: [scheme.levels[level]])
    extent = world
    self.tiles = tiles
  }

  func scene() throws -> Scene {
    let mesher = try WarpMesher(view, from: scheme.reference)
    let grid = LevelGrid(
      scheme.levels[0], of: scheme, fullExtent: extent, repeats: scheme.reference != view.reference)
    var found = MeshTiles(on: grid, radius: resampling.radius)
    found.add(mesher.mesh(rows: 0..<view.size.height))
    let warped = WarpedTiles(
      grid: grid, tiles: found.tiles, mesher: mesher, bounds: bounds, resampling: resampling, onMissing: onMissing,
      supplier: tiles)
    return Scene(size: view.size, background: nil, layers: [SceneLayer(content: .warped(warped))])
  }

  func picture(bandHeight: Int = 64) async throws -> Picture { try await scene().picture(bandHeight: bandHeight) }

  /// Of tiles that are parts of a plane of pixels.
  static func plane(side: Int = 16, _ pixel: @escaping @Sendable (Int, Int) -> UInt32) -> TestTiles {
    TestTiles { index in
      .picture(Picture(width: side, height: side) { pixel(index.column * side + $0, index.row * side + $1) })
    }
  }

  /// What the picture must be, bilinearly and in Double, by PROJ for each pixel.
  func expected(_ pixel: (Int, Int) -> UInt32) throws -> Picture {
    let mesher = try WarpMesher(view, from: scheme.reference)
    let resolution = scheme.levels[0].resolution
    return Picture(width: view.size.width, height: view.size.height) { x, y in
      guard let place = mesher.positions(at: [PicturePoint(x: Double(x) + 0.5, y: Double(y) + 0.5)])[0] else {
        return 0
      }
      let (u, v) = ((place.x - scheme.origin.x) / resolution - 0.5, (scheme.origin.y - place.y) / resolution - 0.5)
      let (left, top) = (u.rounded(.down), v.rounded(.down))
      func value(_ dx: Int, _ dy: Int) -> SIMD4<Double> {
        SIMD4<Double>(SIMD4<Float>(channels(pixel(Int(left) + dx, Int(top) + dy))))
      }
      let above = value(0, 0) * (1 - (u - left)) + value(1, 0) * (u - left)
      let below = value(0, 1) * (1 - (u - left)) + value(1, 1) * (u - left)
      let sum = above * (1 - (v - top)) + below * (v - top)
      return (0..<4).reduce(0) { $0 | UInt32(sum[$1].rounded()) << UInt32($1 * 8) }
    }
  }
}

/// Waves of 11 to 23 pixels in each colour, opaque.
private func waves(_ x: Int, _ y: Int) -> UInt32 {
  func wave(_ phase: Double) -> UInt32 { UInt32((127.5 + 127 * sin(phase)).rounded()) }
  let (x, y) = (Double(x), Double(y))
  return wave(x * 0.4 + y * 0.1) | wave(y * 0.45 - x * 0.2) << 8 | wave((x + y) * 0.2) << 16 | 0xff00_0000
}

@Suite struct WarpTests {
  static let angles = [3.0, 12, 30, 45, 60.5, 123, 211, 305]

  private func decibels(_ one: Picture, _ other: Picture) -> Double {
    let squares = zip(one.bytes, other.bytes).reduce(0.0) { sum, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return sum + difference * difference
    }
    return 10 * log10(255 * 255 * Double(one.bytes.count) / max(squares, 1e-9))
  }

  @Test(arguments: ResamplingTests.scales, angles)
  func turnedCheckerboardsHaveNoSeams(_ scale: Double, _ angle: Double) async throws {
    let tile = Picture(width: 16, height: 16) { x, y in (x / 8 + y / 8) % 2 == 0 ? 0xff00_0000 : .max }
    let tiles = TestTiles { _ in .picture(tile) }
    for resampling in [Resampling.nearest, scale > 1 ? .lanczos : .bilinear] {
      let picture = try await WarpCase(
        size: PixelSize(width: 70, height: 40), scale: scale, rotation: angle, center: Position(x: 301.3, y: -333.7),
        resampling: resampling, tiles: tiles
      ).picture()
      let holes = (0..<40).flatMap { y in (0..<70).map { picture[$0, y] >> 24 } }.count { $0 != 255 }
      #expect(holes == 0, "the ground shows through with \(resampling)")
    }
  }

  @Test(arguments: [0.9, 1, 1.37, 4], angles)
  func turnsAsTheDefinitionSays(_ scale: Double, _ angle: Double) async throws {
    let noise = Picture.noise(width: 128, height: 128, seed: 3)
    let pixel: @Sendable (Int, Int) -> UInt32 = { noise[$0 & 127, $1 & 127] }
    let one = WarpCase(
      size: PixelSize(width: 60, height: 50), scale: scale, rotation: angle, tiles: WarpCase.plane(pixel))
    let (picture, expected) = (try await one.picture(), try one.expected(pixel))
    #expect(picture.difference(from: expected).largest <= 2)
    #expect(decibels(picture, expected) > 50)
  }

  @Test func aQuarterTurnMovesPixelsAndChangesNone() async throws {
    let noise = Picture.noise(width: 640, height: 640, seed: 4)
    let picture = try await WarpCase(
      size: PixelSize(width: 40, height: 30), scale: 1, rotation: 90, center: Position(x: 315, y: -320),
      tiles: WarpCase.plane { noise[$0, $1] }
    ).picture()
    // North is to the right: a step to the right goes up the rows of the source.
    let expected = Picture(width: 40, height: 30) { x, y in noise[300 + y, 339 - x] }
    #expect(picture == expected)
  }

  struct Pair: Sendable {
    let map: String
    let longitude: Double
    let latitude: Double
    let metres: Double
    let level: Int
    var degrees = false
    var rotation = 0.0
  }

  @Test(arguments: [
    Pair(map: "EPSG:3035", longitude: 10, latitude: 52, metres: 500_000, level: 5),
    Pair(map: "EPSG:25832", longitude: 9, latitude: 51, metres: 60_000, level: 8),
    Pair(map: "EPSG:2056", longitude: 8, latitude: 47, metres: 60_000, level: 8, rotation: 20),
    Pair(map: "EPSG:3413", longitude: -45, latitude: 70, metres: 900_000, level: 2, degrees: true),
    Pair(map: "EPSG:32601", longitude: -180, latitude: 62, metres: 200_000, level: 5),
    Pair(map: "EPSG:3857", longitude: 20, latitude: 40, metres: 900_000, level: 4, degrees: true),
  ])
  func warpsAsPROJSaysForEachPixel(_ pair: Pair) async throws {
    let map = try SpatialReference.parse(pair.map)
    let center = try #require(
      Projector(from: .wgs84, to: map).project(Position(x: pair.longitude, y: pair.latitude)))
    let view = MapView(
      reference: map, center: center, resolution: pair.metres / 150, size: PixelSize(width: 150, height: 140),
      pixelRatio: 1, rotation: pair.rotation)
    let one = WarpCase(
      on: view, pair.degrees ? .wgs84 : .webMercator, level: pair.level,
      world: pair.degrees ? TilingScheme.wgs84World : TilingScheme.webMercatorWorld,
      tiles: WarpCase.plane(side: 256, waves))
    let (picture, expected) = (try await one.picture(), try one.expected(waves))
    guard pair.longitude != -180 else {
      // Across the antimeridian the pattern does not go on; the ground does.
      #expect((0..<140).allSatisfy { y in (0..<150).allSatisfy { picture[$0, y] >> 24 == 255 } })
      let near = zip(picture.bytes, expected.bytes).count { abs(Int($0) - Int($1)) <= 3 }
      #expect(near > 81_000)
      return
    }
    #expect(decibels(picture, expected) >= 50)
  }

  @Test func thePolesHaveNoHole() async throws {
    for (code, latitude) in [("EPSG:3995", 90.0), ("EPSG:3031", -90)] {
      let map = try SpatialReference.parse(code)
      let center = try #require(Projector(from: .wgs84, to: map).project(Position(x: 0, y: latitude)))
      let view = MapView(
        reference: map, center: center, resolution: 20_000, size: PixelSize(width: 120, height: 120), pixelRatio: 1)
      let picture = try await WarpCase(
        on: view, .wgs84, level: 2, world: TilingScheme.wgs84World,
        tiles: WarpCase.plane(side: 256) { _, y in 0xff00_0000 | UInt32(min(255, y / 4)) }
      ).picture()
      #expect((0..<120).allSatisfy { y in (0..<120).allSatisfy { picture[$0, y] >> 24 == 255 } })
      // Latitudes are circles: no smear.
      let reds = [(60, 20), (60, 99), (20, 60), (99, 60)].map { Int(picture[$0.0, $0.1] & 255) }
      #expect((reds.max() ?? 0) - (reds.min() ?? 0) <= 2)
    }
  }

  @Test(arguments: [0.0, 17, 45])
  func theEndOfTheSourceIsSharpAndNotSmeared(_ angle: Double) async throws {
    for scale in [0.7, 1, 6] {
      let one = WarpCase(
        columns: 2, rows: 2, size: PixelSize(width: 300, height: 300), scale: scale, rotation: angle,
        tiles: WarpCase.plane { _, _ in 0xff00_00ff })
      let picture = try await one.picture()
      var area = 0.0
      for y in 0..<300 {
        for x in 0..<300 {
          let ground = one.view.ground(at: PicturePoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
          let inside = min(ground.x, 32 - ground.x, -ground.y, ground.y + 32) * scale
          let alpha = picture[x, y] >> 24
          area += Double(alpha) / 255
          if inside > 1 { #expect(picture[x, y] == 0xff00_00ff) }
          if inside < -1 { #expect(alpha == 0) }
          #expect(picture[x, y] & 255 == alpha)
        }
      }
      let whole = 32 * 32 * scale * scale
      #expect(abs(area - whole) < 0.02 * whole + 4)
    }
  }

  @Test func bandsAndJobsShowInNoPixel() async throws {
    let noise = Picture.noise(width: 640, height: 640, seed: 5)
    for resampling in Resampling.allCases {
      let scene = try WarpCase(
        size: PixelSize(width: 150, height: 300), scale: 0.8, rotation: 33, resampling: resampling,
        tiles: .cut(noise, tileSize: 16)
      ).scene()
      let whole = try await scene.picture(bandHeight: 300, jobs: 1)
      for height in [7, 64, 129] {
        let other = try await scene.picture(bandHeight: height, jobs: 3)
        #expect(other == whole)
      }
    }
  }

  @Test func missingTilesAreShownAsTheLayerSays() async throws {
    let tiles = TestTiles { index in
      index.column == 20 ? .absent(parent: nil) : .picture(Picture(width: 16, height: 16) { _, _ in 0xff00_00ff })
    }
    var one = WarpCase(
      size: PixelSize(width: 100, height: 20), scale: 1, rotation: 5, center: Position(x: 328, y: -320), tiles: tiles)
    #expect(try await one.picture()[50, 10] == 0)
    one.onMissing = .color(Color(red: 0, green: 255, blue: 0))
    #expect(try await one.picture()[50, 10] == 0xff00_ff00)
    let statistics = try await one.scene().statistics().layers[0]
    #expect(statistics.absent > 0 && statistics.drawn > 0 && statistics.failed == 0)
    #expect(abs(statistics.coverage - 0.84) < 0.1)
  }

  @Test func boundsCutThePicture() async throws {
    var one = WarpCase(
      size: PixelSize(width: 100, height: 60), scale: 1, rotation: 30, tiles: WarpCase.plane { _, _ in .max })
    one.bounds = [(20, 10), (70, 10), (70, 40), (20, 40)].map { PixelPoint(x: $0.0, y: $0.1) }
    let picture = try await one.picture()
    let alphas = (0..<60).flatMap { y in (0..<100).map { picture[$0, y] >> 24 } }
    #expect(alphas.count { $0 == 255 } == 50 * 30 && alphas.count { $0 == 0 } == 6000 - 1500)
  }

  @Test func tilesOfAnySizeMakeOneGrid() async throws {
    // Some tiles have twice the pixels of the others.
    let tiles = TestTiles { index in
      let side = index.column % 2 == 0 ? 16 : 32
      return .picture(Picture(width: side, height: side) { _, _ in 0xff80_4020 })
    }
    let picture = try await WarpCase(
      size: PixelSize(width: 90, height: 90), scale: 1.3, rotation: 25, resampling: .lanczos, tiles: tiles
    ).picture()
    #expect(picture == Picture(width: 90, height: 90) { _, _ in 0xff80_4020 })
  }

  @Test func strongShrinkingMixesAllPixels() async throws {
    // Every second pixel is white: far away that is an even grey.
    let tiles = WarpCase.plane { x, y in (x + y) % 2 == 0 ? .max : 0xff00_0000 }
    for resampling in [Resampling.bilinear, .cubic, .lanczos] {
      let picture = try await WarpCase(
        columns: 60, rows: 60, size: PixelSize(width: 40, height: 40), scale: 0.11, rotation: 20,
        resampling: resampling,
        tiles: tiles
      ).picture()
      let greys = (0..<40).flatMap { y in (0..<40).map { Int(picture[$0, y] & 255) } }
      #expect(greys.allSatisfy { abs($0 - 128) < 12 }, "\(resampling)")
    }
  }
}
