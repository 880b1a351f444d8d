import Diagnostics
import DocumentModel
import LayerSources

extension MapDocument {
  /// The document with the layers that stand for a map of a portal in place of their names.
  ///
  /// - Returns: The document itself where there are none, or where services may not be asked: those layers stay as they
  ///   are, and nothing is known of them.
  func withPortalMaps(in context: SourceContext) async -> (document: MapDocument, findings: [Diagnostic]) {
    guard context.services != nil, layers.contains(where: \.holdsPortalMap) else { return (self, []) }
    var (document, findings) = (self, [Diagnostic]())
    for index in layers.indices {
      document.layers[index] = await expanded(layers[index], in: context, &document.dataFiles, &findings)
    }
    document.takeMapDefaults()
    // Where a map could not be had nobody knows what it holds.
    if findings.allSatisfy({ $0.severity != .error }) { findings += document.namesCheckedLate(kinds: layerKinds) }
    return (document, findings)
  }

  private func expanded(
    _ layer: Layer, in context: SourceContext, _ files: inout [SourceFile], _ findings: inout [Diagnostic]
  ) async -> Layer {
    var layer = layer
    if case .group(var children) = layer.content {
      for index in children.indices where children[index].holdsPortalMap {
        children[index] = await expanded(children[index], in: context, &files, &findings)
      }
      layer.content = .group(children)
      return layer
    }
    guard let kind = layer.portalMap else { return layer }
    do throws(SourceError) {
      let map = try await kind.map(of: layer, in: context)
      let composed = layer.composed(of: map.draft, host: kind.ownHost, kinds: layerKinds)
      findings += composed.findings
      files.append(map.text)
      return composed.layer
    } catch {
      let finding = layer.finding(.source(error), in: self)
      findings.append(finding)
      layer.content = .unusable(Layer.Problem(code: finding.code, reason: finding.message))
      return layer
    }
  }
}

extension Layer {
  fileprivate var portalMap: (any PortalMapKind)? {
    if case .tiled(let kind, _) = content { kind as? any PortalMapKind } else { nil }
  }

  fileprivate var holdsPortalMap: Bool { leaves.contains { $0.portalMap != nil } }
}
