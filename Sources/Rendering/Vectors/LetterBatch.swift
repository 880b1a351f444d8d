import DocumentModel
import Geodesy

/// Letters of one look that touch no pixel together: they can be drawn as one, all halos below all letters.
struct LetterBatch {
  let color: Color
  let halo: TextStyle.Halo?
  private(set) var rows = 0..<0
  /// Of those that are not stamped.
  private(set) var rings: [PathList] = []
  private(set) var places: [PreparedDrawing.StampPlace] = []
  private(set) var haloPlaces: [PreparedDrawing.StampPlace] = []
  /// Nothing may be drawn together with what is so large, or so far away.
  private var isFull = false
  /// Pixels that are touched, by the squares that they lie in.
  private var taken: [SquareNumber: [PixelBox]] = [:]

  private struct SquareNumber: Hashable {
    let column: Int
    let row: Int
  }

  /// Columns and rows of pixels.
  private struct PixelBox {
    let columns: Range<Int>
    let rows: Range<Int>

    /// `nil` for one that is too large, or far away.
    init?(_ item: Drawing.Item) {
      // Bounds have a pixel to spare.
      let bounds = item.bounds.grown(by: -1)
      guard bounds.width > 0, bounds.height > 0, bounds.width < 10_000, bounds.height < 10_000, abs(bounds.x) < 1e6,
        abs(bounds.y) < 1e6
      else { return nil }
      columns = Int(bounds.x.rounded(.down))..<Int((bounds.x + bounds.width).rounded(.up))
      rows = Int(bounds.y.rounded(.down))..<Int((bounds.y + bounds.height).rounded(.up))
    }

    func touches(_ other: PixelBox) -> Bool { columns.overlaps(other.columns) && rows.overlaps(other.rows) }

    func visitSquares(_ body: (SquareNumber) -> Bool) -> Bool {
      for row in rows.lowerBound >> 6...(rows.upperBound - 1) >> 6 {
        for column in columns.lowerBound >> 6...(columns.upperBound - 1) >> 6 {
          if !body(SquareNumber(column: column, row: row)) { return false }
        }
      }
      return true
    }
  }

  init(color: Color, halo: TextStyle.Halo?) {
    self.color = color
    self.halo = halo
  }

  /// Whether an item can be drawn together with what is there.
  func takes(_ item: Drawing.Item, _ color: Color, _ halo: TextStyle.Halo?) -> Bool {
    guard !isFull, self.color == color, self.halo == halo, let box = PixelBox(item) else { return false }
    return box.visitSquares { square in !(taken[square] ?? []).contains { $0.touches(box) } }
  }

  mutating func add(
    _ paths: PathList, _ item: Drawing.Item, _ rows: Range<Int>, _ letters: inout RepeatedLetters, width: Int
  ) {
    self.rows =
      self.rows.isEmpty
      ? rows : min(self.rows.lowerBound, rows.lowerBound)..<max(self.rows.upperBound, rows.upperBound)
    if let box = PixelBox(item) {
      _ = box.visitSquares { square in
        taken[square, default: []].append(box)
        return true
      }
    } else {
      isFull = true
    }
    var rest = PathList()
    for ring in 0..<paths.count {
      guard let found = letters.next(inWidth: width) else {
        for place in paths.range(of: ring) { rest.add(paths.x[place], paths.y[place]) }
        rest.endPath()
        continue
      }
      func place(_ number: Int32) -> PreparedDrawing.StampPlace {
        let stamp = letters.stamps[Int(number)]
        return PreparedDrawing.StampPlace(
          stamp: number, column: Int32(found.column + stamp.column), row: Int32(found.row + stamp.row))
      }
      places.append(place(found.stamps.letters))
      if let halo = found.stamps.halo { haloPlaces.append(place(halo)) }
    }
    if rest.count == paths.count { rings.append(paths) } else if rest.count > 0 { rings.append(rest) }
  }
}
