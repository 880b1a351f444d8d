import Geodesy

/// How far a spatial reference reaches.
enum ReferenceWorld {
  /// All that the reference is meant to show; `nil` where nobody says.
  static func whole(of reference: SpatialReference) -> Extent? {
    let area = reference.facts.areaOfUse
    // The area of Web Mercator ends beyond its square, and that of Chinese providers' is not theirs to shift.
    if reference == .webMercator || reference.isChineseOffset || area == nil, let edge = reference.worldEdge {
      return edge
    }
    guard let area, let projector = try? Projector(from: .wgs84, to: reference),
      let box = projector.project(area), !box.isEmpty
    else { return nil }
    return box
  }
}

extension Projector {
  /// Positions in the target. Where a map is in Web Mercator, latitudes of degrees end at 85.0511 degrees: nobody who draws
  /// round the whole world means the poles at infinity.
  func projectHeld(_ positions: [Position]) -> [Position?] {
    guard target == .webMercator, source.facts.isGeographic else { return project(positions) }
    let limit = SphericalMercator.latitudeLimit
    return project(
      positions.map { position in
        guard abs(position.y) <= 90 else { return position }
        return Position(x: position.x, y: min(max(position.y, -limit), limit))
      })
  }
}
