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
    // Bounds across the edge of the world are two boxes of frame 0.
    let boxes = bounds.map { pieces(of: $0, frames).map(Optional.some) } ?? [nil]
    let shown = frames.frames(of: area)
    var placement: TilePlacement?
    var isExact = true
    for number in shown {
      let shift = -Double(number) * frames.width
      // The view as this frame sees it: the world at its own numbers.
      let moved = MapView(
        reference: view.reference, center: Position(x: view.center.x + shift, y: view.center.y),
        resolution: view.resolution, size: view.size, pixelRatio: view.pixelRatio)
      let movedArea = area == view.extent ? moved.extent : area.shifted(x: shift)
      for box in boxes {
        let outcome = TilePlacer.place(
          level, of: scheme, in: moved, area: movedArea, bounds: box, fullExtent: fullExtent)
        switch outcome {
        case .outside: continue
        case .tooMany: return outcome
        case .placed(let one, let exact):
          isExact = isExact && exact
          placement = placement.map { $0.together(with: one) } ?? one
          placement?.frames.append(
            TileFrame(
              number: number, columns: one.columns, originX: one.originX, bounds: one.bounds?.shifted(x: -shift)))
        }
      }
    }
    guard let placement else { return .outside }
    return .placed(placement, isExact: isExact)
  }

  /// The parts of a box in each frame, at their places in frame 0.
  private static func pieces(of box: Extent, _ frames: WorldFrames) -> [Extent] {
    frames.frames(of: box).prefix(3).compactMap { number in
      let (left, right) = frames.edges(of: number)
      return box.intersection(Extent(xmin: left, ymin: box.ymin, xmax: right, ymax: box.ymax))?
        .shifted(x: -Double(number) * frames.width)
    }
  }
}

extension TilePlacement {
  /// The smallest rectangle of tiles around those of both.
  fileprivate func together(with other: TilePlacement) -> TilePlacement {
    var all = self
    all.columns = Self.hull(columns, other.columns)
    all.rows = Self.hull(rows, other.rows)
    return all
  }

  private static func hull(_ one: ClosedRange<Int>, _ other: ClosedRange<Int>) -> ClosedRange<Int> {
    min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
  }
}
