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
  /// A way over a pole goes along one meridian and back along another: of the two places at the pole, each has the longitude of
  /// its own.
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
    let across = abs(end.x - start.x)
    guard length.isFinite, length > step || across > Self.farAcross, length > 0, step > 0 else { return [] }
    let count = Int(max(1, min(Double(Self.mostParts), (length / step).rounded(.up))))

    func place(at distance: Double, after previous: Position) -> Position {
      var (latitude, longitude, azimuth) = (0.0, 0.0, 0.0)
      functions.pointee.geod_position(&line, distance, &latitude, &longitude, &azimuth)
      // Longitudes only grow along a shortest way, or only fall: all lie between those of the ends.
      let near = across <= 180 ? (start.x + end.x) / 2 : previous.x
      return Position(x: longitude, y: latitude).moved(near: near, period: 360)
    }
    var places: [Position] = []
    /// Near a pole, the longitude of a way turns within a short part of it.
    func divide(_ from: Position, _ begin: Double, _ to: Position, _ far: Double) {
      let half = (begin + far) / 2
      let middle = place(at: half, after: from)
      let chord = BoxCut.between(from, to, 0.5)
      let off: Double = max(abs(middle.x - chord.x), abs(middle.y - chord.y))
      guard off * ReferenceFacts.metresPerDegree > 8 * tolerance, places.count < Self.mostParts else { return }
      guard far - begin > Self.shortest else {
        let pole = middle.y < 0 ? -90.0 : 90
        places += [Position(x: from.x, y: pole), Position(x: to.x, y: pole)]
        return
      }
      divide(from, begin, middle, half)
      places.append(middle)
      divide(middle, half, to, far)
    }
    var (before, distance) = (start, 0.0)
    for number in 1...count {
      let far = length * Double(number) / Double(count)
      let next = number == count ? end : place(at: far, after: before)
      divide(before, distance, next, far)
      if number < count { places.append(next) }
      (before, distance) = (next, far)
    }
    return places
  }

  /// In degrees: ways that may come near a pole, however short they are.
  private static let farAcross = 10.0
  /// In metres: where a way of that length turns, it goes over the pole.
  private static let shortest = 0.01
  private static let mostParts = 10_000
}
