#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How long a unit of a spatial reference is on the ground.
extension SpatialReference {
  /// Metres on the ellipsoid for one unit of the reference, at a position and in a direction.
  ///
  /// In closed form from the radii of curvature M and N for references in degrees and Web Mercator; for others from the
  /// longitudes and latitudes of two positions a few metres to both sides.
  /// - Parameters:
  ///   - direction: In the plane of the reference, of any length above 0; east by default.
  ///   - position: In units of the reference.
  /// - Returns: `nil` where the position is no place on the ground.
  package func metresPerUnit(
    towards direction: Position = Position(x: 1, y: 0), at position: Position
  ) -> Double? {
    let length = hypot(direction.x, direction.y)
    guard length > 0, length.isFinite, position.isFinite else { return nil }
    let (dx, dy) = (direction.x / length, direction.y / length)
    if self == .webMercator || offset == .gcj02Mercator {
      let latitude = atan(sinh(position.y / SphericalMercator.radius))
      // A unit of x is 1/R of longitude; a unit of y is cos(latitude)/R of latitude.
      let cosine = cos(latitude)
      guard cosine > 1e-12 else { return nil }
      let east = Ellipsoid.wgs84.transverseRadius(at: latitude) * dx
      let north = Ellipsoid.wgs84.meridianRadius(at: latitude) * dy
      return cosine * hypot(east, north) / SphericalMercator.radius
    }
    let facts = self.facts
    if facts.isGeographic {
      let radians = facts.metresPerUnit / Ellipsoid.wgs84.semiMajorAxis
      let latitude = position.y * radians
      guard abs(latitude) < .pi / 2 else { return nil }
      let east = facts.ellipsoid.transverseRadius(at: latitude) * cos(latitude) * dx
      let north = facts.ellipsoid.meridianRadius(at: latitude) * dy
      return hypot(east, north) * radians
    }
    // 100 m to both sides: the error of the finite step is below a billionth, that of rounding too.
    let step = 100 / facts.metresPerUnit
    let ends = [-step, step].map { Position(x: position.x + $0 * dx, y: position.y + $0 * dy) }
    let ground =
      offset.map { offset in ends.map(offset.degrees) } ?? ReferenceRegistry.shared.geographic(ends, of: self)
    guard let start = ground[0], let end = ground[1] else { return nil }
    let metres = facts.ellipsoid.chord(from: start, to: end) / (2 * step)
    return metres > 0 ? metres : nil
  }

  /// A position in degrees of longitude and latitude, on the reference's own datum: good enough to say where on earth
  /// a map lies, without an operation between datums.
  package func longitudeLatitude(_ position: Position) -> Position? {
    switch self {
    case .wgs84: abs(position.y) <= 90 && position.x.isFinite ? position : nil
    case .webMercator: SphericalMercator.inverse(position)
    default:
      if let offset { offset.degrees(position) } else { ReferenceRegistry.shared.geographic([position], of: self)[0] }
    }
  }
}
