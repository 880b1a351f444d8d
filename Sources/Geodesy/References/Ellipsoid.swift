#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The figure of the earth behind a spatial reference.
package struct Ellipsoid: Hashable, Sendable {
  /// Semi-major axis in metres.
  package let semiMajorAxis: Double
  /// 1 / f; 0 for a sphere.
  package let inverseFlattening: Double

  package static let wgs84 = Ellipsoid(semiMajorAxis: 6_378_137, inverseFlattening: 298.257223563)

  package init(semiMajorAxis: Double, inverseFlattening: Double) {
    self.semiMajorAxis = semiMajorAxis
    self.inverseFlattening = inverseFlattening
  }

  package var flattening: Double { inverseFlattening == 0 ? 0 : 1 / inverseFlattening }
  /// e², the first eccentricity squared.
  var eccentricitySquared: Double { flattening * (2 - flattening) }

  /// M: the radius of curvature along the meridian, in metres.
  /// - Parameter latitude: In radians.
  func meridianRadius(at latitude: Double) -> Double {
    let sine = sin(latitude)
    let w = 1 - eccentricitySquared * sine * sine
    return semiMajorAxis * (1 - eccentricitySquared) / (w * w.squareRoot())
  }

  /// N: the radius of curvature across the meridian, in metres.
  /// - Parameter latitude: In radians.
  func transverseRadius(at latitude: Double) -> Double {
    let sine = sin(latitude)
    return semiMajorAxis / (1 - eccentricitySquared * sine * sine).squareRoot()
  }

  /// The straight line between two positions, in metres; the geodesic to a billionth when they are within a kilometre,
  /// and well-behaved at the poles.
  /// - Parameters: Degrees of longitude and latitude.
  func chord(from start: Position, to end: Position) -> Double {
    let (a, b) = (cartesian(start), cartesian(end))
    return hypot(hypot(b.x - a.x, b.y - a.y), b.z - a.z)
  }

  private func cartesian(_ position: Position) -> (x: Double, y: Double, z: Double) {
    let (longitude, latitude) = (position.x * .pi / 180, position.y * .pi / 180)
    let n = transverseRadius(at: latitude)
    return (
      n * cos(latitude) * cos(longitude), n * cos(latitude) * sin(longitude),
      n * (1 - eccentricitySquared) * sin(latitude)
    )
  }

  /// The length of the geodesic between two positions, in metres, to less than a millimetre.
  ///
  /// Source: T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid", Survey Review XXIII (176), 1975.
  /// - Parameters: Degrees of longitude and latitude.
  /// - Returns: `nil` for the nearly antipodal pairs for which that method does not converge.
  package func distance(from start: Position, to end: Position) -> Double? {
    let f = flattening
    let b = semiMajorAxis * (1 - f)
    let (u1, u2) = (Self.reduced(start.y, f), Self.reduced(end.y, f))
    let difference = (end.x - start.x) * .pi / 180
    var lambda = difference
    for _ in 0..<200 {
      let x = u2.cosine * sin(lambda)
      let y = u1.cosine * u2.sine - u1.sine * u2.cosine * cos(lambda)
      let sinSigma = hypot(x, y)
      if sinSigma == 0 { return 0 }
      let cosSigma = u1.sine * u2.sine + u1.cosine * u2.cosine * cos(lambda)
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = u1.cosine * u2.cosine * sin(lambda) / sinSigma
      let cos2Alpha = 1 - sinAlpha * sinAlpha
      let cos2Middle = cos2Alpha == 0 ? 0 : cosSigma - 2 * u1.sine * u2.sine / cos2Alpha
      let c = f / 16 * cos2Alpha * (4 + f * (4 - 3 * cos2Alpha))
      let before = lambda
      let square = 2 * cos2Middle * cos2Middle - 1
      lambda = difference + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * (cos2Middle + c * cosSigma * square))
      guard lambda.isFinite, abs(lambda) <= 2 * .pi else { return nil }
      if abs(lambda - before) < 1e-13 {
        let uSquared = cos2Alpha * (semiMajorAxis * semiMajorAxis - b * b) / (b * b)
        let bigA = 1 + uSquared / 16384 * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
        let bigB = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
        let last = bigB / 6 * cos2Middle * (4 * sinSigma * sinSigma - 3) * (4 * cos2Middle * cos2Middle - 3)
        let correction = bigB * sinSigma * (cos2Middle + bigB / 4 * (cosSigma * square - last))
        return b * bigA * (sigma - correction)
      }
    }
    return nil
  }

  /// Sine and cosine of the reduced latitude.
  private static func reduced(_ latitude: Double, _ flattening: Double) -> (sine: Double, cosine: Double) {
    let radians = latitude * .pi / 180
    let (y, x) = ((1 - flattening) * sin(radians), cos(radians))
    let length = hypot(x, y)
    return (y / length, x / length)
  }
}
