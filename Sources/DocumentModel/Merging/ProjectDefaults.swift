import Diagnostics

/// What a project says for all its documents: `defaults:` of `.mapdoc.yaml`, below all templates.
enum ProjectDefaults {
  /// A document with the default canvas alone, to lay the files over.
  ///
  /// - Parameter files: Those that will be laid over it: `pixelRatio` in one of them takes a default `dpi` away, and
  ///   the reverse, since both say the same.
  static func canvas(of defaults: Node?, under files: [Node]) -> Node {
    guard let defaults, let entry = defaults.entry("canvas"), case .mapping = entry.value.content else {
      return Node(.mapping([]), at: files.last?.range ?? SourceRange(startOf: SourceFile(path: "", bytes: [])))
    }
    let says = { (key: String) in files.contains { $0["canvas"]?[key] != nil } }
    var hidden: [String] = []
    if says("pixelRatio") { hidden.append("dpi") }
    if says("dpi") { hidden.append("pixelRatio") }
    let canvas = Node.Entry(key: entry.key, keyRange: entry.keyRange, value: entry.value.without(hidden))
    return Node(.mapping([canvas]), at: defaults.range)
  }

  /// Gives the default keys of layers to each layer that lacks them, also within groups; not to the groups, whose
  /// opacity would count twice.
  static func layers(of defaults: Node?, into tree: Node) -> Node {
    guard case .mapping(let keys) = defaults?["layers"]?.content, !keys.isEmpty else { return tree }
    return given(keys, in: tree)
  }

  private static func given(_ keys: [Node.Entry], in node: Node) -> Node {
    guard case .mapping(let entries) = node.content else { return node }
    return Node(
      .mapping(
        entries.map { entry in
          guard entry.key == "layers", case .sequence(let items) = entry.value.content else { return entry }
          let layers = items.map { layer($0, keys) }
          return Node.Entry(
            key: entry.key, keyRange: entry.keyRange, value: Node(.sequence(layers), at: entry.value.range))
        }), at: node.range)
  }

  private static func layer(_ node: Node, _ keys: [Node.Entry]) -> Node {
    guard case .mapping(let entries) = node.content else { return node }
    if node["type"]?.scalarText == "group" { return given(keys, in: node) }
    let lacking = keys.filter { key in !entries.contains { $0.key == key.key } }
    return Node(.mapping(entries + lacking), at: node.range)
  }
}
