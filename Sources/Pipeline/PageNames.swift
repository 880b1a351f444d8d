import Geodesy
import LayerSources
import Rendering
import Resolving

/// Names that a source would write on its tiles, written on the page instead: upright, where the tiles are warped.
enum PageNames {
  /// - Parameters:
  ///   - area: What the picture shows of the layer.
  ///   - taken: Boxes on the page that no name may touch, in device pixels.
  /// - Returns: `nil` where the names cannot be written, so that the tiles must show them.
  static func drawing(
    of names: TileNames, _ placement: TilePlacement, in map: ResolvedMap, showing area: ShownArea,
    taken: [PixelRectangle]
  ) -> Drawing? {
    let tile = TileIndex(level: placement.level.number, column: placement.columns.lowerBound, row: 0)
    guard let warp = placement.warp, let extent = placement.scheme.extent(of: tile) else { return nil }
    switch names {
    case .world:
      let names = WorldNames(
        onLevelOf: extent, in: placement.scheme.reference, size: placement.scheme.tileSize)
      do {
        let projector = try Projector(from: .wgs84, to: map.reference)
        let places = projector.project(names.positions).map { $0.flatMap { map.place(of: $0, warp) } }
        let outlines = area.outlines.map { rings in rings.map { ring in ring.map { map.view.pixelPoint(of: $0) } } }
        return try names.placed(
          at: places, on: map.view.size, pixelRatio: map.view.pixelRatio, inside: outlines, taken: taken
        ).drawing
      } catch {
        return nil
      }
    }
  }
}

extension ResolvedMap {
  /// The first of a place's copies that the page shows, else the first one; `nil` where nothing of the tiles is drawn.
  fileprivate func place(of ground: Position, _ warp: TileWarp) -> PixelPoint? {
    guard ground.x.isFinite, ground.y.isFinite else { return nil }
    let round = frames == 0...0 ? nil : reference.facts.worldWidth
    var first: PixelPoint?
    for frame in round == nil ? 0...0 : frames {
      let copy = Position(x: ground.x + Double(frame) * (round ?? 0), y: ground.y)
      guard warp.mayShow(copy) else { continue }
      let point = view.pixelPoint(of: copy)
      if point.x >= 0, point.y >= 0, point.x <= Double(view.size.width), point.y <= Double(view.size.height) {
        return point
      }
      first = first ?? point
    }
    return first
  }
}

extension MapView {
  fileprivate func pixelPoint(of ground: Position) -> PixelPoint {
    let point = point(of: ground)
    return PixelPoint(x: point.x, y: point.y)
  }
}
