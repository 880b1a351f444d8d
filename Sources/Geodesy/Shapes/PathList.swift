/// Lines, rings or places one after another, in two arrays of coordinates: what takes little memory, and goes through PROJ
/// as it stands.
///
/// A ring may have its first position again at its end or not; places are paths of any number of positions.
package struct PathList: Sendable, Hashable {
  /// East, or pixels from the left.
  package var x: [Double]
  /// North, or pixels from the top; as many as ``x``.
  package var y: [Double]
  /// Where each path ends: the number of positions in it and in all before it. Never falls.
  package var ends: [Int]

  package init(x: [Double] = [], y: [Double] = [], ends: [Int] = []) {
    precondition(x.count == y.count && (ends.last ?? 0) == x.count, "paths that do not end where the coordinates do")
    self.x = x
    self.y = y
    self.ends = ends
  }

  /// How many paths.
  package var count: Int { ends.count }

  /// The positions of a path.
  package func range(of path: Int) -> Range<Int> { (path == 0 ? 0 : ends[path - 1])..<ends[path] }

  package mutating func add(_ x: Double, _ y: Double) {
    self.x.append(x)
    self.y.append(y)
  }

  /// Makes room for so many more positions at once.
  package mutating func reserve(_ positions: Int) {
    x.reserveCapacity(x.count + positions)
    y.reserveCapacity(y.count + positions)
  }

  /// Makes a path of what has been added since the last one; of nothing, none.
  package mutating func endPath() {
    if x.count > (ends.last ?? 0) { ends.append(x.count) }
  }

  /// Takes back what was added last, so that so many paths and positions are left.
  package mutating func cut(toPaths paths: Int, positions: Int) {
    if ends.count > paths { ends.removeSubrange(paths...) }
    if x.count > positions {
      x.removeSubrange(positions...)
      y.removeSubrange(positions...)
    }
  }

  /// Takes all out, and keeps the memory.
  package mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// The area that a path goes round, positive where it runs counterclockwise with y to the north; the path may be open.
  package func signedArea(of path: Int) -> Double {
    let range = range(of: path)
    guard let first = range.first else { return 0 }
    // Seen from its first position, to keep the digits.
    let (originX, originY) = (x[first], y[first])
    var twice = 0.0
    var (previousX, previousY) = (0.0, 0.0)
    for index in range.dropFirst() {
      let (nextX, nextY) = (x[index] - originX, y[index] - originY)
      twice += previousX * nextY - nextX * previousY
      (previousX, previousY) = (nextX, nextY)
    }
    return twice / 2
  }

  /// Turns a path round.
  package mutating func reverse(_ path: Int) {
    let range = range(of: path)
    x[range].reverse()
    y[range].reverse()
  }

  package mutating func append(path positions: some Sequence<Position>) {
    for position in positions { add(position.x, position.y) }
    endPath()
  }

  /// A path as positions.
  package func path(_ number: Int) -> [Position] { range(of: number).map { Position(x: x[$0], y: y[$0]) } }
}

/// What the paths of a feature are.
package enum ShapeKind: UInt8, Sendable, Hashable, CaseIterable {
  /// Each position by itself.
  case point
  case line
  /// Rings, outer ones counterclockwise with y to the north, holes clockwise: inside is where they wind round a place, so that
  /// parts that overlap are filled. Who reads a source knows which are holes, and turns them
  /// (``PathUnwrapping/isCounterclockwise(_:)`` for degrees, where a ring may jump).
  case polygon
}
