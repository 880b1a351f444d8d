/// A part of a tile's picture.
package struct TilePart: Hashable, Sendable {
  package let tile: TileIndex
  /// In pixels of the scheme, from the tile's top left corner; y downwards.
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  package init(tile: TileIndex, x: Double, y: Double, width: Double, height: Double) {
    self.tile = tile
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension TilingScheme {
  /// The tile of a coarser level that contains a tile, and the part of it that shows the same ground.
  ///
  /// Levels need not be steps of two.
  /// - Returns: `nil` when no single tile of that level contains it, when it would be less than a billionth of one's side, or
  ///   when the scheme has no such levels.
  package func parent(of tile: TileIndex, at coarser: Level) -> TilePart? {
    guard let level = level(numbered: tile.level), coarser.resolution >= level.resolution else { return nil }
    let ratio = level.resolution / coarser.resolution
    let (own, other) = (origin(of: level), origin(of: coarser))
    guard ratio > Self.smallestPart,
      let (column, x) = Self.place(
        of: tile.column, tileSize.width, ratio, shift: (own.x - other.x) / coarser.resolution),
      let (row, y) = Self.place(of: tile.row, tileSize.height, ratio, shift: (other.y - own.y) / coarser.resolution)
    else { return nil }
    return TilePart(
      tile: TileIndex(level: coarser.number, column: column, row: row), x: x, y: y,
      width: Double(tileSize.width) * ratio, height: Double(tileSize.height) * ratio)
  }

  /// Of a tile's side: a scheme may say any resolutions, and a part without size shows nothing.
  private static let smallestPart = 1e-9

  /// The nearest coarser level first: where to look for a tile that stands in for a missing one.
  package func levels(coarserThan number: Int) -> [Level] {
    guard let level = level(numbered: number) else { return [] }
    return levels.filter { $0.resolution > level.resolution }.reversed()
  }

  /// Along one axis: the index of the coarser tile, and the pixel of it at which the finer one starts.
  /// - Parameter shift: Of the finer level's origin from that of the coarser one, in pixels of the coarser one.
  private static func place(
    of index: Int, _ pixels: Int, _ ratio: Double, shift: Double
  ) -> (index: Int, start: Double)? {
    guard abs(index) < Int.largestExact, abs(shift) < Double(Int.largestExact) else { return nil }
    let (size, first) = (Double(pixels), Double(index) * Double(pixels) * ratio + shift)
    // From the middle, so that rounding at an edge does not choose the neighbour.
    let parent = ((first + size * ratio / 2) / size).rounded(.down)
    let start = first - parent * size
    guard start >= -pixelTolerance, start + size * ratio <= size + pixelTolerance else { return nil }
    return (Int(saturating: parent), max(0, start))
  }
}
