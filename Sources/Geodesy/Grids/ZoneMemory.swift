/// Degrees of places of zones that have been asked for: neighbouring zones have the same ones, 6 degrees beside each other.
///
/// For one thread.
final class ZoneMemory {
  private struct Entry {
    /// In metres; not a number: nothing is kept here.
    var place = Position(x: .nan, y: .nan)
    /// Of longitude from the zone's middle, and of latitude.
    var degrees = Position(x: 0, y: 0)
    var isNorth = false
  }

  private var entries = [Entry](repeating: Entry(), count: 1 << bits)

  private static let bits: UInt64 = 13

  /// Longitudes lie within 180 degrees of the zone's middle.
  func reverse(_ places: [Position], in zone: UniversalZone) -> [Position] {
    guard !zone.isPolar else { return zone.reverse(places) }
    var found: [Position] = []
    found.reserveCapacity(places.count)
    var missing: [Int] = []
    for (index, place) in places.enumerated() {
      let entry = entries[Self.slot(place)]
      if entry.isNorth == zone.isNorth, entry.place.x == place.x, entry.place.y == place.y {
        found.append(entry.degrees)
      } else {
        missing.append(index)
        found.append(place)
      }
    }
    for (index, degrees) in zip(missing, zone.reverseFromMiddle(missing.map { places[$0] })) {
      entries[Self.slot(places[index])] = Entry(place: places[index], degrees: degrees, isNorth: zone.isNorth)
      found[index] = degrees
    }
    for index in found.indices { found[index].x += zone.middle }
    return found
  }

  private static func slot(_ place: Position) -> Int {
    let hash = (place.x.bitPattern ^ (place.y.bitPattern &* 0x9e37_79b9_7f4a_7c15)) &* 0xc2b2_ae3d_27d4_eb4f
    return Int(hash &>> (64 - bits))
  }
}
