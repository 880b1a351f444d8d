/// Where points of a picture lie in a source's reference, by one pinned operation.
struct PicturePositions {
  let view: MapView
  /// From the source to the map.
  let projector: Projector
  /// How far from the middle of the map its world reaches, in x and y of the map: nothing is drawn beyond. Infinite where the
  /// reference has no edge, or where the map goes on beyond it, which it never does in y.
  private let halfWorld: (x: Double, y: Double)
  /// Set where the map goes on beyond its world's edge: each frame shows what frame 0 does.
  private let frames: WorldFrames?
  /// The pole of a source in degrees: nothing lies beyond, and what a map shows there is none of it. `nil` where the map is in
  /// the same reference, for the source's own edge is then the world's.
  private let pole: Double?
  /// What PROJ gives for places beyond a map's edge may be a place elsewhere: the way back tells.
  private let isChecked: Bool
  /// Units of the map's x once round the world, where it repeats: the way back may end in another copy of it.
  private let period: Double?
  /// Map units that the way there and back may lead astray.
  private let tolerance: Double
  /// Set where positions are those of one picture, in its own plane.
  private let image: ImagePlane?

  /// - Parameter frames: Of the map, where it goes on beyond its world's edge.
  init(_ view: MapView, from projector: Projector, frames: WorldFrames?, image: ImagePlane? = nil) {
    self.view = view
    self.projector = projector
    self.frames = frames
    self.image = image
    let facts = view.reference.facts
    if case .identity = projector.method {
      // The source's own edge is the world's.
      halfWorld = (.infinity, .infinity)
    } else {
      let slack = 1 + 1e-12
      halfWorld = (
        x: frames == nil ? facts.worldWidth.map { $0 / 2 * slack } ?? .infinity : .infinity,
        y: view.reference.worldEdge.map { $0.ymax * slack } ?? .infinity
      )
    }
    period = facts.worldWidth
    let own = projector.source.facts
    pole = own.isGeographic && projector.source != view.reference ? own.worldWidth.map { $0 / 4 * (1 + 1e-9) } : nil
    if case .operation = projector.method { isChecked = true } else { isChecked = false }
    tolerance = max(view.resolution / 4, 0.05 / facts.metresPerUnit)
  }

  /// In the same order; `nil` for points that show no ground of the source.
  func positions(_ points: [PicturePoint]) -> [SIMD2<Double>?] {
    let found = inReference(points)
    guard let image else { return found }
    return found.map { $0.flatMap(image.place) }
  }

  private func inReference(_ points: [PicturePoint]) -> [SIMD2<Double>?] {
    var ground = points.map(view.ground)
    if let frames { ground = ground.map(frames.normalized) }
    var positions = unprojected(ground)
    for index in ground.indices where abs(ground[index].x) > halfWorld.x || abs(ground[index].y) > halfWorld.y {
      positions[index] = nil
    }
    if let pole {
      for index in positions.indices where positions[index].map({ abs($0.y) > pole }) ?? false {
        positions[index] = nil
      }
    }
    guard isChecked else { return positions.map { $0.map { SIMD2($0.x, $0.y) } } }
    let valid = positions.indices.filter { positions[$0] != nil }
    let back = projector.project(valid.compactMap { positions[$0] })
    for (index, place) in zip(valid, back) {
      if let place, abs(place.y - ground[index].y) <= tolerance {
        let dx = place.x - ground[index].x
        if abs(dx - (period.map { $0 * (dx / $0).rounded() } ?? 0)) <= tolerance { continue }
      }
      positions[index] = nil
    }
    return positions.map { $0.map { SIMD2($0.x, $0.y) } }
  }

  private func unprojected(_ ground: [Position]) -> [Position?] {
    guard case .offset(let path) = projector.method else { return projector.unproject(ground) }
    return path.unproject(ground, within: tolerance * view.reference.facts.metresPerUnit)
  }
}

/// The plane of one picture as a mesh counts in it: x its columns from the left, y its rows upwards from the top edge, so that
/// its pixels lie between 0 and the width, and between minus the height and 0.
struct ImagePlane: Sendable {
  let transform: ImageTransform
  /// Units of x once round the world, where the reference repeats: what is looked up is the copy nearest to the picture.
  let worldWidth: Double?

  /// `nil` for a position that the plane does not show.
  func place(_ position: SIMD2<Double>) -> SIMD2<Double>? {
    let middle = transform.outline.center.x
    let nearest = MeshRefinement.unwrapped(position, near: SIMD2(middle, position.y), worldWidth)
    return transform.pixel(of: nearest).map { SIMD2($0.x, -$0.y) }
  }
}
