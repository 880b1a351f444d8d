import DocumentModel

extension LayerResolver {
  /// Features are brought into the map's reference, whatever theirs is (rule 5).
  mutating func resolveFeatures(_ layer: Layer, within surroundings: Surroundings) -> ResolvedLayer {
    if surroundings.isHidden {
      return ResolvedLayer(layer, .skip, surroundings.skipped ?? "it is not visible (`visible: false`)")
    }
    let description: LayerDescription
    switch known(of: layer) {
    case .failure(let unknown): return unknown.resolved
    case .success(let known): description = known
    }
    guard let reference = layer.reference?.value ?? description.features?.reference else {
      return ResolvedLayer(layer, .reject, "nothing says what its coordinates are in")
    }
    if let skipped = surroundings.skipped { return ResolvedLayer(layer, .skip, skipped) }
    var resolved =
      reference == basemap.reference
      ? ResolvedLayer(layer, .draw, "its features are in the map's reference")
      : ResolvedLayer(layer, .project, "its features are brought from \(reference) into the map's reference")
    resolved.reference = reference
    return resolved
  }
}
