extension TileIndex {
  /// The quadkey of Bing Maps: a digit a level, from the coarsest. Level 0 has an empty one.
  ///
  /// Source: "Bing Maps Tile System", Microsoft. `nil` when column or row do not fit their level or it is beyond 30.
  package var quadkey: String? {
    guard 0...30 ~= level, 0..<(1 << level) ~= column, 0..<(1 << level) ~= row else { return nil }
    var digits = ""
    for bit in (0..<level).reversed() {
      digits.append(["0", "1", "2", "3"][(column >> bit & 1) + 2 * (row >> bit & 1)])
    }
    return digits
  }

  /// - Parameter quadkey: At most 30 digits from 0 to 3; `nil` for anything else.
  package init?(quadkey: String) {
    guard quadkey.utf8.count <= 30 else { return nil }
    var (column, row) = (0, 0)
    for digit in quadkey.utf8 {
      guard 48...51 ~= digit else { return nil }
      column = column << 1 | Int(digit & 1)
      row = row << 1 | Int((digit - 48) >> 1)
    }
    self.init(level: quadkey.utf8.count, column: column, row: row)
  }
}
