import Geodesy
import LayerSources
import Rendering
import Resolving

/// Names that a source would write on its tiles, written on the page instead: upright where the tiles are warped, and clear of
/// the page's labels.
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
    guard let extent = placement.scheme.extent(of: tile) else { return nil }
    switch names {
    case .world:
      let names = WorldNames(
        onLevelOf: extent, in: placement.scheme.reference, size: placement.scheme.tileSize)
      do {
        let projector = try Projector(from: .wgs84, to: map.reference)
        let places = projector.project(names.positions)
        let outlines = area.outlines.map { rings in rings.map { ring in ring.map { map.view.pixelPoint(of: $0) } } }
        var (drawing, taken) = (Drawing(), taken)
        // Where the map goes round the world, each copy of a place has its name.
        for frame in map.reference.facts.worldWidth == nil ? 0...0 : map.frames {
          let copies = places.map { $0.flatMap { map.place(of: $0, in: frame, placement) } }
          let placed = try names.placed(
            at: copies, on: map.view.size, pixelRatio: map.view.pixelRatio, inside: outlines, taken: taken)
          drawing.append(placed.drawing)
          taken += placed.boxes
        }
        return drawing
      } catch {
        return nil
      }
    }
  }
}

extension ResolvedMap {
  /// Where a place lies on the page; `nil` where nothing of the tiles is drawn.
  fileprivate func place(of ground: Position, in frame: Int, _ placement: TilePlacement) -> PixelPoint? {
    guard ground.x.isFinite, ground.y.isFinite else { return nil }
    let copy = Position(x: ground.x + Double(frame) * (reference.facts.worldWidth ?? 0), y: ground.y)
    guard placement.warp?.mayShow(copy) ?? placement.bounds?.contains(copy) ?? true else { return nil }
    return view.pixelPoint(of: copy)
  }
}

extension MapView {
  fileprivate func pixelPoint(of ground: Position) -> PixelPoint {
    let point = point(of: ground)
    return PixelPoint(x: point.x, y: point.y)
  }
}
