import Testing

@testable import Geodesy

/// What is remembered of zones is what would be worked out.
@Suite struct ZoneMemoryTests {
  @Test func neighbouringZonesShareTheirPlaces() {
    let memory = ZoneMemory()
    let places = (0..<400).map { Position(x: 100_000 + 40_000 * Double($0 % 20), y: 400_000 * Double($0 / 20)) }
    for (number, isNorth) in [(1, true), (31, true), (31, false), (60, true), (60, false), (0, true), (31, true)] {
      let zone = UniversalZone(number: number, isNorth: isNorth)
      for (one, other) in zip(memory.reverse(places, in: zone), zone.reverse(places)) {
        // About the zone's middle, and not about Greenwich.
        let turns = ((one.x - other.x) / 360).rounded()
        #expect(abs(one.x - other.x - turns * 360) < 1e-9 && abs(one.y - other.y) < 1e-9, "\(one) \(other)")
      }
    }
  }
}
