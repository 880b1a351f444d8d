#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The axes of a picture whose ground is turned: x along its rows, y up its columns, in units of the map's reference.
package struct PageAxes: Hashable, Sendable {
  /// Degrees by which the ground is turned clockwise: with 30, north points 30° right of up.
  package let rotation: Double
  /// Of the rotation; exact for quarter turns.
  package let cosine: Double
  package let sine: Double

  package init(rotation: Double) {
    self.rotation = rotation
    let rest = remainder(rotation, 360)
    switch rest {
    case 0: (cosine, sine) = (1, 0)
    case 90: (cosine, sine) = (0, 1)
    case -90: (cosine, sine) = (0, -1)
    case 180, -180: (cosine, sine) = (-1, 0)
    default: (cosine, sine) = (cos(rest * .pi / 180), sin(rest * .pi / 180))
    }
  }

  /// True where the picture's rows run due east.
  package var areUpright: Bool { sine == 0 && cosine == 1 }
  /// True where rows and columns of pixels run along the axes of the reference, whichever.
  package var areQuarterTurns: Bool { sine == 0 || cosine == 0 }
  /// Of the picture's rows, in the plane of the reference; of length 1.
  package var direction: Position { Position(x: cosine, y: sine) }

  /// A position of the reference along the page.
  package func onPage(_ position: Position) -> Position {
    if areUpright { return position }
    return Position(x: position.x * cosine + position.y * sine, y: position.y * cosine - position.x * sine)
  }

  /// The position of the reference at a place along the page.
  package func onGround(_ place: Position) -> Position {
    if areUpright { return place }
    return Position(x: place.x * cosine - place.y * sine, y: place.x * sine + place.y * cosine)
  }

  /// The smallest box along the page around positions of the reference; `nil` for none.
  package func box(around positions: [Position]) -> Extent? { Extent(around: positions.map(onPage)) }

  /// The smallest box along the page around a box of the reference.
  package func box(around extent: Extent) -> Extent {
    areUpright ? extent : box(around: extent.corners) ?? extent
  }
}

extension Extent {
  /// From the top left one, clockwise.
  package var corners: [Position] {
    [
      Position(x: xmin, y: ymax), Position(x: xmax, y: ymax), Position(x: xmax, y: ymin), Position(x: xmin, y: ymin),
    ]
  }
}
