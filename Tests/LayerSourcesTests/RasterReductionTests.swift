import Geodesy
import Testing

@testable import LayerSources

/// Means of squares of pixels.
@Suite struct RasterReductionTests {
  private static func level(_ size: Int, of full: Int, factor: Int) -> RasterLevels.Level {
    RasterLevels.Level(
      size: PixelSize(width: size, height: size),
      stored: .init(overview: nil, size: PixelSize(width: full, height: full), hasMask: true), factor: factor)
  }

  /// The value of a pixel of the level is its column, of all pixels that belong to it; also where sides do not come out even,
  /// and where not every pixel is looked at.
  @Test(arguments: [(10, 20, 2), (13, 25, 2), (5, 320, 64), (5, 300, 64)])
  func eachPixelIsTheMeanOfItsOwn(_ size: Int, _ full: Int, _ factor: Int) {
    let level = Self.level(size, of: full, factor: factor)
    let box = PixelBox(x: 0, y: 0, width: size, height: size)
    let source = level.storedBox(box)
    #expect(source == PixelBox(x: 0, y: 0, width: full, height: full))
    var reduction = RasterReduction(box, of: level)
    for strip in reduction.strips(of: source) {
      let samples = reduction.samples(of: strip)
      #expect(samples.width <= size * 16 && samples.height <= size * 16)
      let pixels = (0..<samples.width * samples.height).map { index -> UInt32 in
        let x = strip.x + index % samples.width * strip.width / samples.width
        let y = strip.y + index / samples.width * strip.height / samples.height
        let column = (0..<size).last { level.storedColumn($0) <= x } ?? 0
        let row = (0..<size).last { level.storedRow($0) <= y } ?? 0
        return UInt32(column * 10) | UInt32(row * 10) << 8 | 0xff00_0000
      }
      reduction.add(pixels, of: strip, samples)
    }
    for (index, pixel) in reduction.pixels.enumerated() {
      let (column, row) = (index % size, index / size)
      // Where samples lie across an edge, one of sixteen may be the neighbour's.
      #expect(abs(Int(pixel & 255) - column * 10) <= 1 && abs(Int(pixel >> 8 & 255) - row * 10) <= 1)
      #expect(pixel >> 24 == 255)
    }
  }
}
