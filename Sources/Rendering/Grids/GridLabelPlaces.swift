import DocumentModel
import Geodesy

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where a label of a grid may stand; all in device pixels.
struct GridLabelPlaces {
  let label: GridLabel
  let runs: [TextRun]
  let settings: GridLabelStyle
  let alignment: GridTextSymbol.Alignment
  let style: TextStyle
  let pixelRatio: Double

  private typealias Anchor = MarkerSymbol.Anchor
  private typealias Place = LabelRequest.FixedPlace

  /// Between a line and a text beside it, in logical pixels.
  private static let gap = 3.0
  /// From line to line of text, in sizes of letters.
  private static let lineHeight = 1.2

  /// The places, the best first; `nil` where there is no room for it.
  func fixed() throws(DrawingError) -> [LabelRequest.FixedPlace]? {
    switch label.place {
    case .edge(let edge): return [beside(edge)]
    case .end(let edge): return [beside(edge.opposite)]
    case .line: return line
    case .cell(let outline): return try cell(outline)
    }
  }

  private var offset: Double { settings.offset * pixelRatio }
  private var gap: Double { Self.gap * pixelRatio }
  /// To the side that the text is on.
  private var shift: Double {
    switch alignment {
    case .center: 0
    case .before: -gap
    case .after: gap
    }
  }
  private var point: PixelPoint { PixelPoint(x: label.point.x, y: label.point.y) }

  private func beside(_ edge: GridEdge) -> Place { settings.angle == .along ? along(edge) : upright(edge) }

  private func upright(_ edge: GridEdge) -> Place {
    var place = point
    let anchor: Anchor
    switch edge {
    case .top, .bottom:
      place.y += edge == .top ? offset : -offset
      place.x += shift
      anchor =
        switch (edge, alignment) {
        case (.top, .center): .top
        case (.top, .before): .topRight
        case (.top, .after): .topLeft
        case (_, .center): .bottom
        case (_, .before): .bottomRight
        case (_, .after): .bottomLeft
        }
    case .left, .right:
      place.x += edge == .left ? offset : -offset
      place.y += shift
      anchor =
        switch (edge, alignment) {
        case (.left, .center): .left
        case (.left, .before): .bottomLeft
        case (.left, .after): .topLeft
        case (_, .center): .right
        case (_, .before): .bottomRight
        case (_, .after): .topRight
        }
    }
    return Place(point: place, anchor: anchor)
  }

  /// Along the line, from the edge inwards.
  private func along(_ edge: GridEdge) -> Place {
    let (x, y) = (cos(rotation * .pi / 180), sin(rotation * .pi / 180))
    let inwards =
      switch edge {
      case .top: y
      case .bottom: -y
      case .left: x
      case .right: -x
      }
    let isAtStart = inwards >= 0
    // A text that leaves the edge at an angle has a corner nearer to it than its end.
    let slack = style.size / 2 * (1 - inwards * inwards).squareRoot()
    let way = (offset + slack) / max(0.3, abs(inwards)) * (isAtStart ? 1 : -1)
    let place = PixelPoint(x: point.x + x * way - y * shift, y: point.y + y * way + x * shift)
    let anchor: Anchor =
      switch (alignment, isAtStart) {
      case (.center, true): .left
      case (.center, false): .right
      case (.before, true): .bottomLeft
      case (.before, false): .bottomRight
      case (.after, true): .topLeft
      case (.after, false): .topRight
      }
    return Place(point: place, anchor: anchor, rotation: rotation)
  }

  /// Of a text along the line: lines that stand are read from below.
  private var rotation: Double { label.direction > 85 ? label.direction - 180 : label.direction }

  /// On the line, or a little farther along it where that place is taken.
  private var line: [Place] {
    let isAlong = settings.angle == .along
    let (x, y) = (cos(rotation * .pi / 180), sin(rotation * .pi / 180))
    let isStanding = abs(y) > abs(x)
    let anchor: Anchor =
      switch (alignment, isAlong || !isStanding) {
      case (.center, _): .center
      case (.before, true): .bottom
      case (.after, true): .top
      case (.before, false): .right
      case (.after, false): .left
      }
    return [0.0, 2, -2, 4, -4].map { steps in
      let way = offset + steps * style.size
      let side: (x: Double, y: Double) = isAlong ? (-y * shift, x * shift) : isStanding ? (shift, 0) : (0, shift)
      return Place(
        point: PixelPoint(x: point.x + x * way + side.x, y: point.y + y * way + side.y), anchor: anchor,
        rotation: isAlong ? rotation : 0)
    }
  }

  /// Of a name beside the middle of its cell, in its own widths and in lines of text.
  private static let stepsOfSquares: [(x: Double, y: Double)] = [(0, 0), (0, -1.5), (0, 1.5), (0, -3), (0, 3)]
  /// There are few of them, and some are narrow.
  private static let stepsOfZones: [(x: Double, y: Double)] = [
    (0, 0), (0, -0.75), (0, 0.75), (-0.375, 0), (0.375, 0), (-0.375, -0.75), (0.375, -0.75), (-0.375, 0.75),
    (0.375, 0.75), (0, -1.5), (0, 1.5), (-0.75, 0), (0.75, 0), (-0.75, -1.5), (0.75, -1.5), (-0.75, 1.5),
    (0.75, 1.5), (0, -3), (0, 3), (-1.5, 0), (1.5, 0), (-1.5, -3), (1.5, -3), (-1.5, 3), (1.5, 3),
  ]

  /// In the middle, else above, below or beside it, where all of the text lies in the cell.
  private func cell(_ outline: [PicturePoint]) throws(DrawingError) -> [Place]? {
    var bare = style
    bare.halo = nil
    let setting = TextSetting(runs, style)
    let text = LabelText(text: try Fonts.use { $0.shaped(setting) }, style: bare)
    let (row, column) = (Self.lineHeight * style.size, text.width)
    let free = (label.level == 0 ? Self.stepsOfZones : Self.stepsOfSquares).map { step in
      PixelPoint(x: point.x + step.x * column, y: point.y + step.y * row)
    }.filter { place in
      let box = text.box(at: TextPlace(pivot: place, shift: text.shift(.center))).bounds
      return Self.corners(of: box, beside: gap / 2).allSatisfy { PolygonCut.contains(outline, $0) }
    }
    return free.isEmpty ? nil : free.map { Place(point: $0, anchor: .center) }
  }

  /// - Parameter gap: To the left and right of the box.
  private static func corners(of box: PixelRectangle, beside gap: Double) -> [PicturePoint] {
    [box.x - gap, box.x + box.width + gap].flatMap { x in
      [box.y, box.y + box.height].map { PicturePoint(x: x, y: $0) }
    }
  }
}
