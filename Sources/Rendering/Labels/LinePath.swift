import Geodesy

/// A path that letters can follow: its corners rounded, and points on it at equal distances.
struct LinePath: Sendable {
  private(set) var points: [SIMD2<Double>]
  /// From the start to each point, in device pixels.
  private(set) var lengths: [Double]

  /// A path of more points than this is followed with larger steps.
  private static let most = 20_000

  /// - Parameters:
  ///   - positions: In device pixels.
  ///   - size: Of the letters: corners are rounded over about that length.
  /// - Returns: `nil` for a path without length.
  init?(_ positions: [SIMD2<Double>], size: Double) {
    self.init(positions)
    guard length > 0, length.isFinite else { return nil }
    let step = max(size / 4, length / Double(Self.most))
    var even = evenly(step)
    // Twice the mean of what lies about each point: close to a bell.
    for _ in 0..<2 { even = Self.smoothed(even, reach: Int((size * 0.6 / step).rounded(.up))) }
    self.init(even)
  }

  private init(_ points: [SIMD2<Double>]) {
    self.points = points
    lengths = []
    lengths.reserveCapacity(points.count)
    var (sum, last) = (0.0, points.first ?? SIMD2())
    for point in points {
      sum += (point - last).length
      lengths.append(sum)
      last = point
    }
  }

  var length: Double { lengths.last ?? 0 }

  /// The same path from its end.
  var reversed: LinePath { LinePath(points.reversed()) }

  /// A path beside this one.
  ///
  /// - Parameter distance: Down the page from a path that runs to the right.
  func beside(_ distance: Double, size: Double) -> LinePath {
    guard distance != 0, points.count > 1 else { return self }
    let moved = points.indices.map { index in
      let way = points[min(index + 1, points.count - 1)] - points[max(index - 1, 0)]
      let length = way.length
      return length > 0 ? points[index] + SIMD2(-way.y, way.x) / length * distance : points[index]
    }
    // On the inside of a bend points come close together or go backwards.
    let step = max(size / 4, length / Double(Self.most))
    return LinePath(Self.smoothed(moved, reach: Int((size * 0.4 / step).rounded(.up))))
  }

  /// The number of the last point that is no further from the start than this, found by halving.
  func index(at distance: Double) -> Int {
    var (low, high) = (0, max(1, lengths.count - 1))
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= distance { low = middle } else { high = middle }
    }
    return low
  }

  /// So many device pixels from the start.
  ///
  /// - Parameter near: Where to look first, the number of a point: that of the last place that was asked for.
  func point(at distance: Double, near index: inout Int) -> SIMD2<Double> {
    guard points.count > 1 else { return points.first ?? SIMD2() }
    index = max(0, min(points.count - 2, index))
    while index + 2 < points.count, lengths[index + 1] <= distance { index += 1 }
    while index > 0, lengths[index] > distance { index -= 1 }
    let step = lengths[index + 1] - lengths[index]
    return step > 0
      ? points[index] + (points[index + 1] - points[index]) * ((distance - lengths[index]) / step) : points[index]
  }

  /// Whether every part of it runs to the right, and is not steep: it is never read from its end.
  var runsToTheRight: Bool {
    zip(points, points.dropFirst()).allSatisfy { $1.x - $0.x > 0.2 * ($1 - $0).length }
  }

  private func evenly(_ step: Double) -> [SIMD2<Double>] {
    let count = max(1, Int((length / step).rounded()))
    var (even, index) = ([SIMD2<Double>](), 0)
    even.reserveCapacity(count + 1)
    for number in 0...count {
      let distance = length * Double(number) / Double(count)
      while index + 2 < points.count, lengths[index + 1] < distance { index += 1 }
      let long = lengths[index + 1] - lengths[index]
      let part = long > 0 ? min(1, max(0, (distance - lengths[index]) / long)) : 0
      even.append(points[index] + (points[index + 1] - points[index]) * part)
    }
    return even
  }

  /// The mean of each point and its neighbours, fewer of them towards the ends, which stay where they are.
  private static func smoothed(_ points: [SIMD2<Double>], reach: Int) -> [SIMD2<Double>] {
    var sums = [SIMD2<Double>()]
    sums.reserveCapacity(points.count + 1)
    for point in points { sums.append(sums[sums.count - 1] + point) }
    return points.indices.map { index in
      let near = min(reach, index, points.count - 1 - index)
      return (sums[index + near + 1] - sums[index - near]) / Double(2 * near + 1)
    }
  }
}

extension SIMD2<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}
