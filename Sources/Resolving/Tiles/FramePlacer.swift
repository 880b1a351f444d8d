import DocumentModel
import Geodesy

/// Which tiles a view shows that goes on beyond the edge of the world, and where.
///
/// Tiles of the whole world that come out even once round it go on as if there were no edge: one mosaic without a seam,
/// whose columns are counted round the world. Any others are drawn once in each frame that shows them.
enum FramePlacer {
  static func place(
    _ level: TilingScheme.Level, of scheme: TilingScheme, in view: MapView, area: Extent, bounds: Extent?,
    fullExtent: Extent?, frames: WorldFrames
  ) -> TilePlacer.Outcome {
    let around = columnsAround(scheme, level, frames)
    let isAllRound = fullExtent.map { scheme.isWorldWide($0) } ?? false
    if let around, isAllRound, bounds.map(frames.isAllRound) ?? true {
      let limits = [fullExtent, bounds].compactMap { $0 }.map { limit in
        Extent(xmin: area.xmin, ymin: limit.ymin, xmax: area.xmax, ymax: limit.ymax)
      }
      return TilePlacer.place(
        level, of: scheme, in: view, area: area, bounds: bounds == nil ? nil : limits.last, fullExtent: limits.first,
        columnsAround: around)
    }
    return placeInEach(level, of: scheme, in: view, area: area, bounds: bounds, fullExtent: fullExtent, frames: frames)
  }

  /// Columns once round the world, where they come out even.
  private static func columnsAround(
    _ scheme: TilingScheme, _ level: TilingScheme.Level, _ frames: WorldFrames
  ) -> Int? {
    let columns = frames.width / scheme.tileWidth(at: level)
    let whole = columns.rounded()
    // A thousandth of a pixel, as everywhere in the arithmetic of tiles.
    let tolerance = TilingScheme.pixelTolerance / Double(scheme.tileSize.width)
    return whole >= 1 && abs(columns - whole) <= tolerance ? Int(saturating: whole) : nil
  }

  private static func placeInEach(
    _ level: TilingScheme.Level, of scheme: TilingScheme, in view: MapView, area: Extent, bounds: Extent?,
    fullExtent: Extent?, frames: WorldFrames
  ) -> TilePlacer.Outcome {
    let (left, right) = frames.edges(of: 0)
    // A source never reaches beyond one world; its bounds may cross the edge, and then start in the frame before.
    let world = Extent(xmin: left, ymin: -.greatestFiniteMagnitude, xmax: right, ymax: .greatestFiniteMagnitude)
    let reach = (fullExtent ?? world).intersection(world) ?? fullExtent ?? world
    let shown = frames.frames(of: area)
    var placement: TilePlacement?
    var isExact = true
    for number in shown.lowerBound - 1...shown.upperBound + 1 {
      let shift = -Double(number) * frames.width
      // The view as this frame sees it: the world at its own numbers.
      let moved = MapView(
        reference: view.reference, center: Position(x: view.center.x + shift, y: view.center.y),
        resolution: view.resolution, size: view.size, pixelRatio: view.pixelRatio)
      let outcome = TilePlacer.place(
        level, of: scheme, in: moved, area: area == view.extent ? moved.extent : area.shifted(x: shift), bounds: bounds,
        fullExtent: reach)
      switch outcome {
      case .outside: continue
      case .tooMany: return outcome
      case .placed(let one, let exact):
        var all = placement ?? one
        all.columns =
          min(
            all.columns.lowerBound, one.columns.lowerBound)...max(
            all.columns.upperBound, one.columns.upperBound)
        all.rows = min(all.rows.lowerBound, one.rows.lowerBound)...max(all.rows.upperBound, one.rows.upperBound)
        all.frames.append(
          TileFrame(
            number: number, columns: one.columns, originX: one.originX, bounds: one.bounds?.shifted(x: -shift)))
        isExact = isExact && exact && all.scale == one.scale
        placement = all
      }
    }
    guard let placement else { return .outside }
    return .placed(placement, isExact: isExact)
  }
}
