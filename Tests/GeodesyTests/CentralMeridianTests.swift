import Testing

@testable import Geodesy

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct CentralMeridianTests {
  private static func frames(_ reference: SpatialReference = .wgs84) throws -> WorldFrames {
    try #require(WorldFrames(of: reference))
  }

  private static func places(_ numbers: [(Double, Double)]) -> [Position] {
    numbers.map { Position(x: $0.0, y: $0.1) }
  }

  /// The same ring, whatever position it starts with.
  private static func isSame(_ ring: [Position], _ other: [(Double, Double)]) -> Bool {
    let other = places(other).dropLast()
    guard ring.count == other.count + 1, ring.first == ring.last else { return false }
    return other.indices.contains { start in
      Array(other[start...] + other[..<start]) == Array(ring.dropLast())
    }
  }

  // RFC 7946, section 3.1.9: from 45 N, 170 E to 45 N, 170 W.
  @Test func cutsTheLineOfTheGeoJSONStandard() throws {
    let parts = try Self.frames().normalized(line: Self.places([(170, 45), (190, 45)]))
    #expect(parts == [Self.places([(170, 45), (180, 45)]), Self.places([(-180, 45), (-170, 45)])])
  }

  // RFC 7946, section 3.1.9: the rectangle across the antimeridian.
  @Test func cutsThePolygonOfTheGeoJSONStandard() throws {
    let ring = Self.places([(170, 40), (190, 40), (190, 50), (170, 50), (170, 40)])
    let polygons = try #require(try Self.frames().normalized(polygon: [ring]))
    #expect(polygons.count == 2 && polygons.allSatisfy { $0.count == 1 })
    #expect(Self.isSame(polygons[0][0], [(180, 40), (180, 50), (170, 50), (170, 40), (180, 40)]))
    #expect(Self.isSame(polygons[1][0], [(-170, 40), (-170, 50), (-180, 50), (-180, 40), (-170, 40)]))
  }

  // developers.arcgis.com/javascript, esri/geometry/support/normalizeUtils: the line of its example.
  @Test func cutsTheLineOfEsrisExample() throws {
    let parts = try #require(try Self.frames().normalized(line: Self.places([(170, 52.68), (190, 49.5)])))
    #expect(parts.count == 2 && parts[0][0] == Position(x: 170, y: 52.68) && parts[1][1] == Position(x: -170, y: 49.5))
    #expect(parts[0][1].x == 180 && abs(parts[0][1].y - 51.09) < 1e-9)
    #expect(parts[1][0].x == -180 && parts[1][0].y == parts[0][1].y)
  }

  @Test(arguments: [
    (0, 0), (180, 180), (-180, -180), (190, -170), (-190, 170), (360, 0), (540, 180), (-540, -180), (539, 179),
    (-725, -5.0),
  ])
  func foldsPlaces(_ x: Double, _ expected: Double) throws {
    #expect(try Self.frames().normalized(Position(x: x, y: 7)) == Position(x: expected, y: 7))
  }

  @Test func leavesWhatLiesInFrameZeroAsItIs() throws {
    let line = Self.places([(-180, 1), (0, 2), (180, 3)])
    #expect(try Self.frames().normalized(line: line) == [line])
    let along = Self.places([(180, 1), (180, 3)])
    #expect(try Self.frames().normalized(line: along)?.count == 1)
    let half = SphericalMercator.halfWorld
    let box = Self.places([(-half, -1), (half, -1), (half, 1), (-half, 1), (-half, -1)])
    let polygons = try #require(try Self.frames(.webMercator).normalized(polygon: [box]))
    #expect(polygons == [[box]])
  }

  @Test func movesWhatLiesInAnotherFrame() throws {
    let ring = Self.places([(350, 0), (370, 0), (370, 10), (350, 10)])
    let polygons = try #require(try Self.frames().normalized(polygon: [ring]))
    #expect(polygons.count == 1)
    #expect(Self.isSame(polygons[0][0], [(-10, 0), (10, 0), (10, 10), (-10, 10), (-10, 0)]))
  }

  /// A comb whose teeth alone cross the edge: its parts are rings of their own, which do not touch along the edge.
  @Test func keepsRingsValidWhereTheEdgeIsCrossedSeveralTimes() throws {
    let comb = Self.places([
      (170, 0), (185, 0), (185, 10), (175, 10), (175, 20), (185, 20), (185, 30), (170, 30), (170, 0),
    ])
    let polygons = try #require(try Self.frames().normalized(polygon: [comb]))
    #expect(polygons.count == 3)
    #expect(
      Self.isSame(
        polygons[0][0],
        [(170, 0), (180, 0), (180, 10), (175, 10), (175, 20), (180, 20), (180, 30), (170, 30), (170, 0)]))
    #expect(Self.isSame(polygons[1][0], [(-180, 0), (-175, 0), (-175, 10), (-180, 10), (-180, 0)]))
    #expect(Self.isSame(polygons[2][0], [(-180, 20), (-175, 20), (-175, 30), (-180, 30), (-180, 20)]))
  }

  /// One hole on each side, and one across the edge, which becomes a bay of both parts.
  @Test func keepsHoles() throws {
    func square(_ x: Double, _ y: Double, _ side: Double) -> [Position] {
      Self.places([(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)])
    }
    let rings = [square(160, 0, 40), square(165, 5, 5), square(190, 5, 5), square(178, 20, 4)]
    let polygons = try #require(try Self.frames().normalized(polygon: rings))
    #expect(polygons.map(\.count) == [2, 2])
    #expect(Self.isSame(polygons[0][1], [(165, 5), (165, 10), (170, 10), (170, 5), (165, 5)]))
    #expect(Self.isSame(polygons[1][1], [(-170, 5), (-170, 10), (-165, 10), (-165, 5), (-170, 5)]))
    let area = polygons.joined().reduce(0) { $0 + RingCut.area(Array($1.dropLast())) / 2 }
    #expect(abs(area - (1600 - 25 - 25 - 16)) < 1e-9)
  }

  @Test func touchesTheEdgeWithoutCrossingIt() throws {
    let wedge = Self.places([(170, 0), (180, 5), (170, 10), (190, 20), (190, -10), (170, 0)])
    let polygons = try #require(try Self.frames().normalized(polygon: [wedge]))
    let area = polygons.joined().reduce(0) { $0 + RingCut.area(Array($1.dropLast())) / 2 }
    #expect(abs(area - abs(RingCut.area(Array(wedge.dropLast())) / 2)) < 1e-9)
    #expect(polygons.joined().joined().allSatisfy { abs($0.x) <= 180 })
  }

  /// Any star keeps its area, whatever the edges do to it, and every part lies in frame 0.
  @Test func keepsTheAreaOfStars() throws {
    var random = SplitMix(state: 7)
    for _ in 0..<300 {
      let center = Position(x: Double(random.next(below: 800)) - 400, y: 0)
      let star = (0..<24).map { number in
        let angle = Double(number) / 24 * 2 * Double.pi
        let length = 5 + Double(random.next(below: 900)) / 2
        return Position(x: center.x + length * cos(angle), y: length * sin(angle))
      }
      let polygons = try #require(try Self.frames().normalized(polygon: [star]))
      let area = polygons.joined().reduce(0) { $0 + RingCut.area(Array($1.dropLast())) }
      #expect(abs(area - RingCut.area(star)) < 1e-6 * RingCut.area(star))
      #expect(polygons.joined().joined().allSatisfy { abs($0.x) <= 180 + 1e-9 })
    }
  }

  @Test func refusesWhatIsNoGeometryOfAMap() throws {
    let frames = try Self.frames()
    #expect(frames.normalized(line: Self.places([(0, 0), (1e9, 0)])) == nil)
    #expect(frames.normalized(polygon: [Self.places([(0, 0), (.nan, 0), (1, 1)])]) == nil)
    #expect(frames.normalized(line: []) == nil)
    #expect(WorldFrames(of: try SpatialReference.parse("EPSG:25832")) == nil)
  }

  @Test(arguments: [1e9, 1e15, 1e300])
  func whatIsWiderThanAnyWorldIsNotCountedInFrames(half: Double) throws {
    let frames = try Self.frames()
    let area = Extent(xmin: 100, ymin: -10, xmax: 500, ymax: 10)
    let box = Extent(xmin: -half, ymin: -5, xmax: half, ymax: 5)
    #expect(frames.shifts(of: box, into: area) == [0])
    #expect(frames.shifts(of: box.shifted(x: 4 * half), into: area) == [])
    // Of two worlds, as somebody may draw them, each frame is looked at.
    let ofTwo = Extent(xmin: -360, ymin: -5, xmax: 360, ymax: 5)
    #expect(frames.shifts(of: ofTwo, into: area) == [0, 360, 720])
  }

  @Test func countsTheFramesOfABox() throws {
    let frames = try Self.frames()
    func of(_ west: Double, _ east: Double) -> ClosedRange<Int> {
      frames.frames(of: Extent(xmin: west, ymin: 0, xmax: east, ymax: 1))
    }
    #expect(of(-180, 180) == 0...0 && of(0, 181) == 0...1 && of(-181, 181) == -1...1)
    #expect(of(180, 200) == 1...1 && of(170, 180) == 0...0 && of(-200, -180) == (-1)...(-1) && of(-540, 540) == -1...1)
    #expect(frames.inFrameZero(Extent(xmin: 170, ymin: 0, xmax: 200, ymax: 1)).xmin == -190)
    #expect(frames.edges(of: 1) == (180, 540))
  }
}
