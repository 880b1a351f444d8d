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
    let finest = MBTilesPackage.finestLevel
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

  /// The box around the tiles of the coarsest level; `nil` where finding it would read too much.
  private func tileExtent(of database: SQLiteDatabase) throws(SourceError) -> Extent? {
    guard let level = levels?.lowerBound,
      let west = try database.number("SELECT min(tile_column) FROM tiles WHERE zoom_level = ?1", level),
      let east = try database.number("SELECT max(tile_column) FROM tiles WHERE zoom_level = ?1", level),
      west <= east
    else { return nil }
    var (south, north) = (0, (1 << level) - 1)
    if east - west < 4096 {  // two look-ups a column; past that the whole height is said
      (south, north) = (Int.max, Int.min)
      let lowest = try database.statement(
        "SELECT min(tile_row) FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2")
      let highest = try database.statement(
        "SELECT max(tile_row) FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2")
      for column in west...east {
        lowest.bind([level, column])
        highest.bind([level, column])
        if try lowest.step(), let row = lowest.number(0) { south = min(south, row) }
        if try highest.step(), let row = highest.number(0) { north = max(north, row) }
      }
    }
    guard south <= north else { return nil }
    let side = 2 * TilingScheme.webMercatorWorld.xmax / Double(1 << level)
    let edge = -TilingScheme.webMercatorWorld.xmax
    let box = Extent(
      xmin: edge + Double(west) * side, ymin: edge + Double(south) * side,
      xmax: edge + (Double(east) + 1) * side, ymax: edge + (Double(north) + 1) * side)
    return box.intersection(TilingScheme.webMercatorWorld)
  }
}
