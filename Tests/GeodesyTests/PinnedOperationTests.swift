import Testing

@testable import Geodesy

@Suite struct PinnedOperationTests {
  private static func traits(_ accuracy: Double?, _ area: [Double]?, ballpark: Bool = false)
    -> OperationCandidates.Traits
  {
    .init(
      accuracy: accuracy, isBallpark: ballpark,
      area: area.map { Extent(xmin: $0[0], ymin: $0[1], xmax: $0[2], ymax: $0[3]) })
  }

  /// In PROJ's order: a wide coarse one, a fine one for a small country, one across the antimeridian, a ballpark one.
  static let candidates = [
    traits(10, [0, 40, 20, 60]), traits(1, [5, 45, 10, 50]), traits(2, [170, -50, 190, -30]),
    traits(nil, nil, ballpark: true),
  ]

  @Test(
    arguments: [
      ([6, 46, 7, 47], 1), ([6, 46, 12, 47], 0), ([1, 41, 2, 42], 0), ([-10, 46, 12, 47], 0),
      ([175, -45, 180, -35], 2),
      ([-178, -45, -175, -35], 2), ([175, -45, 185, -35], 2), ([100, 0, 110, 10], 3), ([6, 46, 6, 46], 1),
      ([-5, 44, 6, 55], 0),
    ] as [([Double], Int)])
  func pinsTheMostAccurateForAllOfTheAreaElseTheOneForMostOfIt(_ area: [Double], _ index: Int) {
    let area = Extent(xmin: area[0], ymin: area[1], xmax: area[2], ymax: area[3])
    #expect(OperationCandidates.choice(among: Self.candidates, over: area) == index)
  }

  @Test func followsPROJWithoutAnArea() {
    #expect(OperationCandidates.choice(among: Self.candidates, over: nil) == 0)
    #expect(OperationCandidates.choice(among: Array(Self.candidates.reversed()), over: nil) == 1)
    #expect(OperationCandidates.choice(among: [], over: nil) == nil)
    #expect(OperationCandidates.choice(among: [Self.candidates[3]], over: nil) == 0)
  }

  @Test func prefersTheEarlierOfEquals() {
    let area = Extent(xmin: 6, ymin: 46, xmax: 7, ymax: 47)
    #expect(OperationCandidates.choice(among: [Self.traits(5, nil), Self.traits(5, nil)], over: area) == 0)
  }
}

@Suite struct MissingGridTests {
  /// `projinfo -s EPSG:4277 -t EPSG:4326 --grid-check none --summary`: OSGB36 to WGS 84 (9), 1 m, by OSTN15; which files
  /// are there differs from machine to machine, so what is named must not be there, or nothing is named.
  @Test func namesTheGridOfABetterOperationOnlyWhereItIsNotThere() throws {
    let area = Extent(xmin: -2, ymin: 52, xmax: -1, ymax: 53)
    let projector = try Projector(from: SpatialReference.parse("EPSG:4277"), to: .wgs84, over: area)
    let accuracy = try #require(projector.accuracy)
    if accuracy <= 1 {
      #expect(projector.missingGrid(over: area) == nil)
    } else {
      let grid = try #require(projector.missingGrid(over: area))
      #expect(grid.accuracy < accuracy && grid.file.contains("OSTN15"))
      #expect(projector.operationName != grid.operationName)
    }
  }

  @Test func namesNoneForFormulas() throws {
    let area = Extent(xmin: 0, ymin: 0, xmax: 1, ymax: 1)
    #expect(try Projector(from: .wgs84, to: .webMercator).missingGrid(over: area) == nil)
    #expect(try Projector(from: .wgs84, to: SpatialReference.parse("EPSG:32631")).missingGrid(over: area) == nil)
    #expect(try Projector(from: .wgs84, to: OffsetReference.gcj02.reference).missingGrid(over: area) == nil)
  }
}
