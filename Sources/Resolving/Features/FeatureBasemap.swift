import Diagnostics
import DocumentModel
import Geodesy

/// Features as the first layer: what they are in, and how far they reach.
struct FeatureExtent: Sendable {
  let reference: SpatialReference
  /// In `reference`; in degrees beyond 180 where that is the shorter way round the world.
  let fullExtent: Extent?
}

/// Rule 1 for a first layer of features: the map is in the document's `srs`, else in what the features are in.
extension BasemapRule {
  static func ofFeatures(
    _ layer: Layer, _ description: LayerDescription, in document: MapDocument
  ) -> BasemapVerdict {
    guard let own = FeatureReference.reference(of: layer, description, in: document) else {
      return BasemapVerdict(basemap: nil, findings: [.withoutReference(layer)])
    }
    let map = document.reference?.value ?? document.fallbackReference ?? own
    return BasemapVerdict(
      basemap: Basemap(
        layer: layer, reference: map,
        features: FeatureExtent(
          reference: own, fullExtent: description.fullExtent.map { $0.held(for: map, from: own) })),
      findings: [])
  }
}

extension Extent {
  /// A box of features for a map that is cut at the antimeridian: one across it is all round the world there.
  func held(for map: SpatialReference, from own: SpatialReference) -> Extent {
    let moved = WorldFrames(of: own).map { $0.movedWhole(self) } ?? self
    guard map.facts.isCutAt180, own.facts.isGeographic, moved.xmin < -180 || moved.xmax > 180 else { return moved }
    return Extent(xmin: -180, ymin: ymin, xmax: 180, ymax: ymax)
  }
}
