/// Makes paths continuous where the world is cut: what jumps across the antimeridian goes on beyond it.
package struct PathUnwrapping: Sendable {
  /// Once round the world: 360 degrees.
  private let period: Double

  package init(period: Double) { self.period = period }

  /// What a ring is when all its jumps have been taken out.
  enum Closing: Hashable {
    case closed
    /// It goes once round the world, so that a pole is inside.
    case roundPole
  }

  /// By how many worlds a position is moved against the one before it.
  ///
  /// A step of exactly one world along a parallel is an edge of the world or a pole; between two latitudes it goes nowhere but
  /// to the other name of the same meridian.
  private func worlds(from before: Position, to place: Position) -> Int {
    let step = place.x - before.x
    guard abs(step) > period / 2, abs(step) < period * 1.5 else { return 0 }
    if abs(abs(step) - period) <= period * 1e-12, place.y == before.y { return 0 }
    return step > 0 ? -1 : 1
  }

  /// Moves positions by whole worlds so that none lies more than half a world from the one before it.
  ///
  /// This is how GeoJSON that is not cut at the antimeridian is meant (RFC 7946, 3.1.9, asks that it be cut).
  /// - Returns: By how many worlds the last position was moved more than the first, 0 for most.
  @discardableResult
  func unwrap(_ path: inout [Position]) -> Int {
    guard var before = path.first else { return 0 }
    var worlds = 0
    for index in path.indices.dropFirst() {
      let place = path[index]
      worlds += self.worlds(from: before, to: place)
      before = place
      if worlds != 0 { path[index].x = place.x + Double(worlds) * period }
    }
    return worlds
  }

  /// The same with a ring; a closed one is then open: without its first position at its end.
  func unwrap(ring: inout [Position]) -> Closing {
    if ring.first != ring.last, let first = ring.first { ring.append(first) }
    guard unwrap(&ring) == 0 else { return .roundPole }
    ring.removeLast()
    return .closed
  }

  /// Closes an unwrapped ring about the pole on whose side it leaves the smaller part of the earth: the direction of such
  /// rings says less, for it was often turned by people who took its jumps for edges.
  ///
  /// - Parameter pole: How far from the equator the ring goes there: 90 degrees.
  /// - Returns: The ring, open, counterclockwise.
  func closed(aroundPole ring: [Position], pole: Double) -> [Position] {
    guard let first = ring.first, let last = ring.last else { return ring }
    // On a cylinder of equal areas: how far above the equator the ring lies on the whole.
    let heights = ring.map { height(of: $0.y, pole: pole) }
    let above = zip(zip(ring, ring.dropFirst()), zip(heights, heights.dropFirst())).reduce(0.0) { sum, edge in
      sum + (edge.0.1.x - edge.0.0.x) * (edge.1.0 + edge.1.1)
    }
    let y = (above > 0) == (last.x > first.x) ? pole : -pole
    let closed = ring + [Position(x: last.x, y: y), Position(x: first.x, y: y)]
    return RingCut.area(closed) < 0 ? closed.reversed() : closed
  }

  private func height(of y: Double, pole: Double) -> Double { sine(of: max(-1, min(1, y / pole)) * .pi / 2) }

  /// Whether a ring, its jumps taken out, goes counterclockwise; `nil` for one that goes round a pole, whose direction says
  /// which, and one without an inside.
  package func isCounterclockwise(_ ring: [Position]) -> Bool? {
    var ring = ring
    guard unwrap(ring: &ring) == .closed else { return nil }
    let area = RingCut.area(ring)
    return area == 0 ? nil : area > 0
  }
}
