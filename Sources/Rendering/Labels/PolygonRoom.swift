import Geodesy

/// Where boxes fit into a polygon: the part of it that the page shows, in square cells of which none is cut by an edge.
struct PolygonRoom {
  /// Of the top left cell, in device pixels.
  private let (left, top): (Double, Double)
  /// Of a cell.
  private let side: Double
  private let (columns, rows): (Int, Int)
  /// Of cells inside: for each cell corner, how many lie above and to the left of it.
  private var sums: [Int32]
  /// The middle of all cells inside.
  private(set) var middle = PixelPoint(x: 0, y: 0)
  /// The cell inside that is nearest to the middle, its middle; `nil` where there is none.
  private(set) var inner: PixelPoint?

  /// Where an edge crosses the middle of a row of cells.
  private struct Crossing {
    let row: Int
    let x: Double
    let isDown: Bool
  }

  /// Cells along the longer side, at most.
  private static let most = 96.0

  /// - Parameters:
  ///   - rings: In device pixels; inside is where they wind round.
  ///   - page: In device pixels.
  ///   - least: Of a cell's side: smaller ones make no difference.
  /// - Returns: `nil` where the page shows nothing of it.
  init?(_ rings: PathList, on page: PixelRectangle, least: Double) {
    guard let bounds = PixelRectangle(around: rings), bounds.width.isFinite, bounds.height.isFinite else { return nil }
    let (x, y) = (max(bounds.x, page.x), max(bounds.y, page.y))
    let (right, bottom) = (
      min(bounds.x + bounds.width, page.x + page.width), min(bounds.y + bounds.height, page.y + page.height)
    )
    guard right > x, bottom > y else { return nil }
    side = max(least, max(right - x, bottom - y) / Self.most)
    (left, top) = (x, y)
    columns = Int(((right - x) / side).rounded(.up))
    rows = Int(((bottom - y) / side).rounded(.up))
    sums = Array(repeating: 0, count: (columns + 1) * (rows + 1))
    var isCut = Array(repeating: false, count: columns * rows)
    var crossings: [Crossing] = []
    for ring in 0..<rings.count {
      let range = rings.range(of: ring)
      guard var last = range.last else { continue }
      for index in range {
        mark(
          (rings.x[last] - left) / side, (rings.y[last] - top) / side, (rings.x[index] - left) / side,
          (rings.y[index] - top) / side, &isCut, &crossings)
        last = index
      }
    }
    // Cells that reach over the edge of what is shown are cut by it.
    let (lastColumn, lastRow) = ((right - left) / side, (bottom - top) / side)
    var (count, sumX, sumY) = (0, 0.0, 0.0)
    var inside: [Bool] = Array(repeating: false, count: columns * rows)
    crossings.sort { ($0.row, $0.x) < ($1.row, $1.x) }
    var passed = 0
    for row in 0..<rows {
      while passed < crossings.count, crossings[passed].row < row { passed += 1 }
      var (winding, running) = (0, Int32(0))
      for column in 0..<columns {
        while passed < crossings.count, crossings[passed].row == row, crossings[passed].x < Double(column) + 0.5 {
          winding += crossings[passed].isDown ? 1 : -1
          passed += 1
        }
        let cell = row * columns + column
        let isIn =
          winding != 0 && !isCut[cell] && Double(column) + 1 <= lastColumn + 0.01
          && Double(row) + 1 <= lastRow + 0.01
        if isIn {
          inside[cell] = true
          (count, sumX, sumY) = (count + 1, sumX + Double(column) + 0.5, sumY + Double(row) + 0.5)
          running += 1
        }
        sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1] + running
      }
    }
    guard count > 0 else { return }
    middle = PixelPoint(x: left + sumX / Double(count) * side, y: top + sumY / Double(count) * side)
    var best = Double.infinity
    for cell in inside.indices where inside[cell] {
      let place = PixelPoint(
        x: left + (Double(cell % columns) + 0.5) * side, y: top + (Double(cell / columns) + 0.5) * side)
      let distance = distance(place)
      if distance < best { (best, inner) = (distance, place) }
    }
  }

  private func distance(_ place: PixelPoint) -> Double {
    (place.x - middle.x) * (place.x - middle.x) + (place.y - middle.y) * (place.y - middle.y)
  }

  /// Marks the cells that an edge passes through, and notes where it crosses the middles of rows. All in cells.
  private func mark(
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ isCut: inout [Bool], _ crossings: inout [Crossing]
  ) {
    guard x0.isFinite, y0.isFinite, x1.isFinite, y1.isFinite else { return }
    let (low, high) = (min(y0, y1), max(y0, y1))
    guard high >= 0, low <= Double(rows) else { return }
    func clamped(_ value: Double, _ count: Int) -> Int { Int(max(0, min(Double(count - 1), value.rounded(.down)))) }
    func x(at y: Double) -> Double { y1 == y0 ? x0 : x0 + (x1 - x0) * ((y - y0) / (y1 - y0)) }
    for row in clamped(low, rows)...clamped(high, rows) {
      let (from, to) = (max(low, Double(row)), min(high, Double(row + 1)))
      let (one, other) = y1 == y0 ? (x0, x1) : (x(at: from), x(at: to))
      let (start, end) = (min(one, other), max(one, other))
      if from <= to, end >= 0, start <= Double(columns) {
        for column in clamped(start - 1e-9, columns)...clamped(end + 1e-9, columns) {
          isCut[row * columns + column] = true
        }
      }
      let center = Double(row) + 0.5
      if (y0 > center) != (y1 > center) {
        crossings.append(Crossing(row: row, x: x(at: center), isDown: y1 > y0))
      }
    }
  }

  /// The middle of a box of a size that lies inside as a whole: where the polygon has most room about the box, there the
  /// nearest to the polygon's middle; `nil` where none does.
  func middle(width: Double, height: Double) -> PixelPoint? {
    for scale in [3, 2.4, 1.9, 1.5, 1.25, 1] {
      let (wide, high) = (cells(width * scale), cells(height * scale))
      guard wide <= columns, high <= rows else { continue }
      var best: (place: PixelPoint, distance: Double)?
      for row in 0...(rows - high) {
        for column in 0...(columns - wide) where isInside(column, row, wide, high) {
          let place = middle(column, row, wide, high)
          let distance = distance(place)
          if distance < best?.distance ?? .infinity { best = (place, distance) }
        }
      }
      if let best { return best.place }
    }
    return nil
  }

  /// Middles of boxes of a size that lie inside, some way apart from each other: the nearest to the polygon's middle first.
  func middles(width: Double, height: Double) -> [PixelPoint] {
    let (wide, high) = (cells(width), cells(height))
    guard wide <= columns, high <= rows else { return [] }
    var all: [(place: PixelPoint, distance: Double)] = []
    for row in stride(from: 0, through: rows - high, by: max(1, high / 2)) {
      for column in stride(from: 0, through: columns - wide, by: max(1, wide / 3))
      where isInside(column, row, wide, high) {
        let place = middle(column, row, wide, high)
        all.append((place, distance(place)))
      }
    }
    all.sort { ($0.distance, $0.place.y, $0.place.x) < ($1.distance, $1.place.y, $1.place.x) }
    return all.prefix(Self.choices).map(\.place)
  }

  private static let choices = 24

  private func cells(_ length: Double) -> Int { max(1, Int(saturating: (length / side).rounded(.up))) }

  /// Whether no cell of a rectangle lies outside or is cut by an edge.
  private func isInside(_ column: Int, _ row: Int, _ wide: Int, _ high: Int) -> Bool {
    let (first, last) = (row * (columns + 1) + column, (row + high) * (columns + 1) + column)
    return sums[last + wide] - sums[last] - sums[first + wide] + sums[first] == Int32(wide * high)
  }

  private func middle(_ column: Int, _ row: Int, _ wide: Int, _ high: Int) -> PixelPoint {
    PixelPoint(
      x: left + (Double(column) + Double(wide) / 2) * side, y: top + (Double(row) + Double(high) / 2) * side)
  }
}
