import TestSupport
import Testing

@testable import Geodesy

@Suite struct ProjectorTests {
  /// One line of the fixture: a position in degrees, and where another release of PROJ puts it.
  struct Vector: Sendable, CustomTestStringConvertible {
    let code: String
    let places: [Position]
    let projected: [Position]
    var testDescription: String { "EPSG:\(code)" }

    static func all(_ name: String) -> [Vector] {
      guard Fixtures.areHere, let rows = try? Fixtures.rows("proj-vectors/" + name) else { return [] }
      let byCode = Dictionary(grouping: rows) { $0[0] }
      return byCode.keys.sorted().map { code in
        let numbers = (byCode[code] ?? []).map { $0.map { Double($0) ?? .nan } }
        return Vector(
          code: code, places: numbers.map { Position(x: $0[2], y: $0[1]) },
          projected: numbers.map { Position(x: $0[3], y: $0[4]) })
      }
    }
  }

  static func area(_ positions: [Position]) -> Extent? {
    positions.map { Extent(xmin: $0.x, ymin: $0.y, xmax: $0.x, ymax: $0.y) }.reduce(nil) { all, one in
      all?.union(one) ?? one
    }
  }

  @Test(
    .enabled(if: Fixtures.areHere, "the fixtures beside the project are not here"),
    arguments: Vector.all("wgs84-to-projected.csv"))
  func agreesWithAnotherReleaseOfPROJ(_ vector: Vector) throws {
    let target = try SpatialReference.parse("EPSG:" + vector.code)
    let projector = try Projector(from: .wgs84, to: target, over: Self.area(vector.places))
    #expect(!projector.isBallpark)
    for (found, expected) in zip(projector.project(vector.places), vector.projected) {
      let found = try #require(found)
      #expect(abs(found.x - expected.x) < 0.001 && abs(found.y - expected.y) < 0.001, "\(found) for \(expected)")
    }
    for (found, expected) in zip(projector.unproject(vector.projected), vector.places) {
      let found = try #require(found)
      #expect(abs(found.x - expected.x) < 1e-7 && abs(found.y - expected.y) < 1e-7, "\(found) for \(expected)")
    }
  }

  /// Some datums have several operations, and another release may prefer another one: within their accuracies.
  @Test(
    .enabled(if: Fixtures.areHere, "the fixtures beside the project are not here"),
    arguments: Vector.all("datum-shift-no-grids.csv"))
  func shiftsDatumsWithoutGrids(_ vector: Vector) throws {
    let target = try SpatialReference.parse("EPSG:" + vector.code)
    let projector = try Projector(from: .wgs84, to: target, over: Self.area(vector.places))
    #expect(!projector.isBallpark)
    let tolerance = 2 * (projector.accuracy ?? 10)
    for (found, expected) in zip(projector.project(vector.places), vector.projected) {
      let found = try #require(found)
      #expect(
        abs(found.x - expected.x) < tolerance && abs(found.y - expected.y) < tolerance, "\(found) for \(expected)")
    }
  }

  /// `printf '50 9\n85.06 -180\n-33.5 151.2\n0 0\n' | cs2cs -f %.9f EPSG:4326 EPSG:3857`
  @Test(arguments: [
    (Position(x: 9, y: 50), Position(x: 1001875.417139462, y: 6446275.841017161)),
    (Position(x: -180, y: 85.06), Position(x: -20037508.342789244, y: 20048966.104014594)),
    (Position(x: 0, y: 0), Position(x: 0, y: 0)),
  ])
  func projectsWebMercatorInClosedForm(_ place: Position, _ expected: Position) throws {
    let projector = try Projector(from: .wgs84, to: .webMercator)
    let found = try #require(projector.project(place))
    #expect(abs(found.x - expected.x) < 1e-6 && abs(found.y - expected.y) < 1e-6, "\(found)")
    let back = try #require(projector.unproject(expected))
    #expect(abs(back.x - place.x) < 1e-12 && abs(back.y - place.y) < 1e-12)
    let inverse = try Projector(from: .webMercator, to: .wgs84)
    #expect(inverse.project(expected) == back)
    #expect(inverse.unproject(place) == found)
  }

  @Test func hasNoPlaceForThePolesOnWebMercator() throws {
    let projector = try Projector(from: .wgs84, to: .webMercator)
    let positions = [
      Position(x: 0, y: 90), Position(x: 0, y: -90), Position(x: .nan, y: 0), Position(x: 0, y: .nan),
      Position(x: .infinity, y: 0), Position(x: 0, y: 91),
    ]
    #expect(projector.project(positions).allSatisfy { $0 == nil })
    #expect(projector.unproject(Position(x: .infinity, y: 0)) == nil)
  }

  @Test func givesNilForWhatPROJCannotProject() throws {
    let projector = try Projector(from: .wgs84, to: SpatialReference.parse("EPSG:25832"))
    let found = projector.project([
      Position(x: 9, y: 50), Position(x: 9, y: 95), Position(x: .nan, y: 50), Position(x: 9, y: .infinity),
    ])
    #expect(found[0] != nil)
    #expect(found[1...].allSatisfy { $0 == nil })
    #expect(projector.project([]).isEmpty)
  }

  @Test func namesItsOperationWithoutAxisOrder() throws {
    let projector = try Projector(from: .wgs84, to: SpatialReference.parse("EPSG:3006"))
    #expect(projector.operationName == "Inverse of SWEREF99 to WGS 84 (1) + SWEREF99 TM")
    #expect(projector.accuracy == 1)
    #expect(try Projector(from: .wgs84, to: .wgs84).operationName == "identity")
  }

  /// ED50 has some forty operations to WGS 84: `projinfo -s EPSG:4230 -t EPSG:4326 --bbox 10,55,15,58 --summary`
  @Test func choosesTheOperationForTheArea() throws {
    let ed50 = try SpatialReference.parse("EPSG:4230")
    let norway = try Projector(from: ed50, to: .wgs84, over: Extent(xmin: 8, ymin: 60, xmax: 10, ymax: 61))
    let spain = try Projector(from: ed50, to: .wgs84, over: Extent(xmin: -5, ymin: 39, xmax: -3, ymax: 41))
    #expect(norway.operationName != spain.operationName)
    #expect(!norway.isBallpark && !spain.isBallpark)
    let again = try Projector(from: ed50, to: .wgs84, over: Extent(xmin: 8, ymin: 60, xmax: 10, ymax: 61))
    #expect(again.operationName == norway.operationName)
  }

  /// `projinfo -s EPSG:27700 -t EPSG:4326 --spatial-test intersects --bbox -9,49.7,2.1,61 --grid-check discard_missing
  /// --summary`: none is meant for all of that area, and (6) for most of it.
  @Test func takesAnOperationForMostOfTheAreaBeforeABallparkOne() throws {
    let britain = try SpatialReference.parse("EPSG:27700")
    let projector = try Projector(from: britain, to: .wgs84, over: Extent(xmin: -9, ymin: 49.7, xmax: 2.1, ymax: 61))
    #expect(projector.operationName == "Inverse of British National Grid + OSGB36 to WGS 84 (6)")
    #expect(projector.accuracy == 2)
  }

  @Test func flagsABallparkOperation() throws {
    let unknown = try SpatialReference.parse("+proj=utm +zone=32 +ellps=bessel +units=m")
    let projector = try Projector(from: unknown, to: .wgs84)
    #expect(projector.isBallpark)
    #expect(projector.accuracy == nil)
  }

  @Test func projectsTheSameInManyTasks() async throws {
    let target = try SpatialReference.parse("EPSG:3035")
    let places = (0..<500).map { Position(x: Double($0 % 40), y: 40 + Double($0 % 25)) }
    let expected = try Projector(from: .wgs84, to: target).project(places)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask { (try? Projector(from: .wgs84, to: target).project(places)) == expected }
      }
      for await same in group { #expect(same) }
    }
  }
}
