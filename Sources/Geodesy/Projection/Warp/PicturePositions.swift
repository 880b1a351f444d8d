/// Where points of a picture lie in a source's reference, by one pinned operation.
struct PicturePositions {
  let view: MapView
  /// From the source to the map.
  let projector: Projector
  /// Beyond it, in x of the map, there is no world; `nil` where the map's reference does not repeat, or goes on.
  private let halfWorld: Double?
  /// What PROJ gives for places beyond a map's edge may be a place elsewhere: the way back tells.
  private let isChecked: Bool
  /// Map units that the way there and back may lead astray.
  private let tolerance: Double

  /// - Parameter wrapsAround: The map goes on beyond its world's edge.
  init(_ view: MapView, from projector: Projector, wrapsAround: Bool) {
    self.view = view
    self.projector = projector
    let facts = view.reference.facts
    if case .identity = projector.method {
      // The source's own edge is the world's.
      halfWorld = nil
    } else {
      halfWorld = wrapsAround ? nil : facts.worldWidth.map { $0 / 2 * (1 + 1e-12) }
    }
    if case .operation = projector.method { isChecked = true } else { isChecked = false }
    tolerance = max(view.resolution / 4, 0.05 / facts.metresPerUnit)
  }

  /// In the same order; `nil` for points that show no ground of the source.
  func positions(_ points: [PicturePoint]) -> [SIMD2<Double>?] {
    let ground = points.map(view.ground)
    var positions = projector.unproject(ground)
    if let halfWorld {
      for index in ground.indices where abs(ground[index].x) > halfWorld { positions[index] = nil }
    }
    guard isChecked else { return positions.map { $0.map { SIMD2($0.x, $0.y) } } }
    let valid = positions.indices.filter { positions[$0] != nil }
    let back = projector.project(valid.compactMap { positions[$0] })
    for (index, place) in zip(valid, back) {
      if let place, abs(place.x - ground[index].x) <= tolerance, abs(place.y - ground[index].y) <= tolerance {
        continue
      }
      positions[index] = nil
    }
    return positions.map { $0.map { SIMD2($0.x, $0.y) } }
  }
}
