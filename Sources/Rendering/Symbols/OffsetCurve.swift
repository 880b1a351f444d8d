import Geodesy

/// A line moved aside, without the loops that it would make in bends narrower than the distance: what comes nearer to the line
/// than it should be is left out, and what is left is joined where it crosses itself.
struct OffsetCurve {
  /// No two that follow each other at one place; of a closed line without the first again.
  private let points: [Position]
  /// To the right of the line, or to the left below 0.
  private let distance: Double
  private let isClosed: Bool
  /// Of each stretch: its direction and its length.
  private let ways: [(direction: Position, length: Double)]

  private struct Stretch {
    let from: Position
    let to: Position
    var box: Extent {
      Extent(xmin: min(from.x, to.x), ymin: min(from.y, to.y), xmax: max(from.x, to.x), ymax: max(from.y, to.y))
    }
  }

  init(_ points: [Position], by distance: Double, isClosed: Bool) {
    (self.points, self.distance, self.isClosed) = (points, distance, isClosed)
    let ends = points.dropFirst() + (isClosed ? points.prefix(1) : [])
    ways = zip(points, ends).map { from, to in
      let (x, y) = (to.x - from.x, to.y - from.y)
      let length = (x * x + y * y).squareRoot()
      return (length > 0 ? Position(x: x / length, y: y / length) : Position(x: 1, y: 0), length)
    }
  }

  /// The lines that come of it, mostly one; closed ones without the first position again.
  func paths() -> [[Position]] {
    guard points.count > 1 else { return [] }
    let reaches = points.indices.map(reach)
    let isTight = ways.indices.map { way in
      reaches[way] + reaches[(way + 1) % points.count] > ways[way].length
    }
    if !isTight.contains(true) { return [points.indices.flatMap { corner($0, isFree: true) }] }
    let raw = points.indices.flatMap { place -> [Position] in
      let (before, after) = ways(at: place)
      let isFree = !(before.map { isTight[$0] } ?? false) && !(after.map { isTight[$0] } ?? false)
      return corner(place, isFree: isFree, isWhole: false)
    }
    return unlooped(raw)
  }

  /// The numbers of the stretches before and after a position.
  private func ways(at place: Int) -> (before: Int?, after: Int?) {
    (
      place > 0 ? place - 1 : isClosed ? ways.count - 1 : nil,
      place < ways.count ? place : nil
    )
  }

  /// By how much the moved stretches on both sides of a corner are shorter than those of the line; 0 on its outer side.
  private func reach(_ place: Int) -> Double {
    let (before, after) = ways(at: place)
    guard let before, let after else { return 0 }
    let (one, other) = (ways[before].direction, ways[after].direction)
    let cosine = one.x * other.x + one.y * other.y
    guard (one.x * other.y - one.y * other.x) * distance > 0 || cosine <= -1 + 1e-9 else { return 0 }
    return abs(distance) * (max(0, 1 - cosine) / max(1e-12, 1 + cosine)).squareRoot()
  }

  /// - Parameters:
  ///   - isFree: The stretches on both sides are long enough for its inner side.
  ///   - isWhole: No loops will be looked for, so that sharp corners may be cut off as near to the line as they come.
  private func corner(_ place: Int, isFree: Bool, isWhole: Bool = true) -> [Position] {
    let (before, after) = ways(at: place)
    guard let one = (before ?? after).map({ ways[$0].direction }),
      let other = (after ?? before).map({ ways[$0].direction })
    else { return [] }
    let cosine = one.x * other.x + one.y * other.y
    let isInner = (one.x * other.y - one.y * other.x) * distance > 0
    let point = points[place]
    // Up to twice the distance; sharper corners are cut off.
    if isInner ? isFree && cosine > -1 + 1e-9 : cosine > -0.5 {
      let scale = distance / (1 + cosine)
      return [Position(x: point.x - (one.y + other.y) * scale, y: point.y + (one.x + other.x) * scale)]
    }
    let beyond = isWhole || isInner ? 0 : abs(distance)
    return [Self.aside(point, one, distance, along: beyond), Self.aside(point, other, distance, along: -beyond)]
  }

  /// A place to the right of another, and on along the way.
  private static func aside(_ place: Position, _ way: Position, _ right: Double, along: Double) -> Position {
    let x: Double = place.x - way.y * right
    let y: Double = place.y + way.x * right
    return Position(x: x + way.x * along, y: y + way.y * along)
  }

  // MARK: - Loops

  private func unlooped(_ raw: [Position]) -> [[Position]] {
    let stretches = zip(raw, raw.dropFirst() + (isClosed ? raw.prefix(1) : [])).map { Stretch(from: $0, to: $1) }
    let line = Blocks(zip(points, points.dropFirst() + (isClosed ? points.prefix(1) : [])).map(Stretch.init))
    let crossings = crossings(of: stretches)
    // Rounding, and what is left over of a corner, is no loop.
    let least = abs(distance) * 0.998 - 0.02
    var paths: [[Position]] = []
    var path: [Position] = []
    func finish() {
      if path.count > 1 { paths.append(path) }
      path = []
    }
    for (number, stretch) in stretches.enumerated() {
      var places = [stretch.from] + crossings[number].map { $0.place } + [stretch.to]
      if places.count > 2 { places = places.reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
      for (from, to) in zip(places, places.dropFirst()) {
        let middle = Position(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
        guard line.isBeyond(least, from: middle) else { continue }
        if let last = path.last, Self.distance(last, from) > 1e-6 { finish() }
        if path.isEmpty { path = [from] }
        path.append(to)
      }
    }
    finish()
    guard isClosed else { return paths }
    // What began in the middle of a part belongs to its end.
    if paths.count > 1, let first = paths.first, let last = paths.last, let end = last.last,
      Self.distance(first[0], end) < 1e-6
    {
      paths[0] = last + first.dropFirst()
      paths.removeLast()
    }
    return paths.map { path in
      let isRing = Self.distance(path[0], path[path.count - 1]) < 1e-6
      // A part that does not come back is drawn there and back.
      return isRing ? Array(path.dropLast()) : path + path.reversed().dropFirst().dropLast()
    }
  }

  /// Where stretches cross others, in the order along each.
  private func crossings(of stretches: [Stretch]) -> [[(share: Double, place: Position)]] {
    var crossings = [[(share: Double, place: Position)]](repeating: [], count: stretches.count)
    let blocks = Blocks(stretches)
    for (number, one) in stretches.enumerated() {
      blocks.eachNear(one.box, from: number + 1) { other in
        let two = stretches[other]
        let (x, y) = (one.to.x - one.from.x, one.to.y - one.from.y)
        let (u, v) = (two.to.x - two.from.x, two.to.y - two.from.y)
        let cross = x * v - y * u
        guard cross != 0 else { return }
        let (dx, dy) = (two.from.x - one.from.x, two.from.y - one.from.y)
        let (share, otherShare) = ((dx * v - dy * u) / cross, (dx * y - dy * x) / cross)
        guard share >= 0, share <= 1, otherShare >= 0, otherShare <= 1 else { return }
        let place = Position(x: one.from.x + x * share, y: one.from.y + y * share)
        crossings[number].append((share, place))
        crossings[other].append((otherShare, place))
      }
    }
    for number in crossings.indices { crossings[number].sort { $0.share < $1.share } }
    return crossings
  }

  private static func distance(_ a: Position, _ b: Position) -> Double {
    ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
  }

  /// Stretches by the boxes around a few that follow each other, so that most need not be looked at.
  private struct Blocks {
    private static let size = 32
    private let stretches: [Stretch]
    private let boxes: [Extent]

    init(_ stretches: [Stretch]) {
      self.stretches = stretches
      boxes = stride(from: 0, to: stretches.count, by: Self.size).map { first in
        stretches[first..<min(first + Self.size, stretches.count)].dropFirst()
          .reduce(stretches[first].box) { $0.union($1.box) }
      }
    }

    private func range(_ block: Int) -> Range<Int> {
      block * Self.size..<min((block + 1) * Self.size, stretches.count)
    }

    func eachNear(_ box: Extent, from first: Int, _ body: (Int) -> Void) {
      guard first < stretches.count else { return }
      for block in first / Self.size..<boxes.count where touch(boxes[block], box) {
        for number in range(block) where number >= first && touch(stretches[number].box, box) { body(number) }
      }
    }

    private func touch(_ a: Extent, _ b: Extent) -> Bool {
      a.xmin <= b.xmax && b.xmin <= a.xmax && a.ymin <= b.ymax && b.ymin <= a.ymax
    }

    /// Whether all of them are so far away.
    func isBeyond(_ least: Double, from place: Position) -> Bool {
      let box = Extent(xmin: place.x, ymin: place.y, xmax: place.x, ymax: place.y).grown(by: max(0, least))
      return boxes.indices.allSatisfy { block in
        !touch(boxes[block], box)
          || range(block).allSatisfy { distance(to: stretches[$0], from: place) >= least }
      }
    }

    private func distance(to stretch: Stretch, from place: Position) -> Double {
      let (x, y) = (stretch.to.x - stretch.from.x, stretch.to.y - stretch.from.y)
      let square = x * x + y * y
      let along = (place.x - stretch.from.x) * x + (place.y - stretch.from.y) * y
      let share = square > 0 ? min(1, max(0, along / square)) : 0
      return OffsetCurve.distance(place, Position(x: stretch.from.x + x * share, y: stretch.from.y + y * share))
    }
  }
}
