import DocumentModel
import Geodesy
import Glibc

/// What is made of lines before they are stroked: moved aside, shortened for heads of arrows, places of markers along them.
enum LineShaping {
  /// Lines to the right of others, or to the left below 0; corners become as sharp as they are, and what has no room in a bend
  /// is left out. Lines that end where they begin stay so.
  static func moved(_ paths: PathList, by distance: Double, isClosed: Bool) -> PathList {
    if distance == 0 { return paths }
    var result = PathList()
    for path in 0..<paths.count {
      var points = distinct(paths, path, isClosed: isClosed)
      let endsAtItsStart = !isClosed && points.count > 3 && points.first == points.last
      if endsAtItsStart { points.removeLast() }
      guard points.count > 1 else { continue }
      for line in OffsetCurve(points, by: distance, isClosed: isClosed || endsAtItsStart).paths() {
        result.append(path: endsAtItsStart ? opened(line) : line)
      }
    }
    return result
  }

  /// A closed line that begins and ends in the middle of a stretch, where its ends meet without a notch.
  private static func opened(_ ring: [Position]) -> [Position] {
    guard ring.count > 1 else { return ring }
    let seam = Position(x: (ring[0].x + ring[1].x) / 2, y: (ring[0].y + ring[1].y) / 2)
    return [seam] + ring.dropFirst() + [ring[0], seam]
  }

  /// Filled heads at the ends of lines, and the lines without what would stick out of them.
  static func arrows(_ paths: PathList, _ line: ResolvedLine) -> (lines: PathList, heads: PathList) {
    var lines = PathList()
    var heads = PathList()
    for path in 0..<paths.count {
      var points = distinct(paths, path, isClosed: false)
      // On a line that is shorter than they are, heads share it.
      let whole = zip(points, points.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
      let length = min(line.headLength, line.arrow == .both ? whole / 2 : whole)
      if line.arrow == .end || line.arrow == .both { cutEnd(&points, length, &heads) }
      if line.arrow == .start || line.arrow == .both {
        points.reverse()
        cutEnd(&points, length, &heads)
        points.reverse()
      }
      lines.append(path: points)
    }
    return (lines, heads)
  }

  private static func cutEnd(_ points: inout [Position], _ length: Double, _ heads: inout PathList) {
    guard let tip = points.last, points.count > 1 else { return }
    // The line ends inside of the head, where that is as wide as it is.
    let base = place(before: length, points)
    let direction = direction(base, tip)
    let (half, back) = (length * 0.375, length)
    heads.add(tip.x, tip.y)
    heads.add(tip.x - direction.x * back - direction.y * half, tip.y - direction.y * back + direction.x * half)
    heads.add(tip.x - direction.x * back + direction.y * half, tip.y - direction.y * back - direction.x * half)
    heads.endPath()
    var rest = length * 0.8
    while points.count > 1 {
      let (one, two) = (points[points.count - 2], points[points.count - 1])
      let step = distance(one, two)
      if step > rest {
        let share = rest / step
        points[points.count - 1] = Position(x: two.x + (one.x - two.x) * share, y: two.y + (one.y - two.y) * share)
        return
      }
      rest -= step
      points.removeLast()
    }
  }

  /// The place so far before a line's end; its start where it is shorter.
  private static func place(before length: Double, _ points: [Position]) -> Position {
    var rest = length
    for (two, one) in zip(points.reversed(), points.reversed().dropFirst()) {
      let step = distance(one, two)
      if step >= rest {
        let share = rest / step
        return Position(x: two.x + (one.x - two.x) * share, y: two.y + (one.y - two.y) * share)
      }
      rest -= step
    }
    return points[0]
  }

  /// Places along lines at even distances, the first half a distance from the start; `body` gets each and the line's direction in
  /// degrees clockwise from the right, and returns false to end.
  static func along(
    _ paths: PathList, starts: [Double], spacing: Double, isClosed: Bool, _ body: (Position, Double) -> Bool
  ) {
    // Nearer ones could not be told apart, and there would be no end of them.
    let spacing = max(spacing, 0.5)
    for path in 0..<paths.count {
      var points = distinct(paths, path, isClosed: isClosed)
      if isClosed, let first = points.first { points.append(first) }
      var next = spacing / 2
      if !starts.isEmpty, starts[path] > 0 {
        let done = (starts[path] - next).truncatingRemainder(dividingBy: spacing)
        next = done <= 0 ? -done : spacing - done
      }
      for (one, two) in zip(points, points.dropFirst()) {
        let step = distance(one, two)
        let direction = atan2(two.y - one.y, two.x - one.x) * 180 / .pi
        while next <= step {
          let share = next / step
          let place = Position(x: one.x + (two.x - one.x) * share, y: one.y + (two.y - one.y) * share)
          guard body(place, direction) else { return }
          next += spacing
        }
        next -= step
      }
    }
  }

  /// The place in the middle of the longest of some lines; `nil` for none.
  static func middle(_ paths: PathList) -> Position? {
    var longest: (length: Double, points: [Position])?
    for path in 0..<paths.count {
      let points = distinct(paths, path, isClosed: false)
      let length = zip(points, points.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
      if longest.map({ $0.length < length }) ?? true { longest = (length, points) }
    }
    guard let longest, !longest.points.isEmpty else { return nil }
    return place(before: longest.length / 2, longest.points)
  }

  private static func distinct(_ paths: PathList, _ path: Int, isClosed: Bool) -> [Position] {
    var points: [Position] = []
    for place in paths.range(of: path) {
      let point = Position(x: paths.x[place], y: paths.y[place])
      guard point.x.isFinite, point.y.isFinite else { continue }
      if let last = points.last, distance(last, point) < 1 / 512 { continue }
      points.append(point)
    }
    if isClosed, points.count > 1, distance(points[0], points[points.count - 1]) < 1 / 512 { points.removeLast() }
    return points
  }

  private static func distance(_ one: Position, _ other: Position) -> Double {
    let (x, y) = (other.x - one.x, other.y - one.y)
    return (x * x + y * y).squareRoot()
  }

  private static func direction(_ from: Position, _ to: Position) -> Position {
    let length = distance(from, to)
    return length > 0 ? Position(x: (to.x - from.x) / length, y: (to.y - from.y) / length) : Position(x: 1, y: 0)
  }
}
