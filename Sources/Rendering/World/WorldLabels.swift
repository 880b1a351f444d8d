import DocumentModel
import Geodesy

/// A name that has found its place on a level.
struct WorldLabel: Sendable {
  let lines: [String]
  let lettering: WorldStyle.Lettering
  /// In logical pixels of the whole level: the lines with their halo.
  let box: PixelRectangle
  /// A place's dot: its centre in logical pixels, and its diameter.
  let dot: (center: PixelPoint, diameter: Double)?
  /// Lines stand one below the other about the middle of the box, or begin or end at the side where the dot is.
  let alignment: Alignment

  enum Alignment: Sendable { case left, middle, right }

  /// Pixels of a halo around the letters.
  static let halo = 1.4
  /// Pixels kept free beside a label's letters, in its box.
  static let margin = 2.0
}

/// Decides which names of a level are shown, and where: once for the whole level, so that every tile shows the same.
///
/// Names are tried in the order of their importance, each at several places; the first that touches nothing is taken. Nothing
/// here depends on tiles, threads or the device.
struct LabelPlacer {
  private let grid: WorldGrid
  private let style: WorldStyle
  private let widths: LetterWidths
  private var taken = TakenPlaces()
  private(set) var labels: [WorldLabel] = []

  /// - Parameter grid: In logical pixels.
  /// - Throws: ``DrawingError`` where pango or the font is not installed.
  static func labels(_ names: [WorldData.Name], on grid: WorldGrid) throws(DrawingError) -> [WorldLabel] {
    let style = WorldStyle(zoom: grid.zoom)
    let shown = names.filter { $0.zooms.contains(style.zoom) }
    let texts = shown.map { name in
      let lettering = style.lettering(of: name)
      return (text: lettering.written(name.text) + " ", isBold: lettering.isBold)
    }
    var placer = LabelPlacer(grid: grid, style: style, widths: try LetterWidths(of: texts))
    // What fits into its own country or sea goes before what would reach beyond it.
    let left = shown.filter { !placer.place($0, mayReachBeyond: false) }
    for name in left { _ = placer.place(name, mayReachBeyond: true) }
    return placer.labels
  }

  private init(grid: WorldGrid, style: WorldStyle, widths: LetterWidths) {
    self.grid = grid
    self.style = style
    self.widths = widths
  }

  /// - Returns: False when it must be tried again.
  private mutating func place(_ name: WorldData.Name, mayReachBeyond: Bool) -> Bool {
    name.kind.isPlace ? placeBesideDot(name) : placeOn(name, mayReachBeyond: mayReachBeyond)
  }

  private mutating func placeOn(_ name: WorldData.Name, mayReachBeyond: Bool) -> Bool {
    let lettering = style.lettering(of: name)
    let room = name.room * grid.pixelsPerDegree
    let isLimited = name.kind != .continent
    // A country reaches beyond itself where it is shown for the second time, or is too small for any name.
    let canReach = name.kind == .country && (style.zoom > name.zooms.lowerBound || name.zooms.lowerBound >= 6)
    if mayReachBeyond, !canReach { return true }
    let lines = lettering.broken(name.text, room: isLimited ? room : 0, widths)
    let width = lettering.widest(lines, widths)
    if isLimited, !mayReachBeyond, width > room * 1.1 { return false }
    let size = boxSize(width: width, lines: lines.count, lettering)
    let center = grid.pixel(name.place)
    let play = mayReachBeyond ? size.width * 0.3 : min(size.width * 0.4, max(4, (room - width) / 2))
    for (dx, dy) in Self.shifts {
      let box = insideWorld(
        PixelRectangle(
          x: center.x + dx * play - size.width / 2, y: center.y + dy * size.height * 0.55 - size.height / 2,
          width: size.width, height: size.height))
      guard let box, taken.isFree(box) else { continue }
      taken.take(box)
      labels.append(WorldLabel(lines: lines, lettering: lettering, box: box, dot: nil, alignment: .middle))
      return true
    }
    return false
  }

  /// Of a name on what it names: parts of its play to the side, and of its height; the nearest first.
  private static let shifts: [(Double, Double)] = [
    (0, 0), (0, -1), (0, 1), (-0.5, 0), (0.5, 0), (-1, 0), (1, 0), (-0.5, -1), (0.5, -1), (-0.5, 1), (0.5, 1), (0, -2),
    (0, 2), (-1, -1), (1, -1), (-1, 1), (1, 1),
  ]

  private mutating func placeBesideDot(_ name: WorldData.Name) -> Bool {
    let lettering = style.lettering(of: name)
    let lines = [lettering.written(name.text)]
    let size = boxSize(width: lettering.widest(lines, widths), lines: 1, lettering)
    let (center, diameter) = (grid.pixel(name.place), style.dot(of: name))
    let dotBox = PixelRectangle(
      x: center.x - diameter / 2 - 1, y: center.y - diameter / 2 - 1, width: diameter + 2, height: diameter + 2)
    guard taken.isFree(dotBox), insideWorld(dotBox) == dotBox else { return true }
    for (side, height) in Self.sides {
      // The letters begin two pixels beside the dot; above and below, the box's own margin is enough.
      let apart = side == 0 ? 0 : diameter / 2 + size.width / 2 - WorldLabel.margin + 1.75
      let rise = height == 0 ? 0 : side == 0 ? diameter / 2 + size.height / 2 - 2 : size.height * 0.4
      let box = PixelRectangle(
        x: center.x + side * apart - size.width / 2, y: center.y + height * rise - size.height / 2, width: size.width,
        height: size.height)
      guard insideWorld(box) == box, taken.isFree(box) else { continue }
      taken.take(box)
      taken.take(dotBox)
      labels.append(
        WorldLabel(
          lines: lines, lettering: lettering, box: box, dot: (center, diameter),
          alignment: side > 0 ? .left : side < 0 ? .right : .middle))
      return true
    }
    return true
  }

  /// To the right of the dot, to the left, above, below, and the corners.
  private static let sides: [(Double, Double)] = [
    (1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1),
  ]

  private func boxSize(width: Double, lines: Int, _ lettering: WorldStyle.Lettering) -> (width: Double, height: Double)
  {
    let height = Double(lines) * lettering.size * LetterWidths.lineHeight
    let lean = lettering.isSlanted ? height * WorldStyle.slant : 0
    return (width + lean + 2 * WorldLabel.margin, height + 2)
  }

  /// The box, moved into the world where it reaches over its edge; `nil` where it is larger.
  private func insideWorld(_ box: PixelRectangle) -> PixelRectangle? {
    guard box.width <= grid.width - 2, box.height <= grid.height - 2 else { return nil }
    var box = box
    box.x = max(1, min(grid.width - 1 - box.width, box.x))
    box.y = max(1, min(grid.height - 1 - box.height, box.y))
    return box
  }
}

/// The boxes that labels and dots have taken.
private struct TakenPlaces {
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
      for number in cells[cell] ?? [] {
        let other = boxes[number]
        if box.x < other.x + other.width, other.x < box.x + box.width, box.y < other.y + other.height,
          other.y < box.y + box.height
        {
          return false
        }
      }
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
