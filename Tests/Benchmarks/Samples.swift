import DocumentModel
import Geodesy
import Rendering
import TestSupport

/// Numbers that look random and are the same in every run.
enum Noise {
  /// 0 to 1, by place.
  static func at(_ x: Int, _ y: Int, _ seed: UInt64 = 0) -> Double {
    var value = UInt64(truncatingIfNeeded: x) &* 0x9E37_79B9_7F4A_7C15
    value ^= UInt64(truncatingIfNeeded: y) &* 0xC2B2_AE3D_27D4_EB4F
    value = (value ^ seed ^ (value >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Double((value ^ (value >> 32)) & 0xFFFF) / 65535
  }

  /// 0 to 1, smooth over `cell` pixels.
  static func smooth(_ x: Int, _ y: Int, cell: Int, seed: UInt64) -> Double {
    let (column, row) = (x / cell, y / cell)
    let (across, down) = (Double(x % cell) / Double(cell), Double(y % cell) / Double(cell))
    let top = at(column, row, seed) * (1 - across) + at(column + 1, row, seed) * across
    let bottom = at(column, row + 1, seed) * (1 - across) + at(column + 1, row + 1, seed) * across
    return top * (1 - down) + bottom * down
  }

  /// Hills of all sizes, 0 to 1.
  static func hills(_ x: Int, _ y: Int, seed: UInt64 = 1) -> Double {
    smooth(x, y, cell: 160, seed: seed) * 0.6 + smooth(x, y, cell: 40, seed: seed &+ 1) * 0.25
      + smooth(x, y, cell: 10, seed: seed &+ 2) * 0.15
  }

  struct Sequence {
    private var count = 0
    private let seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    mutating func next(in range: ClosedRange<Double>) -> Double {
      count += 1
      return range.lowerBound + (range.upperBound - range.lowerBound) * Noise.at(count, 0, seed)
    }
  }
}

/// What the pixels of a sample look like.
enum SampleLook: Sendable {
  /// Areas of one colour with lines between them: fewer than 256 colours.
  case map
  /// Every pixel a little different, as in imagery.
  case photo
  /// Areas and lines over a transparent ground, with soft edges.
  case overlay

  fileprivate func pixel(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int, alpha: Int) {
    let height = Noise.hills(x, y)
    switch self {
    case .map:
      let area = Int(height * 12)
      let across = Noise.hills(x, y, seed: 9) * 6
      if abs(height * 12 - Double(area) - 0.5) < 0.06 || across - across.rounded(.down) < 0.04 {
        return (120, 110, 100, 255)
      }
      return (170 + area * 6, 215 - area * 4, 225 - area * 9, 255)
    case .photo:
      let grain = Int(Noise.at(x, y, 5) * 12)
      return (40 + Int(height * 160) + grain, 60 + Int(height * 140) + grain, 50 + Int(height * 90) + grain / 2, 255)
    case .overlay:
      let alpha = max(0, min(255, Int((height - 0.45) * 2000)))
      return (200 * alpha / 255, 60 * alpha / 255, 30 * alpha / 255, alpha)
    }
  }
}

/// One large picture cut into tiles of 256 pixels.
final class SampleTiles: TileSupplying {
  /// Columns and rows.
  static let side = 8
  /// Of the whole picture, in pixels.
  static let pixels = side * 256
  private let tiles: [Picture]

  init(_ look: SampleLook) {
    tiles = (0..<Self.side * Self.side).map { number in
      let (left, top) = (number % Self.side * 256, number / Self.side * 256)
      var picture = Picture(size: PixelSize(width: 256, height: 256))
      for y in 0..<256 {
        for x in 0..<256 {
          let pixel = look.pixel(left + x, top + y)
          let place = (y * 256 + x) * 4
          picture.bytes[place] = UInt8(clamping: pixel.red)
          picture.bytes[place + 1] = UInt8(clamping: pixel.green)
          picture.bytes[place + 2] = UInt8(clamping: pixel.blue)
          picture.bytes[place + 3] = UInt8(clamping: pixel.alpha)
        }
      }
      return picture
    }
  }

  func tile(_ index: TileIndex) async -> SuppliedTile {
    .picture(tiles[index.row % Self.side * Self.side + index.column % Self.side])
  }

  func prefetch(_ tiles: [TileIndex]) {}

  /// The tiles as a layer, magnified `scale` times; they repeat.
  func layer(scale: Double = 1, resampling: Resampling = .bilinear) -> SceneLayer {
    let last = Int((Double(Self.side) / scale).rounded(.up)) - 1
    return SceneLayer(
      content: .mosaic(
        TileMosaic(
          level: 0, columns: 0...last, rows: 0...last, tileSize: PixelSize(width: 256, height: 256), scale: scale,
          origin: PixelPoint(x: 0, y: 0), resampling: resampling, onMissing: .transparent, supplier: self)))
  }

  /// One tile as the bytes of a file, made by mapdoc's own writers.
  func encoded(_ number: Int = 0, as format: OutputFormat, quality: Int? = nil) async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let one = OneTile(picture: tiles[number])
    let mosaic = TileMosaic(
      level: 0, columns: 0...0, rows: 0...0, tileSize: one.picture.size, scale: 1, origin: PixelPoint(x: 0, y: 0),
      resampling: .nearest, onMissing: .transparent, supplier: one)
    _ = try await PictureFile.write(
      scene: Scene(size: one.picture.size, background: nil, layers: [SceneLayer(content: .mosaic(mosaic))]),
      to: folder.path + "/tile", format: format, options: EncodingOptions(dpi: 96, quality: quality), jobs: 1)
    return try folder.read("tile")
  }

  private struct OneTile: TileSupplying {
    let picture: Picture
    func tile(_ index: TileIndex) async -> SuppliedTile { .picture(picture) }
    func prefetch(_ tiles: [TileIndex]) {}
  }
}
