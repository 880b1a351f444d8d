import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Resolving

/// A document whose sources have been opened: what they say, and what was found on the way.
struct OpenedDocument: Sendable {
  let document: MapDocument
  /// Device pixels in a logical pixel that the sources were opened for.
  let pixelRatio: Double
  /// By layer id.
  let sources: [String: any TileSource]
  let knowledge: [String: LayerKnowledge]
  let findings: [Diagnostic]

  /// Opens the sources of all layers; the basemap first, because `debug` and `pattern` draw on its tiling scheme.
  ///
  /// - Parameter pixelRatio: Of the picture; some sources have other tiles for high-resolution screens.
  init(_ document: MapDocument, painter: any TilePainting, contact: String?, pixelRatio: Double) async {
    var sources: [String: any TileSource] = [:]
    var knowledge: [String: LayerKnowledge] = [:]
    var findings: [Diagnostic] = []
    var basemapScheme: TilingScheme?
    for (position, layer) in document.layers.flatMap(\.leaves).enumerated() {
      guard case .tiled(let kind, let keys) = layer.content, let opener = kind as? any TiledLayerKind else { continue }
      let context = SourceContext(
        basemapScheme: basemapScheme, painter: painter, pixelRatio: pixelRatio, contact: contact)
      do throws(SourceError) {
        let source = try await opener.open(layer, keys, in: context)
        sources[layer.id] = source
        knowledge[layer.id] = .described(source.description)
        findings += source.remarks.map { layer.finding($0, in: document) }
        if let unmet = layer.unmetTerms(of: source.description, in: document) { findings.append(unmet) }
        if position == 0 {
          let schemes = source.description.tilingSchemes
          let wanted = layer.reference?.value ?? document.reference?.value
          basemapScheme = schemes.first { $0.reference == wanted } ?? schemes.first
        }
      } catch {
        knowledge[layer.id] = .failed
        findings.append(layer.finding(.source(error), in: document))
      }
    }
    self.document = document
    self.pixelRatio = pixelRatio
    self.sources = sources
    self.knowledge = knowledge
    self.findings = findings
  }
}
