import DocumentModel
import Geodesy

/// A layer whose tiles do not lie along the picture's rows: they are in another reference than the map, or the ground is
/// turned.
struct LayerWarp: Sendable {
  /// Units of the source for a device pixel, the finest of the picture; `nil` where the picture shows nothing of it.
  let resolution: Double?
  private let mesher: WarpMesher
  /// Boxes of the map's reference outside which nothing is drawn; none where nothing is left to draw.
  private let limits: [Extent]?

  /// - Parameters:
  ///   - area: The part of the picture where the layer may be drawn.
  ///   - bounds: The layer's own, in the map's reference.
  ///   - frames: Set where the map goes on beyond the edge of the world: the same is drawn in each frame.
  /// - Returns: `nil` for tiles that lie along the picture's rows.
  /// - Throws: ``ViewProblem`` where there is no way from the source's reference to the map's.
  init?(
    of layer: Layer, _ source: FittingSource, in view: MapView, area: Extent, bounds: Extent?, frames: WorldFrames?
  ) throws(ViewProblem) {
    guard source.reference != view.reference || !view.axes.areUpright else { return nil }
    switch TilePlacer.limit(of: view, area: area, bounds: bounds) {
    case .nothing where frames == nil: limits = []
    case .box(let box) where frames == nil: limits = [box]
    case .all: limits = nil
    case .nothing, .box: limits = frames.flatMap { frames in bounds.map { frames.repeated($0, in: area) } }
    }
    let limits = limits
    let mesher = try ViewProblem.asking(at: layer.typeRange) { () throws(GeodesyError) in
      try WarpMesher(view, from: source.reference, areas: limits, wrapsAround: frames != nil)
    }
    self.mesher = mesher
    resolution = source.reference == view.reference ? view.resolution : mesher.finestResolution()
  }

  /// The tiles of a level, or of the first coarser one that does not take far more of them than the picture can show.
  ///
  /// A map that shows a place enlarged, and all others beside it small, as the far pole on a polar map of the whole world,
  /// would take all tiles of the level that fits there: gigapixels for a small picture.
  /// - Parameter coarser: The levels to go over to, finest first.
  func placeWithinReason(
    _ level: TilingScheme.Level, coarser: [TilingScheme.Level], of scheme: TilingScheme, fullExtent: Extent?,
    radius: Double
  ) -> TilePlacer.Outcome {
    var first: TilePlacer.Outcome?
    for level in [level] + coarser {
      let outcome = place(level, of: scheme, fullExtent: fullExtent, radius: radius)
      first = first ?? outcome
      switch outcome {
      case .outside: return outcome
      case .placed(let placement, _)
      where placement.warp?.operation == nil || placement.isWithinReason(on: mesher.view.size): return outcome
      case .placed, .tooMany: continue
      }
    }
    return first ?? .outside
  }

  /// The tiles of a level, as many as they may be.
  func place(
    _ level: TilingScheme.Level, of scheme: TilingScheme, fullExtent: Extent?, radius: Double
  ) -> TilePlacer.Outcome {
    if limits?.isEmpty ?? false { return .outside }
    return TilePlacer.placeWarped(
      level, of: scheme, by: mesher, resolution: resolution ?? mesher.view.resolution, limits: limits,
      fullExtent: fullExtent, radius: radius)
  }
}

extension WorldFrames {
  /// A box in each frame that shows a part of it; of one that goes all round the world, a single box.
  fileprivate func repeated(_ box: Extent, in area: Extent) -> [Extent] {
    if isAllRound(box) {
      return [Extent(xmin: area.xmin - width, ymin: box.ymin, xmax: area.xmax + width, ymax: box.ymax)]
    }
    return shifts(of: box, into: area).map(box.shifted)
  }
}
