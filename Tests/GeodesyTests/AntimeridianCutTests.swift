import Testing

@testable import Geodesy

/// Rings that jump across the antimeridian, cut there.
@Suite struct AntimeridianCutTests {
  private let unwrapping = PathUnwrapping(period: 360)

  private func ring(_ places: [(Double, Double)]) -> [Position] {
    (places + places.prefix(1)).map { Position(x: $0.0, y: $0.1) }
  }

  private func boxes(_ places: [(Double, Double)]) -> [Extent]? {
    unwrapping.parts(ofClosed: ring(places)).map { parts in
      parts.compactMap { Extent(around: $0) }.sorted { $0.xmin < $1.xmin }
    }
  }

  @Test func aBoxAboutFijiLiesAtBothEndsOfTheWorld() throws {
    let expected = [
      Extent(xmin: -180, ymin: -20, xmax: -178, ymax: -12), Extent(xmin: 177, ymin: -20, xmax: 180, ymax: -12),
    ]
    #expect(boxes([(177, -20), (-178, -20), (-178, -12), (177, -12)]) == expected)
    #expect(boxes([(177, -20), (177, -12), (-178, -12), (-178, -20)]) == expected)
    let parts = try #require(unwrapping.parts(ofClosed: ring([(177, -20), (-178, -20), (-178, -12), (177, -12)])))
    #expect(parts.allSatisfy { $0.first == $0.last && $0.count == 5 })
  }

  /// What has no such step is as it was, the edge of the world too.
  @Test func otherRingsAreLeftAlone() {
    #expect(boxes([(-170, -50), (0, -50), (170, -50), (170, 70), (0, 70), (-170, 70)]) == nil)
    #expect(boxes([(-180, -90), (180, -90), (180, 90), (-180, 90)]) == nil)
    #expect(boxes([(170, -50), (190, -50), (190, 70), (170, 70)]) == nil)
  }

  @Test func aRingRoundAPoleHasItInside() throws {
    let parts = try #require(boxes([(-150, -65), (-50, -70), (50, -65), (150, -70)]))
    #expect(parts.map(\.ymin).allSatisfy { $0 == -90 })
    #expect(parts.first?.xmin == -180 && parts.last?.xmax == 180)
    #expect(parts.reduce(0) { $0 + $1.width } == 360)
  }

  @Test func aLineGoesOnBeyondTheAntimeridian() {
    let line = [Position(x: 170, y: 0), Position(x: -170, y: 5), Position(x: 175, y: 6)]
    #expect(unwrapping.continuous(line).map(\.x) == [170, 190, 175])
  }
}
