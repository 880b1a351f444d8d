#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Web Mercator in closed form: EPSG's method 1024, a sphere of 6378137 m under geodetic latitudes of WGS 84.
package enum SphericalMercator {
  package static let radius = 6_378_137.0
  /// π · radius: from the middle of the world to its edges, in metres.
  package static let halfWorld = 20037508.342789244
  /// Where the square world ends, in degrees.
  package static let latitudeLimit = 85.0511287798066

  /// From degrees of longitude and latitude to metres; longitudes beyond 180 go on into the next frame of the world.
  /// - Returns: `nil` at the poles and beyond.
  static func forward(_ position: Position) -> Position? {
    guard position.x.isFinite, abs(position.y) < 90 else { return nil }
    return Position(x: position.x / 180 * halfWorld, y: radius * asinh(tan(position.y * .pi / 180)))
  }

  /// From metres to degrees of longitude and latitude.
  static func inverse(_ position: Position) -> Position? {
    guard position.x.isFinite, position.y.isFinite else { return nil }
    return Position(x: position.x / halfWorld * 180, y: atan(sinh(position.y / radius)) * 180 / .pi)
  }

  /// A box of degrees in metres; what lies beyond the square world is cut off, unless all of it does.
  /// - Returns: `nil` for a box that is all pole.
  static func forward(_ extent: Extent) -> Extent? {
    guard extent.isFinite, extent.ymin < 90, extent.ymax > -90 else { return nil }
    let isBeyond = extent.ymin >= latitudeLimit || extent.ymax <= -latitudeLimit
    let limit = isBeyond ? 89.9999 : latitudeLimit
    return Extent(
      xmin: extent.xmin / 180 * halfWorld, ymin: northing(extent.ymin, limit), xmax: extent.xmax / 180 * halfWorld,
      ymax: northing(extent.ymax, limit))
  }

  static func inverse(_ extent: Extent) -> Extent? {
    guard
      let low = inverse(Position(x: extent.xmin, y: extent.ymin)),
      let high = inverse(Position(x: extent.xmax, y: extent.ymax))
    else { return nil }
    return Extent(xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y)
  }

  /// The y of a latitude held within a limit; the world's edge exactly where that is the limit.
  private static func northing(_ latitude: Double, _ limit: Double) -> Double {
    if limit == latitudeLimit, abs(latitude) >= limit { return latitude < 0 ? -halfWorld : halfWorld }
    return radius * asinh(tan(min(max(latitude, -limit), limit) * .pi / 180))
  }
}
