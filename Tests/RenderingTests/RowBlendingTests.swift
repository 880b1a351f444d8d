import DocumentModel
import Testing

@testable import Rendering

@Suite struct RowBlendingTests {
  /// B(Cb, Cs) of W3C Compositing and Blending Level 1, section 10, word for word.
  private func formula(_ mode: BlendMode, _ cb: Double, _ cs: Double) -> Double {
    switch mode {
    case .normal: cs
    case .multiply: cb * cs
    case .screen: cb + cs - cb * cs
    case .overlay: formula(.hardLight, cs, cb)
    case .darken: min(cb, cs)
    case .lighten: max(cb, cs)
    case .colorDodge: cb == 0 ? 0 : cs == 1 ? 1 : min(1, cb / (1 - cs))
    case .colorBurn: cb == 1 ? 1 : cs == 0 ? 0 : 1 - min(1, (1 - cb) / cs)
    case .hardLight: cs <= 0.5 ? formula(.multiply, cb, 2 * cs) : formula(.screen, cb, 2 * cs - 1)
    case .softLight:
      if cs <= 0.5 {
        cb - (1 - 2 * cs) * cb * (1 - cb)
      } else {
        cb + (2 * cs - 1) * ((cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()) - cb)
      }
    case .difference: abs(cb - cs)
    case .exclusion: cb + cs - 2 * cb * cs
    }
  }

  /// co = cs·αs·(1 - αb) + cb·αb·(1 - αs) + αs·αb·B(cb, cs), with αs times opacity and coverage; in 255ths.
  private func expected(_ mode: BlendMode, _ source: UInt32, _ ground: UInt32, strength: Double) -> [Double] {
    func channel(_ pixel: UInt32, _ number: Int) -> Double { Double(pixel >> UInt32(number * 8) & 255) / 255 }
    let (as0, ab) = (channel(source, 3), channel(ground, 3))
    let sourceAlpha = as0 * strength
    let colors = (0..<3).map { number in
      let cs = as0 == 0 ? 0 : channel(source, number) / as0
      let cb = ab == 0 ? 0 : channel(ground, number) / ab
      return sourceAlpha * (1 - ab) * cs + ab * (1 - sourceAlpha) * cb
        + sourceAlpha * ab * formula(mode, cb, cs)
    }
    return (colors + [sourceAlpha + ab - sourceAlpha * ab]).map { $0 * 255 }
  }

  /// Random pixels, and the corners where formulas divide by nothing.
  private static let pixels: [UInt32] = {
    let noise = Picture.noise(width: 60, height: 1, seed: 9)
    let corners: [UInt32] = [
      0, .max, 0xff00_0000, 0x8000_0000, 0x8080_8080, 0xff00_ff80, 0x0101_0101, 0x0100_0000, 0x8040_0080, 0xff40_3f41,
    ]
    return corners + (0..<60).map { noise[$0, 0] }
  }()

  @Test(arguments: BlendMode.allCases)
  func followsTheFormulaOfTheMode(_ mode: BlendMode) {
    let pixels = Self.pixels
    for (opacity, coverage) in [(1.0, UInt8(255)), (0.37, 255), (1, 100), (0.8, 13)] {
      for source in pixels {
        var row = pixels
        let sources = [UInt32](repeating: source, count: row.count)
        let mask = coverage == 255 ? nil : [UInt8](repeating: coverage, count: row.count)[...]
        let blending = RowBlending(mode: mode, opacity: Float(opacity), coverage: mask)
        var ground = row.mutableSpan
        RowBlender.blend(sources.span, onto: &ground, at: 0, blending)
        for (below, result) in zip(pixels, row) {
          let wanted = expected(mode, source, below, strength: opacity * Double(coverage) / 255)
          let got = (0..<4).map { Double(result >> UInt32($0 * 8) & 255) }
          let largest = zip(wanted, got).map { abs($0 - $1) }.max() ?? 0
          #expect(largest <= 1, "\(hex(source)) onto \(hex(below)) gave \(got), not \(wanted)")
        }
      }
    }
  }

  // Pixels go in fours: each takes its own coverage, and the last few of a row are not left out.
  @Test(arguments: 1...11)
  func overTreatsEachPixelForItself(count: Int) {
    let sources = (0..<count).map { number -> UInt32 in
      let alpha = UInt32(number * 23)
      return alpha << 24 | alpha / 2 << 16 | alpha << 8 | alpha / 3
    }
    let below: [UInt32] = (0..<count + 3).map { 0xff10_2030 &+ UInt32($0) &* 0x0013_1705 | 0xff00_0000 }
    var row = below
    do {
      var ground = row.mutableSpan
      RowBlender.over(sources.span, onto: &ground, at: 2)
    }
    for (place, pixel) in row.enumerated() {
      guard (2..<count + 2).contains(place) else {
        #expect(pixel == below[place])
        continue
      }
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        let (above, ground) = (sources[place - 2] >> shift & 255, below[place] >> shift & 255)
        let rest = Double(255 - sources[place - 2] >> 24) * Double(ground) / 255
        #expect(pixel >> shift & 255 == above + UInt32(rest.rounded()), "pixel \(place)")
      }
    }
  }

  @Test func overIsExactToTheRoundedProduct() {
    for source in Self.pixels {
      var row = Self.pixels
      let sources = [UInt32](repeating: source, count: row.count)
      var ground = row.mutableSpan
      RowBlender.over(sources.span, onto: &ground, at: 0)
      for (below, result) in zip(Self.pixels, row) {
        let rest = 255 - source >> 24
        let wanted = [UInt32(0), 8, 16, 24].reduce(UInt32(0)) { sum, shift in
          let product = Double(rest * (below >> shift & 255)) / 255
          return sum | ((source >> shift & 255) + UInt32(product.rounded())) << shift
        }
        #expect(result == wanted)
      }
    }
  }

  @Test func nothingOverSomethingChangesNothing() {
    for mode in BlendMode.allCases {
      var row = Self.pixels
      let sources = [UInt32](repeating: 0, count: row.count)
      var ground = row.mutableSpan
      RowBlender.blend(sources.span, onto: &ground, at: 0, RowBlending(mode: mode, opacity: 0.5, coverage: nil))
      #expect(row == Self.pixels)
    }
  }

  private func hex(_ pixel: UInt32) -> String { String(pixel, radix: 16) }
}
