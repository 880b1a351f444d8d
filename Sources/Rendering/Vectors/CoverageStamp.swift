/// What polygons leave in the cells of a ``CoverageGrid``, to be added to it wherever the same polygons stand again, whole pixels
/// beside: the sums come out the same as if their edges were followed each time.
struct CoverageStamp: Sendable {
  /// Of its first cell, in pixels from the place that the polygons were counted from.
  let column: Int
  let row: Int
  /// Cells beside each other: one more than pixels that are touched.
  let columns: Int
  let rows: Int
  /// Row by row.
  let cells: [Int32]

  /// Cells that one is worth: larger shapes are few, and followed faster than added.
  private static let most = 4096

  /// `nil` for no polygons, and for large ones.
  ///
  /// - Parameter origin: The pixel, in both directions, that the place of the stamp is to be counted from.
  init?(_ outlines: OutlineList, origin: Int) {
    guard let left = outlines.x.min(), let right = outlines.x.max(), let top = outlines.y.min(),
      let bottom = outlines.y.max()
    else { return nil }
    let (first, firstRow) = (Int(left >> 8), Int(top >> 8))
    column = first - origin
    row = firstRow - origin
    columns = Int(right >> 8) + 2 - first
    rows = Int(bottom >> 8) + 1 - firstRow
    guard columns * rows <= Self.most else { return nil }
    var grid = CoverageGrid(width: columns - 1, height: rows)
    let moved = outlines.moved(right: -first, down: -firstRow)
    grid.add(moved, 0..<moved.polygons.count)
    cells = grid.allCells(columns: columns)
  }
}
