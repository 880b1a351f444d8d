import Geodesy
import Resolving

extension LayerSupplier {
  /// The share of (visible area ∩ the layer's bounds) whose tiles, or parts of their parents, were drawn; 1 where the
  /// layer shows nothing there.
  ///
  /// - Parameter visible: What the picture shows of the ground, in the map's reference.
  func coverage(of visible: Extent, _ record: LayerRecord) -> Double {
    if let warp = placement.warp { return share(of: warp, backedBy: Set(record.backed)) }
    var visible = visible
    if let bounds = placement.bounds {
      guard let part = visible.intersection(bounds) else { return 1 }
      visible = part
    }
    var backed = 0.0
    for index in record.backed {
      if let part = placement.scheme.extent(of: index)?.intersection(visible) { backed += part.width * part.height }
    }
    return min(1, backed / (visible.width * visible.height))
  }

  /// Of places spread evenly over the picture, as far as the layer may be drawn there.
  private func share(of warp: TileWarp, backedBy tiles: Set<TileIndex>) -> Double {
    let (view, side) = (warp.mesher.view, 100)
    let points = (0..<side * side).map { index in
      PicturePoint(
        x: (Double(index % side) + 0.5) / Double(side) * Double(view.size.width),
        y: (Double(index / side) + 0.5) / Double(side) * Double(view.size.height))
    }.filter { point in placement.bounds?.contains(view.ground(at: point)) ?? true }
    guard !points.isEmpty else { return 1 }
    let backed = warp.mesher.positions(at: points).count { position in
      position.map { tiles.contains(warp.grid.tile(at: $0)) } ?? false
    }
    return Double(backed) / Double(points.count)
  }
}
