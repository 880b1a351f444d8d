/// Draws lines in the style of a grid.
struct GridMarks {
  let style: GridStyle
  let view: MapView
  /// The number of the finest level.
  let finest: Int

  /// In logical pixels.
  static let (tickLength, crossArm) = (8.0, 5.0)

  func strokes(of grid: GridLines) -> [GridStroke] {
    switch style {
    case .lines:
      return grid.lines.flatMap { line in line.pieces.map { stroke(line, $0) } }
    case .ticks:
      return grid.lines.flatMap { line in ticks(line).map { stroke(line, $0) } }
    case .crosses:
      return grid.crosses.enumerated().map { index, points in
        GridStroke(level: finest, axis: index % 2 == 0 ? .x : .y, value: 0, points: points)
      }
    case .frameOnly:
      // Half a pixel inside, so that all of a line of one pixel shows.
      let half = view.pixelRatio / 2
      let frame = PixelFrame(view.size, margin: -half)
      let (one, other) = (PicturePoint(x: frame.left, y: frame.top), PicturePoint(x: frame.right, y: frame.bottom))
      let corners = [one, PicturePoint(x: other.x, y: one.y), other, PicturePoint(x: one.x, y: other.y), one]
      return [GridStroke(level: finest, axis: .x, value: 0, points: corners)]
    }
  }

  private func stroke(_ line: GridLine, _ points: [PicturePoint]) -> GridStroke {
    GridStroke(level: line.level, axis: line.axis, value: line.value, zone: line.zone, points: points)
  }

  /// A short part of the line inside each edge that it crosses.
  private func ticks(_ line: GridLine) -> [[PicturePoint]] {
    let page = PixelFrame(view.size)
    let length = Self.tickLength * view.pixelRatio
    return line.pieces.flatMap { piece in
      GridEdge.allCases.flatMap { edge in
        GridCrossing.all(of: piece, edge: edge, in: page).map { crossing -> [PicturePoint] in
          let isBackwards =
            switch edge {
            case .top: crossing.direction.y < 0
            case .bottom: crossing.direction.y > 0
            case .left: crossing.direction.x < 0
            case .right: crossing.direction.x > 0
            }
          let way = isBackwards ? -length : length
          return [
            crossing.point,
            PicturePoint(
              x: crossing.point.x + crossing.direction.x * way, y: crossing.point.y + crossing.direction.y * way),
          ].map(\.snapped)
        }
      }
    }
  }

  /// Crosses at places of a plane, their arms along its axes: two strokes each.
  /// - Parameter arms: Units of the plane for an arm, in x and y.
  static func crosses(
    at places: [Position], arms: (x: Double, y: Double), on plane: any GridPlane, in frame: PixelFrame
  ) -> [[PicturePoint]] {
    let spots = plane.spots(
      places.flatMap { place in
        [
          place, Position(x: place.x, y: place.y - arms.y), Position(x: place.x, y: place.y + arms.y),
          Position(x: place.x - arms.x, y: place.y), Position(x: place.x + arms.x, y: place.y),
        ]
      })
    return places.indices.flatMap { index -> [[PicturePoint]] in
      let own = spots[5 * index..<5 * index + 5].map { $0 }
      guard let middle = own[0], middle.isInside, frame.contains(middle.point) else { return [] }
      return [1, 3].map { first in
        [own[first], own[first + 1]].map { ($0?.point ?? middle.point).snapped }
      }
    }
  }
}
