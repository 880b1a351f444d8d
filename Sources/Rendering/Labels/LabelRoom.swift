import Geodesy

/// What of the page is taken, and what is still free.
///
/// The page is divided into square cells that know which boxes reach into them.
package struct LabelRoom: Sendable {
  /// Of the page, in device pixels.
  let size: PixelSize
  private var boxes: [LabelBox] = []
  private var cells: [[Int32]]
  /// Of a cell, in device pixels.
  private let side: Double
  private let (columns, rows): (Int, Int)

  /// Cells in a row at most.
  private static let most = 400

  /// - Parameter side: About as large as a label is high, in device pixels.
  package init(_ size: PixelSize, side: Double = 32) {
    self.size = size
    self.side = max(side, Double(max(size.width, size.height)) / Double(Self.most))
    columns = Int(Double(size.width) / self.side) + 1
    rows = Int(Double(size.height) / self.side) + 1
    cells = Array(repeating: [], count: columns * rows)
  }

  /// Whether a box lies on the page as a whole.
  func holds(_ box: LabelBox, edge: Double = 0) -> Bool {
    let bounds = box.bounds
    return bounds.x >= edge && bounds.y >= edge && bounds.x + bounds.width <= Double(size.width) - edge
      && bounds.y + bounds.height <= Double(size.height) - edge
  }

  package func isFree(_ box: LabelBox) -> Bool {
    var isFree = true
    visit(box.bounds) { cell in
      if cells[cell].contains(where: { boxes[Int($0)].touches(box) }) { isFree = false }
      return isFree
    }
    return isFree
  }

  /// Whether a place lies on the page, so far from its edge, and in none of the boxes.
  func isOpen(_ point: SIMD2<Double>, edge: Double) -> Bool {
    guard point.x >= edge, point.y >= edge, point.x <= Double(size.width) - edge, point.y <= Double(size.height) - edge
    else { return false }
    let cell = Int(point.y / side) * columns + Int(point.x / side)
    let place = PixelPoint(x: point.x, y: point.y)
    return !cells[cell].contains { boxes[Int($0)].contains(place) }
  }

  /// How many of the boxes touch this one.
  func count(touching box: LabelBox) -> Int {
    var found: Set<Int32> = []
    visit(box.bounds) { cell in
      for number in cells[cell] where boxes[Int(number)].touches(box) { found.insert(number) }
      return true
    }
    return found.count
  }

  /// What of it lies beside the page is forgotten.
  package mutating func take(_ box: LabelBox) {
    let number = Int32(clamping: boxes.count)
    var touched: [Int] = []
    visit(box.bounds) { cell in
      touched.append(cell)
      return true
    }
    for cell in touched { cells[cell].append(number) }
    boxes.append(box)
  }

  /// - Parameter body: Returns false to end.
  private func visit(_ box: PixelRectangle, _ body: (Int) -> Bool) {
    guard box.x.isFinite, box.y.isFinite, box.width.isFinite, box.height.isFinite else { return }
    func cell(_ place: Double, _ count: Int) -> Int { Int(max(0, min(Double(count - 1), place / side))) }
    let (left, right) = (cell(box.x, columns), cell(box.x + box.width, columns))
    for row in cell(box.y, rows)...cell(box.y + box.height, rows) {
      for column in left...right where !body(row * columns + column) { return }
    }
  }
}
