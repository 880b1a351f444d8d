/// A part of a zone between two meridians and two parallels: a zone is one of them in each hemisphere, but where Norway
/// (32V) and Svalbard (31X to 37X) have theirs.
struct ZoneStrip: Hashable, Sendable {
  let zone: UniversalZone
  /// In degrees.
  let box: Extent

  /// All of them, from zone 1 on; then UPS.
  static let all: [ZoneStrip] = (1...60).flatMap(strips) + polar

  static let polar = [
    ZoneStrip(zone: UniversalZone(number: 0, isNorth: false), box: Extent(xmin: -180, ymin: -90, xmax: 180, ymax: -80)),
    ZoneStrip(zone: UniversalZone(number: 0, isNorth: true), box: Extent(xmin: -180, ymin: 84, xmax: 180, ymax: 90)),
  ]

  private static func strips(of number: Int) -> [ZoneStrip] {
    let west = 6 * Double(number) - 186
    func strip(_ south: Double, _ north: Double, _ west: Double, _ east: Double) -> ZoneStrip {
      ZoneStrip(
        zone: UniversalZone(number: number, isNorth: south >= 0),
        box: Extent(xmin: west, ymin: south, xmax: east, ymax: north))
    }
    let south = strip(-80, 0, west, west + 6)
    switch number {
    case 31:
      return [south, strip(0, 56, 0, 6), strip(56, 64, 0, 3), strip(64, 72, 0, 6), strip(72, 84, 0, 9)]
    case 32: return [south, strip(0, 56, 6, 12), strip(56, 64, 3, 12), strip(64, 72, 6, 12)]
    case 33: return [south, strip(0, 72, 12, 18), strip(72, 84, 9, 21)]
    case 35: return [south, strip(0, 72, 24, 30), strip(72, 84, 21, 33)]
    case 37: return [south, strip(0, 72, 36, 42), strip(72, 84, 33, 42)]
    case 34, 36: return [south, strip(0, 72, west, west + 6)]
    default: return [south, strip(0, 84, west, west + 6)]
    }
  }

  /// Latitude bands of MGRS from -80 on: 8° each, the last one 12°.
  static let bands: [(letter: Character, south: Double, north: Double)] = "CDEFGHJKLMNPQRSTUVWX".enumerated().map {
    (letter: $1, south: Double($0) * 8 - 80, north: $0 == 19 ? 84 : Double($0) * 8 - 72)
  }

  /// Its grid zones of MGRS with their names, `01K` to `60X`: a band of it each; about the poles a half, west or east of Greenwich.
  var gridZones: [(name: String, box: Extent)] {
    if zone.isPolar {
      let names = zone.isNorth ? ["Y", "Z"] : ["A", "B"]
      return [
        (names[0], Extent(xmin: -180, ymin: box.ymin, xmax: 0, ymax: box.ymax)),
        (names[1], Extent(xmin: 0, ymin: box.ymin, xmax: 180, ymax: box.ymax)),
      ]
    }
    return Self.bands.filter { $0.south >= box.ymin && $0.north <= box.ymax }.map { band in
      (
        (zone.number < 10 ? "0" : "") + "\(zone.number)\(band.letter)",
        Extent(xmin: box.xmin, ymin: band.south, xmax: box.xmax, ymax: band.north)
      )
    }
  }
}
