internal import CPROJ

/// Shortest ways on an ellipsoid, by GeographicLib's routines, which come with PROJ.
struct Geodesic {
  private let functions: UnsafePointer<mapdoc_proj>
  private var figure = geod_geodesic()
  private let radius: Double

  /// - Throws: ``GeodesyError/libraryMissing(reason:)``.
  init(on ellipsoid: Ellipsoid) throws(GeodesyError) {
    functions = try PROJLibrary.functions()
    radius = ellipsoid.semiMajorAxis
    functions.pointee.geod_init(&figure, ellipsoid.semiMajorAxis, ellipsoid.flattening)
  }

  /// Places between two, the first and the last left out, so close that a line that is straight in longitude and latitude
  /// differs from the shortest way by less than a tolerance; none where the two already do.
  ///
  /// - Parameters:
  ///   - start: Degrees of longitude and latitude; longitudes that go on beyond 180 go on in the result.
  ///   - tolerance: In metres, above 0.
  func places(from start: Position, to end: Position, tolerance: Double) -> [Position] {
    guard start.isFinite, end.isFinite, abs(start.y) <= 90, abs(end.y) <= 90 else { return [] }
    var (figure, line) = (figure, geod_geodesicline())
    functions.pointee.geod_inverseline(
      &line, &figure, start.y, start.x, end.y, end.x, UInt32(GEOD_DISTANCE_IN.rawValue | GEOD_LONGITUDE.rawValue))
    let length = line.s13
    // A parallel curves away from the shortest way by L² tan(latitude) / 8R.
    let steepest = min(89, max(abs(start.y), abs(end.y), 20)) * .pi / 180
    let step = (8 * radius * tolerance / tangent(of: steepest)).squareRoot()
    guard length.isFinite, length > step, step > 0 else { return [] }
    let count = Int(min(Double(Self.mostParts), (length / step).rounded(.up)))
    var previous = start.x
    return (1..<max(1, count)).map { number in
      var (latitude, longitude, azimuth) = (0.0, 0.0, 0.0)
      functions.pointee.geod_position(&line, length * Double(number) / Double(count), &latitude, &longitude, &azimuth)
      longitude += 360 * ((previous - longitude) / 360).rounded()
      previous = longitude
      return Position(x: longitude, y: latitude)
    }
  }

  private static let mostParts = 10_000
}
