import Diagnostics
import DocumentModel
import Geodesy

/// Rule 1 for a basemap that is drawn on request: the map is in the layer's `srs`, else in the document's where the source
/// offers it, else in the only one that the source has, or its own.
extension BasemapRule {
  static func drawn(
    _ layer: Layer, _ description: LayerDescription, _ drawing: DrawingOnRequest, in document: MapDocument
  ) -> BasemapVerdict {
    func basemap(_ reference: SpatialReference, asking asked: SpatialReference, _ findings: [Diagnostic] = [])
      -> BasemapVerdict
    {
      let source = DrawnSource(description, drawing, in: asked)
      return BasemapVerdict(
        basemap: Basemap(layer: layer, reference: reference, drawn: source), findings: findings)
    }
    // What the document says of the source holds, whether the source lists it or not.
    if let declared = layer.reference?.value {
      guard let wanted = document.reference, wanted.value != declared else {
        return basemap(declared, asking: declared)
      }
      if layer.reproject == .always { return basemap(wanted.value, asking: declared) }
      return basemap(
        declared, asking: declared, [.documentInOther(wanted, layer: layer, offered: declared.description)])
    }
    guard let wanted = document.reference else {
      if let fallback = document.fallbackReference, drawing.offers(fallback) {
        return basemap(fallback, asking: fallback)
      }
      if let only = drawing.unasked { return basemap(only, asking: only) }
      return BasemapVerdict(basemap: nil, findings: [.ambiguous(layer, drawing)])
    }
    if drawing.offers(wanted.value) { return basemap(wanted.value, asking: wanted.value) }
    guard let best = drawing.best(for: wanted.value, showing: wanted.value.facts.areaOfUse) else {
      return BasemapVerdict(basemap: nil, findings: [.noKnownReference(layer, drawing)])
    }
    if layer.reproject == .always { return basemap(wanted.value, asking: best) }
    return basemap(best, asking: best, [.documentInOther(wanted, layer: layer, offered: drawing.words)])
  }
}

extension Diagnostic {
  fileprivate static func ambiguous(_ layer: Layer, _ drawing: DrawingOnRequest) -> Diagnostic {
    Diagnostic(
      .ambiguousReference,
      "basemap `\(layer.id)` offers \(drawing.words), and nothing says which of them the map is in",
      at: layer.typeRange, hint: Hint("add `srs:` with one of them to the document"), layer: layer.id)
  }

  /// None of what a source offers is known to PROJ.
  static func noKnownReference(_ layer: Layer, _ drawing: DrawingOnRequest) -> Diagnostic {
    Diagnostic(
      .unknownReference, "layer `\(layer.id)` offers \(drawing.words), and PROJ knows none of them",
      at: layer.typeRange, hint: Hint("say with `srs:` in which reference it is to be asked for"), layer: layer.id)
  }
}
