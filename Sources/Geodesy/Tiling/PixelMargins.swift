/// Whole pixels at the four edges of a picture that do not belong to its tile.
package struct PixelMargins: Hashable, Sendable {
  package let left: Int
  package let top: Int
  package let right: Int
  package let bottom: Int

  package init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  package static let none = PixelMargins(left: 0, top: 0, right: 0, bottom: 0)
}

extension TilingScheme {
  /// The gutter of a tile, as far as it lies within the world: beyond its edges there is nothing to ask for.
  ///
  /// - Parameter box: The tile's, in frame 0.
  package func margins(around box: Extent, at level: Level) -> PixelMargins {
    guard gutter > 0 else { return .none }
    let facts = reference.facts
    let degrees = facts.isGeographic ? facts.worldWidth : nil
    let edge =
      reference.worldEdge ?? degrees.map { Extent(xmin: -$0 / 2, ymin: -$0 / 4, xmax: $0 / 2, ymax: $0 / 4) }
    guard let edge else { return PixelMargins(left: gutter, top: gutter, right: gutter, bottom: gutter) }
    func most(_ distance: Double) -> Int {
      min(gutter, max(0, Int(saturating: (distance / level.resolution + Self.pixelTolerance).rounded(.down))))
    }
    return PixelMargins(
      left: most(box.xmin - edge.xmin), top: most(edge.ymax - box.ymax), right: most(edge.xmax - box.xmax),
      bottom: most(box.ymin - edge.ymin))
  }
}
