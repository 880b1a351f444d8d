import DocumentModel
import Geodesy

/// A layer whose tiles do not lie along the picture's rows: they are in another reference than the map, or the ground is
/// turned.
struct LayerWarp: Sendable {
  /// Units of the source for a device pixel, the finest of the picture; `nil` where the picture shows nothing of it.
  let resolution: Double?
  private let mesher: WarpMesher
  private let limit: Extent?

  /// - Parameters:
  ///   - area: The part of the picture where the layer may be drawn.
  ///   - bounds: The layer's own, in the map's reference.
  /// - Returns: `nil` for tiles that lie along the picture's rows, and where nothing is left to draw.
  /// - Throws: ``ViewProblem`` where there is no way from the source's reference to the map's.
  init?(
    of layer: Layer, _ source: FittingSource, in view: MapView, area: Extent, bounds: Extent?
  ) throws(ViewProblem) {
    guard source.reference != view.reference || !view.axes.areUpright else { return nil }
    switch TilePlacer.limit(of: view, area: area, bounds: bounds) {
    case .nothing: return nil
    case .all: limit = nil
    case .box(let box): limit = box
    }
    let limit = limit
    let mesher = try ViewProblem.asking(at: layer.typeRange) { () throws(GeodesyError) in
      try WarpMesher(view, from: source.reference, area: limit)
    }
    self.mesher = mesher
    resolution = source.reference == view.reference ? view.resolution : mesher.finestResolution()
  }

  func place(
    _ level: TilingScheme.Level, of scheme: TilingScheme, fullExtent: Extent?, radius: Double
  ) -> TilePlacer.Outcome {
    TilePlacer.placeWarped(
      level, of: scheme, by: mesher, resolution: resolution ?? mesher.view.resolution, limit: limit,
      fullExtent: fullExtent, radius: radius)
  }
}
