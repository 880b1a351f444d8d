import Foundation
import Glibc
import TestSupport
import Testing

@testable import Geodesy

/// Paths of a source on the page of a map.
@Suite struct PageShaperTests {
  /// The whole world in degrees, a pixel for half a degree.
  private let world = MapView(
    reference: .wgs84, center: Position(x: 0, y: 0), resolution: 0.5, size: PixelSize(width: 720, height: 360),
    pixelRatio: 1)

  // MARK: - The antimeridian

  /// Cases of a public library and what it makes of them: the same ground is covered.
  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: [
      "almost-180", "complex-split", "cw-only", "extra-crossing", "issues-164", "issues-174", "issues-187",
      "issues-81", "multi-no-antimeridian", "north-pole", "one-hole", "overlap", "south-pole", "two-holes",
    ])
  func coversWhatTheAntimeridianLibraryCovers(_ name: String) throws {
    let shaper = try PageShaper(from: .wgs84, to: world, margin: 0)
    let shaped = try Self.polygons("input/\(name)").map { shaper.shaped($0) }
    let expected = try Self.polygons("expected/\(name)").map { PlainRings(rings: $0.pagePaths(on: world)) }
    var wrong: [String] = []
    for row in stride(from: 1.3, to: 360, by: 6) {
      for column in stride(from: 0.7, to: 720, by: 6) {
        let covered = shaped.contains { $0.rings.covers(column, row) }
        // A quarter of a pixel to all sides: what is left out of outlines is smaller.
        let isWrong = [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)].allSatisfy { x, y in
          covered != expected.contains { $0.covers(column + x, row + y) }
        }
        if isWrong { wrong.append("\(column), \(row)") }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }

  @Test func aLineAcrossTheAntimeridianEndsAtBothEdges() throws {
    var line = PathList()
    line.append(path: [Position(x: 170, y: 10), Position(x: -170, y: 20)])
    let shaped = try PageShaper(from: .wgs84, to: world, margin: 10).shaped(line, [(.line, 0..<1)])
    #expect(shaped.paths.count == 2)
    #expect(shaped.paths.path(0) == [Position(x: 0, y: 150), Position(x: 20, y: 140)])
    #expect(shaped.paths.path(1) == [Position(x: 700, y: 160), Position(x: 720, y: 150)])
  }

  /// Dashes go on where a line comes back onto the page.
  @Test func saysHowLongALineIsBeforeItIsShown() throws {
    let view = MapView(
      reference: .wgs84, center: Position(x: 5, y: 5), resolution: 0.1, size: PixelSize(width: 100, height: 100),
      pixelRatio: 1)
    var line = PathList()
    line.append(path: [(-10, 5), (20, 5), (20, 6), (-10, 6)].map { Position(x: $0.0, y: $0.1) })
    let shaped = try PageShaper(from: .wgs84, to: view, margin: 0).shaped(line, [(.line, 0..<1)])
    // 10 degrees before the page, 10 on it and 10 beyond, 1 up, 10 back.
    #expect(shaped.starts == [100, 410])
  }

  @Test func theCutOfAPolygonIsNoOutline() throws {
    var ring = PathList()
    ring.append(
      path: [(170, -10), (-170, -10), (-170, 10), (170, 10), (170, -10)].map { Position(x: $0.0, y: $0.1) })
    let shaped = try PageShaper(from: .wgs84, to: world, margin: 10).shaped(ring, [(.polygon, 0..<1)])
    let shape = try #require(shaped.shapes.first)
    #expect(shape.paths.count == 2)
    let outlines = try #require(shape.outlines)
    for path in outlines {
      let places = shaped.paths.path(path)
      for (start, end) in zip(places, places.dropFirst()) {
        #expect(!(start.x == end.x && (start.x <= 0 || start.x >= 720)), "an edge along the end of the world")
      }
    }
  }

  @Test func aMapThatGoesOnShowsAPlaceInEachFrame() throws {
    let view = MapView(
      reference: .wgs84, center: Position(x: 180, y: 0), resolution: 1, size: PixelSize(width: 900, height: 180),
      pixelRatio: 1)
    var place = PathList()
    place.append(path: [Position(x: 10, y: 0)])
    let shaped = try PageShaper(from: .wgs84, to: view, frames: WorldFrames(of: .wgs84), margin: 0)
      .shaped(place, [(.point, 0..<1)])
    #expect(shaped.paths.x == [280, 640] || shaped.paths.x.sorted() == [280, 640])
  }

  /// Of a feature of which some is cut, what is whole keeps its outline, in each frame of the world.
  @Test(arguments: [0.6, 0.8, 1, 1.2]) func wholeRingsKeepTheirOutlines(zoom: Double) throws {
    let resolution = 156543.033928 / exp2(zoom)
    let view = MapView(
      reference: .webMercator, center: Position(x: 0, y: 0), resolution: resolution,
      size: PixelSize(width: 600, height: 400), pixelRatio: 1)
    var rings = PathList()
    rings.append(path: [(-60, 0), (0, 0), (0, 30), (-60, 30), (-60, 0)].map { Position(x: $0.0, y: $0.1) })
    rings.append(path: [(178, 10), (-178, 10), (-178, 12), (178, 12), (178, 10)].map { Position(x: $0.0, y: $0.1) })
    for frames in [WorldFrames(of: .webMercator), nil] {
      let shaped = try PageShaper(from: .wgs84, to: view, frames: frames, margin: 128)
        .shaped(rings, [(.polygon, 0..<2)])
      let shape = try #require(shaped.shapes.first)
      // The box of 60 by 30 degrees: four corners, and the first again.
      let middle = 300 - 30 * 111319.4908 / resolution
      let drawn = (shape.outlines ?? shape.paths).map(shaped.paths.path).filter { places in
        let box = Extent(around: places) ?? Extent(xmin: 0, ymin: 0, xmax: 0, ymax: 0)
        return abs((box.xmin + box.xmax) / 2 - middle) < 1 && abs(box.width - 60 * 111319.4908 / resolution) < 1
      }
      #expect(drawn.count == 1)
    }
  }

  /// Antarctica as it is drawn in degrees, down to the pole, which is nowhere on a map of Mercator's kind.
  @Test func anAreaDownToThePoleIsFilledWhereTheMapGoesOn() throws {
    let view = MapView(
      reference: .webMercator, center: Position(x: 0, y: -8_400_000), resolution: 60_000,
      size: PixelSize(width: 900, height: 400), pixelRatio: 1)
    var ring = PathList()
    ring.append(
      path: [(-180, -84), (-90, -72), (0, -70), (90, -66), (180, -84), (180, -90), (-180, -90), (-180, -84)].map {
        Position(x: $0.0, y: $0.1)
      })
    for frames in [WorldFrames(of: .webMercator), nil] {
      let shaped = PlainRings(
        rings: try PageShaper(from: .wgs84, to: view, frames: frames, margin: 128).shaped(ring, [(.polygon, 0..<1)])
          .paths)
      // 80 degrees south, under the middle of the world.
      let row = 200 + (15_538_711.1 - 8_400_000) / 60_000
      #expect(shaped.covers(450, row) && shaped.covers(380, row) && !shaped.covers(450, 40))
      #expect(shaped.covers(20, row) == (frames != nil))
    }
  }

  // MARK: - Positions

  private static let references = [
    "EPSG:3857", "EPSG:25832", "EPSG:3035", "EPSG:3995", "ESRI:54030", "EPSG:2154", "EPSG:3832", "EPSG:3031",
  ]

  /// Every place of a straight line of degrees lies within 1/8 pixel of what is drawn, as PROJ has it.
  @Test(arguments: references) func linesFollowTheProjection(_ name: String) throws {
    let reference = try SpatialReference.parse(name)
    let projector = try Projector(from: .wgs84, to: reference)
    let (center, width): (Position, Double) =
      switch name {
      case "EPSG:3995": (Position(x: 20, y: 80), 6e6)
      case "EPSG:3031": (Position(x: 20, y: -80), 6e6)
      case "ESRI:54030": (Position(x: 0, y: 0), 3e7)
      case "EPSG:3832": (Position(x: 175, y: -10), 8e6)
      default: (Position(x: 9, y: 48), 2e6)
      }
    let middle = try #require(projector.project(center))
    let view = MapView(
      reference: reference, center: middle, resolution: width / 800, size: PixelSize(width: 800, height: 600),
      pixelRatio: 1, rotation: 17)
    let pixels = PixelAxes(view)
    var numbers = SystemlessNumbers(seed: 7)
    for _ in 0..<60 {
      let spread = name == "ESRI:54030" ? 60.0 : 8.0
      let ends = (0..<2).map { _ in
        Position(
          x: center.x + numbers.next(in: -spread...spread),
          y: min(88, max(-88, center.y + numbers.next(in: -spread...spread))))
      }
      var line = PathList()
      line.append(path: ends)
      let shaped = try PageShaper(from: .wgs84, to: view, margin: 50).shaped(line, [(.line, 0..<1)])
      for step in 0...50 {
        let share = Double(step) / 50
        let place = Position(
          x: ends[0].x + (ends[1].x - ends[0].x) * share, y: ends[0].y + (ends[1].y - ends[0].y) * share)
        guard let onMap = projector.project(place) else { continue }
        let pixel = pixels.pixel(of: onMap)
        guard pixel.x > 0, pixel.x < 800, pixel.y > 0, pixel.y < 600 else { continue }
        #expect(shaped.paths.distance(to: pixel) < 0.3, "\(name) \(ends) at \(share)")
      }
    }
  }

  /// A ring of the whole world on a map that is torn at 150 degrees east of its middle is no smear.
  @Test func tearsOfWorldMapsAreCut() throws {
    let reference = try SpatialReference.parse("+proj=robin +lon_0=150")
    #expect(SeamFinder.seam(of: try Projector(from: .wgs84, to: reference)) == -30)
    let view = MapView(
      reference: reference, center: Position(x: 0, y: 0), resolution: 40_000, size: PixelSize(width: 900, height: 450),
      pixelRatio: 1)
    var ring = PathList()
    ring.append(path: [(-40, -10), (-20, -10), (-20, 10), (-40, 10)].map { Position(x: $0.0, y: $0.1) })
    let shaped = try PageShaper(from: .wgs84, to: view, margin: 0).shaped(ring, [(.polygon, 0..<1)])
    #expect(shaped.shapes.first?.paths.count == 2)
    for path in 0..<shaped.paths.count {
      let x = shaped.paths.path(path).map { $0.x }
      #expect((x.max() ?? 0) - (x.min() ?? 0) < 60)
    }
  }

  @Test func mapsThatAreWholeAllRoundHaveNoSeam() throws {
    for name in ["EPSG:3995", "EPSG:3031", "EPSG:3035"] {
      #expect(SeamFinder.seam(of: try Projector(from: .wgs84, to: SpatialReference.parse(name))) == nil, "\(name)")
    }
  }

  /// On a map about the pole, a ring round it covers the pole.
  @Test func aRingRoundThePoleCoversIt() throws {
    let reference = try SpatialReference.parse("EPSG:3995")
    let view = MapView(
      reference: reference, center: Position(x: 0, y: 0), resolution: 20_000, size: PixelSize(width: 400, height: 400),
      pixelRatio: 1)
    var ring = PathList()
    ring.append(path: [(0, 70), (90, 70), (180, 70), (-90, 70), (0, 70)].map { Position(x: $0.0, y: $0.1) })
    let shaped = PlainRings(
      rings: try PageShaper(from: .wgs84, to: view, margin: 0).shaped(ring, [(.polygon, 0..<1)]).paths)
    #expect(shaped.covers(200.3, 200.2))
    #expect(shaped.covers(210, 120))
    #expect(!shaped.covers(20, 20))
  }

  // MARK: - Shortest ways

  /// Between London and Tokyo, the middle of the way as GeographicLib has it (`pyproj.Geod(ellps="WGS84")`, `inv`, then `fwd`
  /// by half of it).
  @Test func geodesicsAreFollowed() throws {
    var line = PathList()
    line.append(path: [Position(x: -0.1278, y: 51.5074), Position(x: 139.6917, y: 35.6895)])
    let shaped = try PageShaper(from: .wgs84, to: world, margin: 0, isGeodesic: true).shaped(line, [(.line, 0..<1)])
    let pixel = PixelAxes(world).pixel(of: Position(x: 89.61926125962275, y: 69.06570335299205))
    #expect(shaped.paths.distance(to: pixel) < 0.3)
  }

  // MARK: - Nonsense

  @Test func placesThatAreNowhereAreLeftOut() throws {
    var paths = PathList()
    paths.append(path: [(0, 0), (.nan, 3), (10, .infinity), (20, 0), (30, 5)].map { Position(x: $0.0, y: $0.1) })
    paths.append(path: [(1e300, 0), (-1e300, 5), (3, 1e300)].map { Position(x: $0.0, y: $0.1) })
    let shaper = try PageShaper(from: .wgs84, to: world, margin: 0)
    for kind in ShapeKind.allCases {
      let shaped = shaper.shaped(paths, [(kind, 0..<1), (kind, 1..<2)])
      #expect(shaped.paths.x.allSatisfy { $0.isFinite } && shaped.paths.y.allSatisfy { $0.isFinite })
      #expect(shaped.shapes.count == 2)
    }
  }
}

extension PageShaper {
  fileprivate func shaped(_ polygon: PathList) -> (rings: PlainRings, paths: PathList) {
    let paths = shaped(polygon, [(.polygon, 0..<polygon.count)])
    var rings = PathList()
    for path in paths.shapes[0].paths { rings.append(path: paths.paths.path(path)) }
    return (PlainRings(rings: rings), paths.paths)
  }
}

extension PathList {
  fileprivate func pagePaths(on view: MapView) -> PathList {
    let pixels = PixelAxes(view)
    var result = PathList()
    for number in 0..<count { result.append(path: path(number).map(pixels.pixel)) }
    return result
  }

  /// From a place to the nearest stretch of any path.
  fileprivate func distance(to place: Position) -> Double {
    var least = Double.infinity
    for number in 0..<count {
      let places = path(number)
      for (a, b) in zip(places, places.dropFirst()) {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let square = dx * dx + dy * dy
        let share = square == 0 ? 0 : min(1, max(0, ((place.x - a.x) * dx + (place.y - a.y) * dy) / square))
        least = min(least, BoxCut.distance(place, Position(x: a.x + dx * share, y: a.y + dy * share)))
      }
    }
    return least
  }
}

/// Rings, and what they wind round: written out once more, so that the tests do not lean on what they test.
private struct PlainRings {
  let rings: PathList

  func covers(_ x: Double, _ y: Double) -> Bool {
    var winding = 0
    for number in 0..<rings.count {
      let ring = rings.path(number)
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > y) != (b.y > y) {
        if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { winding += a.y < b.y ? 1 : -1 }
      }
    }
    return winding != 0
  }
}

/// The same numbers in each run.
private struct SystemlessNumbers {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(in range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Double(state >> 11) / 9_007_199_254_740_992 * (range.upperBound - range.lowerBound)
  }
}

extension PageShaperTests {
  /// The polygons of a GeoJSON geometry, outer rings counterclockwise, holes clockwise, as a reader turns them.
  static func polygons(_ name: String) throws -> [PathList] {
    let data = try Data(Fixtures.bytes("geojson/antimeridian/\(name).json"))
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let geometry = root["geometry"] as? [String: Any] ?? root
    let coordinates = try #require(geometry["coordinates"] as? [Any])
    let polygons = geometry["type"] as? String == "Polygon" ? [coordinates] : coordinates.compactMap { $0 as? [Any] }
    return polygons.map { polygon in
      var paths = PathList()
      for (number, ring) in polygon.enumerated() {
        let places = (ring as? [[Double]] ?? []).map { Position(x: $0[0], y: $0[1]) }
        let turns = PathUnwrapping(period: 360).isCounterclockwise(places)
        paths.append(path: (turns ?? (number == 0)) == (number == 0) ? places : places.reversed())
      }
      return paths
    }
  }
}
