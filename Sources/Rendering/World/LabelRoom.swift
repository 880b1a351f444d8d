import Geodesy

/// Where on a level names may stand: what a picture shows of it, in logical pixels of the level, each place once. It may go on
/// beyond the level's left or right edge.
struct LabelRoom: Hashable, Sendable {
  /// `nil`: all of the level.
  var bounds: PixelRectangle?
  /// Areas, each by its rings (even-odd), and a name lies wholly inside of all of them.
  var outlines: [[[PixelPoint]]] = []

  /// All of a level.
  static let everywhere = LabelRoom()

  init(_ bounds: PixelRectangle? = nil, outlines: [[[PixelPoint]]] = []) {
    self.bounds = bounds
    self.outlines = outlines
  }

  /// - Parameter grid: In logical pixels.
  init(_ area: ShownArea, on grid: WorldGrid) {
    bounds = grid.pixels(inside: area.box)
    outlines = area.outlines.map { rings in rings.map { ring in ring.map(grid.pixel(ofReference:)) } }
  }

  /// Whether a box lies inside of all outlines.
  func isClear(_ box: PixelRectangle) -> Bool {
    outlines.allSatisfy { rings in
      // No edge passes through it: then it lies as a whole where its middle lies.
      let edges = rings.flatMap { ring in zip(ring, ring.dropFirst() + ring.prefix(1)) }
      if edges.contains(where: { box.isCrossed(from: $0, to: $1) }) { return false }
      let middle = PixelPoint(x: box.x + box.width / 2, y: box.y + box.height / 2)
      let crossings = edges.count { a, b in
        (a.y > middle.y) != (b.y > middle.y) && middle.x < a.x + (middle.y - a.y) / (b.y - a.y) * (b.x - a.x)
      }
      return crossings % 2 == 1
    }
  }
}

extension PixelRectangle {
  /// Whether a straight line has a point in it (Liang and Barsky's clipping, 1984).
  fileprivate func isCrossed(from a: PixelPoint, to b: PixelPoint) -> Bool {
    var (start, end) = (0.0, 1.0)
    for (from, step, low, high) in [(a.x, b.x - a.x, x, x + width), (a.y, b.y - a.y, y, y + height)] {
      if step == 0 {
        if from < low || from > high { return false }
        continue
      }
      let (one, other) = ((low - from) / step, (high - from) / step)
      start = max(start, min(one, other))
      end = min(end, max(one, other))
    }
    return start <= end
  }
}
