import DocumentModel
import Geodesy

/// What a picture shows of the ground, for the share of it that a layer has data for.
struct MapViewExtent: Sendable {
  let extent: Extent

  /// The share of (visible area ∩ the layer's bounds) whose tiles, or parts of their parents, were drawn; 1 where the layer shows nothing there.
  func coverage(of supplier: LayerSupplier, _ record: LayerRecord) -> Double {
    let placement = supplier.placement
    var visible = extent
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
