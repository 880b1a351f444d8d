/// Cuts polygons with a meridian.
///
/// Rings are lists of positions without the first one again at their end; outer rings counterclockwise, holes clockwise, so
/// that the inside is always on the left.
enum RingCut {
  /// A ring in the wanted direction, without repeated positions; `nil` for one without an inside.
  static func directed(_ ring: [Position], isCounterclockwise: Bool) -> [Position]? {
    var open: [Position] = []
    for place in ring where open.last != place { open.append(place) }
    while open.count > 1, open.first == open.last { open.removeLast() }
    let area = area(open)
    guard open.count > 2, area != 0 else { return nil }
    return (area > 0) == isCounterclockwise ? open : open.reversed()
  }

  /// Twice the area, above 0 counterclockwise.
  static func area(_ ring: [Position]) -> Double {
    guard let first = ring.first, let last = ring.last else { return 0 }
    // About the first position, so that large coordinates do not hide small rings.
    return zip([last] + ring, ring).reduce(0) { sum, edge in
      sum + (edge.0.x - first.x) * (edge.1.y - first.y) - (edge.1.x - first.x) * (edge.0.y - first.y)
    }
  }

  /// Where a straight stretch crosses a meridian.
  static func crossing(_ start: Position, _ end: Position, at x: Double) -> Position {
    if start.x == x { return start }
    if end.x == x { return end }
    // From the left, so that both directions of a stretch give the same place.
    let (from, to) = start.x < end.x ? (start, end) : (end, start)
    return Position(x: x, y: from.y + (to.y - from.y) * ((x - from.x) / (to.x - from.x)))
  }

  static func keeping(_ rings: [[Position]], leftOf x: Double) -> [[Position]] {
    func mirrored(_ rings: [[Position]]) -> [[Position]] {
      rings.map { ring in ring.reversed().map { Position(x: -$0.x, y: $0.y) } }
    }
    return mirrored(keeping(mirrored(rings), rightOf: -x))
  }

  /// What lies to the right of a meridian. Rings that cross it are cut into chains, which are joined along it: between two
  /// neighbouring ends, from the south, lies an inside.
  static func keeping(_ rings: [[Position]], rightOf x: Double) -> [[Position]] {
    var kept: [[Position]] = []
    var chains: [[Position]] = []
    for ring in rings {
      if ring.allSatisfy({ $0.x >= x }) {
        kept.append(ring)
      } else {
        chains += Self.chains(of: ring, rightOf: x)
      }
    }
    return kept + joined(chains)
  }

  /// The stretches of a ring to the right of a meridian; each begins and ends on it.
  private static func chains(of ring: [Position], rightOf x: Double) -> [[Position]] {
    guard let outside = ring.firstIndex(where: { $0.x <= x }) else { return [] }
    var chains: [[Position]] = []
    var chain: [Position] = []
    // Once round, from a position that is outside.
    for step in 0..<ring.count {
      let start = ring[(outside + step) % ring.count]
      let end = ring[(outside + step + 1) % ring.count]
      switch (start.x > x, end.x > x) {
      case (false, true): chain = [crossing(start, end, at: x), end]
      case (true, true): chain.append(end)
      case (true, false):
        chain.append(crossing(start, end, at: x))
        chains.append(chain)
      case (false, false): break
      }
    }
    return chains
  }

  private static func joined(_ chains: [[Position]]) -> [[Position]] {
    struct End {
      let y: Double
      let chain: Int
      /// The chain begins here.
      let isStart: Bool
    }
    var ends: [End] = []
    for (number, chain) in chains.enumerated() {
      if let first = chain.first { ends.append(End(y: first.y, chain: number, isStart: true)) }
      if let last = chain.last { ends.append(End(y: last.y, chain: number, isStart: false)) }
    }
    ends.sort { ($0.y, $0.chain) < ($1.y, $1.chain) }
    // From the south, chains begin and end in turn; of ends at one place, the one whose turn it is comes first.
    for index in ends.indices {
      let isStart = index % 2 == 0
      guard ends[index].isStart != isStart else { continue }
      let same = ends.indices.dropFirst(index + 1).prefix { ends[$0].y == ends[index].y }
      // A ring that crosses itself has no inside that could be joined: its chains are closed each by itself.
      guard let other = same.first(where: { ends[$0].isStart == isStart }) else { return chains }
      ends.swapAt(index, other)
    }
    // A chain goes on where the one begins whose end lies south of its own.
    var following: [Int: Int] = [:]
    for index in stride(from: 0, to: ends.count - 1, by: 2) { following[ends[index + 1].chain] = ends[index].chain }
    var rings: [[Position]] = []
    var used: Set<Int> = []
    for first in chains.indices where !used.contains(first) {
      var ring: [Position] = []
      var number = first
      while used.insert(number).inserted {
        ring += chains[number]
        guard let next = following[number] else { break }
        number = next
      }
      if let directed = directed(ring, isCounterclockwise: true) { rings.append(directed) }
    }
    return rings
  }

  /// Outer rings with the holes that lie in them, all closed.
  static func polygons(of rings: [[Position]]) -> [[[Position]]] {
    let outer = rings.filter { area($0) > 0 }
    let holes = rings.filter { area($0) < 0 }
    var polygons = outer.map { [$0] }
    for hole in holes {
      // Of outer rings that hold it, the smallest.
      let holders = outer.indices.filter { index in hole.contains { contains(outer[index], $0) } }
      guard let holder = holders.min(by: { area(outer[$0]) < area(outer[$1]) }) else { continue }
      polygons[holder].append(hole)
    }
    return polygons.map { polygon in polygon.map { $0 + [$0[0]] } }
  }

  private static func contains(_ ring: [Position], _ place: Position) -> Bool {
    guard let last = ring.last else { return false }
    var isInside = false
    for (start, end) in zip([last] + ring, ring) where (start.y > place.y) != (end.y > place.y) {
      let x = start.x + (end.x - start.x) * (place.y - start.y) / (end.y - start.y)
      if place.x < x { isInside.toggle() }
    }
    return isInside
  }
}
