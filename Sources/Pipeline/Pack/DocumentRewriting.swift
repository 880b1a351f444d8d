import Diagnostics
import DocumentModel
import Geodesy
import LayerSources

/// Writes a document again so that it uses a package: its text with the packed layers changed, and everything else, comments
/// too, as it stands.
struct DocumentRewriting {
  let opened: OpenedDocument
  let plan: PackPlan
  let target: any PackageTarget
  let facts: [TilesetFacts]
  /// Where the package is.
  let package: String
  /// Where the new document goes.
  let path: String

  /// Why there is no new document, in words.
  struct Failure: Error { let words: String }

  /// Keys of all tiled layers that are about asking a server.
  private static let keysOfServers = ["headers", "credentials", "timeout", "absentStatus", "scheme", "subdomains"]

  /// - Returns: Lines for people: what was written, and which layers still ask a server.
  func write() throws(Failure) -> [String] {
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
    let oldFolder = PathResolution.folder(of: PathResolution.absolute(opened.document.path))
    let newFolder = PathResolution.folder(of: PathResolution.absolute(path))
    if oldFolder != newFolder {
      movePaths(in: root, from: oldFolder, to: newFolder, &edits)
    }
    do throws(PackageError) { try PackageText.write(edits.result, to: path) } catch {
      throw Failure(words: error.words)
    }
    return ["\(path)  uses it"] + online
  }

  /// Which layers still ask a server, and where a project file is left behind.
  private var online: [String] {
    let packed = Set(plan.parts.map(\.layer.id))
    let others = opened.document.layers.flatMap(\.leaves).filter { layer in
      !packed.contains(layer.id) && (opened.description(of: layer)?.isRemote ?? false)
    }
    if others.isEmpty { return ["no layer of it asks a server"] }
    return ["still online: " + others.map { "`\($0.id)`" }.joined(separator: ", ")]
  }

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
    let folder = PathResolution.folder(of: PathResolution.absolute(path))
    let place = Self.relative(PathResolution.absolute(package), from: folder)
    return [("path", place)] + target.layerKeys(tileset: part)
  }

  /// The attribution that the package does not keep, where the document does not say it itself.
  private func missingAttribution(of part: Int, in node: Node?) -> String? {
    guard !type(of: target).keepsAttribution, node?["attribution"] == nil else { return nil }
    return plan.parts[part].tileset.attribution
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
    let places = ["before", "after"].compactMap { key in item[key].map { "\(key): \(JSONText(of: $0))" } }
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
    return entries.filter { !dropped.contains($0.key) }.map { entry in
      // A path counts from the template that names it.
      if Self.keysOfPaths.contains(entry.key), let text = Self.relativePath(entry.value) {
        let folder = PathResolution.folder(of: PathResolution.absolute(entry.value.range.file.path))
        let own = PathResolution.folder(of: PathResolution.absolute(path))
        return "\(entry.key): \(Self.scalar(Self.relative(PathResolution.joined(folder, text), from: own), true))"
      }
      return "\(entry.key): \(JSONText(of: entry.value))"
    }
  }

  // MARK: - Paths

  /// Keys whose values are paths that count from the document's folder.
  private static let keysOfPaths = ["path", "image", "clip", "url", "worldFile"]

  /// The text of a path that counts from the file that names it.
  private static func relativePath(_ node: Node) -> String? {
    guard case .scalar(.text(let text)) = node.content, !text.isEmpty, !text.hasPrefix("/"), !text.contains("://"),
      !text.hasPrefix("${"), !text.hasPrefix("file:"), !text.hasPrefix("data:")
    else { return nil }
    return text
  }

  private func movePaths(in root: Node, from old: String, to new: String, _ edits: inout TextEdits) {
    func move(_ node: Node) {
      guard let text = Self.relativePath(node) else { return }
      let moved = Self.relative(PathResolution.joined(old, text), from: new)
      edits.replace(node.range, by: Self.scalar(moved, true))
    }
    if let extends = root["extends"] {
      if case .sequence(let items) = extends.content { items.forEach(move) } else { move(extends) }
    }
    func walk(_ list: Node?) {
      guard case .sequence(let items) = list?.content else { return }
      for item in items {
        walk(item["layers"])
        if case .scalar(.text(let id)) = item["id"]?.content, plan.parts.contains(where: { $0.layer.id == id }) {
          continue
        }
        for key in Self.keysOfPaths { if let value = item[key] { move(value) } }
      }
    }
    walk(root["layers"])
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
  private struct JSONText: CustomStringConvertible {
    let description: String

    init(of node: Node) { description = Self.value(node).text() }

    private static func value(_ node: Node) -> JSONValue {
      switch node.content {
      case .scalar(let scalar):
        switch scalar {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .double(let value, _): .double(value)
        case .text(let text): .string(text)
        }
      case .sequence(let items): .array(items.map(value))
      case .mapping(let entries): .object(entries.map { .init(key: $0.key, value: value($0.value)) })
      }
    }
  }
}
