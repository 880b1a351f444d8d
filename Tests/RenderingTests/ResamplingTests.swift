import DocumentModel
import Geodesy
import Glibc
import Testing

@testable import Rendering

@Suite struct ResamplingTests {
  /// The plain definition, in Double and in two dimensions at once.
  private func reference(
    _ picture: Picture, width: Int, height: Int, scale: Double, _ radius: Double, _ kernel: (Double) -> Double
  ) -> Picture {
    let stretch = max(1, 1 / scale)
    func taps(_ result: Int, _ limit: Int) -> [(Int, Double)] {
      let center = (Double(result) + 0.5) / scale
      let reach = Int((radius * stretch).rounded(.up)) + 1
      let near = (Int(center) - reach...Int(center) + reach).map { ($0, kernel((Double($0) + 0.5 - center) / stretch)) }
      let sum = near.reduce(0) { $0 + $1.1 }
      return near.map { (min(limit - 1, max(0, $0.0)), $0.1 / sum) }
    }
    let across = (0..<width).map { taps($0, picture.size.width) }
    let down = (0..<height).map { taps($0, picture.size.height) }
    return Picture(width: width, height: height) { x, y in
      var sums = SIMD4<Double>.zero
      for (row, vertical) in down[y] where vertical != 0 {
        for (column, horizontal) in across[x] where horizontal != 0 {
          let place = (row * picture.size.width + column) * 4
          let pixel = SIMD4(
            Double(picture.bytes[place]), Double(picture.bytes[place + 1]), Double(picture.bytes[place + 2]),
            Double(picture.bytes[place + 3]))
          sums += pixel * (horizontal * vertical)
        }
      }
      let alpha = min(255, max(0, sums.w))
      return (0..<4).reduce(0) { $0 | UInt32(min(alpha, max(0, sums[$1])).rounded()) << UInt32($1 * 8) }
    }
  }

  @Test(arguments: [Resampling.bilinear, .cubic, .lanczos], [0.23, 0.5, 0.77, 1.3, 3.9])
  func followsTheDefinitionOfTheFilter(_ resampling: Resampling, _ scale: Double) async throws {
    let world = Picture.noise(width: 24, height: 24, seed: 7)
    let size = Int(24 * scale)
    let mosaic = TileMosaic.of(
      1, 1, tileSize: 24, scale: scale, resampling: resampling, tiles: TestTiles { _ in .picture(world) })
    let picture = try await Scene.of(size, size, mosaic).picture()
    let expected =
      switch resampling {
      case .nearest, .bilinear:
        reference(world, width: size, height: size, scale: scale, 1) { max(0, 1 - abs($0)) }
      case .cubic:
        // Mitchell and Netravali (1988) with B = 0, C = 1/2.
        reference(world, width: size, height: size, scale: scale, 2) { x in
          let x = abs(x)
          let near = (9 * x * x * x - 15 * x * x + 6) / 6
          let far = (-3 * x * x * x + 15 * x * x - 24 * x + 12) / 6
          return x < 1 ? near : x < 2 ? far : 0
        }
      case .lanczos:
        reference(world, width: size, height: size, scale: scale, 3) { x in
          abs(x) >= 3 ? 0 : sinc(x) * sinc(x / 3)
        }
      }
    #expect(picture.difference(from: expected).largest <= 1)
  }

  @Test(arguments: [0.41, 1.0 / 3, 1.9, 7.25])
  func nearestTakesThePixelUnderTheCentre(_ scale: Double) async throws {
    let world = Picture.noise(width: 40, height: 40, seed: 8)
    let size = Int(40 * scale)
    let mosaic = TileMosaic.of(
      1, 1, tileSize: 40, scale: scale, resampling: .nearest, tiles: TestTiles { _ in .picture(world) })
    let picture = try await Scene.of(size, size, mosaic).picture()
    let expected = Picture(width: size, height: size) { x, y in
      world[Int((Double(x) + 0.5) / scale), Int((Double(y) + 0.5) / scale)]
    }
    #expect(picture == expected)
  }

  /// Thirty-seven scales that are no simple fractions, from two fifths to 2.5.
  static let scales = (0..<37).map { 0.4 * (1 + Double($0) / 36 * 5.25) + 0.000_7 }

  @Test(arguments: scales, [1, 2])
  func checkerboardsHaveNoSeams(_ scale: Double, _ pixelRatio: Int) async throws {
    // Squares of half a tile: all edges of tiles are edges of squares.
    let side = 16 * pixelRatio
    let tile = Picture(width: side, height: side) { x, y in
      (x * 2 / side + y * 2 / side) % 2 == 0 ? 0xff00_0000 : .max
    }
    let tiles = TestTiles { _ in .picture(tile) }
    let device = scale * Double(pixelRatio)
    for resampling in Resampling.allCases {
      let mosaic = TileMosaic.of(
        40, 3, scale: device, origin: PixelPoint(x: -7.31, y: -2.77), resampling: resampling, tiles: tiles)
      let picture = try await Scene.of(200, 40, background: nil, mosaic).picture()
      let bottom = min(40, Int(48 * device - 2.77 - 0.5))
      let alphas = (0..<bottom).flatMap { y in (0..<200).map { picture[$0, y] >> 24 } }
      #expect(alphas.allSatisfy { $0 == 255 }, "the ground shows through with \(resampling)")
      guard resampling == .nearest else { continue }
      // No doubled and no lost pixels: each square is as wide as it must be, to the pixel.
      let runs = lengths(of: (0..<200).map { picture[$0, 3] }).dropFirst().dropLast()
      #expect(runs.allSatisfy { abs(Double($0) - 8 * device) < 1 })
    }
  }

  private func lengths(of row: [UInt32]) -> [Int] {
    var runs: [(value: UInt32, count: Int)] = []
    for value in row {
      if runs.last?.value == value { runs[runs.count - 1].count += 1 } else { runs.append((value, 1)) }
    }
    return runs.map(\.count)
  }

  @Test(arguments: Resampling.allCases)
  func keepsWhatIsEven(_ resampling: Resampling) {
    let color = Color(red: 250, green: 3, blue: 127, alpha: 201).premultiplied
    let picture = Picture(width: 13, height: 9) { _, _ in color }
    for size in [1, 5, 9, 31] {
      let other = picture.resampled(picture.wholeRectangle, to: PixelSize(width: size, height: size), resampling)
      #expect(other == Picture(width: size, height: size) { _, _ in color })
    }
  }

  private func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(x * .pi) / (x * .pi) }
}
