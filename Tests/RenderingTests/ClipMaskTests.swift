import Testing

@testable import Rendering

@Suite struct ClipMaskTests {
  private func points(_ values: [(Double, Double)]) -> [PixelPoint] { values.map { PixelPoint(x: $0.0, y: $0.1) } }

  @Test func coversPartsOfPixelsAtTheEdgesOfARectangle() {
    let ring = points([(1.25, 1.5), (4.5, 1.5), (4.5, 3.75), (1.25, 3.75)])
    let mask = ClipMask(rings: [ring], width: 6).coverage(rows: 0..<5)
    let across = [0, 0.75, 1, 1, 0.5, 0]
    let down = [0, 0.5, 1, 0.75, 0]
    let expected = down.flatMap { share in across.map { UInt8(($0 * share * 255).rounded()) } }
    #expect(mask == expected)
  }

  /// Inside where rings wind round, asked at 64 x 64 points of each pixel.
  private func sampled(_ rings: [[PixelPoint]], width: Int, height: Int) -> [Double] {
    (0..<width * height).map { pixel in
      var inside = 0
      for step in 0..<4096 {
        let x = Double(pixel % width) + (Double(step % 64) + 0.5) / 64
        let y = Double(pixel / width) + (Double(step / 64) + 0.5) / 64
        var winding = 0
        for ring in rings {
          for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > y) != (b.y > y) {
            if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { winding += a.y < b.y ? 1 : -1 }
          }
        }
        if winding != 0 { inside += 1 }
      }
      return Double(inside) / 4096 * 255
    }
  }

  @Test func isInsideWhereRingsWindRound() {
    // A star that crosses itself, reaching out of the picture, a square that overlaps it, and a hole.
    let star = points([(6, -1), (9.5, 11.3), (-0.7, 3.1), (12.9, 3.4), (2.1, 11.1)])
    let square = points([(6.5, 5.5), (10.5, 5.5), (10.5, 9.5), (6.5, 9.5)])
    let hole = points([(7.2, 6.1), (8.1, 9.1), (10.1, 6.4)])
    let mask = ClipMask(rings: [star, square, hole], width: 11).coverage(rows: 0..<10)
    let expected = sampled([star, square, hole], width: 11, height: 10)
    let largest = zip(mask, expected).map { abs(Double($0) - $1) }.max() ?? 255
    #expect(largest < 8, "a sixteenth of a pixel is 16 of 255")
  }

  /// A ring of far more vertices than pixels, with spikes from top to bottom, against the definition.
  @Test(.timeLimit(.minutes(10))) func manyVerticesCoverWhatTheyEnclose() {
    var random = Randomness(seed: 5)
    let ring = (0..<5_000).map { step in
      let angle = Double(step) / 5_000 * 2 * .pi
      let spike = step % 997 == 0 ? 14 : 0.0
      let radius = 9 + spike + Double(random.next() % 100) / 400
      // Sine and cosine by their series: no need for the system's.
      return PixelPoint(x: 12 + radius * sine(angle + .pi / 2), y: 10 + radius * sine(angle))
    }
    let mask = ClipMask(rings: [ring], width: 24).coverage(rows: 0..<20)
    let expected = lineSums([ring], width: 24, height: 20)
    #expect(mask == expected)
    #expect(mask[10 * 24 + 12] == 255)
  }

  private func sine(_ angle: Double) -> Double {
    let turned = angle.remainder(dividingBy: 2 * .pi)
    var (term, sum) = (turned, turned)
    for power in stride(from: 3.0, to: 31, by: 2) {
      term *= -turned * turned / (power * (power - 1))
      sum += term
    }
    return sum
  }

  /// The definition: 16 lines a pixel, each edge asked at each of them.
  private func lineSums(_ rings: [[PixelPoint]], width: Int, height: Int) -> [UInt8] {
    (0..<height).flatMap { row in
      var sums = [Double](repeating: 0, count: width)
      for line in 0..<16 {
        let y = Double(row) + (Double(line) + 0.5) / 16
        let crossings = rings.flatMap { ring in
          zip(ring, ring.dropFirst() + ring.prefix(1)).compactMap { a, b -> Double? in
            let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
            guard upper.y <= y, y < lower.y else { return nil }
            return upper.x + (y - upper.y) * ((lower.x - upper.x) / (lower.y - upper.y))
          }
        }.sorted()
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          for pixel in 0..<width {
            sums[pixel] += max(
              0, min(Double(pixel + 1), crossings[pair + 1]) - max(Double(pixel), crossings[pair]))
          }
        }
      }
      return sums.map { UInt8(min(255, ($0 / 16 * 255).rounded())) }
    }
  }

  @Test func aRingGivenTwiceCoversWhatItCoversOnce() {
    let ring = points([(0.3, 0.1), (19.2, 7.7), (4.4, 15.9)])
    let once = ClipMask(rings: [ring], width: 20).coverage(rows: 0..<16)
    #expect(ClipMask(rings: [ring, ring], width: 20).coverage(rows: 0..<16) == once)
    #expect(ClipMask(rings: [ring, ring.reversed()], width: 20).coverage(rows: 0..<16).allSatisfy { $0 == 0 })
  }

  @Test func rowsAreTheSameInAnyBand() {
    let ring = points([(0.3, 0.1), (19.2, 7.7), (4.4, 15.9)])
    let mask = ClipMask(rings: [ring], width: 20)
    let whole = mask.coverage(rows: 0..<16)
    #expect((0..<16).flatMap { mask.coverage(rows: $0..<$0 + 1) } == whole)
  }

  @Test(
    arguments: [[], [[]], [[(1, 1)]], [[(1, 1), (5, 5)]], [[(.nan, 1), (5, 5), (1, 5)]]] as [[[(Double, Double)]]])
  func degenerateRingsCoverNothing(_ rings: [[(Double, Double)]]) {
    let mask = ClipMask(rings: rings.map(points), width: 8).coverage(rows: 0..<8)
    #expect(mask == [UInt8](repeating: 0, count: 64))
  }
}
