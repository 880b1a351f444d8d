import Geodesy
import Testing

@testable import Rendering

/// Lines moved aside by more than their bends have room for.
@Suite struct OffsetCurveTests {
  private static func line(_ places: [(Double, Double)]) -> [Position] { places.map { Position(x: $0.0, y: $0.1) } }

  private static func distance(_ place: Position, _ line: [Position]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let (x, y) = (b.x - a.x, b.y - a.y)
      let share = min(1, max(0, ((place.x - a.x) * x + (place.y - a.y) * y) / (x * x + y * y)))
      let (dx, dy) = (place.x - a.x - x * share, place.y - a.y - y * share)
      return (dx * dx + dy * dy).squareRoot()
    }.min() ?? .infinity
  }

  /// A bend of 20 pixels, a zigzag, a hairpin, and a step of a few pixels.
  private static let lines: [[Position]] = [
    line([(0, 100), (100, 100), (110, 90), (120, 100), (220, 100)]),
    line((0..<20).map { (Double($0) * 10, $0 % 2 == 0 ? 0 : 8) }),
    line([(0, 0), (200, 0), (200, 20), (0, 20)]),
    line([(0, 0), (100, 0), (100, 3), (200, 3)]),
  ]

  @Test(arguments: lines.indices, [-40.0, -12, 12, 40]) func nothingComesNearerThanItShould(
    _ number: Int, by distance: Double
  ) throws {
    let line = Self.lines[number]
    for path in OffsetCurve(line, by: distance, isClosed: false).paths() {
      for (a, b) in zip(path, path.dropFirst()) {
        for share in [0, 0.25, 0.5, 0.75, 1] {
          let place = Position(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
          // Where a step is much shorter than the distance, its sharp corners are cut off.
          #expect(Self.distance(place, line) >= abs(distance) * 0.92 - 0.1, "\(place) of \(path)")
        }
      }
    }
  }

  @Test func aBendWithRoomKeepsItsCorner() {
    let path = OffsetCurve(Self.line([(0, 0), (100, 0), (100, 100)]), by: 10, isClosed: false).paths()
    #expect(path == [Self.line([(0, 10), (90, 10), (90, 100)])])
  }

  @Test func aRingThatIsTooSmallHasNoInside() {
    let ring = Self.line([(0, 0), (20, 0), (20, 20), (0, 20)])
    #expect(OffsetCurve(ring, by: 12, isClosed: true).paths().isEmpty)
    #expect(OffsetCurve(ring, by: 5, isClosed: true).paths() == [Self.line([(5, 5), (15, 5), (15, 15), (5, 15)])])
  }

  @Test func aLineThatEndsAtItsStartIsClosedThere() throws {
    var paths = PathList()
    paths.append(path: Self.line([(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)]))
    let moved = LineShaping.moved(paths, by: -10, isClosed: false)
    let path = moved.path(0)
    #expect(moved.count == 1 && path.first == path.last)
    #expect(path.contains(Position(x: -10, y: -10)))
  }
}
