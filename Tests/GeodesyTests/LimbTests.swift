import Foundation
import TestSupport
import Testing

@testable import Geodesy

/// Features on maps that show a part of the earth only, and where a shortest way goes over a pole.
@Suite struct LimbTests {
  /// All of the globe, a pixel for 50 km.
  private static func view(_ reference: String, resolution: Double = 50_000, at place: Position = Position(x: 0, y: 0))
    throws -> MapView
  {
    let reference = try SpatialReference.parse(reference)
    let center = try #require(try Projector(from: .wgs84, to: reference).project(place))
    return MapView(
      reference: reference, center: center, resolution: resolution, size: PixelSize(width: 300, height: 300),
      pixelRatio: 1)
  }

  private static func ring(_ places: [(Double, Double)]) -> [Position] { places.map { Position(x: $0.0, y: $0.1) } }

  /// Where the page is covered, and where a place of the ground that it shows lies inside: the two are the same.
  private static func expectCovered(
    _ ring: [Position], on view: MapView, isInside: (Position) -> Bool, radius: Double,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    var paths = PathList()
    paths.append(path: ring)
    let shaped = try PageShaper(from: .wgs84, to: view, margin: 20).shaped(paths, [(.polygon, 0..<1)])
    let back = try Projector(from: view.reference, to: .wgs84)
    var wrong: [String] = []
    for row in stride(from: 3.3, to: 300, by: 7) {
      for column in stride(from: 2.7, to: 300, by: 7) {
        let (x, y) = (column - 150, row - 150)
        // On the edge itself, and outside of the globe.
        if (x * x + y * y).squareRoot() > radius - 2 { continue }
        let ground = Position(x: view.center.x + x * view.resolution, y: view.center.y - y * view.resolution)
        // Where an area round the globe meets itself lies an edge.
        guard let place = back.project(ground), abs(abs(place.x) - 180) > 0.1 else { continue }
        let near = [(-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)].compactMap { dx, dy in
          back.project(Position(x: ground.x + dx * view.resolution, y: ground.y + dy * view.resolution)).map(isInside)
        }
        guard near.allSatisfy({ $0 == isInside(place) }) else { continue }
        if Self.winding(shaped, column, row) != (isInside(place) ? 1 : 0) { wrong.append("\(column), \(row)") }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(6))", sourceLocation: location)
  }

  /// Without its sign.
  private static func winding(_ shaped: ShapedPaths, _ x: Double, _ y: Double) -> Int {
    var winding = 0
    for number in shaped.shapes[0].paths {
      let ring = shaped.paths.path(number)
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > y) != (b.y > y) {
        if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { winding += a.y < b.y ? 1 : -1 }
      }
    }
    return abs(winding)
  }

  /// Wider than the half of the globe that is seen, one that goes round the far side, and one with the antipode inside.
  @Test(arguments: [
    (-100.0, 100.0, -60.0, 60.0), (-50, 120, -60, 60), (-30, 40, -20, 70), (100, 260, -70, 70), (150, 230, -60, 60),
    (-180, 180, -90, 20), (-180, 180, -30, 30),
  ])
  func areasEndAtTheLimbOfAGlobe(_ west: Double, _ east: Double, _ south: Double, _ north: Double) throws {
    let corners = Self.ring([(west, south), (east, south), (east, north), (west, north), (west, south)])
    // No stretch of half the world, which would be one across the antimeridian.
    let ring = zip(corners, corners.dropFirst()).flatMap { a, b in
      (0..<8).map { step -> Position in
        let share = Double(step) / 8
        return Position(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
      }
    }
    for center in [Position(x: 10, y: 20), Position(x: 0, y: 0), Position(x: 200, y: -40)] {
      let view = try Self.view("+proj=ortho +lat_0=\(center.y) +lon_0=\(center.x)", at: center)
      try Self.expectCovered(
        ring + ring.prefix(1), on: view,
        isInside: { place in
          let turns: Double = ((place.x - (west + east) / 2) / 360).rounded()
          let x = place.x - turns * 360
          return x > west && x < east && place.y > south && place.y < north
        }, radius: 6_356_000 / 50_000)
    }
  }

  @Test(arguments: ["+proj=nsper +h=3000000 +lat_0=40 +lon_0=10", "+proj=geos +h=35785831 +lon_0=10"])
  func whatASatelliteSeesIsFilled(_ reference: String) throws {
    let view = try Self.view(reference, resolution: 20_000, at: Position(x: 10, y: reference.contains("geos") ? 0 : 40))
    let places = stride(from: -150.0, through: 150, by: 30)
    let ring = places.map { Position(x: $0, y: -80) } + places.reversed().map { Position(x: $0, y: 80) }
    try Self.expectCovered(
      ring + ring.prefix(1), on: view, isInside: { abs($0.x) < 150 && abs($0.y) < 80 },
      radius: reference.contains("geos") ? 150 : 137)
  }

  /// A line that leaves the seen side and comes back is drawn as far as it is seen; its ends lie at the limb.
  @Test func linesEndAtTheLimb() throws {
    let view = try Self.view("+proj=ortho +lat_0=0 +lon_0=0")
    var lines = PathList()
    lines.append(path: Self.ring([(-170, 0), (0, 0), (170, 0)]))
    let shaped = try PageShaper(from: .wgs84, to: view, margin: 20).shaped(lines, [(.line, 0..<1)])
    let box = try #require(Extent(around: shaped.paths.path(0)))
    #expect(shaped.paths.count == 1)
    #expect(abs(box.xmin - (150 - 6_378_137 / 50_000)) < 0.1)
    #expect(abs(box.xmax - (150 + 6_378_137 / 50_000)) < 0.1)
  }

  /// A limb is no outline.
  @Test func theLimbIsNotStroked() throws {
    let view = try Self.view("+proj=ortho +lat_0=0 +lon_0=0")
    var paths = PathList()
    paths.append(path: Self.ring([(-20, -30), (120, -30), (120, 30), (-20, 30), (-20, -30)]))
    let shaped = try PageShaper(from: .wgs84, to: view, margin: 20).shaped(paths, [(.polygon, 0..<1)])
    let outlines = try #require(shaped.shapes[0].outlines)
    for path in outlines {
      for (a, b) in zip(shaped.paths.path(path), shaped.paths.path(path).dropFirst()) {
        let middle = Position(x: (a.x + b.x) / 2 - 150, y: (a.y + b.y) / 2 - 150)
        let isAlongLimb = (middle.x * middle.x + middle.y * middle.y).squareRoot() > 127 && abs(a.y - b.y) > 4
        #expect(!isAlongLimb, "\(a) to \(b)")
      }
    }
  }

  @Test(arguments: [80.0, 85, 100, 130])
  func areasOfUTMReachAsFarAsItDoes(_ reach: Double) throws {
    let view = try Self.view("EPSG:32632", resolution: 40_000, at: Position(x: 9, y: 45))
    let places = stride(from: 9 - reach, through: 9 + reach, by: reach / 4)
    let ring = places.map { Position(x: $0, y: -40) } + places.reversed().map { Position(x: $0, y: 70) }
    try Self.expectCovered(
      ring + ring.prefix(1), on: view,
      isInside: { abs($0.x - 9) < reach && $0.y > -40 && $0.y < 70 }, radius: 150)
  }

  /// Between the lobes of an interrupted map nothing is filled, and no line goes from one to the next.
  @Test func gapsBetweenLobesStayEmpty() throws {
    let reference = try SpatialReference.parse("+proj=igh")
    let view = MapView(
      reference: reference, center: Position(x: 0, y: 0), resolution: 50_000, size: PixelSize(width: 840, height: 400),
      pixelRatio: 1)
    var paths = PathList()
    let places = stride(from: -170.0, through: 170, by: 20)
    paths.append(
      path: (places.map { Position(x: $0, y: -60) } + places.reversed().map { Position(x: $0, y: 60) })
        + [Position(x: -170, y: -60)])
    paths.append(path: [Position(x: -170, y: -40), Position(x: 0, y: -40), Position(x: 170, y: -40)])
    let shaped = try PageShaper(from: .wgs84, to: view, margin: 20).shaped(paths, [(.polygon, 0..<1), (.line, 1..<2)])
    let projector = try Projector(from: .wgs84, to: reference)
    for longitude in stride(from: -165.0, through: 165, by: 10) {
      for latitude in [-55.0, -35, -5, 5, 35, 55] {
        let place = try #require(projector.project(Position(x: longitude, y: latitude)))
        let (x, y) = (420.1 + place.x / 50_000, 200.1 - place.y / 50_000)
        #expect(Self.winding(shaped, x, y) == 1, "\(longitude), \(latitude)")
      }
    }
    for (east, west, latitude) in [(-40.0, -39.9, 55.0), (-100, -99.9, -50), (-20, -19.9, -50), (80, 80.1, -50)] {
      let sides = try [east, west].map { try #require(projector.project(Position(x: $0, y: latitude))) }
      let x = 420 + (sides[0].x + sides[1].x) / 2 / 50_000
      #expect(Self.winding(shaped, x, 200.1 - sides[0].y / 50_000) == 0, "\(east)")
    }
    #expect(shaped.shapes[1].paths.count == 4)
  }

  // MARK: - Over a pole

  private static let world = MapView(
    reference: .wgs84, center: Position(x: 0, y: 0), resolution: 0.5, size: PixelSize(width: 720, height: 360),
    pixelRatio: 1)

  private static func steps(_ shaped: ShapedPaths) -> [(Position, Position)] {
    (0..<shaped.paths.count).flatMap { number in
      Array(zip(shaped.paths.path(number), shaped.paths.path(number).dropFirst()))
    }
  }

  @Test(arguments: [
    (0.0, 51.5, 180.0, 60.0), (-60, 51.5, 120, 60), (0, 0, 180, 0), (0, 10, 180, -10), (0, -50, 179.999, -60),
  ])
  func aShortestWayOverThePoleIsTwoMeridians(_ x: Double, _ y: Double, _ u: Double, _ v: Double) throws {
    var line = PathList()
    line.append(path: [Position(x: x, y: y), Position(x: u, y: v)])
    let shaped = try PageShaper(from: .wgs84, to: Self.world, margin: 10, isGeodesic: true).shaped(
      line, [(.line, 0..<1)])
    var onMeridians = 0.0
    for (a, b) in Self.steps(shaped) {
      // At the very edge of the picture there may be the turn itself.
      #expect(abs(a.x - b.x) < 2 || min(a.y, 360 - a.y) < 0.6 && min(b.y, 360 - b.y) < 0.6, "\(a) to \(b)")
      if abs(a.x - b.x) < 2 { onMeridians += abs(a.y - b.y) }
    }
    #expect(onMeridians > 100)
  }

  @Test func anAreaWithAnEdgeOverThePoleHasNoFalseEdge() throws {
    var ring = PathList()
    ring.append(path: Self.ring([(0, 50), (90, 40), (180, 50), (0, 50)]))
    let shaped = try PageShaper(from: .wgs84, to: Self.world, margin: 10, isGeodesic: true)
      .shaped(ring, [(.polygon, 0..<1)])
    #expect(Self.winding(shaped, 540, 20) == 1)
    #expect(Self.winding(shaped, 180, 20) == 0)
    let outlines = try #require(shaped.shapes[0].outlines)
    for path in outlines {
      for (a, b) in zip(shaped.paths.path(path), shaped.paths.path(path).dropFirst()) {
        #expect(abs(a.x - b.x) < 40, "\(a) to \(b)")
      }
    }
  }
}
