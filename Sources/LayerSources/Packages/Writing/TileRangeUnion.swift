import Geodesy

extension [TileRange] {
  /// Rectangles of one level that cover the same tiles and share none: bands of rows, in each the columns merged.
  ///
  /// - Precondition: All of one level.
  package var disjoint: [TileRange] {
    guard count > 1, let level = first?.level else { return self }
    // Where a band may begin: at the first row of a rectangle, and behind the last one.
    let edges = Set(flatMap { [$0.rows.lowerBound, $0.rows.upperBound + 1] }).sorted()
    var bands: [TileRange] = []
    for (top, next) in zip(edges, edges.dropFirst()) {
      let inBand = filter { $0.rows.contains(top) }.map(\.columns).sorted { $0.lowerBound < $1.lowerBound }
      for columns in Self.merged(inBand) {
        bands.append(TileRange(level: level, columns: columns, rows: top...next - 1))
      }
    }
    return bands
  }

  private static func merged(_ sorted: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var merged: [ClosedRange<Int>] = []
    for range in sorted {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
