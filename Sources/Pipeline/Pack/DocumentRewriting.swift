import Diagnostics
import DocumentModel
import Geodesy
import LayerSources

/// The document that uses a package, before anything is asked for: its text is made from that of the old one, with the packed
/// layers changed, and everything else, comments too, as it stands.
struct DocumentRewriting {
  let opened: OpenedDocument
  let plan: PackPlan
  let target: any PackageTarget
  /// Where the package will be.
  let package: String
  /// Where the new document goes.
  let path: String

  /// Why there can be no new document, in words.
  struct Failure: Error { let words: String }

  /// Keys of all tiled layers that are about asking a server.
  private static let keysOfServers = ["headers", "credentials", "timeout", "absentStatus", "scheme", "subdomains"]

  /// The text of the new document.
  ///
  /// - Parameter loader: Reads it, as if it lay in its place already: it must say the same as the old one but for the packed
  ///   layers.
  /// - Throws: What in the document keeps it from being changed.
  func text(checkedBy loader: DocumentLoader) throws(Failure) -> [UInt8] {
    guard let file = opened.document.files.first(where: { $0.path == opened.document.path }),
      let root = YAMLReader.read(file).node
    else { throw Failure(words: "`\(opened.document.path)` cannot be read again") }
    var edits = TextEdits(file)
    var inherited: [Int] = []
    for (index, part) in plan.parts.enumerated() {
      if let node = Self.layer(part.layer.id, in: root["layers"]) {
        if root["extends"] != nil, takesKeysOfATemplate(node, part.layer) {
          replace(node, index, &edits)
        } else {
          try change(node, index, &edits)
        }
      } else {
        inherited.append(index)
      }
    }
    if !inherited.isEmpty { add(inherited, to: root, &edits) }
    if oldFolder != newFolder { movePaths(in: root, &edits) }
    try check(edits.result, loader)
    return edits.result
  }

  /// Lines for people: where the new document is, which of its layers still ask a server, and what does not go with it.
  var lines: [String] {
    let packed = Set(plan.parts.map(\.layer.id))
    let others = opened.document.layers.flatMap(\.leaves).filter { layer in
      !packed.contains(layer.id) && (opened.description(of: layer)?.isRemote ?? false)
    }
    let online =
      others.isEmpty
      ? "no layer of it asks a server" : "still online: " + others.map { "`\($0.id)`" }.joined(separator: ", ")
    let (old, new) = (opened.document.projectRoot, DocumentMerger.projectRoot(of: path))
    let project = PathResolution.shown(PathResolution.joined(old, ".mapdoc.yaml"))
    return ["\(path)  uses it", online]
      + (old != new && PathResolution.real(project) != nil ? ["it lies outside of the project of `\(project)`"] : [])
  }

  private var oldFolder: String { PathResolution.folder(of: PathResolution.absolute(opened.document.path)) }
  private var newFolder: String { PathResolution.folder(of: PathResolution.absolute(path)) }

  // MARK: - Layers

  private static func layer(_ id: String, in list: Node?) -> Node? {
    guard case .sequence(let items) = list?.content else { return nil }
    for item in items {
      if case .scalar(.text(id)) = item["id"]?.content { return item }
      if let inner = layer(id, in: item["layers"]) { return inner }
    }
    return nil
  }

  /// The keys that say where the tiles are, in their order.
  private func keys(of part: Int) -> [(key: String, value: String)] {
    let place = Self.relative(PathResolution.absolute(package), from: newFolder)
    return ([("path", place)] + target.layerKeys(tileset: part)).map { ($0.key, ParameterText.escaped($0.value)) }
  }

  /// The attribution that the package does not keep, where the document does not say it itself.
  private func missingAttribution(of part: Int, in node: Node?) -> String? {
    guard !type(of: target).keepsAttribution, node?["attribution"] == nil else { return nil }
    return plan.parts[part].tileset.attribution.map(ParameterText.escaped)
  }

  /// Changes a layer in its text: `type`, and the keys of its kind.
  private func change(_ node: Node, _ part: Int, _ edits: inout TextEdits) throws(Failure) {
    let layer = plan.parts[part].layer
    guard case .mapping(let entries) = node.content, case .tiled(let kind, _) = layer.content else {
      throw Failure(words: "layer `\(layer.id)` is not written as a map, and is not changed")
    }
    guard entries.allSatisfy({ Self.holds(node.range, $0.keyRange) && Self.holds(node.range, $0.value.range) }) else {
      throw Failure(
        words: "layer `\(layer.id)` takes keys from an anchor (`<<`, `*`): write them out, or change it by hand")
    }
    let isFlow = edits.byte(at: node.range.start) == UInt8(ascii: "{")
    let dropped = Set(type(of: kind).fields.map(\.name) + Self.keysOfServers)
    var words = keys(of: part).map { "\($0.key): \(Self.scalar($0.value, isFlow))" }
    if let credit = missingAttribution(of: part, in: node) {
      words.append("attribution: \(Self.scalar(credit, isFlow))")
    }
    let removed = entries.indices.filter { dropped.contains(entries[$0].key) }
    for (index, entry) in entries.enumerated() {
      if entry.key == "type" {
        var text = type(of: target).typeName
        if removed.isEmpty { text += Self.further(words[...], isFlow, entry.keyRange.start) }
        edits.replace(entry.value.range, by: text)
      } else if index == removed.first {
        edits.replace(
          from: entry.keyRange.start, to: Self.end(of: entry.value, edits),
          by: words[0] + Self.further(words.dropFirst(), isFlow, entry.keyRange.start))
      } else if removed.contains(index) {
        remove(entry, after: entries[index - 1], isFlow, &edits)
      }
    }
  }

  /// Further keys behind one: on lines of their own below it, or after commas.
  private static func further(_ words: ArraySlice<String>, _ isFlow: Bool, _ key: SourcePosition) -> String {
    let space = "\n" + String(repeating: " ", count: Int(key.column) - 1)
    return words.map { (isFlow ? ", " : space) + $0 }.joined()
  }

  private func remove(_ entry: Node.Entry, after last: Node.Entry, _ isFlow: Bool, _ edits: inout TextEdits) {
    let end = Self.end(of: entry.value, edits)
    if isFlow || !edits.isFirstOnItsLine(entry.keyRange.start) {
      edits.replace(from: Self.end(of: last.value, edits), to: end, by: "")
    } else {
      // The end of a block scalar is the start of the next line.
      let lastLine = end.column == 1 && end.line > entry.keyRange.start.line ? end.line - 1 : end.line
      edits.removeLines(Int(entry.keyRange.start.line)...Int(lastLine))
    }
  }

  /// Where a value ends: the end of a block collection, as the parser has it, lies behind the comments after it.
  private static func end(of node: Node, _ edits: TextEdits) -> SourcePosition {
    let first = edits.byte(at: node.range.start)
    switch node.content {
    case .scalar: return node.range.end
    case .sequence(let items) where first != UInt8(ascii: "["):
      return items.last.map { end(of: $0, edits) } ?? node.range.end
    case .mapping(let entries) where first != UInt8(ascii: "{"):
      return entries.last.map { end(of: $0.value, edits) } ?? node.range.end
    default: return node.range.end
    }
  }

  /// Whether an item of the document has some of its keys from a template: they go with the `type`.
  private func takesKeysOfATemplate(_ item: Node, _ layer: Layer) -> Bool {
    guard case .mapping(let all) = Self.layer(layer.id, in: opened.document.node["layers"])?.content else {
      return false
    }
    return all.contains { item[$0.key] == nil }
  }

  /// Writes an item anew, with what it has from a template.
  private func replace(_ item: Node, _ part: Int, _ edits: inout TextEdits) {
    let places = ["before", "after"].compactMap { key in
      item[key].map { "\(key): \(Self.value(of: $0) { _ in nil }.text())" }
    }
    edits.replace(from: item.range.start, to: Self.end(of: item, edits), by: self.item(part, places))
  }

  /// A layer that uses the package, in braces.
  /// - Parameter further: Keys with their values.
  private func item(_ part: Int, _ further: [String] = []) -> String {
    let layer = plan.parts[part].layer
    var words = ["id: \(Self.scalar(layer.id, true))", "type: \(type(of: target).typeName)"]
    words += keys(of: part).map { "\($0.key): \(Self.scalar($0.value, true))" }
    words += kept(of: layer) + further
    let written = Self.layer(layer.id, in: opened.document.node["layers"])
    if let credit = missingAttribution(of: part, in: written) {
      words.append("attribution: \(Self.scalar(credit, true))")
    }
    return "{" + words.joined(separator: ", ") + "}"
  }

  /// Layers of templates are replaced by items of their `id`: another `type` replaces all but their place.
  private func add(_ parts: [Int], to root: Node, _ edits: inout TextEdits) {
    let items = parts.map { item($0) }
    guard let list = root.entry("layers"), case .sequence(let own) = list.value.content, let first = own.first else {
      edits.append("layers:\n" + items.map { "  - \($0)\n" }.joined())
      return
    }
    if edits.byte(at: list.value.range.start) == UInt8(ascii: "[") {
      edits.insert(items.map { $0 + ", " }.joined(), at: first.range.start)
    } else {
      let space = String(repeating: " ", count: edits.indentation(ofLine: Int(first.range.start.line)))
      edits.insert(
        items.map { "\(space)- \($0)\n" }.joined(), at: SourcePosition(line: Int(first.range.start.line), column: 1))
    }
  }

  /// What a layer of a template says of how it is drawn, which an item of another `type` would lose.
  private func kept(of layer: Layer) -> [String] {
    guard let node = Self.layer(layer.id, in: opened.document.node["layers"]),
      case .mapping(let entries) = node.content, case .tiled(let kind, _) = layer.content
    else { return [] }
    let dropped = Set(["id", "type"] + type(of: kind).fields.map(\.name) + Self.keysOfServers)
    // A path counts from the template that names it.
    let paths = Self.paths(of: opened.document)
    return entries.filter { !dropped.contains($0.key) }.map { entry in
      let value = Self.value(of: entry.value) { node in
        paths[node.range].map { Self.relative($0, from: newFolder) }.map(ParameterText.escaped)
      }
      return "\(entry.key): \(value.text())"
    }
  }

  // MARK: - Paths

  /// Where the relative paths of a document lead: absolute, by the places where they stand.
  private static func paths(of document: MapDocument) -> [SourceRange: String] {
    var paths: [SourceRange: String] = [:]
    for path in document.paths where !path.value.text.hasPrefix("/") {
      paths[path.range] = PathResolution.absolute(path.value.resolved)
    }
    return paths
  }

  /// Makes the paths of the text count from the new folder.
  private func movePaths(in root: Node, _ edits: inout TextEdits) {
    let prefix = Self.relative(oldFolder, from: newFolder)
    for template in root["extends"].map(Self.scalars) ?? [] where !template.text.hasPrefix("/") {
      let moved = Self.relative(PathResolution.joined(oldFolder, template.text), from: newFolder)
      edits.replace(template.range, by: Self.scalar(moved, true))
    }
    let texts = Dictionary(Self.scalars(in: root).map { ($0.range, $0.text) }) { one, _ in one }
    for (range, path) in Self.paths(of: opened.document) {
      guard let text = texts[range] else { continue }
      // One with parameters stays as it is behind the way to it.
      let moved =
        text.contains("${")
        ? PathResolution.joined(ParameterText.escaped(prefix), text)
        : ParameterText.escaped(Self.relative(path, from: newFolder))
      edits.replace(range, by: Self.scalar(moved, true))
    }
  }

  /// All texts in a value.
  private static func scalars(in node: Node) -> [(range: SourceRange, text: String)] {
    switch node.content {
    case .scalar(.text(let text)): [(node.range, text)]
    case .scalar: []
    case .sequence(let items): items.flatMap(scalars)
    case .mapping(let entries): entries.flatMap { scalars(in: $0.value) }
    }
  }

  /// A path seen from a folder, both absolute.
  static func relative(_ path: String, from folder: String) -> String {
    let (to, from) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(to, from).prefix { $0 == $1 }.count
    let up = Array(repeating: Substring(".."), count: from.count - shared)
    return (up + to[shared...]).joined(separator: "/")
  }

  private static func holds(_ range: SourceRange, _ other: SourceRange) -> Bool {
    range.file == other.file && range.start <= other.start && other.end <= range.end
  }

  /// In a map in braces, commas and brackets end a plain scalar.
  private static func scalar(_ text: String, _ isFlow: Bool) -> String {
    let plain = YAMLText.scalar(text)
    guard isFlow, !plain.hasPrefix("\""), plain.contains(where: { ",[]{}".contains($0) }) else { return plain }
    return JSONValue.string(text).text()
  }

  /// A node as JSON, which is YAML too.
  /// - Parameter replacing: What stands in place of a text; `nil` for the text itself.
  private static func value(of node: Node, replacing: (Node) -> String?) -> JSONValue {
    switch node.content {
    case .scalar(let scalar):
      switch scalar {
      case .null: .null
      case .bool(let value): .bool(value)
      case .int(let value): .int(value)
      case .double(let value, _): .double(value)
      case .text(let text): .string(replacing(node) ?? ParameterText.rewritten(text))
      }
    case .sequence(let items): .array(items.map { value(of: $0, replacing: replacing) })
    case .mapping(let entries):
      .object(entries.map { .init(key: $0.key, value: value(of: $0.value, replacing: replacing)) })
    }
  }
}

// MARK: - The check

extension DocumentRewriting {
  /// Reads the new text in its place, and compares it with the old one.
  private func check(_ text: [UInt8], _ loader: DocumentLoader) throws(Failure) {
    // Under the old name, which `${map}` stands for.
    let place = PathResolution.joined(newFolder, PathResolution.lastComponent(of: opened.document.path))
    let loaded = loader.load(place, text: text)
    if let error = loaded.findings.first(where: { $0.severity == .error }) {
      throw Failure(words: "the new document would have an error: \(error.message)")
    }
    guard let document = loaded.document else { throw Failure(words: "the new document could not be read") }
    let (old, new) = (Self.meaning(of: opened.document), Self.meaning(of: document))
    for part in plan.parts where new.layers[part.layer.id]?["type"] != .string(type(of: target).typeName) {
      throw Failure(words: "layer `\(part.layer.id)` is not written so that it can be changed")
    }
    let packed = Set(plan.parts.map(\.layer.id))
    for (id, layer) in old.layers where !packed.contains(id) && new.layers[id] != layer {
      throw Failure(
        words: "layer `\(id)` would be changed too: it shares keys with one that is packed (`&`, `*`); write them out")
    }
    guard old.rest == new.rest else {
      throw Failure(
        words: "more than the packed layers would change: a part of them is used elsewhere (`&`, `*`); write it out")
    }
  }

  /// What a document says, with its paths as they lead: its layers by their `id`, and all else.
  private static func meaning(of document: MapDocument) -> (layers: [String: [String: JSONValue]], rest: JSONValue) {
    let paths = paths(of: document)
    func value(_ node: Node) -> JSONValue { Self.value(of: node) { paths[$0.range] } }
    var layers: [String: [String: JSONValue]] = [:]
    func walk(_ list: Node?) {
      guard case .sequence(let items) = list?.content else { return }
      for item in items {
        guard case .mapping(let entries) = item.content, case .scalar(let id) = item["id"]?.content else { continue }
        let own = entries.filter { $0.key != "layers" }.map { ($0.key, value($0.value)) }
        layers[id.description] = Dictionary(own) { one, _ in one }
        walk(item["layers"])
      }
    }
    walk(document.node["layers"])
    guard case .mapping(let entries) = document.node.content else { return (layers, .null) }
    let rest = entries.filter { $0.key != "layers" }.sorted { $0.key < $1.key }
    return (layers, .object(rest.map { .init(key: $0.key, value: value($0.value)) }))
  }
}
