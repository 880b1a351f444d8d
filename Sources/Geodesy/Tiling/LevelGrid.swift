/// A level of a tiling scheme as one grid of pixels, as far as its source reaches: pixel 0, 0 is the top left one of the
/// tile in column 0, row 0.
package struct LevelGrid: Hashable, Sendable {
  package let scheme: TilingScheme
  package let level: TilingScheme.Level
  /// Of pixel 0, 0: its top left corner.
  private let origin: Position
  /// The tiles that its source may have; `nil`: nobody knows, so any.
  package let limits: TileRange?
  /// Columns and rows of pixels from pixel 0, 0 on, of a source that ends within its last tiles; `nil`: its tiles are full.
  package let ownSize: PixelSize?
  /// Pixels of the scheme once round the world, to the nearest one, where the reference repeats.
  package let period: Int?
  /// The first pixel of frame 0, the world between -180 and 180 degrees, where the reference repeats.
  package let frameStart: Int
  /// The source has tiles all round the world: its left and right ends are one place.
  package let goesRound: Bool
  /// Its first row of pixels ends at the north pole, its last at the south pole.
  package let endsAtPoles: (north: Bool, south: Bool)

  /// - Parameters:
  ///   - fullExtent: Of the source, in the scheme's reference.
  ///   - repeats: What lies beyond the world's edge is the other end of the world, where the reference repeats.
  ///   - closesAtPoles: Nothing lies beyond a pole, and all round it is one place: not so on a map in degrees, which ends there.
  package init(
    _ level: TilingScheme.Level, of scheme: TilingScheme, fullExtent: Extent?, repeats: Bool, closesAtPoles: Bool = true
  ) {
    self.scheme = scheme
    self.level = level
    let origin = scheme.origin(of: level)
    self.origin = origin
    ownSize = nil
    limits = fullExtent.flatMap { scheme.tiles(covering: $0, at: level) }?
      .intersection(scheme.possibleTiles(at: level))
    let facts = scheme.reference.facts
    let width = repeats ? facts.worldWidth : nil
    period = width.map { max(1, Int(saturating: ($0 / level.resolution).rounded())) }
    frameStart =
      width.map { Int(saturating: ((-$0 / 2 - origin.x) / level.resolution).rounded()) } ?? 0
    goesRound = repeats && (fullExtent.map(scheme.isWorldWide) ?? false)
    let pole = facts.isGeographic && closesAtPoles ? facts.worldWidth.map { $0 / 4 } : nil
    endsAtPoles = (
      north: pole.map { (fullExtent?.ymax ?? 0) >= $0 - level.resolution } ?? false,
      south: pole.map { (fullExtent?.ymin ?? 0) <= level.resolution - $0 } ?? false
    )
  }

  /// A picture in its own plane (``WarpMesher/image``): one tile, or a level of its pyramid.
  ///
  /// - Parameters:
  ///   - image: Of the level's own columns and rows.
  ///   - tileSize: `nil`: all of it is one tile.
  ///   - number: Of the level.
  ///   - reference: The picture's.
  ///   - repeats: What lies beyond the world's edge is the other end of the world, where the reference repeats.
  ///   - closesAtPoles: As of a scheme's level.
  package init(
    of image: ImageTransform, tileSize: PixelSize? = nil, number: Int = 0, in reference: SpatialReference,
    repeats: Bool, closesAtPoles: Bool = true
  ) {
    level = TilingScheme.Level(number: number, resolution: 1)
    let tile = tileSize ?? image.size
    scheme = TilingScheme(reference: reference, origin: Position(x: 0, y: 0), tileSize: tile, levels: [level])
    origin = scheme.origin
    ownSize = image.size
    limits = TileRange(
      level: number, columns: 0...(image.size.width - 1) / tile.width, rows: 0...(image.size.height - 1) / tile.height)
    let facts = reference.facts
    goesRound = repeats && (facts.worldWidth.map(image.goesRound) ?? false)
    period = goesRound ? image.size.width : nil
    frameStart = 0
    let box = image.outline
    let isClosed = closesAtPoles && facts.isGeographic && image.isUpright
    let pole = isClosed ? facts.worldWidth.map { $0 / 4 - box.height / Double(image.size.height) } : nil
    endsAtPoles = (north: pole.map { box.ymax >= $0 } ?? false, south: pole.map { box.ymin <= -$0 } ?? false)
  }

  /// The tiles that its source may have.
  var possibleTiles: TileRange { limits ?? scheme.possibleTiles(at: level) }

  /// A position of the reference in pixels of the scheme, x to the right, y down.
  @inline(__always)
  package func pixel(of position: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(position.x - origin.x, origin.y - position.y) / level.resolution
  }

  /// The tile that a position lies in; beyond the world's edge, that of the other end where the reference repeats.
  package func tile(at position: SIMD2<Double>) -> TileIndex {
    var place = pixel(of: position)
    if let period {
      place.x -= ((place.x - Double(frameStart)) / Double(period)).rounded(.down) * Double(period)
    }
    let size = SIMD2(Double(scheme.tileSize.width), Double(scheme.tileSize.height))
    let index = (place / size).rounded(.down)
    return TileIndex(level: level.number, column: Int(saturating: index.x), row: Int(saturating: index.y))
  }

  package static func == (one: LevelGrid, other: LevelGrid) -> Bool {
    one.scheme == other.scheme && one.level == other.level && one.limits == other.limits && one.period == other.period
      && one.ownSize == other.ownSize
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scheme)
    hasher.combine(level)
    hasher.combine(limits)
  }
}
