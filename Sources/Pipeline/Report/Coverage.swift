import Geodesy
import Resolving

extension LayerSupplier {
  /// The share of (visible area ∩ the layer's bounds) whose tiles, or parts of their parents, were drawn; 1 where the
  /// layer shows nothing there.
  ///
  /// - Parameter visible: What the picture shows of the ground, in the map's reference.
  func coverage(of visible: Extent, _ record: LayerRecord) -> Double {
    if let warp = placement.warp { return share(of: warp, backedBy: Set(record.backed)) }
    var (backed, all) = (0.0, 0.0)
    let tiles = record.backed.compactMap(placement.scheme.extent)
    for (area, shift) in placement.parts(of: visible) {
      all += area.width * area.height
      for tile in tiles {
        if let part = tile.shifted(x: shift).intersection(area) { backed += part.width * part.height }
      }
    }
    return all > 0 ? min(1, backed / all) : 1
  }

  /// Of places spread evenly over the picture, as far as the layer may be drawn there.
  private func share(of warp: TileWarp, backedBy tiles: Set<TileIndex>) -> Double {
    let (view, side) = (warp.mesher.view, 100)
    let points = (0..<side * side).map { index in
      PicturePoint(
        x: (Double(index % side) + 0.5) / Double(side) * Double(view.size.width),
        y: (Double(index / side) + 0.5) / Double(side) * Double(view.size.height))
    }.filter { point in
      let ground = view.ground(at: point)
      if !placement.frames.isEmpty { return placement.frames.contains { $0.bounds?.contains(ground) ?? true } }
      return placement.bounds?.contains(ground) ?? true
    }
    guard !points.isEmpty else { return 1 }
    let backed = warp.mesher.positions(at: points).count { position in
      position.map { tiles.contains(warp.grid.tile(at: $0)) } ?? false
    }
    return Double(backed) / Double(points.count)
  }
}

extension TilePlacement {
  /// The parts of an area in which the tiles may be drawn, each with how far to the right of their own place they are drawn
  /// there: one for each frame, where the map goes on beyond the edge of the world.
  fileprivate func parts(of visible: Extent) -> [(area: Extent, shift: Double)] {
    func within(_ bounds: Extent?, _ area: Extent) -> Extent? {
      guard let bounds else { return area }
      return area.intersection(bounds)
    }
    guard isRepeated, let world = WorldFrames(of: scheme.reference) else {
      return within(bounds, visible).map { [($0, 0)] } ?? []
    }
    func inFrame(_ number: Int, _ bounds: Extent?) -> (area: Extent, shift: Double)? {
      let (left, right) = world.edges(of: number)
      let frame = Extent(xmin: left, ymin: visible.ymin, xmax: right, ymax: visible.ymax)
      return visible.intersection(frame).flatMap { within(bounds, $0) }.map { ($0, Double(number) * world.width) }
    }
    if frames.isEmpty { return world.frames(of: visible).compactMap { inFrame($0, bounds) } }
    return frames.compactMap { inFrame($0.number, $0.bounds) }
  }
}
