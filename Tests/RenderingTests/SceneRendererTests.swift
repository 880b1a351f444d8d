import DocumentModel
import Geodesy
import Testing

@testable import Rendering

@Suite struct SceneRendererTests {
  @Test(arguments: [0, 1.0 / 65, -1.0 / 65])
  func copiesTilesOnThePixelGridBitByBit(_ beside: Double) async throws {
    let world = Picture.noise(width: 64, height: 48, seed: 1)
    let mosaic = TileMosaic.of(
      4, 3, origin: PixelPoint(x: -5 + beside, y: 7 - beside), resampling: .lanczos,
      tiles: .cut(world, tileSize: 16))
    let picture = try await Scene.of(50, 60, mosaic).picture()
    let expected = Picture(width: 50, height: 60) { x, y in
      (0..<48).contains(y - 7) ? world[x + 5, y - 7] : 0
    }
    #expect(picture == expected)
  }

  @Test(arguments: Resampling.allCases)
  func tilesMakeTheSamePictureAsOneLargeTile(_ resampling: Resampling) async throws {
    let world = Picture.noise(width: 96, height: 96, seed: 2)
    for scale in [0.31, 0.5, 0.83, 1, 1.37, 2.5] {
      let origin = PixelPoint(x: -3.3, y: -7.77)
      let tiled = TileMosaic.of(
        6, 6, scale: scale, origin: origin, resampling: resampling, tiles: .cut(world, tileSize: 16))
      let whole = TileMosaic.of(
        1, 1, tileSize: 96, scale: scale, origin: origin, resampling: resampling,
        tiles: TestTiles { _ in .picture(world) })
      let expected = try await Scene.of(80, 80, whole).picture()
      // A filter may reach beyond the next row of tiles only where the level is shrunk more than any plan asks for.
      let picture = try await Scene.of(80, 80, tiled).picture()
      let most = scale < 0.4 ? 3 : 0
      #expect(picture.difference(from: expected).largest <= most, "scale \(scale)")
    }
  }

  /// A scene with everything in it.
  private func busyScene() -> Scene {
    let parent = Picture.noise(width: 16, height: 16, seed: 3)
    let mixed = TestTiles { index in
      switch (index.column + 3 * index.row) % 7 {
      case 0: .absent(parent: nil)
      case 1: .failed
      case 2: .picture(.noise(width: 32, height: 32, seed: UInt64(index.column + 100 * index.row)))
      case 3: .absent(parent: (parent, PixelRectangle(x: 8, y: 0, width: 8, height: 8)))
      default: .picture(.noise(width: 16, height: 16, seed: UInt64(index.column + 100 * index.row)))
      }
    }
    let ring = [PixelPoint(x: 3.3, y: 2), PixelPoint(x: 44, y: 10.5), PixelPoint(x: 20, y: 47.2)]
    let mosaics: [TileMosaic] = Resampling.allCases.enumerated().map { number, resampling in
      .of(
        4, 5, scale: 0.7 + 0.3 * Double(number), origin: PixelPoint(x: -2.4 * Double(number), y: -11.1),
        bounds: PixelRectangle(x: 2.2, y: 3.3, width: 42, height: 43), resampling: resampling,
        onMissing: number % 2 == 0 ? .parent : .color(Color(red: 200, green: 100, blue: 50, alpha: 90)), tiles: mixed)
    }
    var layers = mosaics.map { SceneLayer(content: .mosaic($0)) }
    layers[1].blend = .multiply
    layers[2].opacity = 0.4
    layers[3].clip = [ring]
    layers[3].blend = .softLight
    let group = SceneLayer(
      opacity: 0.8, blend: .screen, clip: [ring.map { PixelPoint(x: $0.y, y: $0.x) }], content: .group(layers))
    return .of(48, 48, background: Color(red: 10, green: 200, blue: 30, alpha: 128), layers + [group])
  }

  @Test(arguments: [1, 7, 30, 1000], [1, 2, 4])
  func givesTheSameBytesForAnyBandsAndJobs(_ bandHeight: Int, _ jobs: Int) async throws {
    let expected = try await busyScene().picture(bandHeight: 48, jobs: 1)
    let picture = try await busyScene().picture(bandHeight: bandHeight, jobs: jobs)
    #expect(picture.difference(from: expected) == (0, 0))
    #expect(Set(picture.bytes).count > 200, "the scene shows little")
  }

  @Test func drawsTheRealPixelsOfDenseTiles() async throws {
    let world = Picture.noise(width: 64, height: 64, seed: 4)
    let tiles = TestTiles.cut(world, tileSize: 32)
    // 32 pixels in a tile that the scheme counts as 16, on a picture with two device pixels for each logical one.
    let picture = try await Scene.of(64, 64, .of(2, 2, tileSize: 16, scale: 2, tiles: tiles)).picture()
    #expect(picture == world)
  }

  @Test func drawsTilesOfMixedSizesAsTheLargestOfTheirRow() async throws {
    let tiles = TestTiles { index in
      .picture(.noise(width: index.column == 1 ? 32 : 16, height: index.column == 1 ? 32 : 16, seed: 5, opaque: true))
    }
    let picture = try await Scene.of(96, 32, .of(3, 1, scale: 2, tiles: tiles)).picture()
    #expect(picture.part(x: 32, y: 0, width: 32, height: 32) == .noise(width: 32, height: 32, seed: 5, opaque: true))
    let small = Picture.noise(width: 16, height: 16, seed: 5, opaque: true)
    let large = small.resampled(small.wholeRectangle, to: PixelSize(width: 32, height: 32), .bilinear)
    #expect(picture.part(x: 64, y: 0, width: 32, height: 32) == large)
  }

  @Test func fillsMissingTilesAsTold() async throws {
    let parent = Picture.noise(width: 16, height: 16, seed: 6, opaque: true)
    let tiles = TestTiles { index in
      index.column == 0
        ? .picture(parent) : .absent(parent: (parent, PixelRectangle(x: 8, y: 0, width: 8, height: 8)))
    }
    func right(_ onMissing: MissingTile) async throws -> Picture {
      try await Scene.of(32, 16, .of(2, 1, resampling: .nearest, onMissing: onMissing, tiles: tiles)).picture()
        .part(x: 16, y: 0, width: 16, height: 16)
    }
    #expect(try await right(.transparent) == Picture(size: parent.size))
    #expect(try await right(.fail) == Picture(size: parent.size))
    #expect(try await right(.parent) == Picture(width: 16, height: 16) { parent[8 + $0 / 2, $1 / 2] })
    let color = Color(red: 9, green: 8, blue: 7)
    #expect(try await right(.color(color)) == Picture(width: 16, height: 16) { _, _ in color.premultiplied })
  }

  @Test func drawsNothingOutsideTheBounds() async throws {
    let white = TestTiles { _ in .picture(Picture(width: 16, height: 16) { _, _ in .max }) }
    let bounds = PixelRectangle(x: 3.4, y: 5.6, width: 10, height: 20)
    for scale in [1, 0.9] {
      let picture = try await Scene.of(32, 32, .of(4, 4, scale: scale, bounds: bounds, tiles: white)).picture()
      let expected = Picture(width: 32, height: 32) { x, y in (3..<13).contains(x) && (6..<26).contains(y) ? .max : 0 }
      #expect(picture == expected)
    }
  }

  @Test func clampsAtTheEdgeOfTheTiles() async throws {
    let white = TestTiles { _ in .picture(Picture(width: 16, height: 16) { _, _ in .max }) }
    let picture = try await Scene.of(20, 20, .of(1, 1, scale: 1.21, resampling: .cubic, tiles: white)).picture()
    #expect(picture.part(x: 0, y: 0, width: 19, height: 19).bytes.allSatisfy { $0 == 255 })
    #expect(picture[19, 19] == 0, "the tile ends at 19.36: the last pixel's centre is outside")
  }

  @Test func countsWhatBecameOfTheTiles() async throws {
    let tiles = TestTiles { index in
      switch index.column {
      case 0: .picture(Picture(size: PixelSize(width: 16, height: 16)))
      case 1: .absent(parent: nil)
      default: .failed
      }
    }
    let mosaic = TileMosaic.of(3, 2, tiles: tiles)
    let group = SceneLayer(content: .group([SceneLayer(content: .mosaic(mosaic))]))
    let statistics = try await Scene.of(40, 32, [SceneLayer(content: .mosaic(mosaic)), group]).statistics()
    let layer = statistics.layers[0]
    #expect((layer.drawn, layer.absent, layer.failed) == (2, 2, 2))
    #expect(layer.firstAbsent == TileIndex(level: 0, column: 1, row: 0))
    #expect(layer.firstFailed == TileIndex(level: 0, column: 2, row: 0))
    #expect(layer.coverage == 16.0 / 40)
    #expect(statistics.layers[1].layers == [layer])
    #expect(statistics.layers[1].failed == 2)
  }

  @Test func asksForEachTileOnceAndSaysWhichComeNext() async throws {
    let tiles = TestTiles { _ in .picture(Picture(size: PixelSize(width: 16, height: 16))) }
    _ = try await Scene.of(64, 64, .of(5, 5, scale: 0.8, tiles: tiles)).picture(bandHeight: 3)
    let all = (0..<5).flatMap { row in (0..<5).map { TileIndex(level: 0, column: $0, row: row) } }
    #expect(tiles.announced == all)
    #expect(tiles.asked.count == 25)
    #expect(Set(tiles.asked) == Set(all))
  }

  @Test func laysTheAttributionsOverAll() async throws {
    var scene = Scene.of(30, 30, background: .white, [])
    scene.obligatoryAttributions = ["© somebody"]
    let label = Picture(width: 8, height: 4) { x, _ in x < 4 ? 0xff00_0000 : 0x8000_0000 }
    let picture = try await scene.picture(bandHeight: 7) { size, ratio, texts in
      texts == ["© somebody"] && ratio == 1 ? (label, x: size.width - 6, y: size.height - 9) : nil
    }
    #expect(picture[24, 21] == 0xff00_0000)
    #expect(picture[29, 24] == 0xff7f_7f7f)
    #expect(picture[23, 21] == .max)
    #expect(picture[24, 25] == .max)
  }

  @Test func stopsWhenItsTaskIsCancelled() async throws {
    let scene = busyScene()
    let task = Task {
      try await scene.picture(bandHeight: 1, jobs: 1)
    }
    task.cancel()
    await #expect(throws: OutputError.cancelled) { try await task.value }
  }
}
