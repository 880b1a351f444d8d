import DocumentModel
import Geodesy

/// Which level of a tiled layer a view draws.
///
/// `tileSize` is the size in logical pixels at which a tile is shown. The ground that a tile covers is the scheme's, whatever
/// is said here; so a tile of T pixels in the scheme that is shown at t logical pixels counts as if its level had
/// T / t times the scheme's resolution. Of the common cases:
///
/// | scheme | picture of a tile | `tileSize` | what it means |
/// | --- | --- | --- | --- |
/// | 256 | 512 | 256, or none | a HiDPI tile: the level is the one of 256-pixel tiles, its picture has two pixels for each |
/// | 256 | 512 | 512 | a large tile: one level less, its picture pixel for pixel |
/// | 512 | 512 | 256 | a HiDPI tile: one level more than without |
/// | 512 | 512 | none | the scheme's own size: pixel for pixel |
///
/// Placement never changes: a pixel of the scheme is always ``TilePlacement/scale`` device pixels.
struct LevelChoice: Sendable {
  /// T / t.
  private let factor: Double
  private let keys: TiledKeys?

  init(_ layer: Layer, _ scheme: TilingScheme) {
    guard case .tiled(_, let keys) = layer.content else {
      (factor, self.keys) = (1, nil)
      return
    }
    self.keys = keys
    guard let size = keys.tileSize, size > 0, size.isFinite else {
      factor = 1
      return
    }
    factor = Double(scheme.tileSize.width) / size
  }

  /// Why no level is drawn.
  enum Refusal: Error, Hashable {
    /// `detail` names a level that the source does not have.
    case noSuchLevel(Int)
    /// The level that fits is below `minLevel`.
    case belowMinimum(fitting: Int, minimum: Int)
  }

  /// The resolution, in map units for each logical pixel, at which the tiles of a level are shown at their own size.
  func shownResolution(of level: TilingScheme.Level) -> Double { level.resolution * factor }

  /// True where a tile is shown at just the size that `tileSize` says, with its corners on whole device pixels: a picture of so
  /// many pixels is then copied, whatever the scheme says of its size.
  func fitsPixels(_ placement: TilePlacement) -> Bool {
    guard let size = keys?.tileSize, placement.warp == nil else { return false }
    let shown = placement.scale * Double(placement.scheme.tileSize.width)
    let isWhole = [placement.originX, placement.originY].allSatisfy { abs($0 - $0.rounded()) <= TilePlacer.tolerance }
    return isWhole && abs(shown / size - 1) <= 1e-6
  }

  /// True where the level must fit the output's pixels, not those of a screen.
  func looksAtDevicePixels(_ source: FittingSource) -> Bool {
    (keys?.detail ?? source.defaultDetail) != .screen
  }

  /// The resolution that a level should have: for each logical pixel at `detail: screen`, for each device pixel else.
  /// - Parameter resolution: Units of the source for a device pixel; `nil`: those of the view, for a source in the map's
  ///   reference.
  func wantedResolution(_ source: FittingSource, for view: MapView, resolution: Double? = nil) -> Double {
    let resolution = resolution ?? view.resolution
    return looksAtDevicePixels(source) ? resolution : resolution * view.pixelRatio
  }

  /// The levels that hold tiles and that `maxLevel` allows, coarsest first; at least one.
  func drawnLevels(of source: FittingSource) -> [TilingScheme.Level] {
    let held = source.levelsWithTiles
    guard let maximum = keys?.maxLevel else { return held }
    let allowed = held.filter { $0.number <= maximum }
    // A `maxLevel` below all that there is leaves the coarsest level, over-zoomed.
    return allowed.isEmpty ? Array(held.prefix(1)) : allowed
  }

  /// The first level whose resolution is not coarser than wanted by more than 1 %, else the finest, among those that are
  /// drawn.
  /// - Parameter resolution: As in ``wantedResolution(_:for:resolution:)``.
  func level(
    of source: FittingSource, for view: MapView, resolution: Double? = nil
  ) -> Result<TilingScheme.Level, Refusal> {
    let held = drawnLevels(of: source)
    let wanted = wantedResolution(source, for: view, resolution: resolution)
    var level = fitting(wanted, among: held)
    if case .level(let number) = keys?.detail ?? source.defaultDetail {
      guard let named = source.levelsWithTiles.first(where: { $0.number == number }) else {
        return .failure(.noSuchLevel(number))
      }
      level = held.contains(named) ? named : held[held.count - 1]
      if let minimum = keys?.minLevel, level.number < minimum {
        return .failure(.belowMinimum(fitting: level.number, minimum: minimum))
      }
      return .success(level)
    }
    if let minimum = keys?.minLevel {
      // Judged on the whole scheme: a source whose tiles start at `minLevel` is not drawn below it either.
      let fitting = fitting(wanted, among: source.scheme.levels)
      if fitting.number < minimum {
        return .failure(.belowMinimum(fitting: fitting.number, minimum: minimum))
      }
    }
    return .success(level)
  }

  /// The levels that may be drawn in place of one that would take too many tiles, finest first: none where the document, or
  /// the kind of layer, names the level.
  func coarserLevels(of source: FittingSource, than level: TilingScheme.Level) -> [TilingScheme.Level] {
    if case .level = keys?.detail ?? source.defaultDetail { return [] }
    let minimum = keys?.minLevel ?? .min
    return drawnLevels(of: source).filter { $0.resolution > level.resolution && $0.number >= minimum }.reversed()
  }

  private func fitting(_ wanted: Double, among levels: [TilingScheme.Level]) -> TilingScheme.Level {
    levels.fitting(wanted / factor)
  }

  /// The next coarser of the levels that are drawn; `nil` when all are finer than wanted.
  func coarserLevel(of source: FittingSource, for view: MapView) -> TilingScheme.Level? {
    drawnLevels(of: source).coarserOrEqual(to: wantedResolution(source, for: view) / factor)
  }
}
