import TestSupport
import Testing

@testable import Geodesy

@Suite struct PathSimplificationTests {
  private static func kept(_ path: [Position], _ tolerance: Double) -> [Position] {
    var result: [Position] = []
    PathSimplification.eachKept(of: path, tolerance: tolerance) { result.append($0) }
    return result
  }

  @Test func keepsTheEndsOfAStraightPath() {
    let path = (0...1000).map { Position(x: Double($0) * 0.3, y: Double($0) * 0.1) }
    #expect(Self.kept(path, 0.125) == [path[0], path[1000]])
    #expect(Self.kept([], 0.125).isEmpty && Self.kept([path[3]], 0.125) == [path[3]])
  }

  @Test func aPathThatTurnsBackGoesAllTheWay() {
    let path = [0.0, 4, 8, 5, 2, 3, 6, 5.95, 7].map { Position(x: $0, y: 0) }
    #expect(Self.kept(path, 0.125).map(\.x) == [0, 8, 2, 7])
  }

  /// Paths that wander, as tracks do, and paths that jump about.
  @Test(arguments: [(0.37, 0.125), (0.05, 0.125), (3, 0.125), (0.2, 0.5)])
  func nothingLiesFartherAwayThanTheTolerance(step: Double, tolerance: Double) {
    var random = SplitMix(state: UInt64(step * 1000))
    for turning in [0.1, 0.5, 2, 3.1] {
      var path = [Position(x: 100, y: 100)]
      var (east, north) = (1.0, 0.0)
      for _ in 0..<2000 {
        let turn = (Double(random.next(below: 1_000_001)) / 500_000 - 1) * turning
        // Half the tangent of an angle gives its sine and cosine.
        let half = turn / 2 / (1 + turn * turn / 8)
        let (cosine, sine) = ((1 - half * half) / (1 + half * half), 2 * half / (1 + half * half))
        (east, north) = (east * cosine - north * sine, east * sine + north * cosine)
        path.append(Position(x: path[path.count - 1].x + east * step, y: path[path.count - 1].y + north * step))
      }
      let kept = Self.kept(path, tolerance)
      #expect(kept.first == path.first && kept.last == path.last)
      if step < tolerance * 4, turning < 1 { #expect(kept.count < path.count / 2) }
      var place = 0
      for (from, to) in zip(kept, kept.dropFirst()) {
        while path[place] != to {
          // Beyond an end by the tolerance, where the path turned back, and beside it.
          #expect(Self.distance(from: path[place], toWay: from, to) <= tolerance * 1.415)
          place += 1
        }
      }
    }
  }

  private static func distance(from place: Position, toWay start: Position, _ end: Position) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    let share = square > 0 ? min(1, max(0, ((place.x - start.x) * dx + (place.y - start.y) * dy) / square)) : 0
    let (x, y) = (place.x - start.x - share * dx, place.y - start.y - share * dy)
    return (x * x + y * y).squareRoot()
  }
}
