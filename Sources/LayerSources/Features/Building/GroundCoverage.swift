import Geodesy

/// How far features reach: a box, and for degrees the shortest way round the world that holds all of them.
struct GroundCoverage: Sendable {
  private(set) var box: Extent?
  /// A bit for each degree of longitude in which something lies.
  private var degrees = [Bool](repeating: false, count: 360)

  /// Adds the positions of a path.
  mutating func add(x: ArraySlice<Double>, y: ArraySlice<Double>) {
    guard let firstX = x.first, let firstY = y.first else { return }
    var (xmin, xmax, ymin, ymax) = (firstX, firstX, firstY, firstY)
    // A step of more than half the world is one across the antimeridian.
    var (unwrapped, previous) = (firstX, firstX)
    var (least, most) = (firstX, firstX)
    for (x, y) in zip(x, y) {
      xmin = min(xmin, x)
      xmax = max(xmax, x)
      ymin = min(ymin, y)
      ymax = max(ymax, y)
      var step = x - previous
      if step > 180 { step -= 360 } else if step < -180 { step += 360 }
      unwrapped += step
      previous = x
      least = min(least, unwrapped)
      most = max(most, unwrapped)
    }
    let own = Extent(xmin: xmin, ymin: ymin, xmax: xmax, ymax: ymax)
    guard own.isFinite else { return }
    box = box?.union(own) ?? own
    mark(from: least, to: most)
  }

  private mutating func mark(from least: Double, to most: Double) {
    guard least >= -1e6, most <= 1e6 else { return }
    let first = Int(least.rounded(.down))
    let last = min(first + 359, Int(most.rounded(.up)) - 1)
    for degree in first...max(first, last) { degrees[((degree + 180) % 360 + 360) % 360] = true }
  }

  /// The box in degrees: across the antimeridian, with `xmax` beyond 180, where that is the shorter way by more than a degree.
  var inDegrees: Extent? {
    guard let box, box.xmin >= -180, box.xmax <= 180 else { return box }
    var (gapStart, gapLength) = (0, 0)
    var run = 0
    for index in 0..<720 {
      run = degrees[index % 360] ? 0 : run + 1
      // A gap at the antimeridian itself is what the plain box leaves out.
      if run > gapLength, run <= 360 { (gapStart, gapLength) = (index - run + 1, run) }
    }
    let plainGap = 360 - box.width
    guard Double(gapLength) > plainGap + 1, gapLength < 360 else { return box }
    let start = Double((gapStart + gapLength) % 360) - 180
    return Extent(xmin: start, ymin: box.ymin, xmax: start + 360 - Double(gapLength), ymax: box.ymax)
  }
}
