/// The five filters that PNG puts on a row before it is compressed (PNG specification, section 9).
enum PNGFilter: UInt8 {
  case none, sub, up, average, paeth

  /// Takes the filter off a row, in place; the rows above have been done.
  ///
  /// - Parameters:
  ///   - rows: All rows, each led by its filter's byte.
  ///   - stride: Bytes from a row to the next, with the filter's byte.
  ///   - distance: Bytes between a sample and the one that it is compared with: of a pixel, at least 1.
  /// - Returns: `false` where the first byte names no filter.
  static func undo(in rows: inout [UInt8], row: Int, stride: Int, distance: Int) -> Bool {
    guard let filter = PNGFilter(rawValue: rows[row * stride]) else { return false }
    let line = row * stride + 1..<(row + 1) * stride
    // Above the first row are zeros: `up` does nothing there, `paeth` is `sub`.
    switch (filter, row) {
    case (.none, _), (.up, 0): return true
    case (.sub, _), (.paeth, 0): undoSub(&rows, line, distance)
    case (.up, _): undoUp(&rows, line, stride)
    case (.average, 0): undoFirstAverage(&rows, line, distance)
    case (.average, _): undoAverage(&rows, line, stride, distance)
    case (.paeth, _):
      // The distance as a constant lets the compiler keep the last pixel in registers.
      switch distance {
      case 1: undoPaeth(&rows, line, stride, 1)
      case 3: undoPaeth(&rows, line, stride, 3)
      case 4: undoPaeth(&rows, line, stride, 4)
      default: undoPaeth(&rows, line, stride, distance)
      }
    }
    return true
  }

  private static func undoSub(_ rows: inout [UInt8], _ line: Range<Int>, _ distance: Int) {
    var span = rows.mutableSpan
    precondition(line.upperBound <= span.count)
    var place = line.lowerBound + distance
    while place < line.upperBound {
      span[unchecked: place] &+= span[unchecked: place - distance]
      place += 1
    }
  }

  private static func undoUp(_ rows: inout [UInt8], _ line: Range<Int>, _ stride: Int) {
    rows.withUnsafeMutableBufferPointer { rows in
      // Two slices that do not meet, so that the loop can run over many bytes at a time.
      let above = UnsafeMutableBufferPointer(rebasing: rows[line.lowerBound - stride..<line.upperBound - stride])
      let below = UnsafeMutableBufferPointer(rebasing: rows[line])
      for place in 0..<min(above.count, below.count) { below[place] &+= above[place] }
    }
  }

  private static func undoFirstAverage(_ rows: inout [UInt8], _ line: Range<Int>, _ distance: Int) {
    for place in line.dropFirst(distance) { rows[place] &+= rows[place - distance] / 2 }
  }

  private static func undoAverage(_ rows: inout [UInt8], _ line: Range<Int>, _ stride: Int, _ distance: Int) {
    var span = rows.mutableSpan
    precondition(line.lowerBound >= stride && line.upperBound <= span.count)
    for place in line {
      let left = place - distance < line.lowerBound ? 0 : UInt16(span[unchecked: place - distance])
      let above = UInt16(span[unchecked: place - stride])
      span[unchecked: place] &+= UInt8(truncatingIfNeeded: (left + above) >> 1)
    }
  }

  @inline(__always)
  private static func undoPaeth(_ rows: inout [UInt8], _ line: Range<Int>, _ stride: Int, _ distance: Int) {
    var span = rows.mutableSpan
    precondition(line.lowerBound >= stride && distance < stride && line.upperBound <= span.count)
    let body = min(line.lowerBound + distance, line.upperBound)
    var place = line.lowerBound
    while place < body {
      span[unchecked: place] &+= span[unchecked: place - stride]
      place += 1
    }
    while place < line.upperBound {
      span[unchecked: place] &+= predicted(
        left: span[unchecked: place - distance], above: span[unchecked: place - stride],
        corner: span[unchecked: place - stride - distance])
      place += 1
    }
  }

  /// The neighbour nearest to left + above - corner; the left one first, then the one above.
  @inline(__always)
  static func predicted(left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
    let (a, b, c) = (Int32(left), Int32(above), Int32(corner))
    let (byLeft, byAbove, byCorner) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
    let nearest = byAbove <= byCorner ? above : corner
    return byLeft <= byAbove && byLeft <= byCorner ? left : nearest
  }
}
