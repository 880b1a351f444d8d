import Diagnostics
import DocumentModel
import Geodesy

/// Rule 3, second part: a tiled layer in the map's reference but on another grid (origin, tile size, resolutions) is
/// resampled, which is worth knowing.
enum GridRule {
  /// True when the tiles of both schemes have common edges: one origin, one tile size, and resolutions of which one list
  /// has no value between two of the other.
  static func isSameGrid(_ source: FittingSource, as basemap: FittingSource) -> Bool {
    let (own, other) = (source.scheme, basemap.scheme)
    if own == other { return true }
    guard own.tileSize == other.tileSize else { return false }
    let finest = min(own.levels[own.levels.count - 1].resolution, other.levels[other.levels.count - 1].resolution)
    guard
      abs(own.origin.x - other.origin.x) <= finest * TilePlacer.tolerance,
      abs(own.origin.y - other.origin.y) <= finest * TilePlacer.tolerance
    else { return false }
    let known = other.levels
    let (coarsest, finestKnown) = (known[0].resolution, known[known.count - 1].resolution)
    let common = source.levelsWithTiles.filter {
      $0.resolution <= coarsest * (1 + sameness) && $0.resolution >= finestKnown * (1 - sameness)
    }
    // Lists that do not overlap say nothing against one another.
    return common.allSatisfy { level in
      known.contains {
        abs($0.resolution - level.resolution) <= level.resolution * sameness
          && ($0.ownOrigin == level.ownOrigin || other.origin(of: $0) == own.origin(of: level))
      }
    }
  }

  static func finding(for layer: Layer, _ source: FittingSource, basemap: Basemap) -> Diagnostic? {
    guard layer.id != basemap.layer.id, let other = basemap.unwarpedSource,
      source.reference == other.reference, !isSameGrid(source, as: other)
    else { return nil }
    return Diagnostic(
      .otherGrid,
      "layer `\(layer.id)` is in the map's reference but on another tiling grid than basemap `\(basemap.layer.id)` "
        + "(\(difference(source.scheme, other.scheme))); it is resampled",
      at: layer.typeRange, layer: layer.id)
  }

  /// What differs, the first of it: the sentence names one reason.
  static func difference(_ own: TilingScheme, _ other: TilingScheme) -> String {
    if own.tileSize != other.tileSize {
      return "tiles of \(own.tileSize.width) x \(own.tileSize.height) pixels, not "
        + "\(other.tileSize.width) x \(other.tileSize.height)"
    }
    if own.origin != other.origin,
      abs(own.origin.x - other.origin.x) > 1e-6 || abs(own.origin.y - other.origin.y) > 1e-6
    {
      return "its origin is \(Words.position(own.origin)), not \(Words.position(other.origin))"
    }
    return own.hasOneOrigin == other.hasOneOrigin
      ? "its levels have other resolutions" : "its levels have other origins or resolutions"
  }

  /// How far two resolutions may differ as they are written in real caches: 156543.033928 and 156543.03392804097.
  private static let sameness = 1e-7
}
