import Geodesy

/// The levels in which a raster is read: those that the file holds, its overviews, and between and beyond them halves that are
/// averaged when they are drawn.
struct RasterLevels: Sendable, Hashable {
  /// One that the file holds.
  struct Stored: Sendable, Hashable {
    /// `nil` for the raster itself.
    let overview: Int?
    let size: PixelSize
    /// A mask of its own, where the raster has one.
    let hasMask: Bool
  }

  struct Level: Sendable, Hashable {
    let size: PixelSize
    let stored: Stored
    /// Pixels a side of the stored one for each of the level: 1 where it is that one itself.
    let factor: Int
  }

  /// Finest first; the raster itself is the first.
  let levels: [Level]
  let tileSize: PixelSize

  /// Columns and rows of a tile.
  private static let side = 512
  /// Of a level that is made of no further one: its longer side at most.
  private static let smallest = 256
  /// Pixels a side that are averaged into one: so the row of a tile is two million at most.
  static let mostFactor = 4096
  /// From so much on the next overview is no half, and one is made between.
  private static let gap = 3.0

  /// - Parameter bands: Those that are drawn, at least one: what all of them hold is taken.
  init(of size: PixelSize, _ bands: [RasterBand]) {
    var stored = [Stored(overview: nil, size: size, hasMask: true)]
    let first = bands[0]
    for (number, overview) in first.overviews.enumerated() {
      let isOfAll = bands.allSatisfy { $0.overviews.count > number && $0.overviews[number].size == overview.size }
      guard isOfAll, overview.size.width > 0, overview.size.height > 0 else { continue }
      stored.append(Stored(overview: number, size: overview.size, hasMask: overview.hasMask))
    }
    stored.sort { ($0.size.width, $0.size.height) > ($1.size.width, $1.size.height) }
    var levels: [Level] = []
    for (place, one) in stored.enumerated() {
      // An overview as large as the one before, or larger than the raster, says nothing.
      if let last = levels.last, one.size.width >= last.size.width || one.size.height > last.size.height { continue }
      levels.append(Level(size: one.size, stored: one, factor: 1))
      let next = stored.dropFirst(place + 1).first { $0.size.width < one.size.width }?.size
      var factor = 2
      while factor <= Self.mostFactor {
        let half = PixelSize(
          width: (one.size.width + factor - 1) / factor, height: (one.size.height + factor - 1) / factor)
        let isSmall = max(one.size.width, one.size.height) <= Self.smallest * factor / 2
        let isNear = next.map { Double(half.width) < Double($0.width) * Self.gap / 2 } ?? false
        if isSmall || isNear { break }
        levels.append(Level(size: half, stored: one, factor: factor))
        factor *= 2
      }
    }
    self.levels = levels
    tileSize = PixelSize(width: min(Self.side, size.width), height: min(Self.side, size.height))
  }

  var pyramid: ImagePyramid {
    ImagePyramid(levels: levels.map { .init(size: $0.size, cost: $0.factor * $0.factor) }, tileSize: tileSize)
  }

  /// The overviews, largest first.
  var overviews: [PixelSize] { levels.filter { $0.factor == 1 }.dropFirst().map(\.size) }

  /// The pixels of a tile; `nil` for one that the level does not have.
  func box(of tile: TileIndex) -> (level: Level, box: PixelBox)? {
    guard levels.indices.contains(tile.level), tile.column >= 0, tile.row >= 0 else { return nil }
    let level = levels[tile.level]
    guard tile.column < level.size.width, tile.row < level.size.height else { return nil }
    let (x, y) = (tile.column * tileSize.width, tile.row * tileSize.height)
    guard x < level.size.width, y < level.size.height else { return nil }
    return (
      level,
      PixelBox(
        x: x, y: y, width: min(tileSize.width, level.size.width - x),
        height: min(tileSize.height, level.size.height - y))
    )
  }
}

extension RasterLevels.Level {
  /// The first column of the stored level that belongs to a column of this one; so for rows.
  ///
  /// Columns are as wide as the ground says, so where they do not come out even some hold one pixel less.
  func storedColumn(_ column: Int) -> Int { Self.scaled(column, stored.size.width, size.width) }
  func storedRow(_ row: Int) -> Int { Self.scaled(row, stored.size.height, size.height) }

  /// To the nearest.
  private static func scaled(_ place: Int, _ many: Int, _ few: Int) -> Int { (2 * place * many + few) / (2 * few) }

  /// The same ground in the stored level.
  func storedBox(_ box: PixelBox) -> PixelBox {
    let (x, y) = (storedColumn(box.x), storedRow(box.y))
    return PixelBox(
      x: x, y: y, width: storedColumn(box.x + box.width) - x, height: storedRow(box.y + box.height) - y)
  }
}
