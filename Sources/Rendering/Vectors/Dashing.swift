import Geodesy

/// Cuts lines into dashes.
struct Dashing {
  /// Drawn and left out in turn, in pixels; an even number of them.
  let lengths: [Double]
  private let period: Double

  /// How long a dash of no length is, in pixels.
  private static let dot = 1.0 / 128

  /// - Returns: `nil` where nothing would be left out that could be seen.
  init?(_ lengths: [Double]) {
    let even = lengths.count % 2 == 0 ? lengths : lengths + lengths
    period = even.reduce(0, +)
    guard period.isFinite, period >= 0.25, even.allSatisfy({ $0 >= 0 }) else { return nil }
    self.lengths = even
  }

  /// The dashes of some of the paths, in their order.
  ///
  /// - Parameters:
  ///   - starts: How far into the dashes each path begins; one for each, or none at all.
  ///   - isClosed: Each path is a ring.
  func cut(_ paths: PathList, _ range: Range<Int>, starts: [Double] = [], isClosed: Bool) -> PathList {
    precondition(starts.isEmpty || starts.count == paths.count, "a start for each path")
    var dashes = PathList()
    for path in range {
      let positions = paths.range(of: path)
      let places = isClosed ? Array(positions) + [positions.lowerBound] : Array(positions)
      cut(paths, places, start: starts.isEmpty ? 0 : starts[path], &dashes)
    }
    return dashes
  }

  private func cut(_ paths: PathList, _ places: [Int], start: Double, _ dashes: inout PathList) {
    guard places.count > 1 else { return }
    var rest = start.isFinite ? start.truncatingRemainder(dividingBy: period) : 0
    if rest < 0 { rest += period }
    var number = 0
    while rest > 0, rest >= lengths[number] {
      rest -= lengths[number]
      number = (number + 1) % lengths.count
    }
    // What is left of the dash or gap.
    var left = lengths[number] - rest
    var isDrawn = number % 2 == 0
    if isDrawn { dashes.add(paths.x[places[0]], paths.y[places[0]]) }
    for (from, to) in zip(places, places.dropFirst()) {
      let (x, y) = (paths.x[from], paths.y[from])
      let (dx, dy) = (paths.x[to] - x, paths.y[to] - y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length.isFinite, length > 0 else { continue }
      var done = 0.0
      while length - done > left {
        done += left
        // A dash of no length is a dot, and has the direction of its line.
        let share = (isDrawn && lengths[number] == 0 ? done + Self.dot : done) / length
        dashes.add(x + dx * share, y + dy * share)
        if isDrawn { dashes.endPath() }
        number = (number + 1) % lengths.count
        left = lengths[number]
        isDrawn.toggle()
      }
      left -= length - done
      if isDrawn { dashes.add(paths.x[to], paths.y[to]) }
    }
    dashes.endPath()
  }
}
