/// The place of a tile in a tiling scheme: rows count downwards from the scheme's origin, as in XYZ, WMTS and Esri caches.
package struct TileIndex: Hashable, Sendable {
  /// The level's own number, as its source numbers it.
  package let level: Int
  package let column: Int
  package let row: Int

  package init(level: Int, column: Int, row: Int) {
    self.level = level
    self.column = column
    self.row = row
  }
}
