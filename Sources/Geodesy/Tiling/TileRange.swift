/// Tiles of one level that lie side by side.
package struct TileRange: Hashable, Sendable {
  /// The level's own number.
  package let level: Int
  package let columns: ClosedRange<Int>
  package let rows: ClosedRange<Int>

  package init(level: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.level = level
    self.columns = columns
    self.rows = rows
  }

  /// How many they are; at most 2⁵³.
  package var count: Int { columns.count.saturatingProduct(rows.count) }

  package func contains(_ tile: TileIndex) -> Bool {
    tile.level == level && columns.contains(tile.column) && rows.contains(tile.row)
  }

  /// The tiles of both; `nil` when there are none, or when the levels differ.
  package func intersection(_ other: TileRange) -> TileRange? {
    guard level == other.level, columns.overlaps(other.columns), rows.overlaps(other.rows) else { return nil }
    return TileRange(
      level: level, columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }
}
