import DocumentModel
import Geodesy

/// How far features reach: a box, and for degrees the shortest way round the world that holds all of them.
package struct GroundCoverage: Sendable {
  package private(set) var box: Extent?
  /// Of each degree of longitude from -180 on, the lowest and highest longitude in which something lies; none where the lowest
  /// is above the highest.
  private var lowest = [Double](repeating: .infinity, count: 360)
  private var highest = [Double](repeating: -.infinity, count: 360)

  package init() {}

  /// Adds the features of a batch.
  package mutating func add(_ batch: FeatureBatch) {
    for path in 0..<batch.paths.count {
      let range = batch.paths.range(of: path)
      add(x: batch.paths.x[range], y: batch.paths.y[range])
    }
  }

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
    let last = max(first, min(first + 359, Int(most.rounded(.up)) - 1))
    for degree in first...last {
      let bin = ((degree + 180) % 360 + 360) % 360
      let shift = Double(bin - 180 - degree)
      lowest[bin] = min(lowest[bin], max(least, Double(degree)) + shift)
      highest[bin] = max(highest[bin], min(most, Double(degree + 1)) + shift)
    }
  }

  /// The box in degrees, in frame 0: across the antimeridian, with `xmax` beyond 180, where that is the shorter way by more than
  /// a degree.
  package var inDegrees: Extent? {
    guard let box else { return nil }
    let isInFrameZero = box.xmin >= -180 && box.xmax <= 180
    var (gapStart, gapLength) = (0, 0)
    var run = 0
    for index in 0..<720 {
      run = lowest[index % 360] > highest[index % 360] ? run + 1 : 0
      if run > gapLength, run <= 360 { (gapStart, gapLength) = (index - run + 1, run) }
    }
    // A gap at the antimeridian itself is what the plain box leaves out.
    let isShorter = !isInFrameZero || Double(gapLength) > 361 - box.width
    guard gapLength > 0, gapLength < 360, isShorter else {
      return isInFrameZero || gapLength == 360 ? box : Extent(xmin: -180, ymin: box.ymin, xmax: 180, ymax: box.ymax)
    }
    let start = lowest[(gapStart + gapLength) % 360]
    let end = highest[(gapStart + 359) % 360]
    return Extent(xmin: start, ymin: box.ymin, xmax: end < start ? end + 360 : end, ymax: box.ymax)
  }
}
