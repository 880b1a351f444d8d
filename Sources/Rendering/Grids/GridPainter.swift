import DocumentModel
import Geodesy

/// Draws a grid: its lines as vector content of the picture, its labels as requests for a place on it.
package struct GridPainter {
  private let figure: GridFigure
  private let look: GridLook
  private let style: GridLabelStyle

  /// - Parameters:
  ///   - symbols: Of each level, the coarsest first; what is missing has the look that suits its level.
  ///   - pixelRatio: Device pixels in a logical pixel.
  package init(
    _ figure: GridFigure, symbols: [GridLevelSymbols] = [], labels: GridLabelStyle = GridLabelStyle(),
    pixelRatio: Double
  ) {
    self.figure = figure
    style = labels
    look = GridLook(symbols: symbols, levels: figure.levels.map(\.number), pixelRatio: pixelRatio)
  }

  package init(_ grid: Grid, _ figure: GridFigure, pixelRatio: Double) {
    var labels = grid.labels
    labels.offset += grid.specification.style.depth
    self.init(figure, symbols: grid.levels, labels: labels, pixelRatio: pixelRatio)
  }

  /// A label that wants a place.
  package struct Label: Sendable {
    /// In the order of the figure's labels.
    package let number: Int
    package let request: LabelRequest
    /// Of its text, in degrees clockwise.
    package let rotation: Double
  }

  /// The lines: finer levels below coarser ones, each level as one shape, so that colours do not add up where lines meet.
  package var lines: Drawing {
    var drawing = Drawing()
    for level in figure.levels.reversed() {
      guard let stroke = look.stroke(of: level.number) else { continue }
      var paths = PathList()
      for line in figure.strokes where line.level == level.number {
        paths.append(path: line.points.lazy.map { Position(x: $0.x, y: $0.y) })
      }
      drawing.stroke(paths, stroke)
    }
    return drawing
  }

  /// In the order of the figure's labels; without those for which a cell has no room.
  package func labels() throws(DrawingError) -> [Label] {
    var labels: [Label] = []
    for (number, label) in figure.labels.enumerated() {
      guard let text = look.text(of: label.level, isOfZone: label.isOfZone) else { continue }
      let runs = label.parts.map {
        TextRun($0.text, scale: $0.isSmall ? Self.small : 1, rise: $0.isSmall ? Self.rise : 0)
      }
      let places = GridLabelPlaces(
        label: label, runs: runs, settings: style, alignment: look.alignment(of: label.level), style: text,
        pixelRatio: look.pixelRatio)
      guard let fixed = try places.fixed() else { continue }
      labels.append(
        Label(
          number: number,
          request: LabelRequest(runs, text, at: .fixed(fixed), priority: Self.base + label.importance),
          rotation: fixed.first?.rotation ?? 0))
    }
    return labels
  }

  /// Of small digits: their size, and how far they are raised.
  private static let (small, rise) = (0.65, 0.3)
  /// Labels of grids lie along the edges and in empty middles: they go before those of features.
  private static let base = 1000.0
}

extension GridLabel {
  /// The name of a zone, its number or its letter.
  fileprivate var isOfZone: Bool { level == 0 && line == nil }
}
