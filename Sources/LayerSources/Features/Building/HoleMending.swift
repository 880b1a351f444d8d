import Geodesy

/// Holes that reach outside of the ring they are in, which no polygon may have: what of them lies outside is taken off, so that
/// nothing is filled there.
enum HoleMending {
  /// Pairs of stretches that are looked at for one hole; a larger one stays as it is.
  private static let most = 4_000_000

  /// - Parameters:
  ///   - shell: Counterclockwise, open or closed.
  ///   - holes: Clockwise.
  /// - Returns: The rings that stand for all of them; `nil` where every hole lies inside.
  static func mended(_ shell: [Position], _ holes: [[Position]]) -> [[Position]]? {
    var shells = [opened(shell)]
    var kept: [[Position]] = []
    var isMended = false
    for hole in holes.map(opened) {
      guard hole.count > 2, shells.reduce(0, { $0 + $1.count }) * hole.count <= most else {
        kept.append(hole)
        continue
      }
      if let cut = difference(shells, hole) {
        shells = cut
        isMended = true
      } else if isOutside(hole, of: shells) {
        isMended = true
      } else {
        kept.append(hole)
      }
    }
    return isMended ? shells + kept : nil
  }

  private static func opened(_ ring: [Position]) -> [Position] {
    ring.count > 1 && ring.first == ring.last ? Array(ring.dropLast()) : ring
  }

  private static func edges(_ ring: [Position]) -> [(Position, Position)] {
    Array(zip(ring, ring.dropFirst() + ring.prefix(1)))
  }

  /// No corner lies inside, and no middle of a stretch: what only touches the ring from inside has those.
  private static func isOutside(_ hole: [Position], of shells: [[Position]]) -> Bool {
    edges(hole).allSatisfy { from, to in
      !contains(shells, from) && !contains(shells, middle(from, to))
    }
  }

  private static func middle(_ a: Position, _ b: Position) -> Position {
    Position(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
  }

  private static func contains(_ rings: [[Position]], _ place: Position) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in edges(ring) where (a.y > place.y) != (b.y > place.y) {
        if place.x < a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y) { isInside.toggle() }
      }
    }
    return isInside
  }

  /// A stretch of a ring between two crossings, or a ring that has none.
  private struct Chain {
    var positions: [Position]
    /// The numbers of the crossings; `nil` for a whole ring.
    var ends: (from: Int, to: Int)?
  }

  /// What of the rings lies outside of a hole: parts of theirs outside of it and parts of its own inside of them, joined where they
  /// cross.
  /// - Returns: `nil` where they cross nowhere, or touch in a way that cannot be told from crossing.
  private static func difference(_ shells: [[Position]], _ hole: [Position]) -> [[Position]]? {
    let holeEdges = edges(hole)
    var onHole = [[(share: Double, number: Int)]](repeating: [], count: hole.count)
    var onShells = shells.map { [[(share: Double, number: Int)]](repeating: [], count: $0.count) }
    var places: [Position] = []
    for (shell, ring) in shells.enumerated() {
      for (index, edge) in edges(ring).enumerated() {
        for (other, holeEdge) in holeEdges.enumerated() {
          guard let (share, otherShare) = crossing(edge, holeEdge) else { continue }
          onShells[shell][index].append((share, places.count))
          onHole[other].append((otherShare, places.count))
          places.append(
            Position(
              x: edge.0.x + (edge.1.x - edge.0.x) * share, y: edge.0.y + (edge.1.y - edge.0.y) * share))
        }
      }
    }
    guard !places.isEmpty, places.count.isMultiple(of: 2) else { return nil }
    var chains = zip(shells, onShells).flatMap { Self.chains(of: $0, $1, places) }
      .filter { !contains([hole], inner($0)) }
    chains += Self.chains(of: hole, onHole, places).filter { contains(shells, inner($0)) }
    return joined(chains)
  }

  /// A place of a chain that is no crossing.
  private static func inner(_ chain: Chain) -> Position { middle(chain.positions[0], chain.positions[1]) }

  private static func crossing(
    _ one: (Position, Position), _ other: (Position, Position)
  ) -> (Double, Double)? {
    let (x, y) = (one.1.x - one.0.x, one.1.y - one.0.y)
    let (u, v) = (other.1.x - other.0.x, other.1.y - other.0.y)
    let cross = x * v - y * u
    guard cross != 0 else { return nil }
    let (dx, dy) = (other.0.x - one.0.x, other.0.y - one.0.y)
    let (share, otherShare) = ((dx * v - dy * u) / cross, (dx * y - dy * x) / cross)
    return share > 0 && share < 1 && otherShare > 0 && otherShare < 1 ? (share, otherShare) : nil
  }

  private static func chains(
    of ring: [Position], _ crossings: [[(share: Double, number: Int)]], _ places: [Position]
  ) -> [Chain] {
    var chains: [Chain] = []
    var head: [Position] = []
    var current: (positions: [Position], from: Int)?
    for (index, place) in ring.enumerated() {
      if current == nil { head.append(place) } else { current?.positions.append(place) }
      for (_, number) in crossings[index].sorted(by: { $0.share < $1.share }) {
        if let open = current {
          chains.append(Chain(positions: open.positions + [places[number]], ends: (open.from, number)))
        } else {
          head.append(places[number])
          chains.append(Chain(positions: head, ends: (-1, number)))
        }
        current = ([places[number]], number)
      }
    }
    guard let last = current else { return [Chain(positions: ring, ends: nil)] }
    // The first stretch goes on where the last one ends.
    let end = chains[0].ends?.to ?? last.from
    chains[0] = Chain(positions: last.positions + chains[0].positions, ends: (last.from, end))
    return chains
  }

  private static func joined(_ chains: [Chain]) -> [[Position]]? {
    var rings = chains.filter { $0.ends == nil }.map(\.positions)
    var following: [Int: Int] = [:]
    for (number, chain) in chains.enumerated() {
      guard let ends = chain.ends else { continue }
      guard following.updateValue(number, forKey: ends.from) == nil else { return nil }
    }
    var used: Set<Int> = []
    for (first, chain) in chains.enumerated() where chain.ends != nil && !used.contains(first) {
      var ring: [Position] = []
      var number = first
      while used.insert(number).inserted {
        ring += chains[number].positions.dropLast()
        guard let end = chains[number].ends?.to, let next = following[end] else { return nil }
        number = next
      }
      guard number == first else { return nil }
      rings.append(ring)
    }
    return rings
  }
}
