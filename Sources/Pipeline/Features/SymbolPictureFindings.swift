import Diagnostics
import DocumentModel
import LayerSources
import Rendering

extension OpenedDocument {
  /// What keeps the pictures that symbols name from being drawn, where the document names them.
  func pictureFindings(_ pictures: SymbolPictures) -> [Diagnostic] {
    document.layers.flatMap(\.leaves).flatMap { layer -> [Diagnostic] in
      guard case .features(_, let keys) = layer.content else { return [] }
      let symbols = keys.symbols + (features[layer.id]?.ownSymbols ?? [])
      return layer.pictureFindings(of: symbols, pictures, pixelRatio: pixelRatio, in: document)
    }
  }
}

extension Layer {
  /// What keeps the pictures of symbols from being drawn, each once.
  ///
  /// - Parameter pixelRatio: Device pixels in a logical pixel.
  func pictureFindings(
    of symbols: [Symbol], _ pictures: SymbolPictures, pixelRatio: Double, in document: MapDocument
  ) -> [Diagnostic] {
    var told: Set<MarkerSymbol.Form> = []
    return symbols.images.compactMap { image in
      guard let error = pictures.problem(of: image.form, size: image.size.map { $0 * pixelRatio }),
        told.insert(image.form).inserted
      else { return nil }
      return .pictureUnusable(
        image.form.name, error.words, of: self, at: document.imageRange(of: image.form, in: self))
    }
  }
}

extension Diagnostic {
  /// A picture that is not there is not one value among many: the map lacks what it should show.
  ///
  /// - Parameters:
  ///   - name: Of the file, for messages.
  ///   - words: What goes on behind it.
  static func pictureUnusable(
    _ name: String, _ words: String, of layer: Layer, at range: SourceRange
  ) -> Diagnostic {
    var finding = Diagnostic(
      .symbolPictureUnusable, "layer `\(layer.id)`: `\(name)` \(words)", at: range, layer: layer.id)
    if layer.onError == .warn { finding.severity = .warning }
    return finding
  }
}
