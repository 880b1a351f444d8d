/// Which part of each pixel lies inside a polygon: even-odd, in 16 lines a pixel down and exactly along each line.
struct ClipMask: Sendable {
  private struct Edge {
    let top: Double
    let bottom: Double
    /// Where it crosses its own top.
    let x: Double
    /// x for each unit of y.
    let slope: Double
  }

  private let width: Int
  /// By their tops.
  private let edges: [Edge]

  private static let lines = 16

  /// - Parameter rings: In device pixels; each is closed by itself.
  init(rings: [[PixelPoint]], width: Int) {
    self.width = width
    var edges: [Edge] = []
    for ring in rings where ring.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) {
      for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) where start.y != end.y {
        let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
        edges.append(
          Edge(top: upper.y, bottom: lower.y, x: upper.x, slope: (lower.x - upper.x) / (lower.y - upper.y)))
      }
    }
    self.edges = edges.sorted { ($0.top, $0.x, $0.slope) < ($1.top, $1.x, $1.slope) }
  }

  /// Coverage of the pixels of some rows, 0 to 255: `width` bytes for each row.
  func coverage(rows: Range<Int>) -> [UInt8] {
    let near = edges.filter { $0.top < Double(rows.upperBound) && $0.bottom > Double(rows.lowerBound) }
    var result: [UInt8] = []
    result.reserveCapacity(width * rows.count)
    for row in rows {
      var sums = CoverageRow(width: width)
      let around = near.filter { $0.top < Double(row + 1) && $0.bottom > Double(row) }
      for line in 0..<Self.lines where !around.isEmpty {
        let y = Double(row) + (Double(line) + 0.5) / Double(Self.lines)
        let crossings = around.filter { $0.top <= y && y < $0.bottom }.map { $0.x + (y - $0.top) * $0.slope }.sorted()
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          sums.add(from: crossings[pair], to: crossings[pair + 1])
        }
      }
      sums.append(to: &result, full: Double(Self.lines))
    }
    return result
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
