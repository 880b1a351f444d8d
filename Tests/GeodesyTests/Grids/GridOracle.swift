import TestSupport
import Testing

@testable import Geodesy

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What PROJ (through `gdaltransform`, whose x is always east) and GeoConvert say of places of a picture.
enum GridOracle {
  static let transform = Program.named("gdaltransform")
  static let convert = Program.named("GeoConvert")

  /// A place at which a line is said to run.
  struct Spot {
    let axis: GridStroke.Axis
    let value: Double
    let point: PicturePoint
  }

  /// How far a spot lies from its line, in device pixels.
  struct Deviation: CustomStringConvertible {
    var pixels = 0.0
    var description = "no place"
  }

  /// The reference in which a line has one coordinate.
  static func reference(of zone: UniversalZone?, _ kind: GridSpecification.Kind) -> String {
    if case .projected(let reference) = kind { return reference.definition }
    guard let zone else { return "EPSG:4326" }
    if zone.isPolar {
      return "+proj=stere +lat_0=\(zone.isNorth ? 90 : -90) +lon_0=0 +k=0.994 +x_0=2000000 +y_0=2000000 +datum=WGS84"
    }
    return "EPSG:32\(zone.isNorth ? 6 : 7)\(zone.number < 10 ? "0" : "")\(zone.number)"
  }

  /// Of those spots of which PROJ knows the place; next to a pole, where longitudes run together within a few pixels, none.
  /// - Parameter reference: In which the lines are straight.
  static func deviations(of spots: [Spot], on one: GridView, _ reference: String) async throws -> [Deviation] {
    // The place, and one pixel to each side, where there is one: how fast the coordinate grows there.
    let sides = [(0.0, 0.0), (1, 0), (-1, 0), (0, 1), (0, -1)]
    let points = spots.flatMap { spot in
      sides.map { PicturePoint(x: spot.point.x + $0.0, y: spot.point.y + $0.1) }
    }
    let places = try await moved(points.map(one.view.ground), from: one.reference, to: reference)
    return spots.enumerated().compactMap { index, spot in
      let own = places[sides.count * index..<sides.count * (index + 1)].map { $0 }
      guard let here = own[0], let across = own[1] ?? own[2], let along = own[3] ?? own[4] else { return nil }
      let isLongitude = spot.axis == .x && reference == "EPSG:4326"
      func value(_ place: Position) -> Double {
        let value = (spot.axis == .x ? place.x : place.y) - spot.value
        return isLongitude ? remainder(value, 360) : value
      }
      let growth = hypot(value(across) - value(here), value(along) - value(here))
      guard growth > 0, growth.isFinite, !(isLongitude && growth > 5) else { return nil }
      let pixels = abs(value(here)) / growth
      return Deviation(
        pixels: pixels, description: "\(pixels) pixels from \(spot.axis) \(spot.value) at \(spot.point): \(here)")
    }
  }

  static func moved(_ places: [Position], from source: String, to target: String) async throws -> [Position?] {
    let folder = try TemporaryFolder()
    let input = try folder.write(places.map { "\($0.x) \($0.y)\n" }.joined(), to: "in")
    let outcome = try await #require(transform).run(
      ["-s_srs", source, "-t_srs", target, "-output_xy"], input: input)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.text.split(whereSeparator: \.isNewline)
    #expect(lines.count == places.count)
    return lines.map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count >= 2, numbers[0].isFinite, numbers[1].isFinite else { return nil }
      return Position(x: numbers[0], y: numbers[1])
    }
  }

  /// GeoConvert's answers to lines of input.
  static func converted(_ lines: [String], _ options: [String]) async throws -> [String] {
    let folder = try TemporaryFolder()
    let input = try folder.write(lines.map { $0 + "\n" }.joined(), to: "in")
    let outcome = try await #require(convert).run(options, input: input)
    return outcome.text.split(whereSeparator: \.isNewline).map(String.init)
  }
}
