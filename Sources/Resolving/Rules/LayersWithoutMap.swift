import DocumentModel

/// What can be said of the layers of a document whose first layer fixes no reference.
enum LayersWithoutMap {
  /// - Parameter verdict: Without a basemap.
  /// - Returns: In drawing order; the first layer, and what could not be read, as `reject`.
  static func resolved(_ document: MapDocument, _ verdict: BasemapVerdict) -> [ResolvedLayer] {
    let first = BasemapRule.firstLayer(of: document.layers)
    func resolve(_ layer: Layer) -> ResolvedLayer {
      switch layer.content {
      case .unusable(let problem): return ResolvedLayer(layer, problem)
      case .group(let children):
        var group = ResolvedLayer(layer, .skip, reason)
        group.children = LayerResolver.inDrawingOrder(children.map(resolve))
        return group
      case .tiled where layer.id == first?.id, .features where layer.id == first?.id:
        let finding = verdict.findings.first
        return ResolvedLayer(layer, .reject, finding?.message ?? "its source could not be opened", finding?.code)
      case .tiled, .features: return ResolvedLayer(layer, .skip, reason)
      }
    }
    return LayerResolver.inDrawingOrder(document.layers.map(resolve))
  }

  private static let reason = "the map has no spatial reference, which its first layer would fix"
}
