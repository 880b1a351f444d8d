import Geodesy
import Testing

@testable import LayerSources

/// Holes that reach outside of their ring.
@Suite struct HoleMendingTests {
  private static func box(_ xmin: Double, _ ymin: Double, _ xmax: Double, _ ymax: Double) -> [Position] {
    [(xmin, ymin), (xmax, ymin), (xmax, ymax), (xmin, ymax)].map { Position(x: $0.0, y: $0.1) }
  }

  private static func winding(_ rings: [[Position]], _ x: Double, _ y: Double) -> Int {
    var winding = 0
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > y) != (b.y > y) {
        if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { winding += a.y < b.y ? 1 : -1 }
      }
    }
    return winding
  }

  /// Over a corner, across the middle, all around, and beside.
  @Test(arguments: [
    [(1.0, 41.0, 10.0, 47.0)], [(8, 40, 10, 60)], [(0, 40, 20, 60)], [(30, 41, 40, 47)],
    [(1, 41, 10, 47), (9, 46, 12, 60)], [(1, 41, 4, 44), (6, 44, 8, 46)],
  ])
  func nothingIsFilledOutsideOrInAHole(_ boxes: [(Double, Double, Double, Double)]) throws {
    let shell = Self.box(2, 42, 18, 52)
    let holes = boxes.map { Array(Self.box($0.0, $0.1, $0.2, $0.3).reversed()) }
    let rings = try #require(HoleMending.mended(shell + shell.prefix(1), holes))
    for x in stride(from: 0.3, to: 42, by: 0.5) {
      for y in stride(from: 39.3, to: 62, by: 0.5) {
        let isInShell = x > 2 && x < 18 && y > 42 && y < 52
        let isInHole = boxes.contains { x > $0.0 && x < $0.2 && y > $0.1 && y < $0.3 }
        #expect(Self.winding(rings, x, y) == (isInShell && !isInHole ? 1 : 0), "\(x), \(y)")
      }
    }
  }

  @Test func holesThatLieInsideOrTouchStay() {
    let shell = Self.box(0, 0, 10, 10)
    let touching = [(0.0, 5.0), (5, 10), (10, 5), (5, 0)].map { Position(x: $0.0, y: $0.1) }
    for hole in [Self.box(2, 2, 5, 5).reversed(), Self.box(0, 2, 5, 5).reversed(), touching] {
      #expect(HoleMending.mended(shell, [Array(hole)]) == nil)
    }
  }
}
