/// A straight line of a plane, from one place to another.
struct GridPath: Hashable {
  let axis: GridStroke.Axis
  /// The coordinate that all of the line has.
  let value: Double
  /// From the one end to the other, of the other coordinate.
  let ends: ClosedRange<Double>

  func place(at way: Double) -> Position { axis == .x ? Position(x: value, y: way) : Position(x: way, y: value) }
}

/// Draws lines of a plane in the picture: curved as its projection demands, to a tenth of a device pixel, ending where the plane
/// or the map does, and cut off a little outside the picture.
///
/// All lines are refined at once, a round for each halving, so that PROJ is asked for long lists of places.
struct GridTracer {
  let plane: any GridPlane
  /// Beyond, nothing is needed; in device pixels.
  let frame: PixelFrame

  /// Of a stretch's middle from its chord, in device pixels.
  private static let tolerance = 0.1
  /// Stretches that each line begins with: fewer might miss that it bends both ways.
  private static let stretches = 32
  /// Halvings of a stretch: what then is still bent is torn.
  private static let rounds = 14
  /// Of all lines together, in one round: no projection bends so many, but one that makes no sense.
  private static let mostStretches = 200_000
  /// Halvings on the way to where a line ends.
  private static let closings = 26

  private struct Node {
    let way: Double
    let spot: GridSpot?

    var isSeen: Bool { spot?.isInside ?? false }
  }

  private struct Stretch {
    let path: Int
    let start: Node
    let end: Node
  }

  private struct Trace {
    var nodes: [Node] = []
    /// Where nodes begin after which the map is torn.
    var tears: Set<Double> = []
  }

  /// The parts of each path that are to be seen, each at least two points, in the direction of the path.
  func strokes(of paths: [GridPath]) -> [[[PicturePoint]]] {
    var traces = begun(paths)
    refine(&traces, paths)
    close(&traces, paths)
    return traces.map { trace in pieces(of: trace).flatMap(frame.clipped) }
  }

  private func begun(_ paths: [GridPath]) -> [Trace] {
    let count = Self.stretches + 1
    let ways = paths.map { path in
      (0..<count).map { number -> Double in
        if number == 0 { return path.ends.lowerBound }
        if number == Self.stretches { return path.ends.upperBound }
        let share = Double(number) / Double(Self.stretches)
        return path.ends.lowerBound + (path.ends.upperBound - path.ends.lowerBound) * share
      }
    }
    let spots = plane.spots(zip(paths, ways).flatMap { path, ways in ways.map(path.place) })
    return paths.indices.map { path in
      Trace(nodes: (0..<count).map { Node(way: ways[path][$0], spot: spots[path * count + $0]) })
    }
  }

  private func refine(_ traces: inout [Trace], _ paths: [GridPath]) {
    var open = traces.indices.flatMap { path in
      zip(traces[path].nodes, traces[path].nodes.dropFirst()).map { Stretch(path: path, start: $0, end: $1) }
    }
    for round in 0...Self.rounds {
      open.removeAll { $0.start.spot == nil && $0.end.spot == nil && round > 1 }
      if open.isEmpty || open.count > Self.mostStretches { return }
      let ways = open.map { ($0.start.way + $0.end.way) / 2 }
      let spots = plane.spots(zip(open, ways).map { paths[$0.path].place(at: $1) })
      var next: [Stretch] = []
      for (index, stretch) in open.enumerated() {
        let middle = Node(way: ways[index], spot: spots[index])
        guard isBent(stretch, middle) else { continue }
        if round == Self.rounds {
          traces[stretch.path].tears.insert(stretch.start.way)
          continue
        }
        traces[stretch.path].nodes.append(middle)
        next.append(Stretch(path: stretch.path, start: stretch.start, end: middle))
        next.append(Stretch(path: stretch.path, start: middle, end: stretch.end))
      }
      open = next
    }
  }

  private func isBent(_ stretch: Stretch, _ middle: Node) -> Bool {
    switch (stretch.start.spot, stretch.end.spot, middle.spot) {
    case (nil, nil, _): return true
    case (let start?, let end?, let middle?):
      guard frame.mayMeet([start.point, middle.point, end.point]) else { return false }
      return Self.distance(of: middle.point, from: start.point, end.point) > Self.tolerance
    // The end of the map lies in between: it is looked for later.
    case (_?, nil, _), (nil, _?, _): return false
    case (_?, _?, nil): return true
    }
  }

  private static func distance(of point: PicturePoint, from start: PicturePoint, _ end: PicturePoint) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let (px, py) = (point.x - start.x, point.y - start.y)
    let square = dx * dx + dy * dy
    guard square > 0 else { return (px * px + py * py).squareRoot() }
    let share = min(max((px * dx + py * dy) / square, 0), 1)
    let (ex, ey) = (px - share * dx, py - share * dy)
    return (ex * ex + ey * ey).squareRoot()
  }

  /// Puts nodes in order, and finds where lines end between a node that is seen and one that is not.
  private func close(_ traces: inout [Trace], _ paths: [GridPath]) {
    struct End {
      let path: Int
      var seen: Node
      var unseen: Node
    }
    var ends: [End] = []
    for path in traces.indices {
      traces[path].nodes.sort { $0.way < $1.way }
      for (start, end) in zip(traces[path].nodes, traces[path].nodes.dropFirst()) where start.isSeen != end.isSeen {
        if let one = start.spot, let other = end.spot, !frame.mayMeet([one.point, other.point]) { continue }
        ends.append(End(path: path, seen: start.isSeen ? start : end, unseen: start.isSeen ? end : start))
      }
    }
    if ends.isEmpty { return }
    for _ in 0..<Self.closings {
      let ways = ends.map { ($0.seen.way + $0.unseen.way) / 2 }
      let spots = plane.spots(zip(ends, ways).map { paths[$0.path].place(at: $1) })
      for index in ends.indices {
        let node = Node(way: ways[index], spot: spots[index])
        if node.isSeen { ends[index].seen = node } else { ends[index].unseen = node }
      }
    }
    for end in ends {
      // What is not seen stays behind the end, so that the line stops there.
      traces[end.path].nodes += [end.seen, Node(way: end.unseen.way, spot: nil)]
    }
    for path in Set(ends.map(\.path)) { traces[path].nodes.sort { $0.way < $1.way } }
  }

  private func pieces(of trace: Trace) -> [[PicturePoint]] {
    var pieces: [[PicturePoint]] = []
    var piece: [PicturePoint] = []
    for node in trace.nodes {
      if let spot = node.spot, spot.isInside {
        piece.append(spot.point)
        if !trace.tears.contains(node.way) { continue }
      }
      if piece.count > 1 { pieces.append(piece) }
      piece = []
    }
    if piece.count > 1 { pieces.append(piece) }
    return pieces
  }
}
