/// Boxes that the target tears: a map of the world in Robinson's projection about 150° east ends at 30° west, in the middle of
/// a box from -180 to 180.
extension Projector {
  /// Rounds of looking about a place; each that finds nothing farther out halves the way looked.
  private static let rounds = 64
  /// The farthest that the edge of a tear lies from the place next to it, as a share of the whole.
  private static let farthest = 0.1

  /// The outermost places of the target, in each of its four directions, about positions inside a box.
  ///
  /// Where the target is whole, the outline of a box holds them. Where it is torn inside the box, they lie on the two edges
  /// of the tear, between two of the positions, and are climbed to. What runs away to infinity instead is left out.
  /// - Parameters:
  ///   - reached: Positions inside the box, each with its counterpart in the target, spread evenly.
  ///   - outlined: The box of the target around the outline; `nil` when nothing of it has a counterpart.
  func edgesOfTears(
    in extent: Extent, _ reached: [(start: Position, place: Position)], beyond outlined: Extent?
  ) -> [Position] {
    let directions: [@Sendable (Position) -> Double] = [{ -$0.x }, { $0.x }, { -$0.y }, { $0.y }]
    return directions.compactMap { way in
      let ways = reached.map { way($0.place) }
      guard let least = ways.min(), let most = ways.max(), let number = ways.firstIndex(of: most) else { return nil }
      if let outlined, outlined.corners.contains(where: { way($0) >= most }) { return nil }
      let edge = climbed(from: reached[number].start, reached[number].place, in: extent, way)
      return way(edge) - most <= (most - least) * Self.farthest ? edge : nil
    }
  }

  /// The counterpart of the position about a start that lies farthest one way, found by ever shorter steps.
  private func climbed(
    from start: Position, _ place: Position, in extent: Extent, _ way: (Position) -> Double
  ) -> Position {
    var (best, edge) = (start, place)
    var (dx, dy) = (extent.width / 40, extent.height / 40)
    for _ in 0..<Self.rounds {
      let around = (0..<9).map { number -> Position in
        let x = best.x + dx * Double(number % 3 - 1)
        let y = best.y + dy * Double(number / 3 - 1)
        return Position(x: min(max(x, extent.xmin), extent.xmax), y: min(max(y, extent.ymin), extent.ymax))
      }
      let found = zip(around, project(around)).compactMap { start, place in place.map { (start, $0) } }
      if let farther = found.max(by: { way($0.1) < way($1.1) }), way(farther.1) > way(edge) {
        (best, edge) = farther
      } else {
        (dx, dy) = (dx / 2, dy / 2)
      }
    }
    return edge
  }
}
