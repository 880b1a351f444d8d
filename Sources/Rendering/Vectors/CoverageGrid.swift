/// How much of each pixel of a band polygons cover: exact areas, by the method of signed areas and covers (as in FreeType's
/// smooth rasteriser and Anti-Grain Geometry), in an accumulation buffer.
///
/// Each edge leaves in its pixels the change of the covered area from the pixel on its left; the sum along a row is then the
/// winding number, weighted by area. Places are 1/256 of a pixel. An edge is followed with remainders that lose nothing, so
/// a row comes out the same whichever band it is part of.
struct CoverageGrid: ~Copyable {
  /// In pixels.
  let width: Int
  /// Of the picture.
  private(set) var rows: Range<Int>
  private let height: Int
  private let stride: Int
  private let wordsPerRow: Int
  /// Row by row; 512 · 256 is a pixel that is covered once.
  private let cells: UnsafeMutablePointer<Int>
  /// A bit for each block of cells with something in it.
  private let touched: UnsafeMutablePointer<UInt64>
  /// Rows with something in them, counted from the band's first.
  private var top: Int
  private var bottom = 0

  private static let fullBits: UInt32 = 17
  private static let full = 1 << fullBits

  /// Cells beside each other that are taken out together: as wide as a thin line needs.
  private static let (blockBits, block) = (3, 8)

  /// Cells in a row: one more than pixels, in whole blocks.
  static func stride(width: Int) -> Int { (width + block) / block * block }

  /// With nothing in it.
  ///
  /// - Parameter height: Rows that it is at most laid on.
  init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "an empty band")
    self.width = width
    self.height = height
    rows = 0..<height
    stride = Self.stride(width: width)
    let blocks = stride / Self.block
    wordsPerRow = (blocks + 63) / 64
    cells = .allocate(capacity: stride * height)
    cells.initialize(repeating: 0, count: stride * height)
    touched = .allocate(capacity: wordsPerRow * height)
    touched.initialize(repeating: 0, count: wordsPerRow * height)
    top = height
  }

  /// Lays it on other rows of the picture.
  /// - Precondition: All rows with something in them have been taken out.
  mutating func move(to rows: Range<Int>) {
    precondition(rows.count <= height, "more rows than there is room for")
    self.rows = rows
    reset()
  }

  deinit {
    cells.deallocate()
    touched.deallocate()
  }

  /// Adds polygons: inside is where they wind round, whatever their direction.
  mutating func add(_ outlines: OutlineList, _ polygons: Range<Int>) {
    let (first, last) = (Int32(clamping: rows.lowerBound * 256), Int32(clamping: rows.upperBound * 256))
    let (x, y) = (outlines.x.span, outlines.y.span)
    for polygon in polygons {
      if outlines.polygons[polygon].bottom <= first || outlines.polygons[polygon].top >= last { continue }
      let range = outlines.range(of: polygon)
      precondition(range.lowerBound >= 0 && range.upperBound <= x.count && x.count == y.count, "no such polygon")
      var (lastX, lastY) = (Int(x[range.upperBound - 1]), Int(y[range.upperBound - 1]))
      for place in range {
        let (nextX, nextY) = (Int(x[unchecked: place]), Int(y[unchecked: place]))
        if lastY < nextY {
          addEdge(lastX, lastY, nextX, nextY, sign: 1)
        } else if lastY > nextY {
          addEdge(nextX, nextY, lastX, lastY, sign: -1)
        }
        (lastX, lastY) = (nextX, nextY)
      }
    }
  }

  /// Adds what polygons have left in a stamp.
  ///
  /// - Parameters:
  ///   - column: Of the picture, where the stamp's first one comes to lie.
  ///   - row: The same; rows beyond the band are left out.
  /// - Precondition: All of the stamp's columns lie in the picture, but for the last, which may be the one behind it.
  mutating func add(_ stamp: CoverageStamp, column: Int, row: Int) {
    precondition(column >= 0 && column + stamp.columns <= width + 1, "a stamp beyond the picture's sides")
    let shown = (row..<row + stamp.rows).clamped(to: rows)
    if shown.isEmpty { return }
    top = min(top, shown.lowerBound - rows.lowerBound)
    bottom = max(bottom, shown.upperBound - rows.lowerBound)
    let blocks = column >> Self.blockBits...(column + stamp.columns - 1) >> Self.blockBits
    stamp.cells.withUnsafeBufferPointer { source in
      precondition(source.count == stamp.columns * stamp.rows, "a stamp with other cells")
      for own in shown {
        let line = cells + (own - rows.lowerBound) * stride + column
        let marks = touched + (own - rows.lowerBound) * wordsPerRow
        let first = (own - row) * stamp.columns
        for place in 0..<stamp.columns { line[place] &+= Int(source[first &+ place]) }
        for block in blocks { marks[block >> 6] |= 1 << UInt64(block & 63) }
      }
    }
  }

  /// Of all rows, the first columns.
  /// - Precondition: There are so many, the one behind the last pixel included.
  func allCells(columns: Int) -> [Int32] {
    precondition(columns <= stride, "more columns than there are")
    return [Int32](unsafeUninitializedCapacity: rows.count * columns) { all, count in
      for row in rows.indices {
        for column in 0..<columns {
          all[row * columns + column] = Int32(truncatingIfNeeded: cells[row * stride + column])
        }
      }
      count = rows.count * columns
    }
  }

  /// An edge from its upper end down.
  private mutating func addEdge(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, sign: Int) {
    let start = max(y0, rows.lowerBound << 8)
    let end = min(y1, rows.upperBound << 8)
    if start >= end { return }
    var row = (start >> 8) - rows.lowerBound
    let lastRow = ((end - 1) >> 8) - rows.lowerBound
    top = min(top, row)
    bottom = max(bottom, lastRow + 1)
    let (dx, dy) = (x1 - x0, y1 - y0)
    func place(at y: Int) -> Int { y == y0 ? x0 : y == y1 ? x1 : x0 + Self.floored((y - y0) * dx, dy) }
    if row == lastRow {
      addPiece(row, place(at: start), start & 255, place(at: end), end - (start & ~255), sign)
      return
    }
    var from = place(at: start)
    // Where the edge crosses the first boundary of rows, as a whole number and what is left of it.
    let product = ((start & ~255) + 256 - y0) * dx
    let quotient = Self.floored(product, dy)
    var whole = x0 + quotient
    var rest = product - quotient * dy
    addPiece(row, from, start & 255, whole, 256, sign)
    from = whole
    row += 1
    if row < lastRow {
      let step = Self.floored(dx << 8, dy)
      let stepRest = (dx << 8) - step * dy
      while row < lastRow {
        whole += step
        rest += stepRest
        if rest >= dy {
          rest -= dy
          whole += 1
        }
        addPiece(row, from, 0, whole, 256, sign)
        from = whole
        row += 1
      }
    }
    addPiece(row, from, 0, place(at: end), end - ((end - 1) & ~255), sign)
  }

  /// The part of an edge in a row, from `ya` down to `yb` of its 256.
  @inline(__always)
  private mutating func addPiece(_ row: Int, _ xa: Int, _ ya: Int, _ xb: Int, _ yb: Int, _ sign: Int) {
    let line = cells + row * stride
    let marks = touched + row * wordsPerRow
    let (ca, cb) = (xa >> 8, xb >> 8)
    if ca == cb, ca >= 0, ca < width {
      add(line, marks, ca, (yb - ya) * sign, (xa & 255) + (xb & 255))
    } else {
      addLongPiece(line, marks, xa, ya, xb, yb, sign)
    }
  }

  @inline(__always)
  private func add(
    _ line: UnsafeMutablePointer<Int>, _ marks: UnsafeMutablePointer<UInt64>, _ column: Int, _ cover: Int, _ right: Int
  ) {
    line[column] += cover * (512 - right)
    line[column + 1] += cover * right
    let (one, two) = (column >> Self.blockBits, (column + 1) >> Self.blockBits)
    marks[one >> 6] |= 1 << UInt64(one & 63)
    marks[two >> 6] |= 1 << UInt64(two & 63)
  }

  /// One that goes through several columns, or beyond the picture's sides.
  private func addLongPiece(
    _ line: UnsafeMutablePointer<Int>, _ marks: UnsafeMutablePointer<UInt64>, _ xa: Int, _ ya: Int, _ xb: Int,
    _ yb: Int, _ sign: Int
  ) {
    // From left to right; what counts of heights is how far they are apart.
    let isTurned = xb < xa
    let (left, right) = isTurned ? (xb, xa) : (xa, xb)
    let (leftY, rightY) = isTurned ? (yb, ya) : (ya, yb)
    let (dx, dy) = (right - left, rightY - leftY)
    let edge = width << 8
    // Beyond the right side nothing changes for what is seen.
    if left >= edge { return }
    func height(at x: Int) -> Int {
      x >= right ? rightY : x <= left ? leftY : leftY + Self.floored((x - left) * dy, dx)
    }
    var from = left
    var fromY = leftY
    if from < 0 {
      // Left of the picture a height counts as if it were at the side.
      let sideY = height(at: 0)
      let cover = abs(sideY - leftY)
      if cover > 0 { add(line, marks, 0, cover * sign, 0) }
      if right <= 0 { return }
      (from, fromY) = (0, sideY)
    }
    let last = min(right, edge)
    // The first column, whose right side is not a whole column away.
    let column = from >> 8
    let first = min((column + 1) << 8, last)
    let firstY = height(at: first)
    addColumn(line, marks, column, from & 255, first - (column << 8), abs(firstY - fromY) * sign)
    if first == last { return }
    // From column to column, as a whole number and what is left of it: what a division at each of them would give.
    let product = (first - left) * dy
    var whole = Self.floored(product, dx)
    var rest = product - whole * dx
    whole += leftY
    let step = Self.floored(dy << 8, dx)
    let stepRest = (dy << 8) - step * dx
    fromY = firstY
    from = first
    while from + 256 <= last, from + 256 < right {
      whole += step
      rest += stepRest
      if rest >= dx {
        rest -= dx
        whole += 1
      }
      addColumn(line, marks, from >> 8, 0, 256, abs(whole - fromY) * sign)
      fromY = whole
      from += 256
    }
    if from < last { addColumn(line, marks, from >> 8, 0, last - from, abs(height(at: last) - fromY) * sign) }
  }

  /// - Parameters:
  ///   - start: Where in its column the piece begins; it ends at `end`.
  ///   - cover: How high it is there.
  @inline(__always)
  private func addColumn(
    _ line: UnsafeMutablePointer<Int>, _ marks: UnsafeMutablePointer<UInt64>, _ column: Int, _ start: Int, _ end: Int,
    _ cover: Int
  ) {
    if cover != 0 { add(line, marks, column, cover, start + end) }
  }

  /// The whole part, rounded down.
  /// - Precondition: The divisor is above 0.
  @inline(__always)
  private static func floored(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return value - quotient * divisor < 0 ? quotient - 1 : quotient
  }
}

/// Pixels of a row that are covered at all.
struct CoveredRun {
  var columns: Range<Int>
  /// Of all of them; `nil`: of each its own.
  var same: UInt8?
}

extension CoverageGrid {
  /// The rows of the picture with something in them.
  var coveredRows: Range<Int> {
    let first = rows.lowerBound
    return top < bottom ? first + top..<first + bottom : first..<first
  }

  /// Takes a row out: 0 to 255 of each pixel of its runs, from left to right.
  ///
  /// - Parameters:
  ///   - coverage: Of as many pixels as a row has cells.
  mutating func take(_ row: Int, _ coverage: inout [UInt8], _ runs: inout [CoveredRun]) {
    runs.removeAll(keepingCapacity: true)
    let line = cells + (row - rows.lowerBound) * stride
    let marks = touched + (row - rows.lowerBound) * wordsPerRow
    precondition(rows.contains(row) && coverage.count >= stride, "no such row")
    var sum = 0
    var done = 0
    coverage.withUnsafeMutableBufferPointer { coverage in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.block) { windings in
        for word in 0..<wordsPerRow {
          var bits = marks[word]
          if bits == 0 { continue }
          marks[word] = 0
          while bits != 0 {
            let start = (word << 6 + bits.trailingZeroBitCount) << Self.blockBits
            bits &= bits - 1
            if start > done { Self.add(CoveredRun(columns: done..<start, same: Self.share(sum)), &runs) }
            // In two steps: what each pixel owes to those on its left, and what can be done for all at once.
            for place in 0..<Self.block {
              sum &+= line[start &+ place]
              line[start &+ place] = 0
              windings[place] = Self.winding(sum)
            }
            for place in 0..<Self.block { coverage[start &+ place] = Self.share(ofWinding: windings[place]) }
            Self.add(CoveredRun(columns: start..<min(start + Self.block, width), same: nil), &runs)
            done = start + Self.block
          }
        }
      }
    }
    if done < width { Self.add(CoveredRun(columns: done..<width, same: Self.share(sum)), &runs) }
  }

  /// Forgets that rows have been taken.
  mutating func reset() {
    top = rows.count
    bottom = 0
  }

  private static func add(_ run: CoveredRun, _ runs: inout [CoveredRun]) {
    if run.same == 0 || run.columns.isEmpty { return }
    if run.same == nil, let last = runs.last, last.same == nil, last.columns.upperBound == run.columns.lowerBound {
      runs[runs.count - 1].columns = last.columns.lowerBound..<run.columns.upperBound
    } else {
      runs.append(run)
    }
  }

  @inline(__always)
  private static func share(_ sum: Int) -> UInt8 { share(ofWinding: winding(sum)) }

  /// How often a pixel is covered, at most once.
  @inline(__always)
  private static func winding(_ sum: Int) -> UInt32 { UInt32(truncatingIfNeeded: min(sum.magnitude, UInt(full))) }

  /// 0 to 255, halves rounded up.
  @inline(__always)
  private static func share(ofWinding winding: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: ((winding &<< 8) &- winding &+ UInt32(full / 2)) &>> fullBits)
  }
}
