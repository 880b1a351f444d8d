internal import CGeographic

/// A zone of UTM with its hemisphere, or UPS about a pole, on WGS 84. Zones go on beyond their edges.
///
/// The arithmetic is GeographicLib's: to a few nanometres within 30° of a zone's middle.
package struct UniversalZone: Hashable, Sendable {
  /// 1 to 60; 0 for UPS.
  package let number: Int
  package let isNorth: Bool

  package init(number: Int, isNorth: Bool) {
    precondition((0...60).contains(number), "a zone is 1 to 60, or 0 for UPS")
    self.number = number
    self.isNorth = isNorth
  }

  /// The zone that a place belongs to, with the exceptions of Norway and Svalbard.
  /// - Parameter place: Degrees of longitude and latitude.
  package init(of place: Position) {
    self.init(number: Int(mapdoc_universal_zone(place.x, place.y)), isNorth: place.y >= 0)
  }

  /// Metres of easting at the middle of a zone of UTM, and both coordinates of a pole in UPS (NGA.SIG.0012).
  package static let (falseEasting, falsePole) = (500_000.0, 2_000_000.0)

  package var isPolar: Bool { number == 0 }
  /// Its middle meridian in degrees.
  package var middle: Double { isPolar ? 0 : 6 * Double(number) - 183 }

  /// `32N`, `32S`; `UPS N`, `UPS S`.
  package var name: String { (isPolar ? "UPS " : String(number)) + (isNorth ? "N" : "S") }

  /// From degrees of longitude and latitude to eastings and northings in metres.
  package func forward(_ places: [Position]) -> [Position] {
    moved(places) { mapdoc_universal_forward(Int32(number), isNorth, $0, $1) }
  }

  /// From eastings and northings to degrees; longitudes lie within 180 of the zone's middle.
  package func reverse(_ places: [Position]) -> [Position] {
    moved(places) { mapdoc_universal_reverse(Int32(number), isNorth, $0, $1) }
  }

  /// The same with longitudes counted from the middle of a zone of UTM.
  func reverseFromMiddle(_ places: [Position]) -> [Position] {
    moved(places) { mapdoc_universal_reverse_from_middle(isNorth, $0, $1) }
  }

  private func moved(_ places: [Position], _ move: (UnsafeMutablePointer<Double>, Int) -> Void) -> [Position] {
    var moved = places
    moved.withUnsafeMutableBytes { bytes in
      // A position is two doubles, x then y.
      guard let first = bytes.baseAddress?.assumingMemoryBound(to: Double.self) else { return }
      move(first, places.count)
    }
    return moved
  }

  /// The MGRS designation of a place of the zone.
  /// - Parameters:
  ///   - latitude: Of it, in degrees: near a band's edge it says which band.
  ///   - digits: For each of easting and northing; 0 gives the square of 100 km: `32VNM`.
  /// - Returns: `nil` where MGRS has none.
  package func designation(_ place: Position, latitude: Double, digits: Int = 0) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      guard let start = text.baseAddress else { return nil }
      let length = mapdoc_mgrs(
        Int32(number), isNorth, place.x, place.y, latitude, Int32(digits), start, text.count)
      return length > 0 ? String(cString: start) : nil
    }
  }

  /// The two letters of a square of 100 km: `NM`.
  /// - Parameter place: In the square.
  package func squareLetters(_ place: Position, latitude: Double) -> String? {
    designation(place, latitude: latitude).map { String($0.suffix(2)) }
  }
}
