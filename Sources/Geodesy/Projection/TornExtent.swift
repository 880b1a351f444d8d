/// Boxes that the target tears: a map of the world in Robinson's projection about 150° east ends at 30° west, in the middle of
/// a box from -180 to 180.
extension Projector {
  /// Rounds of looking about a place; each that finds nothing farther out halves the way looked.
  private static let rounds = 64
  /// Rounds without anything farther out after which a place is taken for an end.
  private static let patience = 10
  /// The farthest that the edge of a tear lies from the place next to it, as a share of the whole.
  private static let farthest = 0.1

  /// The outermost places of the target, in each of its four directions, about positions inside a box.
  ///
  /// Where the target is whole, the outline of a box holds them. Where it is torn inside the box, or a place of the box is a
  /// whole line of the target (the antipode of an azimuthal map), they lie between two of the positions, and are climbed to.
  /// What runs away to infinity instead is left out.
  /// - Parameter reached: Positions of the box, inside it and on its outline, each with its counterpart in the target.
  func edgesOfTears(in extent: Extent, _ reached: [(start: Position, place: Position)]) -> [Position] {
    let directions: [@Sendable (Position) -> Double] = [{ -$0.x }, { $0.x }, { -$0.y }, { $0.y }]
    return directions.compactMap { way in
      let ways = reached.map { way($0.place) }
      guard let least = ways.min(), let most = ways.max() else { return nil }
      // The two ends of a box all round the world are one place, from which the box goes on in one direction only.
      let starts = reached.indices.filter { ways[$0] >= most - (most - least) * 1e-9 }
      let edges = [starts.first, starts.last].compactMap { $0 }.map {
        climbed(from: reached[$0].start, reached[$0].place, in: extent, way)
      }
      guard let edge = edges.max(by: { way($0) < way($1) }) else { return nil }
      return way(edge) - most <= (most - least) * Self.farthest ? edge : nil
    }
  }

  /// The counterpart of the position about a start that lies farthest one way, found by ever shorter steps.
  private func climbed(
    from start: Position, _ place: Position, in extent: Extent, _ way: (Position) -> Double
  ) -> Position {
    var (best, edge) = (start, place)
    var (dx, dy) = (extent.width / 40, extent.height / 40)
    var idle = 0
    for _ in 0..<Self.rounds where idle < Self.patience {
      let around = (0..<9).map { number -> Position in
        let x = best.x + dx * Double(number % 3 - 1)
        let y = best.y + dy * Double(number / 3 - 1)
        return Position(x: min(max(x, extent.xmin), extent.xmax), y: min(max(y, extent.ymin), extent.ymax))
      }
      let found = zip(around, project(around)).compactMap { start, place in place.map { (start, $0) } }
      if let farther = found.max(by: { way($0.1) < way($1.1) }), way(farther.1) > way(edge) {
        (best, edge) = farther
        idle = 0
      } else {
        (dx, dy) = (dx / 2, dy / 2)
        idle += 1
      }
    }
    return edge
  }
}
