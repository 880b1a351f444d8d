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

  /// Cells along the longer side, at most.
  private static let most = 96.0

  /// - Parameters:
  ///   - rings: In device pixels; inside an odd number of them is inside.
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
    var crossings: [[Double]] = Array(repeating: [], count: rows)
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
    for row in 0..<rows {
      let line = crossings[row].sorted()
      var (passed, running) = (0, Int32(0))
      for column in 0..<columns {
        while passed < line.count, line[passed] < Double(column) + 0.5 { passed += 1 }
        let cell = row * columns + column
        let isIn =
          passed % 2 == 1 && !isCut[cell] && Double(column) + 1 <= lastColumn + 0.01
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
    _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ isCut: inout [Bool], _ crossings: inout [[Double]]
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
      if (y0 > center) != (y1 > center) { crossings[row].append(x(at: center)) }
    }
  }

  /// Middles of boxes of a size that lie inside as a whole: first where the polygon has most room about the box, there the
  /// nearest to its middle; then others, further and further away.
  func middles(width: Double, height: Double) -> [PixelPoint] {
    var found: [PixelPoint] = []
    for scale in [3, 2.4, 1.9, 1.5, 1.25, 1] {
      let all = places(width * scale, height * scale)
      guard let nearest = all.min(by: { distance($0) < distance($1) }) else { continue }
      if found.isEmpty { found.append(nearest) }
      guard scale == 1 else { continue }
      // Some that are apart from each other.
      for place in all.sorted(by: { distance($0) < distance($1) }) where found.count < Self.choices {
        let isApart = found.allSatisfy {
          abs($0.x - place.x) >= width * 0.4 || abs($0.y - place.y) >= height * 0.6
        }
        if isApart { found.append(place) }
      }
    }
    return found
  }

  private static let choices = 16

  private func places(_ width: Double, _ height: Double) -> [PixelPoint] {
    let (wide, high) = (max(1, Int((width / side).rounded(.up))), max(1, Int((height / side).rounded(.up))))
    guard wide <= columns, high <= rows else { return [] }
    var all: [PixelPoint] = []
    for row in 0...(rows - high) {
      for column in 0...(columns - wide) {
        let (first, last) = (row * (columns + 1) + column, (row + high) * (columns + 1) + column)
        guard sums[last + wide] - sums[last] - sums[first + wide] + sums[first] == Int32(wide * high) else { continue }
        all.append(
          PixelPoint(
            x: left + (Double(column) + Double(wide) / 2) * side, y: top + (Double(row) + Double(high) / 2) * side))
      }
    }
    return all
  }
}
