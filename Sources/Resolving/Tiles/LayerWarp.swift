import DocumentModel
import Geodesy

/// A layer whose tiles do not lie along the picture's rows: they are in another reference than the map, or the ground is
/// turned.
struct LayerWarp: Sendable {
  /// Units of the source for a device pixel, the finest of the picture; `nil` where the picture shows nothing of it.
  let resolution: Double?
  private let mesher: WarpMesher
  private let limit: Extent?
  private let wrapsAround: Bool
  /// The layer's own bounds in each frame that the picture shows, where the map goes on beyond the edge of the world.
  private let repeated: [TileFrame]

  /// - Parameters:
  ///   - area: The part of the picture where the layer may be drawn.
  ///   - bounds: The layer's own, in the map's reference.
  ///   - frames: Set where the map goes on beyond the edge of the world.
  /// - Returns: `nil` for tiles that lie along the picture's rows, and where nothing is left to draw.
  /// - Throws: ``ViewProblem`` where there is no way from the source's reference to the map's.
  init?(
    of layer: Layer, _ source: FittingSource, in view: MapView, area: Extent, bounds: Extent?, frames: WorldFrames?
  ) throws(ViewProblem) {
    guard source.reference != view.reference || !view.axes.areUpright else { return nil }
    wrapsAround = frames != nil
    repeated = frames.flatMap { frames in bounds.map { Self.repeated($0, in: area, frames) } } ?? []
    // Bounds that are repeated are no one box.
    switch TilePlacer.limit(of: view, area: area, bounds: frames == nil ? bounds : nil) {
    case .nothing: return nil
    case .all: limit = nil
    case .box(let box): limit = box
    }
    let (limit, wrapsAround) = (limit, wrapsAround)
    let mesher = try ViewProblem.asking(at: layer.typeRange) { () throws(GeodesyError) in
      try WarpMesher(view, from: source.reference, area: limit, wrapsAround: wrapsAround)
    }
    self.mesher = mesher
    resolution = source.reference == view.reference ? view.resolution : mesher.finestResolution()
  }

  func place(
    _ level: TilingScheme.Level, of scheme: TilingScheme, fullExtent: Extent?, radius: Double
  ) -> TilePlacer.Outcome {
    let outcome = TilePlacer.placeWarped(
      level, of: scheme, by: mesher, resolution: resolution ?? mesher.view.resolution, limit: limit,
      fullExtent: fullExtent, radius: radius, wrapsAround: wrapsAround)
    guard !repeated.isEmpty, case .placed(var placement, let isExact) = outcome else { return outcome }
    placement.frames = repeated
    return .placed(placement, isExact: isExact)
  }

  private static func repeated(_ bounds: Extent, in area: Extent, _ frames: WorldFrames) -> [TileFrame] {
    let shown = frames.frames(of: area)
    return (shown.lowerBound - 1...shown.upperBound + 1).compactMap { number in
      let moved = bounds.shifted(x: Double(number) * frames.width)
      // The columns are those of the whole placement: its tiles are looked up, not laid out.
      guard area.intersection(moved) != nil else { return nil }
      return TileFrame(number: number, columns: 0...0, originX: 0, bounds: moved)
    }
  }
}
