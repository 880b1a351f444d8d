import Diagnostics

/// Where the values of a document's keys were written, for findings that are made long after it was read.
extension MapDocument {
  /// Of a key of a layer; the layer's `type:` where it is not written.
  package func valueRange(of key: String, in layer: Layer) -> SourceRange {
    valueRange(ofFirst: [key], in: layer)
  }

  /// Of the first key that the layer has; its `type:` where it has none of them.
  package func valueRange(ofFirst keys: [String], in layer: Layer) -> SourceRange {
    let node = node["layers"].flatMap { Self.layerNode(layer.idRange, in: $0) }
    return keys.lazy.compactMap { node?[$0]?.range }.first ?? layer.typeRange
  }

  /// Of a key of an extent; the whole extent where it is not written as a map with that key.
  ///
  /// - Parameter range: Of the initial extent, or of that of a bookmark.
  package func valueRange(of key: String, inExtentAt range: SourceRange) -> SourceRange {
    if let initial = node["initialExtent"], initial.range == range { return initial[key]?.range ?? range }
    guard case .sequence(let bookmarks)? = node["bookmarks"]?.content else { return range }
    let extent = bookmarks.lazy.compactMap { $0["extent"] }.first { $0.range == range }
    return extent?[key]?.range ?? range
  }

  /// Where the symbols of a layer name a picture's file, or have it: the first of such places; its `type:` where it has none.
  package func imageRange(of picture: MarkerSymbol.Form, in layer: Layer) -> SourceRange {
    let node = node["layers"].flatMap { Self.layerNode(layer.idRange, in: $0) }
    let found = ["symbol", "renderer", "graphics"].lazy.compactMap { key in
      node?[key].flatMap { Self.image(picture, in: $0) }
    }
    return found.first?.range ?? valueRange(ofFirst: ["symbol", "renderer"], in: layer)
  }

  private static func image(_ picture: MarkerSymbol.Form, in node: Node) -> Node? {
    text(in: node) { key, text, node in
      guard key == "image" else { return false }
      return switch picture {
      case .shape: false
      case .file(let path): PathResolution.dataPath(text, of: node) == path
      case .embedded(let own): (try? SymbolPictureText.embedded(text))?.bytes == own.bytes
      }
    }
  }

  /// Where the symbols of a layer, its labels or its callouts have an expression: the first of such places; else its symbols.
  package func expressionRange(of expression: String, in layer: Layer) -> SourceRange {
    let node = node["layers"].flatMap { Self.layerNode(layer.idRange, in: $0) }
    let found = ["renderer", "symbol", "graphics", "labels", "callouts"].lazy.compactMap { key in
      node?[key].flatMap { Self.text(in: $0) { _, text, _ in text.contains(expression) } }
    }
    return found.first?.range ?? valueRange(ofFirst: ["renderer", "symbol"], in: layer)
  }

  /// Where the texts of a layer name a font: the first of such places; else its labels.
  ///
  /// - Parameter font: As the document names it; `nil`: where its texts are described.
  package func fontRange(of font: String?, in layer: Layer) -> SourceRange {
    let node = node["layers"].flatMap { Self.layerNode(layer.idRange, in: $0) }
    let keys = ["labels", "callouts", "symbol", "renderer", "graphics"]
    let found = font.flatMap { font in keys.lazy.compactMap { node?[$0].flatMap { Self.font(font, in: $0) } }.first }
    return found?.range ?? valueRange(ofFirst: keys, in: layer)
  }

  /// Where the texts of a grid name a font; else its `type:`.
  package func fontRange(of font: String?, in grid: Grid) -> SourceRange {
    guard case .sequence(let items)? = node["grids"]?.content, let font else { return grid.typeRange }
    let node = items.first { $0["type"]?.range == grid.typeRange }
    return node.flatMap { Self.font(font, in: $0) }?.range ?? grid.typeRange
  }

  private static func font(_ name: String, in node: Node) -> Node? {
    text(in: node) { key, text, _ in key == "font" && text == name }
  }

  /// The first text that is the one, in the order in which they are written.
  /// - Parameter key: Of the mapping that it is the value in; `nil` for an item of a list.
  private static func text(
    in node: Node, under key: String? = nil, _ isIt: (_ key: String?, _ text: String, _ node: Node) -> Bool
  ) -> Node? {
    switch node.content {
    case .sequence(let items):
      for item in items { if let found = text(in: item, isIt) { return found } }
    case .mapping(let members):
      for member in members { if let found = text(in: member.value, under: member.key, isIt) { return found } }
    case .scalar(.text(let text)): return isIt(key, text, node) ? node : nil
    case .scalar: break
    }
    return nil
  }

  private static func layerNode(_ idRange: SourceRange, in list: Node) -> Node? {
    guard case .sequence(let items) = list.content else { return nil }
    for item in items {
      if item["id"]?.range == idRange { return item }
      if let inner = item["layers"].flatMap({ layerNode(idRange, in: $0) }) { return inner }
    }
    return nil
  }
}
