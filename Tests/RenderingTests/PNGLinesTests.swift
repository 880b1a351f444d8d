import Testing

@testable import Rendering

@Suite struct PNGLinesTests {
  /// Rows with a filter byte of 0 before each.
  private func rows(_ lines: PNGLines, count: Int, _ sample: (_ row: Int, _ place: Int) -> UInt8) -> [UInt8] {
    (0..<count).flatMap { row in [0] + (0..<lines.rowBytes).map { sample(row, $0) } }
  }

  @Test(arguments: [3, 4], [PNGFilter.sub, .up, .paeth])
  func whatIsTakenOffIsWhatWasThere(_ distance: Int, _ filter: PNGFilter) {
    var random = Randomness(seed: UInt64(distance))
    for width in [1, 2, 5, 6, 11, 64, 257] {
      let lines = PNGLines(rowBytes: width * distance, distance: distance)
      let noise = rows(lines, count: 7) { _, _ in UInt8(truncatingIfNeeded: random.next()) }
      let steps = rows(lines, count: 7) { row, place in UInt8(truncatingIfNeeded: row * 3 + place / 2) }
      for plain in [noise, steps] {
        var restored = lines.filtered(plain[...], by: filter)
        #expect(restored[0] == PNGFilter.sub.rawValue)
        #expect(restored[lines.stride] == filter.rawValue)
        for row in 0..<7 {
          #expect(PNGFilter.undo(in: &restored, row: row, stride: lines.stride, distance: distance))
          restored[row * lines.stride] = 0
        }
        #expect(restored == plain, "\(width) pixels")
      }
    }
  }

  @Test func theFilterThatFitsIsFound() {
    let lines = PNGLines(rowBytes: 300, distance: 3)
    var random = Randomness(seed: 7)
    let column = (0..<300).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let down = rows(lines, count: 9) { _, place in column[place] }
    #expect(lines.bestFilter(of: down[...]).filter == .up)
    let line = (0..<9).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let across = rows(lines, count: 9) { row, _ in line[row] }
    #expect(lines.bestFilter(of: across[...]).filter == .sub)
    let plane = rows(lines, count: 9) { row, place in
      UInt8(truncatingIfNeeded: Int(line[row]) / 2 + Int(column[place % 3]) / 4 + place / 3)
    }
    let best = lines.bestFilter(of: plane[...])
    #expect(best.lines == lines.filtered(plane[...], by: best.filter))
  }
}
