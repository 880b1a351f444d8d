import DocumentModel
import Geodesy
import Synchronization

@testable import Rendering

/// Tiles made by a closure.
final class TestTiles: TileSupplying {
  private let make: @Sendable (TileIndex) -> SuppliedTile
  private let log = Mutex<(announced: [TileIndex], asked: [TileIndex])>(([], []))

  init(_ make: @escaping @Sendable (TileIndex) -> SuppliedTile) { self.make = make }

  func tile(_ index: TileIndex) async -> SuppliedTile {
    // Answers come in another order than they are asked for.
    if (index.column + index.row) % 3 == 0 { await Task.yield() }
    log.withLock { $0.asked.append(index) }
    return make(index)
  }

  func prefetch(_ tiles: [TileIndex]) { log.withLock { $0.announced += tiles } }

  var announced: [TileIndex] { log.withLock { $0.announced } }
  var asked: [TileIndex] { log.withLock { $0.asked } }
}

extension Picture {
  /// A picture whose pixels are computed.
  init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
    self.init(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      for x in 0..<width {
        let value = pixel(x, y)
        for channel in 0..<4 {
          bytes[(y * width + x) * 4 + channel] = UInt8(truncatingIfNeeded: value >> (channel * 8))
        }
      }
    }
  }

  /// R, G, B, A, the first in the lowest byte.
  subscript(x: Int, y: Int) -> UInt32 {
    let place = (y * size.width + x) * 4
    return (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32($1 * 8) }
  }

  /// Noise with every alpha, premultiplied.
  static func noise(width: Int, height: Int, seed: UInt64, opaque: Bool = false) -> Picture {
    var random = Randomness(seed: seed)
    return Picture(width: width, height: height) { _, _ in
      let value = UInt32(truncatingIfNeeded: random.next())
      let color = Color(
        red: UInt8(truncatingIfNeeded: value), green: UInt8(truncatingIfNeeded: value >> 8),
        blue: UInt8(truncatingIfNeeded: value >> 16), alpha: opaque ? 255 : UInt8(value >> 24))
      return color.premultiplied
    }
  }

  /// The largest difference of a channel, and how many pixels differ.
  func difference(from other: Picture) -> (largest: Int, pixels: Int) {
    var (largest, pixels) = (0, 0)
    for place in stride(from: 0, to: bytes.count, by: 4) {
      let most = (place..<place + 4).map { abs(Int(bytes[$0]) - Int(other.bytes[$0])) }.max() ?? 0
      largest = max(largest, most)
      if most > 0 { pixels += 1 }
    }
    return (largest, pixels)
  }

  /// A part of the picture.
  func part(x: Int, y: Int, width: Int, height: Int) -> Picture {
    Picture(width: width, height: height) { self[x + $0, y + $1] }
  }
}

extension TileMosaic {
  /// A world of `columns` x `rows` tiles at level 0.
  static func of(
    _ columns: Int, _ rows: Int, tileSize: Int = 16, scale: Double = 1, origin: PixelPoint = PixelPoint(x: 0, y: 0),
    bounds: PixelRectangle? = nil, resampling: Resampling = .bilinear, onMissing: MissingTile = .transparent,
    tiles: TestTiles
  ) -> TileMosaic {
    TileMosaic(
      level: 0, columns: 0...columns - 1, rows: 0...rows - 1,
      tileSize: PixelSize(width: tileSize, height: tileSize), scale: scale, origin: origin, bounds: bounds,
      resampling: resampling, onMissing: onMissing, supplier: tiles)
  }
}

extension TestTiles {
  /// The parts of one large picture.
  static func cut(_ picture: Picture, tileSize: Int) -> TestTiles {
    TestTiles { index in
      .picture(
        picture.part(x: index.column * tileSize, y: index.row * tileSize, width: tileSize, height: tileSize))
    }
  }
}

extension Scene {
  static func of(_ width: Int, _ height: Int, background: Color? = nil, _ layers: [SceneLayer]) -> Scene {
    Scene(size: PixelSize(width: width, height: height), background: background, layers: layers)
  }

  static func of(_ width: Int, _ height: Int, background: Color? = nil, _ mosaic: TileMosaic) -> Scene {
    of(width, height, background: background, [SceneLayer(content: .mosaic(mosaic))])
  }

  func picture(
    bandHeight: Int = 64, jobs: Int = 2, overlay: SceneOverlay? = nil
  ) async throws -> Picture {
    let sink = PictureCollector(size: size)
    _ = try await SceneRenderer.render(self, bandHeight: bandHeight, jobs: jobs, into: sink, overlay: overlay)
    return sink.picture
  }

  func statistics() async throws -> RenderStatistics {
    try await SceneRenderer.render(self, bandHeight: 10, jobs: 2, into: PictureCollector(size: size))
  }
}
