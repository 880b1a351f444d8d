/// A grid on a picture, ready to be drawn: lines and labels in device pixels, nothing decided left.
package struct GridFigure: Sendable, Hashable {
  /// Those that show, the coarsest first.
  package var levels: [GridLevel] = []
  package var strokes: [GridStroke] = []
  package var labels: [GridLabel] = []
  /// Set where the interval that was asked for would make too many lines.
  package var excess: GridExcess?

  package init() {}
}

package struct GridLevel: Sendable, Hashable {
  /// 0 is the coarsest that this kind of grid has.
  package var number: Int
  /// Between lines of one x, and between lines of one y, in the grid's units; `nil` for edges of zones.
  package var interval: (x: Double, y: Double)? { intervals.map { ($0[0], $0[1]) } }
  private var intervals: [Double]?
  /// Lines that the picture shows; a coarser level's are not counted again.
  package var lines = 0

  package init(number: Int, interval: (x: Double, y: Double)?) {
    self.number = number
    intervals = interval.map { [$0.x, $0.y] }
  }
}

/// More than 500 lines of a level were asked for.
package struct GridExcess: Sendable, Hashable {
  package let lines: Double
  package let interval: Double
  /// What is drawn in its place.
  package let coarser: Double
}

/// A part of a line, in pieces of straight stretches.
package struct GridStroke: Sendable, Hashable {
  package enum Axis: Sendable, Hashable {
    /// Of one x: a meridian, an easting.
    case x
    case y
  }

  /// Of its level.
  package var level: Int
  package var axis: Axis
  /// The coordinate of the line.
  package var value: Double
  /// Of the coordinates; `nil` where they are degrees, or a projected grid's.
  package var zone: UniversalZone?
  package var points: [PicturePoint]
}

/// A text of a grid, and the place that it belongs to; where it stands exactly depends on how large it is.
package struct GridLabel: Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    /// Inside the picture, at an edge that its line crosses.
    case edge(GridEdge)
    /// Outside the map's world, where that ends inside the picture, at an end that faces this edge.
    case end(GridEdge)
    /// On its line.
    case line
    /// In the middle of what the picture shows of a cell, whose outline is given.
    case cell([PicturePoint])
  }

  /// Letters of one size.
  package struct Part: Sendable, Hashable {
    package var text: String
    /// Set small and raised beside the digits that matter.
    package var isSmall: Bool

    package init(_ text: String, isSmall: Bool = false) {
      self.text = text
      self.isSmall = isSmall
    }
  }

  /// The line that a label belongs to.
  package struct Line: Sendable, Hashable {
    package var axis: GridStroke.Axis
    package var value: Double
    /// Of the coordinates; `nil` where they are degrees, or a projected grid's.
    package var zone: UniversalZone?
  }

  package var level: Int
  package var parts: [Part]
  /// `nil` for names of cells.
  package var line: Line?
  /// All of it.
  package var text: String { parts.map(\.text).joined() }
  package var place: Place
  package var point: PicturePoint
  /// Of the line, in degrees clockwise from the right, above -90 and at most 90; 0 for cells.
  package var direction: Double
  /// The more important of two that touch is drawn.
  package var importance: Double
}

package enum GridEdge: Sendable, Hashable, CaseIterable {
  case top, right, bottom, left

  package var opposite: GridEdge {
    switch self {
    case .top: .bottom
    case .right: .left
    case .bottom: .top
    case .left: .right
    }
  }
}

extension GridFigure {
  /// Nothing of it is in the picture.
  package var isEmpty: Bool { labels.isEmpty && levels.allSatisfy { $0.lines == 0 } }
}
