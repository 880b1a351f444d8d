/// Tiles of one row of a level that lie side by side.
package struct TileSpan: Hashable, Sendable {
  package let row: Int
  package let columns: ClosedRange<Int>

  package init(row: Int, columns: ClosedRange<Int>) {
    self.row = row
    self.columns = columns
  }
}

/// Any tiles of one level: for each row the columns that are wanted, where a rectangle would hold too many.
package struct TileSet: Hashable, Sendable {
  /// The level's own number.
  package let level: Int
  /// By rows, then columns; spans of one row neither overlap nor touch.
  package let spans: [TileSpan]
  /// How many they are; at most 2⁵³.
  package let count: Int

  /// - Parameter rows: Columns in any order, and overlapping, of each row.
  init(level: Int, rows: [Int: [ClosedRange<Int>]]) {
    self.level = level
    spans = rows.keys.sorted().flatMap { row in
      Self.merged(rows[row] ?? []).map { TileSpan(row: row, columns: $0) }
    }
    count = spans.reduce(0) { min($0 + $1.columns.count, .largestExact) }
  }

  package init(_ range: TileRange) {
    level = range.level
    spans = range.rows.map { TileSpan(row: $0, columns: range.columns) }
    count = range.count
  }

  package var isEmpty: Bool { spans.isEmpty }

  /// Row by row from the top, each from the left.
  package var indices: [TileIndex] {
    spans.flatMap { span in span.columns.map { TileIndex(level: level, column: $0, row: span.row) } }
  }

  /// The smallest rectangle around them; `nil` when there are none.
  package var bounds: TileRange? {
    guard let first = spans.first, let last = spans.last else { return nil }
    let columns = spans.reduce(first.columns) {
      min($0.lowerBound, $1.columns.lowerBound)...max($0.upperBound, $1.columns.upperBound)
    }
    return TileRange(level: level, columns: columns, rows: first.row...last.row)
  }

  private static func merged(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var merged: [ClosedRange<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
