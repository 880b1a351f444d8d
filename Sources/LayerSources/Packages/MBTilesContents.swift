import Geodesy

/// What the rows of `tiles` say, found by look-ups in its index: a package of a million tiles opens as fast as a small one.
struct MBTilesContents {
  /// From the coarsest level that has rows to the finest; `nil` where there is none.
  let levels: ClosedRange<Int>?
  /// Levels between without rows, in their order.
  let gaps: [Int]
  /// The bytes of one tile, the first with any.
  let firstTile: [UInt8]?

  init(of database: SQLiteDatabase) throws(SourceError) {
    let finest = MercatorPyramid.finestLevel
    // One aggregate a query: SQLite answers a single min() or max() from the end of an index.
    guard
      let low = try database.number("SELECT min(zoom_level) FROM tiles WHERE zoom_level BETWEEN 0 AND \(finest)"),
      let high = try database.number("SELECT max(zoom_level) FROM tiles WHERE zoom_level BETWEEN 0 AND \(finest)"),
      low <= high
    else {
      (levels, gaps, firstTile) = (nil, [], nil)
      return
    }
    let one = try database.statement("SELECT 1 FROM tiles WHERE zoom_level = ?1 LIMIT 1")
    let sample = try database.statement(
      "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND length(tile_data) > 0 LIMIT 1")
    var missing: [Int] = []
    var found: [UInt8]?
    for level in low...high {
      one.bind([level])
      guard try one.step() else {
        missing.append(level)
        continue
      }
      guard found == nil else { continue }
      sample.bind([level])
      if try sample.step() { found = sample.bytes(0) }
    }
    levels = low...high
    gaps = missing
    firstTile = found
  }

  /// The first level that has columns beyond those of the square world, in words; an index is needed to tell.
  func misplaced(in database: SQLiteDatabase) throws(SourceError) -> String? {
    guard let levels, database.cost < 5 else { return nil }
    let last = try database.statement("SELECT max(tile_column), min(tile_column) FROM tiles WHERE zoom_level = ?1")
    for level in levels {
      last.bind([level])
      guard try last.step(), let east = last.number(0), let west = last.number(1) else { continue }
      let columns = 1 << level
      if east >= columns || west < 0 {
        return "level \(level) has a tile in column \(west < 0 ? west : east), and the world has the columns 0 to "
          + "\(columns - 1) there: it is not drawn"
      }
    }
    return nil
  }

  /// Where the tiles lie, in Web Mercator: the bounds of the metadata where the tiles of the coarsest level touch them, else those tiles.
  func fullExtent(
    saidToBe bounds: MBTilesMetadata.Bounds, of database: SQLiteDatabase, scheme: TilingScheme
  ) throws(SourceError) -> (Extent?, [SourceRemark]) {
    let tiles = try tileExtent(of: database)
    switch bounds {
    case .missing: return (tiles, [])
    case .unusable(let text):
      return (tiles, [.metadataDisagrees("`bounds` is `\(text)`, not west, south, east, north in degrees")])
    case .box(let extent):
      if let tiles, tiles.intersection(extent) == nil {
        return (tiles, [.metadataDisagrees("`bounds` lies where there are no tiles")])
      }
      return (extent, [])
    }
  }

  /// The box around the tiles of the coarsest level; `nil` where it has none in its square.
  private func tileExtent(of database: SQLiteDatabase) throws(SourceError) -> Extent? {
    guard let level = levels?.lowerBound else { return nil }
    let last = (1 << level) - 1  // columns and rows outside the square are nowhere
    let inside = "FROM tiles WHERE zoom_level = ?1 AND tile_column BETWEEN 0 AND ?2"
    guard let west = try database.number("SELECT min(tile_column) \(inside)", level, last),
      let east = try database.number("SELECT max(tile_column) \(inside)", level, last),
      (0...last).contains(west), (west...last).contains(east)
    else { return nil }
    // Without an index each look-up would read all rows: they are read once then, and likewise for very many columns.
    let isIndexed = database.cost < 5 && east - west < 4096
    let rows =
      isIndexed
      ? try rowsByColumn(west...east, at: level, of: database) : try rowsByScan(at: level, of: database)
    guard let rows else { return nil }
    let side = 2 * TilingScheme.webMercatorWorld.xmax / Double(1 << level)
    let edge = TilingScheme.webMercatorWorld.xmin
    let box = Extent(
      xmin: edge + Double(west) * side, ymin: edge + Double(rows.lowerBound) * side,
      xmax: edge + (Double(east) + 1) * side, ymax: edge + (Double(rows.upperBound) + 1) * side)
    return box.intersection(TilingScheme.webMercatorWorld)
  }

  /// Two look-ups in the index a column.
  private func rowsByColumn(_ columns: ClosedRange<Int>, at level: Int, of database: SQLiteDatabase)
    throws(SourceError) -> ClosedRange<Int>?
  {
    var (south, north) = (Int.max, Int.min)
    let lowest = try database.statement("SELECT min(tile_row) FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2")
    let highest = try database.statement("SELECT max(tile_row) FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2")
    for column in columns {
      lowest.bind([level, column])
      highest.bind([level, column])
      if try lowest.step(), let row = lowest.number(0) { south = min(south, row) }
      if try highest.step(), let row = highest.number(0) { north = max(north, row) }
    }
    return south <= north ? south...north : nil
  }

  private func rowsByScan(at level: Int, of database: SQLiteDatabase) throws(SourceError) -> ClosedRange<Int>? {
    let both = try database.statement("SELECT min(tile_row), max(tile_row) FROM tiles WHERE zoom_level = ?1")
    both.bind([level])
    guard try both.step(), let south = both.number(0), let north = both.number(1), south <= north else { return nil }
    return south...north
  }
}
