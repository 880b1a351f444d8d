/// The boxes that labels and dots have taken.
struct TakenPlaces {
  private var boxes: [PixelRectangle] = []
  /// Which of them touch a cell.
  private var cells: [Cell: [Int]] = [:]
  private static let side = 64.0

  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  func isFree(_ box: PixelRectangle) -> Bool {
    for cell in Self.cells(of: box) {
      if (cells[cell] ?? []).contains(where: { boxes[$0].touches(box) }) { return false }
    }
    return true
  }

  mutating func take(_ box: PixelRectangle) {
    for cell in Self.cells(of: box) { cells[cell, default: []].append(boxes.count) }
    boxes.append(box)
  }

  private static func cells(of box: PixelRectangle) -> [Cell] {
    let columns = Int((box.x / side).rounded(.down))...Int(((box.x + box.width) / side).rounded(.down))
    let rows = Int((box.y / side).rounded(.down))...Int(((box.y + box.height) / side).rounded(.down))
    return rows.flatMap { row in columns.map { Cell(column: $0, row: row) } }
  }
}
