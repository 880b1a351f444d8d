import Glibc

/// The spherical Mercator projection on a sphere of radius 1.
enum Mercator {
  static func height(ofLatitude latitude: Double) -> Double { log(tan(.pi / 4 + latitude / 2)) }

  static func latitude(ofHeight height: Double) -> Double { 2 * atan(exp(height)) - .pi / 2 }
}
