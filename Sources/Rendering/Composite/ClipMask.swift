/// Which part of each pixel lies inside polygons: where their rings wind round it (holes go the other way than outer rings), in
/// 16 lines a pixel down and exactly along each line.
struct ClipMask: Sendable {
  private struct Edge {
    let top: Double
    let bottom: Double
    /// Where it crosses its own top.
    let x: Double
    /// x for each unit of y.
    let slope: Double
    /// 1 where its ring goes down, -1 where it goes up.
    let winding: Int
  }

  private let width: Int
  /// By their tops. Edges that no line meets are left out: of a coastline in more detail than pixels that is most.
  private let edges: [Edge]
  /// How far down each block of ``edges`` reaches: what ends above a band is stepped over in blocks.
  private let reaches: [Double]

  private static let lines = 16
  private static let block = 64

  /// - Parameter rings: In device pixels; each is closed by itself.
  init(rings: [[PixelPoint]], width: Int) {
    self.width = width
    var edges: [Edge] = []
    for ring in rings where ring.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) {
      guard var start = ring.last else { continue }
      for end in ring {
        let isDown = start.y < end.y
        let (upper, lower) = isDown ? (start, end) : (end, start)
        start = end
        guard Self.meetsLine(from: upper.y, to: lower.y) else { continue }
        edges.append(
          Edge(
            top: upper.y, bottom: lower.y, x: upper.x, slope: (lower.x - upper.x) / (lower.y - upper.y),
            winding: isDown ? 1 : -1))
      }
    }
    edges.sort { ($0.top, $0.x, $0.slope, $0.winding) < ($1.top, $1.x, $1.slope, $1.winding) }
    self.edges = edges
    reaches = stride(from: 0, to: edges.count, by: Self.block).map { start in
      edges[start..<min(edges.count, start + Self.block)].reduce(-Double.infinity) { max($0, $1.bottom) }
    }
  }

  /// Whether a line at or below the top of the picture lies in `top..<bottom`.
  private static func meetsLine(from top: Double, to bottom: Double) -> Bool {
    // Lines lie at (n + 0.5) / 16, which has no rounding.
    let first = max(0, (top * Double(lines) - 0.5).rounded(.up))
    return (first + 0.5) / Double(lines) < bottom
  }

  /// Coverage of the pixels of some rows, 0 to 255: `width` bytes for each row.
  ///
  /// - Complexity: Beside the pixels, one look at each 64 edges above the rows, and n log n for the n edges that a line
  ///   meets.
  func coverage(rows: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(width * rows.count)
    let near = edges(in: rows)
    var next = 0
    var active: [Edge] = []
    var crossings: [(x: Double, winding: Int)] = []
    for row in rows {
      var sums = CoverageRow(width: width)
      for line in 0..<Self.lines {
        let y = Double(row) + (Double(line) + 0.5) / Double(Self.lines)
        active.removeAll { $0.bottom <= y }
        while next < near.count, near[next].top <= y {
          if near[next].bottom > y { active.append(near[next]) }
          next += 1
        }
        if active.isEmpty { continue }
        crossings.removeAll(keepingCapacity: true)
        for edge in active { crossings.append((edge.x + (y - edge.top) * edge.slope, edge.winding)) }
        crossings.sort { $0.x < $1.x }
        Self.addInside(of: crossings, to: &sums)
      }
      sums.append(to: &result, full: Double(Self.lines))
    }
    return result
  }

  /// Adds the stretches of a line that rings wind round.
  private static func addInside(of crossings: [(x: Double, winding: Int)], to sums: inout CoverageRow) {
    var (winding, start) = (0, 0.0)
    for crossing in crossings {
      if winding == 0 { start = crossing.x }
      winding += crossing.winding
      if winding == 0 { sums.add(from: start, to: crossing.x) }
    }
  }

  /// The edges that reach into some rows, by their tops.
  private func edges(in rows: Range<Int>) -> [Edge] {
    let (top, bottom) = (Double(rows.lowerBound), Double(rows.upperBound))
    var near: [Edge] = []
    for (number, reach) in reaches.enumerated() {
      let start = number * Self.block
      if edges[start].top >= bottom { break }
      if reach <= top { continue }
      for edge in edges[start..<min(edges.count, start + Self.block)] where edge.top < bottom && edge.bottom > top {
        near.append(edge)
      }
    }
    return near
  }
}

/// Lengths of the lines that lie in each pixel of a row.
private struct CoverageRow {
  private let width: Int
  /// What each pixel has alone.
  private var own: [Double]
  /// What begins (or, below 0, ends) at a pixel and goes on to the right.
  private var steps: [Double]
  private var isEmpty = true

  init(width: Int) {
    self.width = width
    own = [Double](repeating: 0, count: width + 1)
    steps = [Double](repeating: 0, count: width + 1)
  }

  mutating func add(from start: Double, to end: Double) {
    let start = min(Double(width), max(0, start))
    let end = min(Double(width), max(0, end))
    guard end > start else { return }
    isEmpty = false
    let (first, last) = (Int(start), Int(end))
    if first == last {
      own[first] += end - start
    } else {
      own[first] += Double(first + 1) - start
      own[last] += end - Double(last)
      steps[first + 1] += 1
      steps[last] -= 1
    }
  }

  func append(to result: inout [UInt8], full: Double) {
    if isEmpty { return result.append(contentsOf: repeatElement(0, count: width)) }
    var running = 0.0
    for pixel in 0..<width {
      running += steps[pixel]
      result.append(UInt8(min(255, max(0, ((running + own[pixel]) / full * 255).rounded()))))
    }
  }
}
