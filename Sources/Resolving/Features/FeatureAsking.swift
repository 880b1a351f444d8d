import DocumentModel
import Geodesy

/// Which reference a service is asked for, that gives its features in any.
enum FeatureAsking {
  /// By how much a line that is straight between its places may bend on its way to the map, in device pixels.
  private static let tolerance = 0.25

  /// The map's reference, so that coordinates are projected once, by the service; its own where that would show.
  ///
  /// It would where there is a question of datums, which each program answers in its own way: what this one says of it then holds.
  /// And on maps of much of the world: a service moves the places of a line, while here a line is bent as its own reference
  /// means it.
  /// - Parameter own: The service's.
  static func reference(_ own: SpatialReference, of description: LayerDescription, in view: MapView) -> SpatialReference
  {
    let map = view.reference
    guard let features = description.features, features.isAskedInAny, own != map,
      ["EPSG:", "ESRI:"].contains(where: map.definition.hasPrefix), !map.isChineseOffset,
      let projector = try? Projector(from: own, to: map, over: map.area(of: view.extent)),
      projector.accuracy == 0, !projector.isBallpark
    else { return own }
    return features.kinds == [.point] || isStraight(projector, in: view) ? map : own
  }

  /// Whether lines through the picture and about as much around it are as straight in both references.
  private static func isStraight(_ projector: Projector, in view: MapView) -> Bool {
    let box = view.extent
    var ends: [Position] = []
    for row in [-0.5, 0.5, 1.5] {
      for column in [-0.5, 0.5, 1.5] {
        ends.append(Position(x: box.xmin + column * box.width, y: box.ymin + row * box.height))
      }
    }
    let own = projector.unproject(ends)
    var middles: [(there: Position, here: Position)] = []
    for one in ends.indices {
      for other in ends.indices where other > one {
        guard let a = own[one], let b = own[other] else { return false }
        middles.append(
          (
            Position(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2),
            Position(x: (ends[one].x + ends[other].x) / 2, y: (ends[one].y + ends[other].y) / 2)
          ))
      }
    }
    let bound = Self.tolerance * view.resolution
    return zip(middles, projector.project(middles.map(\.there))).allSatisfy { middle, moved in
      // What lies along the line is no bend, but is looked at too: it is as little.
      guard let moved else { return false }
      let (dx, dy) = (moved.x - middle.here.x, moved.y - middle.here.y)
      return dx * dx + dy * dy < bound * bound
    }
  }
}
