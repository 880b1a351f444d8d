/// A straight line of a plane, from one place to another.
struct GridPath: Hashable {
  let axis: GridStroke.Axis
  /// The coordinate that all of the line has.
  let value: Double
  /// From the one end to the other, of the other coordinate.
  let ends: ClosedRange<Double>
  /// Where between its ends a line comes nearest to an edge or farthest from it, of the other coordinate.
  var knot: Double?

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
  /// Of a point from the chord of its neighbours: it can be left out.
  private static let straight = 0.001
  /// Halvings of a stretch: what then is still bent is torn.
  private static let rounds = 14
  /// Of all lines together, in one round: no projection bends so many, but one that makes no sense.
  private static let mostStretches = 200_000
  /// Steps on the way to where a line ends: those that go by how far the edge is, then halvings.
  private static let (guesses, halvings) = (8, 26)

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
    refine(&traces, paths, traces.indices.flatMap { begun(traces[$0].nodes, path: $0) })
    refine(&traces, paths, close(&traces, paths))
    for path in traces.indices { traces[path].nodes.sort { $0.way < $1.way } }
    return traces.map { trace in pieces(of: trace).flatMap(frame.clipped) }
  }

  private func begun(_ paths: [GridPath]) -> [Trace] {
    let ways = paths.map { path -> [Double] in
      let (low, high) = (path.ends.lowerBound, path.ends.upperBound)
      let count = plane.stretches(from: path.place(at: low), to: path.place(at: high))
      var ways = (0..<count).map { low + (high - low) * (Double($0) / Double(count)) } + [high]
      if let knot = path.knot, low < knot, knot < high {
        let index = ways.firstIndex { $0 >= knot } ?? ways.endIndex
        if ways[index] != knot { ways.insert(knot, at: index) }
      }
      return ways
    }
    let spots = plane.spots(zip(paths, ways).flatMap { path, ways in ways.map(path.place) })
    var first = 0
    return ways.map { ways in
      defer { first += ways.count }
      return Trace(nodes: zip(ways, spots[first..<first + ways.count]).map { Node(way: $0, spot: $1) })
    }
  }

  /// Adds the nodes that stretches need to be as curved as they should.
  private func refine(_ traces: inout [Trace], _ paths: [GridPath], _ stretches: [Stretch]) {
    var open = stretches
    for round in 0...Self.rounds {
      open.removeAll { $0.start.spot == nil && $0.end.spot == nil && round > 1 }
      if open.isEmpty || open.count > Self.mostStretches { return }
      let ways = open.map { ($0.start.way + $0.end.way) / 2 }
      let spots = plane.spots(zip(open, ways).map { paths[$0.path].place(at: $1) })
      var next: [Stretch] = []
      for (index, stretch) in open.enumerated() {
        let middle = Node(way: ways[index], spot: spots[index])
        guard let bend = bend(stretch, middle) else { continue }
        if round == Self.rounds {
          traces[stretch.path].tears.insert(stretch.start.way)
          continue
        }
        traces[stretch.path].nodes.append(middle)
        // A half is bent a quarter as much.
        if bend < Self.tolerance * 3 { continue }
        next.append(Stretch(path: stretch.path, start: stretch.start, end: middle))
        next.append(Stretch(path: stretch.path, start: middle, end: stretch.end))
      }
      open = next
    }
  }

  /// Stretches of a new line whose middles must be looked at: not those that it runs through straight, as far as its neighbours
  /// tell.
  private func begun(_ nodes: [Node], path: Int) -> [Stretch] {
    // How much the line curves at each node, in 1 / device pixels.
    let curves = nodes.indices.map { index -> Double in
      guard index > 0, index + 1 < nodes.count else { return 0 }
      guard let start = nodes[index - 1].spot, let middle = nodes[index].spot, let end = nodes[index + 1].spot else {
        return .infinity
      }
      let ways = Self.length(start.point, middle.point) * Self.length(middle.point, end.point)
      guard ways > 0 else { return .infinity }
      return 2 * Self.distance(of: middle.point, from: start.point, end.point) / ways
    }
    let lengths = zip(nodes, nodes.dropFirst()).map { start, end -> Double in
      guard let start = start.spot, let end = end.spot else { return .infinity }
      return Self.length(start.point, end.point)
    }
    return nodes.indices.dropLast().compactMap { index in
      let stretch = Stretch(path: path, start: nodes[index], end: nodes[index + 1])
      let length = lengths[index]
      guard length.isFinite else { return stretch }
      let isStraight = max(curves[index], curves[index + 1]) * length * length / 8 < Self.tolerance / 4
      // Along its own direction a map is torn where a stretch is longer than those beside it.
      let (before, after) = (
        index > 0 ? lengths[index - 1] : length, index + 1 < lengths.count ? lengths[index + 1] : length
      )
      let excess = length - (before + after) / 2
      return isStraight && excess < max(Self.leap, length / 64) ? nil : stretch
    }
  }

  /// How far a stretch's middle lies from its chord, in device pixels; `nil` where it is straight enough, or not seen.
  private func bend(_ stretch: Stretch, _ middle: Node) -> Double? {
    switch (stretch.start.spot, stretch.end.spot, middle.spot) {
    case (nil, nil, _): return .infinity
    case (let start?, let end?, let middle?):
      guard frame.mayMeet(start.point, middle.point, end.point) else { return nil }
      // Out of the zone and in again, or the other way.
      if middle.isInside != start.isInside, middle.isInside != end.isInside { return .infinity }
      if isTorn(start.point, middle.point, end.point) { return .infinity }
      let distance = Self.distance(of: middle.point, from: start.point, end.point)
      return distance > Self.tolerance ? distance : nil
    // The end of the map lies in between: it is looked for later.
    case (_?, nil, _), (nil, _?, _): return nil
    case (_?, _?, nil): return .infinity
    }
  }

  /// Whether a stretch may leap from one edge of the map to the other, along its chord: its middle lies nearer to one end of it.
  private func isTorn(_ start: PicturePoint, _ middle: PicturePoint, _ end: PicturePoint) -> Bool {
    let (one, other) = (Self.length(start, middle), Self.length(middle, end))
    return abs(one - other) > max(Self.leap, (one + other) / 16)
  }

  /// A map that is torn by less does not look so, in device pixels.
  private static let leap = 2.0

  private static func length(_ start: PicturePoint, _ end: PicturePoint) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    return (dx * dx + dy * dy).squareRoot()
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
  /// - Returns: From the last nodes that were seen to those ends.
  private func close(_ traces: inout [Trace], _ paths: [GridPath]) -> [Stretch] {
    var ends: [End] = []
    for path in traces.indices {
      traces[path].nodes.sort { $0.way < $1.way }
      for (start, end) in zip(traces[path].nodes, traces[path].nodes.dropFirst()) where start.isSeen != end.isSeen {
        if let one = start.spot, let other = end.spot, !frame.mayMeet(one.point, other.point) { continue }
        ends.append(End(path: path, seen: start.isSeen ? start : end, unseen: start.isSeen ? end : start))
      }
    }
    let last = ends.map(\.seen)
    var open = Array(ends.indices)
    for step in 0..<Self.guesses + Self.halvings where !open.isEmpty {
      let ways = open.map { ends[$0].next(guessing: step < Self.guesses) }
      let spots = plane.spots(zip(open, ways).map { paths[ends[$0].path].place(at: $1) })
      for (number, index) in open.enumerated() { ends[index].take(Node(way: ways[number], spot: spots[number])) }
      open.removeAll { ends[$0].isFound }
    }
    for end in ends {
      // What is not seen stays behind the end, so that the line stops there.
      traces[end.path].nodes += [end.seen, Node(way: end.unseen.way, spot: nil)]
    }
    return zip(last, ends).compactMap { last, end in
      if last.way == end.seen.way { return nil }
      let isForwards = last.way < end.seen.way
      return Stretch(path: end.path, start: isForwards ? last : end.seen, end: isForwards ? end.seen : last)
    }
  }

  /// Of a line, between a place that is seen and one that is not.
  private struct End {
    let path: Int
    var seen: Node
    var unseen: Node
    /// How far from the edge the two are taken to be: half as far each time that a place stays (the Illinois method).
    private var weights: (seen: Double, unseen: Double)
    private var wasSeen: Bool?
    /// Nearer to each other than that the two are one place.
    private let least: Double
    /// The same in degrees from the edge, a tenth of a millimetre; and in device pixels, squared.
    private static let (edge, pixels) = (1e-9, 1e-6)

    init(path: Int, seen: Node, unseen: Node) {
      (self.path, self.seen, self.unseen) = (path, seen, unseen)
      least = abs(unseen.way - seen.way) / Double(1 << GridTracer.halvings)
      weights = (seen.spot?.inset ?? .infinity, -(unseen.spot?.inset ?? -.infinity))
    }

    /// Where to look next.
    func next(guessing: Bool) -> Double {
      let sum = weights.seen + weights.unseen
      guard guessing, sum.isFinite, sum > 0 else { return (seen.way + unseen.way) / 2 }
      return seen.way + (unseen.way - seen.way) * (weights.seen / sum)
    }

    mutating func take(_ node: Node) {
      let inset = node.spot?.inset ?? -.infinity
      if node.isSeen {
        (seen, weights.seen) = (node, inset)
        if wasSeen == true { weights.unseen /= 2 }
      } else {
        (unseen, weights.unseen) = (node, -inset)
        if wasSeen == false { weights.seen /= 2 }
      }
      wasSeen = node.isSeen
    }

    var isFound: Bool {
      guard let inner = seen.spot, inner.inset >= Self.edge, abs(unseen.way - seen.way) > least else { return true }
      guard let outer = unseen.spot else { return false }
      let (dx, dy) = (outer.point.x - inner.point.x, outer.point.y - inner.point.y)
      return dx * dx + dy * dy < Self.pixels
    }
  }

  private func pieces(of trace: Trace) -> [[PicturePoint]] {
    var pieces: [[PicturePoint]] = []
    var piece: [PicturePoint] = []
    for node in trace.nodes {
      if let spot = node.spot, spot.isInside {
        // On the way of the two before and behind it a point says nothing.
        if piece.count > 1,
          Self.distance(of: piece[piece.count - 1], from: piece[piece.count - 2], spot.point) < Self.straight
        {
          piece.removeLast()
        }
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
