import Geodesy

extension PathList {
  /// Some of its paths.
  func paths(_ range: Range<Int>) -> PathList {
    if range == 0..<count { return self }
    guard let first = range.first, let last = range.last else { return PathList() }
    let places = self.range(of: first).lowerBound..<self.range(of: last).upperBound
    return PathList(
      x: Array(x[places]), y: Array(y[places]), ends: ends[range].map { $0 - places.lowerBound })
  }

  /// A place inside of rings, where an area's marker stands: the centre of gravity where that is inside, else the middle of the
  /// widest part at its height. `nil` for rings without an area.
  var interiorPoint: Position? {
    var (area, centerX, centerY) = (0.0, 0.0, 0.0)
    guard let originX = x.first, let originY = y.first else { return nil }
    for ring in 0..<count {
      forEachEdge(ring) { x0, y0, x1, y1 in
        let cross = (x0 - originX) * (y1 - originY) - (x1 - originX) * (y0 - originY)
        area += cross
        centerX += (x0 + x1 - 2 * originX) * cross
        centerY += (y0 + y1 - 2 * originY) * cross
      }
    }
    guard abs(area) > 1e-9 else { return nil }
    let center = Position(x: originX + centerX / (3 * area), y: originY + centerY / (3 * area))
    // Between each pair of crossings at the height of the centre; inside is where rings wind round.
    var crossings: [(x: Double, turn: Int)] = []
    for ring in 0..<count {
      forEachEdge(ring) { x0, y0, x1, y1 in
        guard (y0 <= center.y) != (y1 <= center.y) else { return }
        crossings.append((x0 + (center.y - y0) / (y1 - y0) * (x1 - x0), y1 > y0 ? 1 : -1))
      }
    }
    crossings.sort { ($0.x, $0.turn) < ($1.x, $1.turn) }
    var (turns, widest) = (0, (width: 0.0, middle: center.x))
    for (one, two) in zip(crossings, crossings.dropFirst()) {
      turns += one.turn
      if turns == 0 { continue }
      if one.x <= center.x, center.x <= two.x { return center }
      if two.x - one.x > widest.width { widest = (two.x - one.x, (one.x + two.x) / 2) }
    }
    return Position(x: widest.middle, y: center.y)
  }

  private func forEachEdge(_ ring: Int, _ body: (Double, Double, Double, Double) -> Void) {
    let places = range(of: ring)
    guard var last = places.last else { return }
    for place in places {
      body(x[last], y[last], x[place], y[place])
      last = place
    }
  }
}
