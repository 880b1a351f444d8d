import Geodesy

/// Where tiles of Web Mercator stand in the square world's pyramid, whatever their own scheme calls them: what MBTiles and
/// PMTiles can hold.
struct MercatorPlaces: Sendable {
  private struct LevelPlace: Sendable {
    let zoom: Int
    let column: Int
    let row: Int
  }

  private let levels: [Int: LevelPlace]

  /// Levels' resolutions are often written with ten digits.
  private static let tolerance = 1e-6

  /// - Parameter target: As messages call it.
  /// - Throws: `cannotHold` for another reference, and for levels that are none of the pyramid's.
  init(_ tileset: Tileset, in target: String) throws(PackageError) {
    let scheme = tileset.scheme
    guard scheme.reference.relation(to: .webMercator) == .equal else {
      throw .cannotHold(
        reason: "\(target) holds tiles in Web Mercator alone, and layer `\(tileset.id)` is in \(scheme.reference)",
        hint: PackageTargets.ofAnyReference)
    }
    var levels: [Int: LevelPlace] = [:]
    for level in tileset.levels {
      guard let place = Self.place(of: level, in: scheme) else {
        throw .cannotHold(
          reason: "\(target) holds the tiles of the square Web Mercator world, halved from level to level, and level "
            + "\(level.number) of layer `\(tileset.id)` is on another grid",
          hint: PackageTargets.ofAnyReference)
      }
      levels[level.number] = place
    }
    self.levels = levels
  }

  private static func place(of level: TilingScheme.Level, in scheme: TilingScheme) -> LevelPlace? {
    guard scheme.tileSize.width == scheme.tileSize.height else { return nil }
    let world = TilingScheme.webMercatorWorld
    let span = scheme.tileWidth(at: level)
    for zoom in 0...MercatorPyramid.finestLevel {
      let side = world.width / Double(1 << zoom)
      guard abs(span / side - 1) < tolerance else { continue }
      let origin = scheme.origin(of: level)
      let column = (origin.x - world.xmin) / side
      let row = (world.ymax - origin.y) / side
      let slack = 0.5 / Double(scheme.tileSize.width)
      guard abs(column - column.rounded()) < slack, abs(row - row.rounded()) < slack else { return nil }
      return LevelPlace(
        zoom: zoom, column: Int(saturating: column.rounded()), row: Int(saturating: row.rounded()))
    }
    return nil
  }

  /// - Returns: Level, column and row from the north, of the pyramid.
  func tile(_ tile: TileIndex) -> TileIndex {
    guard let place = levels[tile.level] else { preconditionFailure("a tile of a level that is not packed") }
    return TileIndex(level: place.zoom, column: tile.column + place.column, row: tile.row + place.row)
  }

  /// From the coarsest to the finest, as the pyramid numbers them.
  var zooms: ClosedRange<Int> {
    let zooms = levels.values.map(\.zoom)
    return (zooms.min() ?? 0)...(zooms.max() ?? 0)
  }
}
