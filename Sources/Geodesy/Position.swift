/// A place in a spatial reference: x east or right (longitude), y north or up (latitude), whatever an authority says.
package struct Position: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package var isFinite: Bool { x.isFinite && y.isFinite }

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The same place in the frame of a world that repeats in x whose middle is nearest.
  package func moved(near middle: Double, period: Double) -> Position {
    Position(x: x - ((x - middle) / period).rounded() * period, y: y)
  }
}

/// A box in a spatial reference, in its units; x always east or right.
///
/// In degrees `xmin > xmax` is never kept: a box across the antimeridian has `xmax` beyond 180.
package struct Extent: Hashable, Sendable {
  package var xmin: Double
  package var ymin: Double
  package var xmax: Double
  package var ymax: Double

  package init(xmin: Double, ymin: Double, xmax: Double, ymax: Double) {
    self.xmin = xmin
    self.ymin = ymin
    self.xmax = xmax
    self.ymax = ymax
  }

  /// The smallest box around positions; `nil` for none.
  package init?(around positions: [Position]) {
    guard let first = positions.first else { return nil }
    self.init(xmin: first.x, ymin: first.y, xmax: first.x, ymax: first.y)
    for position in positions.dropFirst() {
      (xmin, ymin) = (min(xmin, position.x), min(ymin, position.y))
      (xmax, ymax) = (max(xmax, position.x), max(ymax, position.y))
    }
  }

  package var width: Double { xmax - xmin }
  package var height: Double { ymax - ymin }
  package var center: Position { Position(x: (xmin + xmax) / 2, y: (ymin + ymax) / 2) }
  /// True when it has no inside.
  package var isEmpty: Bool { !(xmin < xmax && ymin < ymax) }

  package var isFinite: Bool { xmin.isFinite && ymin.isFinite && xmax.isFinite && ymax.isFinite }

  /// The same box, moved sideways.
  package func shifted(x distance: Double) -> Extent {
    Extent(xmin: xmin + distance, ymin: ymin, xmax: xmax + distance, ymax: ymax)
  }

  /// The same box with so many units more on each side.
  package func grown(by margin: Double) -> Extent {
    Extent(xmin: xmin - margin, ymin: ymin - margin, xmax: xmax + margin, ymax: ymax + margin)
  }

  /// The part that lies in both; `nil` when they share no area.
  package func intersection(_ other: Extent) -> Extent? {
    let both = Extent(
      xmin: max(xmin, other.xmin), ymin: max(ymin, other.ymin), xmax: min(xmax, other.xmax),
      ymax: min(ymax, other.ymax))
    return both.isEmpty ? nil : both
  }

  /// The smallest box around both.
  package func union(_ other: Extent) -> Extent {
    Extent(
      xmin: min(xmin, other.xmin), ymin: min(ymin, other.ymin), xmax: max(xmax, other.xmax),
      ymax: max(ymax, other.ymax))
  }

  package func contains(_ position: Position) -> Bool {
    xmin <= position.x && position.x <= xmax && ymin <= position.y && position.y <= ymax
  }

  /// True when `other` lies in it, give or take `tolerance` units.
  package func contains(_ other: Extent, tolerance: Double = 0) -> Bool {
    xmin - tolerance <= other.xmin && ymin - tolerance <= other.ymin
      && xmax + tolerance >= other.xmax && ymax + tolerance >= other.ymax
  }
}
