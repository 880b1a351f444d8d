/// Cuts lines and rings with a box.
struct BoxCut {
  let box: Extent

  /// Where a place lies: one bit for each side of the box that it lies beyond.
  private func sides(_ place: Position) -> UInt8 {
    var sides: UInt8 = 0
    if place.x < box.xmin { sides |= 1 } else if place.x > box.xmax { sides |= 2 }
    if place.y < box.ymin { sides |= 4 } else if place.y > box.ymax { sides |= 8 }
    return sides
  }

  enum Place { case inside, outside, across }

  /// Whether positions all lie inside, or all beyond one side.
  func place(of positions: some Collection<Position>) -> Place {
    var (any, all): (UInt8, UInt8) = (0, 15)
    for position in positions {
      let sides = sides(position)
      any |= sides
      all &= sides
    }
    return any == 0 ? .inside : all != 0 ? .outside : .across
  }

  /// A part of a line, and how long the line is before it.
  struct Part {
    var positions: [Position]
    var start: Double
  }

  /// The parts of a line that lie in the box.
  /// - Parameter start: How long the line is before its first position.
  func parts(ofLine line: [Position], start: Double = 0) -> [Part] {
    guard let first = line.first else { return [] }
    if place(of: line) == .inside { return [Part(positions: line, start: start)] }
    var parts: [Part] = []
    var part = Part(positions: [], start: start)
    var (length, before) = (start, first)
    func finish() {
      if part.positions.count > 1 { parts.append(part) }
      part.positions = []
    }
    for end in line.dropFirst() {
      let whole = Self.distance(before, end)
      if let (from, to) = box.part(from: before, to: end) {
        if from > 0 || part.positions.isEmpty {
          finish()
          part = Part(positions: [Self.between(before, end, from)], start: length + whole * from)
        }
        part.positions.append(Self.between(before, end, to))
        if to < 1 { finish() }
      } else {
        finish()
      }
      length += whole
      before = end
    }
    finish()
    return parts
  }

  static func between(_ a: Position, _ b: Position, _ share: Double) -> Position {
    if share == 0 { return a }
    if share == 1 { return b }
    return Position(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
  }

  static func distance(_ a: Position, _ b: Position) -> Double {
    ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
  }

  /// The part of an open ring that lies in the box, as one ring, which runs along the box's sides between its parts
  /// (Sutherland and Hodgman's clipping, 1974); empty for none.
  func part(ofRing ring: [Position]) -> [Position] {
    switch place(of: ring) {
    case .inside: return ring
    case .outside: return []
    case .across: break
    }
    var ring = ring
    ring = Self.keeping(ring, \.x, box.xmin) { $0 >= $1 }
    ring = Self.keeping(ring, \.x, box.xmax) { $0 <= $1 }
    ring = Self.keeping(ring, \.y, box.ymin) { $0 >= $1 }
    return Self.keeping(ring, \.y, box.ymax) { $0 <= $1 }
  }

  private static func keeping(
    _ ring: [Position], _ axis: WritableKeyPath<Position, Double>, _ limit: Double, _ isInside: (Double, Double) -> Bool
  ) -> [Position] {
    guard var before = ring.last, ring.contains(where: { !isInside($0[keyPath: axis], limit) }) else { return ring }
    var kept: [Position] = []
    kept.reserveCapacity(ring.count + 8)
    var wasInside = isInside(before[keyPath: axis], limit)
    for place in ring {
      let isIn = isInside(place[keyPath: axis], limit)
      if isIn != wasInside {
        let (from, to) = (before[keyPath: axis], place[keyPath: axis])
        var crossing = between(before, place, (limit - from) / (to - from))
        crossing[keyPath: axis] = limit
        kept.append(crossing)
      }
      if isIn { kept.append(place) }
      (before, wasInside) = (place, isIn)
    }
    return kept
  }
}

extension Extent {
  /// Which part of a straight stretch lies in it, as shares of its length (Liang and Barsky's clipping, 1984); `nil` for none.
  package func part(from a: Position, to b: Position) -> (start: Double, end: Double)? {
    var (from, to) = (0.0, 1.0)
    for (start, step, low, high) in [(a.x, b.x - a.x, xmin, xmax), (a.y, b.y - a.y, ymin, ymax)] {
      if step == 0 {
        if start < low || start > high { return nil }
        continue
      }
      let (one, other) = ((low - start) / step, (high - start) / step)
      from = max(from, min(one, other))
      to = min(to, max(one, other))
    }
    return from <= to ? (from, to) : nil
  }
}
