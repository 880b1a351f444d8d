import TestSupport
import Testing

@testable import Geodesy

/// Zones, coordinates and letters against GeoConvert's, over 2,500 places.
@Suite(.enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)))
struct UniversalZoneTests {
  private struct Vector {
    let id: String
    let place: Position
    let zone: UniversalZone
    let metres: Position
    let metre: String
    let hundredMetres: String
    let square: String
  }

  private func vectors() throws -> [Vector] {
    try Fixtures.rows("mgrs-vectors/latlon-to-utm-mgrs.csv").map { row in
      let name = row[4]
      return Vector(
        id: row[0], place: Position(x: try #require(Double(row[3])), y: try #require(Double(row[2]))),
        zone: UniversalZone(number: Int(name.dropLast()) ?? 0, isNorth: name.hasSuffix("n")),
        metres: Position(x: try #require(Double(row[5])), y: try #require(Double(row[6]))), metre: row[7],
        hundredMetres: row[8], square: row[9])
    }
  }

  @Test func everyPlaceHasTheZoneCoordinatesAndLettersOfGeoConvert() throws {
    let vectors = try vectors()
    #expect(vectors.count > 2000)
    for vector in vectors {
      let zone = UniversalZone(of: vector.place)
      #expect(zone == vector.zone, "vector \(vector.id)")
      let metres = zone.forward([vector.place])[0]
      #expect(abs(metres.x - vector.metres.x) <= 0.0006 && abs(metres.y - vector.metres.y) <= 0.0006)
      let back = zone.reverse([metres])[0]
      #expect(abs(back.y - vector.place.y) < 1e-10)
      for (digits, text) in [(5, vector.metre), (3, vector.hundredMetres), (0, vector.square)] {
        #expect(zone.designation(metres, latitude: vector.place.y, digits: digits) == text, "vector \(vector.id)")
      }
      #expect(zone.squareLetters(metres, latitude: vector.place.y) == String(vector.square.suffix(2)))
    }
  }

  /// Each place lies in one strip of its zone and one grid zone, edges apart; their names are those of GeoConvert.
  @Test func stripsAndGridZonesCoverTheEarthOnce() throws {
    for vector in try vectors() {
      var place = vector.place
      // At a pole, and where UPS meets the antimeridian, several fit.
      if abs(place.y) == 90 || vector.zone.isPolar && abs(place.x) == 180 { continue }
      if place.x >= 180 { place.x -= 360 }
      // On a parallel between two bands a place belongs to the northern one, on a meridian to the eastern one.
      let strips = ZoneStrip.all.filter { strip in
        let isInside = place.x >= strip.box.xmin && place.x < strip.box.xmax && place.y >= strip.box.ymin
        return isInside && place.y < strip.box.ymax
      }
      #expect(strips.map(\.zone) == [vector.zone], "vector \(vector.id)")
      let names = strips.flatMap(\.gridZones).filter { zone in
        place.x >= zone.box.xmin && place.x < zone.box.xmax && place.y >= zone.box.ymin && place.y < zone.box.ymax
      }.map(\.name)
      #expect(names == [String(vector.square.dropLast(2))], "vector \(vector.id)")
    }
  }

  /// A label's digits are those of a place just inside of its line.
  @Test(arguments: [(10.0, 4), (100, 3), (1000, 2), (10_000, 1)])
  func digitsOfLabelsAreThoseOfMGRS(_ interval: Double, _ digits: Int) throws {
    let text = ZoneText(GridSpecification(.mgrs), interval: interval)
    for vector in try vectors() {
      let all = vector.metre.suffix(10)
      let x = (vector.metres.x / interval).rounded(.down) * interval
      let y = (vector.metres.y / interval).rounded(.down) * interval
      // GeoConvert's table is rounded to a millimetre: it may have crossed a line.
      guard abs(x - vector.metres.x) > 0.001, abs(y - vector.metres.y) > 0.001 else { continue }
      #expect(text.parts(.x, x).map(\.text).joined() == String(all.prefix(5).prefix(digits)))
      #expect(text.parts(.y, y).map(\.text).joined() == String(all.suffix(5).prefix(digits)))
    }
  }
}
