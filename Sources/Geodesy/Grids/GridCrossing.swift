#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where a line of a grid crosses a row or a column of the picture.
struct GridCrossing {
  var point: PicturePoint
  /// Of the line there, of length 1, to the right or straight down.
  let direction: (x: Double, y: Double)

  /// In degrees clockwise from the right, above -90 and at most 90.
  var angle: Double { atan2(direction.y, direction.x) * 180 / .pi }

  /// Lines that cross at a smaller angle have no label there: its sine.
  private static let steepest = 0.5
  /// How far inside the picture its edges are looked at, in device pixels, so that lines that end on them cross them.
  private static let inset = 0.75

  /// Where a line crosses a row (or a column) within the picture, steeply enough.
  static func all(of piece: [PicturePoint], row: Double, in page: PixelFrame) -> [GridCrossing] {
    found(piece, at: row, from: page.left, to: page.right, isRow: true).map { x, stretch in
      GridCrossing(PicturePoint(x: x, y: row), stretch)
    }.filter { abs($0.direction.y) > steepest }
  }

  static func all(of piece: [PicturePoint], column: Double, in page: PixelFrame) -> [GridCrossing] {
    found(piece, at: column, from: page.top, to: page.bottom, isRow: false).map { y, stretch in
      GridCrossing(PicturePoint(x: column, y: y), stretch)
    }.filter { abs($0.direction.x) > steepest }
  }

  /// Where a line crosses an edge of the picture, steeply enough.
  static func all(of piece: [PicturePoint], edge: GridEdge, in page: PixelFrame) -> [GridCrossing] {
    var found =
      switch edge {
      case .top: all(of: piece, row: page.top + inset, in: page)
      case .bottom: all(of: piece, row: page.bottom - inset, in: page)
      case .left: all(of: piece, column: page.left + inset, in: page)
      case .right: all(of: piece, column: page.right - inset, in: page)
      }
    for index in found.indices {
      let (x, y) = found[index].direction
      switch edge {
      case .top: found[index].point = PicturePoint(x: found[index].point.x - inset * x / y, y: page.top)
      case .bottom: found[index].point = PicturePoint(x: found[index].point.x + inset * x / y, y: page.bottom)
      case .left: found[index].point = PicturePoint(x: page.left, y: found[index].point.y - inset * y / x)
      case .right: found[index].point = PicturePoint(x: page.right, y: found[index].point.y + inset * y / x)
      }
    }
    return found
  }

  /// The middle of a stretch, and its direction.
  init(middleOf start: PicturePoint, _ end: PicturePoint, at share: Double = 0.5) {
    self.init(
      PicturePoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share), (start, end))
  }

  private init(_ point: PicturePoint, _ stretch: (PicturePoint, PicturePoint)) {
    self.point = point
    var (x, y) = (stretch.1.x - stretch.0.x, stretch.1.y - stretch.0.y)
    let length = hypot(x, y)
    (x, y) = length > 0 ? (x / length, y / length) : (1, 0)
    direction = x < -1e-9 || abs(x) <= 1e-9 && y < 0 ? (-x, -y) : (x, y)
  }

  private static func found(
    _ piece: [PicturePoint], at level: Double, from low: Double, to high: Double, isRow: Bool
  ) -> [(Double, (PicturePoint, PicturePoint))] {
    guard var start = piece.first else { return [] }
    var found: [(Double, (PicturePoint, PicturePoint))] = []
    var first = (isRow ? start.y : start.x) - level
    for end in piece.dropFirst() {
      let last = (isRow ? end.y : end.x) - level
      if (first <= 0) == (last > 0) {
        let share = first / (first - last)
        let (from, to) = isRow ? (start.x, end.x) : (start.y, end.y)
        let place = from + (to - from) * share
        if place >= low && place <= high { found.append((place, (start, end))) }
      }
      (start, first) = (end, last)
    }
    return found
  }
}
