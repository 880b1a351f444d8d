import DocumentModel
import Geodesy
import LayerSources

/// What tiled layers say of the references that their tiles are in, without their services being asked.
struct KnownTiles: Sendable {
  /// By layer id; of layers of which only the service knows, and of those that are warped or have an `srs`, nothing.
  private var references: [String: [SpatialReference]] = [:]

  /// Opens the sources of layers, and of those in them, as far as that can be done here.
  ///
  /// - Parameter context: That asks no services.
  init(of layers: [Layer], in context: SourceContext) async {
    for layer in layers.flatMap(\.leaves) where layer.reproject == .auto && layer.reference == nil {
      // Where only its service knows, or a file that is not here, the document stays as it is.
      guard case .tiled(let kind as any TiledLayerKind, let keys) = layer.content,
        let description = try? await kind.open(layer, keys, in: context).description
      else { continue }
      // What is drawn on request is asked for in the map's reference.
      if description.drawing == nil { references[layer.id] = description.tilingSchemes.map(\.reference) }
    }
  }

  /// Whether a layer is drawn on a map in a reference only by warping: `check` would refuse it without `reproject: always`.
  /// - Parameter reference: Of the map, as a document writes it; `nil`: that of its first layer.
  func needWarping(_ id: String, onto reference: String?) -> Bool {
    guard let reference, let map = try? SpatialReference.parse(reference), let offered = references[id] else {
      return false
    }
    return !offered.isEmpty && !offered.contains(map)
  }
}
