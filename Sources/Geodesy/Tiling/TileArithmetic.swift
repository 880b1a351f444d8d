/// Where tiles lie on the ground, and which tiles cover a part of it.
extension TilingScheme {
  /// A tile that is touched by less than this share of a pixel is not counted: rounding of an extent that ends on a
  /// tile's edge must not ask for another column.
  package static let pixelTolerance = 0.001

  /// Units of the reference from one edge of a tile to the other.
  package func tileWidth(at level: Level) -> Double { Double(tileSize.width) * level.resolution }
  package func tileHeight(at level: Level) -> Double { Double(tileSize.height) * level.resolution }

  /// The x of the left edge of a column, which is the right edge of the one before it, to the last bit.
  package func leftEdge(ofColumn column: Int, at level: Level) -> Double {
    origin(of: level).x + Double(column) * tileWidth(at: level)
  }

  /// The y of the top edge of a row, which is the bottom edge of the one before it, to the last bit.
  package func topEdge(ofRow row: Int, at level: Level) -> Double {
    origin(of: level).y - Double(row) * tileHeight(at: level)
  }

  /// The box that a tile shows; `nil` when the scheme has no such level. Neighbours share bit-identical edges.
  package func extent(of tile: TileIndex) -> Extent? {
    guard let level = level(numbered: tile.level) else { return nil }
    let (column, row) = (Self.held(tile.column), Self.held(tile.row))
    return Extent(
      xmin: leftEdge(ofColumn: column, at: level), ymin: topEdge(ofRow: row + 1, at: level),
      xmax: leftEdge(ofColumn: column + 1, at: level), ymax: topEdge(ofRow: row, at: level))
  }

  /// The box that a rectangle of tiles shows; `nil` when the scheme has no such level.
  package func extent(of tiles: TileRange) -> Extent? {
    let first = extent(of: TileIndex(level: tiles.level, column: tiles.columns.lowerBound, row: tiles.rows.lowerBound))
    let last = extent(of: TileIndex(level: tiles.level, column: tiles.columns.upperBound, row: tiles.rows.upperBound))
    guard let first, let last else { return nil }
    return Extent(xmin: first.xmin, ymin: last.ymin, xmax: last.xmax, ymax: first.ymax)
  }

  /// The tile that a position lies in; on an edge, the one to the right or below.
  package func tile(containing position: Position, at level: Level) -> TileIndex {
    let origin = origin(of: level)
    return TileIndex(
      level: level.number,
      column: Int(saturating: ((position.x - origin.x) / tileWidth(at: level)).rounded(.down)),
      row: Int(saturating: ((origin.y - position.y) / tileHeight(at: level)).rounded(.down)))
  }

  /// The tiles that a box touches, whether the scheme's source has them or not: columns and rows may be negative.
  /// - Returns: `nil` for a box without an inside. Numbers saturate at ±2⁵³.
  package func tiles(covering extent: Extent, at level: Level) -> TileRange? {
    guard !extent.isEmpty, extent.isFinite else { return nil }
    let origin = origin(of: level)
    return TileRange(
      level: level.number,
      columns: Self.indices(
        from: extent.xmin - origin.x, to: extent.xmax - origin.x, span: tileWidth(at: level), pixels: tileSize.width),
      rows: Self.indices(
        from: origin.y - extent.ymax, to: origin.y - extent.ymin, span: tileHeight(at: level), pixels: tileSize.height))
  }

  /// The tiles that a box touches and that lie in the scheme's full extent; `nil` when there are none.
  package func tiles(covering extent: Extent, within fullExtent: Extent, at level: Level) -> TileRange? {
    guard let wanted = tiles(covering: extent, at: level), let all = tiles(covering: fullExtent, at: level) else {
      return nil
    }
    return wanted.intersection(all)
  }

  /// The tiles that there may be of a level: right of the level's origin, and below it, or above it where rows are counted
  /// upwards.
  /// - Parameter goesRound: Columns go on to the left as well.
  package func possibleTiles(at level: Level, goesRound: Bool = false) -> TileRange {
    let most = Int.largestExact
    return TileRange(
      level: level.number, columns: goesRound ? -most...most : 0...most, rows: rowsRunUp ? -most...(-1) : 0...most)
  }

  /// How many columns and rows a level has from its origin to the far corner of its full extent; at least one
  /// each, at most 2⁵³.
  package func matrixSize(at level: Level, for fullExtent: Extent) -> (columns: Int, rows: Int) {
    guard let all = tiles(covering: fullExtent, at: level) else { return (1, 1) }
    return (max(1, all.columns.upperBound + 1), max(1, all.rows.upperBound + 1))
  }

  /// The number of a row counted from the other end, as TMS and MBTiles count: from XYZ to TMS and back.
  package func flippedRow(_ row: Int, at level: Level, for fullExtent: Extent) -> Int {
    matrixSize(at: level, for: fullExtent).rows - 1 - Self.held(row)
  }

  /// True when tiles of this extent go round the world: it covers all of it in x, within one pixel of the coarsest level.
  package func isWorldWide(_ fullExtent: Extent) -> Bool {
    guard let width = reference.facts.worldWidth, let coarsest = levels.first else { return false }
    return fullExtent.xmin <= -width / 2 + coarsest.resolution && fullExtent.xmax >= width / 2 - coarsest.resolution
  }

  /// First and last index of the tiles from one distance to another along an axis.
  private static func indices(from start: Double, to end: Double, span: Double, pixels: Int) -> ClosedRange<Int> {
    let tolerance = pixelTolerance / Double(pixels)
    let first = Int(saturating: (start / span + tolerance).rounded(.down))
    let last = Int(saturating: (end / span - tolerance).rounded(.up)) - 1
    // A box narrower than the tolerance on both sides of an edge still lies in one tile.
    return first <= last ? first...last : last...last
  }

  private static func held(_ index: Int) -> Int { min(max(index, -Int.largestExact), Int.largestExact) }
}
