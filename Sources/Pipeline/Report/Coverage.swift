import Geodesy

extension LayerSupplier {
  /// The share of (visible area ∩ the layer's bounds) whose tiles, or parts of their parents, were drawn; 1 where the
  /// layer shows nothing there.
  ///
  /// - Parameter visible: What the picture shows of the ground, in the map's reference.
  func coverage(of visible: Extent, _ record: LayerRecord) -> Double {
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
}
