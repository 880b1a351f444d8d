/// Looks for the places of a line's labels.
struct GridLabelPlacing {
  let position: GridLabelPosition
  let page: PixelFrame

  func labels(of line: GridLine, importance: Double) -> [GridLabel] {
    guard !line.text.isEmpty else { return [] }
    let crossings = line.pieces.flatMap { piece in
      Self.allEdges.flatMap { edge in GridCrossing.all(of: piece, edge: edge, in: page).map { (edge, $0) } }
    }
    var found: [(GridLabel.Place, GridCrossing)] =
      position == .center ? line.pieces.flatMap(onAxes) : onEdges(crossings, line).map { (.edge($0), $1) }
    // Where the world ends inside the picture, its end stands for the picture's edge.
    if line.zone == nil, line.endsWithGrid || found.isEmpty && crossings.isEmpty {
      found += line.pieces.flatMap { ends($0, of: line) }
    }
    // A line that no edge cuts is labelled somewhere on itself, but not a part of one.
    let isWhole = line.endsOfWorld == (true, true)
    if position == .geographic || found.isEmpty && crossings.isEmpty && isWhole { found = along(line) }
    return found.map { place, crossing in
      GridLabel(
        level: line.level, parts: line.text, line: line.source, place: place, point: crossing.point,
        direction: crossing.angle, importance: importance)
    }
  }

  /// Where a line has its labels among those places where it crosses the picture's edges.
  ///
  /// Of digits alone nobody could tell whether they are an easting or a northing: on a page that is turned, eastings stand at
  /// the top and the bottom, and northings at the sides, until the lines run more to the other ones.
  private func onEdges(_ crossings: [(GridEdge, GridCrossing)], _ line: GridLine) -> [(GridEdge, GridCrossing)] {
    let own = crossings.filter { edges.contains($0.0) }
    guard line.zone != nil else { return own }
    let steep = own.filter { edge, crossing in
      let isFlat = edge == .top || edge == .bottom
      let steepness = abs(isFlat ? crossing.direction.y : crossing.direction.x)
      return steepness > (isFlat == (line.axis == .x) ? Self.steep.lowerBound : Self.steep.upperBound)
    }
    return steep.isEmpty ? own : steep
  }

  /// About the sine of 45 degrees: at that angle too a line is labelled at one pair of sides.
  private static let steep = 0.7...0.715

  private var edges: [GridEdge] {
    switch position {
    case .geographic, .center: []
    case .bottomLeft: [.bottom, .left]
    case .bottomRight: [.bottom, .right]
    case .topLeft: [.top, .left]
    case .topRight: [.top, .right]
    case .allSides: Self.allEdges
    }
  }

  private static let allEdges: [GridEdge] = [.bottom, .left, .top, .right]

  /// Where a piece crosses the picture's middle axes.
  private func onAxes(_ piece: [PicturePoint]) -> [(GridLabel.Place, GridCrossing)] {
    let rows = GridCrossing.all(of: piece, row: (page.top + page.bottom) / 2, in: page)
    let columns = GridCrossing.all(of: piece, column: (page.left + page.right) / 2, in: page)
    return (rows + columns).map { (.line, $0) }
  }

  /// The ends of a piece that lie inside the picture, each as the edge that it is nearest to in direction.
  private func ends(_ piece: [PicturePoint], of line: GridLine) -> [(GridLabel.Place, GridCrossing)] {
    guard piece.count > 1, let first = piece.first, let last = piece.last, Self.length([first, last]) > 1 else {
      return []
    }
    let ends = [(first, piece[1], line.endsOfWorld.start), (last, piece[piece.count - 2], line.endsOfWorld.end)]
    return ends.compactMap { end, inner, isEnd in
      guard isEnd else { return nil }
      let isFlat = line.endsUpright.map(!) ?? (abs(inner.x - end.x) >= abs(inner.y - end.y))
      let edge: GridEdge = isFlat ? (inner.x > end.x ? .left : .right) : inner.y > end.y ? .top : .bottom
      guard edges.contains(edge), page.contains(end) else { return nil }
      return (.end(edge), GridCrossing(middleOf: end, inner, at: 0))
    }
  }

  /// A quarter of the way along the longest part inside the picture: labels of neighbouring lines then stand in rows, and clear
  /// of those of the lines across.
  private func along(_ line: GridLine) -> [(GridLabel.Place, GridCrossing)] {
    let pieces = line.pieces.flatMap(page.clipped)
    guard let longest = pieces.max(by: { Self.length($0) < Self.length($1) }) else { return [] }
    var rest = Self.length(longest) / 4
    for (start, end) in zip(longest, longest.dropFirst()) {
      let length = Self.length([start, end])
      if rest <= length, length > 0 { return [(.line, GridCrossing(middleOf: start, end, at: rest / length))] }
      rest -= length
    }
    return []
  }

  private static func length(_ piece: [PicturePoint]) -> Double {
    zip(piece, piece.dropFirst()).reduce(0) { length, ends in
      let (dx, dy) = (ends.1.x - ends.0.x, ends.1.y - ends.0.y)
      return length + (dx * dx + dy * dy).squareRoot()
    }
  }
}
