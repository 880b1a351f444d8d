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
