import Geodesy

/// Lines of one kind in the pixels of a level, ordered so that a tile finds its own without looking at each point.
///
/// Coordinates are 1/256 pixel: cairo's own grid, which also hides the last bits of a processor's logarithm.
struct WorldOutlines: Sendable {
  private var points: [SIMD2<Int32>] = []
  private var outlines: [(points: Range<Int>, box: Box)] = []
  /// Of each run of so many points, outlines on end: where they lie.
  private var runs: [Box] = []
  private static let runLength = 32

  /// - Parameter isWanted: By rank.
  init(_ lines: [WorldData.Outline], on grid: WorldGrid, where isWanted: (Int) -> Bool = { _ in true }) {
    for line in lines where isWanted(line.rank) {
      append(
        line.points.map { place in
          let pixel = grid.pixel(place)
          return SIMD2(Int32((pixel.x * 256).rounded()), Int32((pixel.y * 256).rounded()))
        })
    }
  }

  /// The lines cut into dashes, so that a dash is the same in each tile that shows it.
  ///
  /// - Parameters: In pixels.
  init(dashing lines: WorldOutlines, on length: Double, off gap: Double) {
    for outline in lines.outlines {
      for dash in Self.dashes(Array(lines.points[outline.points]), on: length * 256, off: gap * 256) { append(dash) }
    }
  }

  /// A box in 1/256 pixel, edges included.
  struct Box: Sendable {
    var low: SIMD2<Int32>
    var high: SIMD2<Int32>

    fileprivate init(around points: ArraySlice<SIMD2<Int32>>) {
      low = SIMD2(repeating: .max)
      high = SIMD2(repeating: .min)
      for point in points {
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
    }

    /// A tile and so many pixels around it.
    init(x: Int, y: Int, size: PixelSize, margin: Int) {
      low = SIMD2(Int32(clamping: (x - margin) * 256), Int32(clamping: (y - margin) * 256))
      high = SIMD2(
        Int32(clamping: (x + size.width + margin) * 256), Int32(clamping: (y + size.height + margin) * 256))
    }

    /// Which sides of this box a point, or all of another box, lies beyond: a bit each.
    @inline(__always)
    fileprivate func sides(_ low: SIMD2<Int32>, _ high: SIMD2<Int32>) -> Int {
      (high.x < self.low.x ? 1 : 0) | (low.x > self.high.x ? 2 : 0) | (high.y < self.low.y ? 4 : 0)
        | (low.y > self.high.y ? 8 : 0)
    }
  }

  /// What of the closed outlines matters in a box: parts that lie beyond one of its sides are drawn straight.
  func rings(in box: Box, origin: (x: Int, y: Int)) -> [[PixelPoint]] {
    pieces(in: box, origin: origin, isClosed: true) { _, _ in false }
  }

  /// The lines in a box; parts beyond its sides are left out.
  ///
  /// - Parameter isHidden: Tells of two points that follow one another, in pixels, that no line is between them.
  func lines(
    in box: Box, origin: (x: Int, y: Int), hiding isHidden: (PixelPoint, PixelPoint) -> Bool = { _, _ in false }
  ) -> [[PixelPoint]] { pieces(in: box, origin: origin, isClosed: false, hiding: isHidden) }

  private func pieces(
    in box: Box, origin: (x: Int, y: Int), isClosed: Bool, hiding isHidden: (PixelPoint, PixelPoint) -> Bool
  ) -> [[PixelPoint]] {
    var result: [[PixelPoint]] = []
    for outline in outlines where box.sides(outline.box.low, outline.box.high) == 0 {
      var tracer = Tracer(origin: origin, isClosed: isClosed)
      var place = outline.points.lowerBound
      while place < outline.points.upperBound {
        // A whole run beyond the side where the line already is: only its last point may matter.
        let run = place / Self.runLength
        let next = min((run + 1) * Self.runLength, outline.points.upperBound)
        if tracer.common != 0, next == (run + 1) * Self.runLength {
          let sides = box.sides(runs[run].low, runs[run].high)
          if tracer.skips(to: points[next - 1], sides) {
            place = next
            continue
          }
        }
        while place < next {
          let point = points[place]
          tracer.add(point, box.sides(point, point), isHidden)
          place += 1
        }
      }
      tracer.finish(into: &result)
    }
    return result
  }

  private mutating func append(_ line: [SIMD2<Int32>]) {
    let start = points.count
    points += line
    outlines.append((start..<points.count, Box(around: line[...])))
    // The last run may have grown.
    let first = start / Self.runLength
    runs.removeSubrange(min(first, runs.count)...)
    var run = first * Self.runLength
    while run < points.count {
      runs.append(Box(around: points[run..<min(run + Self.runLength, points.count)]))
      run += Self.runLength
    }
  }

  private static func dashes(_ line: [SIMD2<Int32>], on length: Double, off gap: Double) -> [[SIMD2<Int32>]] {
    guard var last = line.first else { return [] }
    var (result, dash) = ([[SIMD2<Int32>]](), [last])
    var (isDrawn, left) = (true, length)
    for point in line.dropFirst() {
      var (x, y) = (Double(last.x), Double(last.y))
      var (dx, dy) = (Double(point.x) - x, Double(point.y) - y)
      var rest = (dx * dx + dy * dy).squareRoot()
      while rest > left {
        (x, y) = (x + dx * left / rest, y + dy * left / rest)
        (dx, dy) = (Double(point.x) - x, Double(point.y) - y)
        let turn = SIMD2(Int32(x.rounded()), Int32(y.rounded()))
        if isDrawn { result.append(dash + [turn]) }
        (rest, dash) = (rest - left, [turn])
        isDrawn.toggle()
        left = isDrawn ? length : gap
      }
      left -= rest
      if isDrawn { dash.append(point) }
      last = point
    }
    if isDrawn, dash.count > 1 { result.append(dash) }
    return result
  }
}

/// Follows one line through a tile, dropping what cannot be seen: a stretch wholly beyond one side of the tile.
private struct Tracer {
  let origin: (x: Int, y: Int)
  let isClosed: Bool
  /// The sides that every point since the last kept one lies beyond.
  private(set) var common = 0
  /// The latest point that was dropped, for now.
  private var dropped: SIMD2<Int32>?
  private var piece: [PixelPoint] = []
  private var pieces: [[PixelPoint]] = []

  init(origin: (x: Int, y: Int), isClosed: Bool) {
    self.origin = origin
    self.isClosed = isClosed
  }

  /// - Returns: False where a run must be followed point by point.
  mutating func skips(to point: SIMD2<Int32>, _ sides: Int) -> Bool {
    guard common & sides != 0 else { return false }
    common &= sides
    dropped = point
    return true
  }

  mutating func add(_ point: SIMD2<Int32>, _ sides: Int, _ isHidden: (PixelPoint, PixelPoint) -> Bool) {
    if common & sides != 0 {
      common &= sides
      dropped = point
      return
    }
    if let dropped {
      self.dropped = nil
      if !isClosed { endPiece() }
      keep(dropped, isHidden)
    }
    keep(point, isHidden)
    common = sides
  }

  mutating func finish(into result: inout [[PixelPoint]]) {
    if let dropped, isClosed { keep(dropped) { _, _ in false } }
    endPiece()
    result += pieces
  }

  private mutating func keep(_ point: SIMD2<Int32>, _ isHidden: (PixelPoint, PixelPoint) -> Bool) {
    let pixel = PixelPoint(
      x: Double(Int(point.x) - origin.x * 256) / 256, y: Double(Int(point.y) - origin.y * 256) / 256)
    if let before = piece.last, isHidden(before, pixel) { endPiece() }
    piece.append(pixel)
  }

  private mutating func endPiece() {
    if piece.count > 1 { pieces.append(piece) }
    piece = []
  }
}
