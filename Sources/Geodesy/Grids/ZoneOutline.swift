/// The outline of what a picture may show of a strip, in the zone's metres: it says between which ends a line may be seen, so that
/// nothing far outside is looked at.
struct ZoneOutline {
  /// Closed: the last position is the first.
  private let ring: [Position]
  /// How far the outline bulges from the ring, and more.
  private let slack: Double
  /// Around all of it.
  let box: Extent

  /// - Parameter seen: In degrees, in the strip's own frame of the world.
  init?(of seen: Extent, in strip: ZoneStrip) {
    // Of UPS most of the way round, of UTM up to 84 degrees up.
    let (columns, rows) = strip.zone.isPolar ? (96, 4) : (16, 32)
    var ring = strip.zone.forward(seen.outline(columns, rows))
    guard let first = ring.first, let around = Extent(around: ring), around.isFinite else { return nil }
    ring.append(first)
    // What every second position lies beside the chord of its neighbours, four times what the ring bulges between two.
    let bulge = stride(from: 1, to: ring.count - 1, by: 2).reduce(0.0) { most, index in
      let (before, place, behind) = (ring[index - 1], ring[index], ring[index + 1])
      return max(most, abs(place.x - (before.x + behind.x) / 2), abs(place.y - (before.y + behind.y) / 2))
    }
    self.ring = ring
    slack = bulge + 1
    box = around.grown(by: slack)
  }

  /// From where to where lines of coordinates from `low` to `high` may lie in the outline; `nil`: nowhere.
  /// - Parameter axis: Of the coordinates: the result is of the other one.
  func range(_ axis: GridStroke.Axis, _ low: Double, _ high: Double) -> ClosedRange<Double>? {
    let (low, high) = (low - slack, high + slack)
    var (least, most) = (Double.infinity, -Double.infinity)
    for index in 1..<ring.count {
      let (start, end) = (ring[index - 1], ring[index])
      let (a, b) = axis == .x ? (start.x, end.x) : (start.y, end.y)
      if max(a, b) < low || min(a, b) > high { continue }
      let (c, d) = axis == .x ? (start.y, end.y) : (start.x, end.x)
      // The part of the side between the two coordinates.
      let (first, last) = a == b ? (0, 1) : ((low - a) / (b - a), (high - a) / (b - a))
      for share in [min(max(first, 0), 1), min(max(last, 0), 1)] {
        let place = c + (d - c) * share
        (least, most) = (min(least, place), max(most, place))
      }
    }
    // Whole metres: in neighbouring zones lines then go through the same places.
    return least <= most ? (least - slack).rounded(.down)...(most + slack).rounded(.up) : nil
  }
}

extension Extent {
  /// Once round it, from its lower left corner: so many stretches on each side that lies, and on each that stands.
  func outline(_ columns: Int, _ rows: Int) -> [Position] {
    func places(_ count: Int, _ start: (x: Double, y: Double), _ way: (x: Double, y: Double)) -> [Position] {
      (0..<count).map { step in
        let share = Double(step) / Double(count)
        return Position(x: start.x + way.x * share, y: start.y + way.y * share)
      }
    }
    return places(columns, (xmin, ymin), (width, 0)) + places(rows, (xmax, ymin), (0, height))
      + places(columns, (xmax, ymax), (-width, 0)) + places(rows, (xmin, ymax), (0, -height))
  }
}
