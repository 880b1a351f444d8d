import Diagnostics
import Glibc

/// Reads a document with its templates into one tree: `extends`, project defaults, parameters.
package enum DocumentMerger {
  /// - Parameters:
  ///   - path: As the user named it, absolute or relative to the working folder.
  ///   - bytes: The text of a document that is to lie there; `nil` reads the file.
  ///   - templates: Shared by the documents of a run; `nil` reads every template anew.
  package static func load(
    path: String, text bytes: [UInt8]? = nil, options: MergeOptions = MergeOptions(), templates: TemplateCache? = nil
  ) -> MergedDocument {
    let shown = PathResolution.shown(path)
    let root = projectRoot(of: path)
    let loaded =
      bytes.map { TemplateCache.loaded(SourceFile(path: shown, bytes: $0), isTemplate: false) }
      ?? TemplateCache.read(shown, isTemplate: false)
    var merged = MergedDocument(
      node: nil, files: [loaded.file], projectRoot: root, findings: loaded.findings, isTemplate: false,
      isMapDocument: true, isIncomplete: false)
    if let problem = loaded.problem {
      merged.findings.append(.unreadable(shown, problem, at: SourceRange(startOf: loaded.file)))
    }
    guard let node = loaded.node else { return merged }
    guard case .mapping = node.content else {
      merged.node = node
      merged.isMapDocument = false
      return merged
    }

    var chain = TemplateChain(root: root, allowsOutside: options.allowOutside, templates: templates ?? TemplateCache())
    chain.add(loaded)
    merged.files += chain.files.dropLast().map(\.file)
    merged.isIncomplete = chain.isIncomplete

    // A template alone may lean on items and parameters of the documents that will extend it.
    merged.isTemplate = isTemplate(node, reportingTo: &merged.findings)
    let isIncomplete = chain.isIncomplete || merged.isTemplate
    let merger = NodeMerger(isIncomplete: isIncomplete)
    var tree = ProjectDefaults.canvas(of: options.defaults, under: chain.files.compactMap(\.node))
    for file in chain.files { tree = file.node.map { merger.merged(tree, with: $0.withoutHead) } ?? tree }
    tree = ProjectDefaults.layers(of: options.defaults, into: tree)

    var parameters = ParameterExpansion(
      tree["params"], settings: options.settings, document: loaded.file, isIncomplete: isIncomplete)
    merged.node = parameters.expanded(
      tree.without(["params"]), from: merged.files + (options.defaults.map { [$0.range.file] } ?? []))
    merged.unresolved = parameters.unresolved
    merged.isMapDocument = tree["mapdoc"] != nil
    merged.findings += chain.findings + merger.findings + parameters.findings
    if merged.findings.count > 1 { merged.findings.sort() }
    return merged
  }

  /// The nearest folder above a document that holds `.mapdoc.yaml`, else the document's own; absolute.
  package static func projectRoot(of path: String) -> String {
    let own = PathResolution.folder(of: PathResolution.absolute(path))
    var folder = own
    while true {
      if access(folder == "/" ? "/.mapdoc.yaml" : folder + "/.mapdoc.yaml", F_OK) == 0 { return folder }
      if folder == "/" || folder.isEmpty { return own }
      folder = PathResolution.folder(of: folder)
    }
  }

  private static func isTemplate(_ node: Node, reportingTo findings: inout [Diagnostic]) -> Bool {
    guard let value = node["template"] else { return false }
    switch value.content {
    case .scalar(.bool(let isTemplate)): return isTemplate
    case .scalar(.null): return false
    default:
      findings.append(
        Diagnostic(
          .wrongType, "\(value.shown) stands where `template` expects `true` or `false`", at: value.range,
          hint: Hint("write `template: true` in a file that is only there to be extended")))
      return false
    }
  }
}

extension Node {
  /// Without the keys that concern one file alone.
  fileprivate var withoutHead: Node { without(["extends", "template"]) }

  /// The same mapping without some of its keys.
  func without(_ keys: [String]) -> Node {
    guard case .mapping(let entries) = content, entries.contains(where: { keys.contains($0.key) }) else { return self }
    return Node(.mapping(entries.filter { !keys.contains($0.key) }), at: range)
  }

  /// The text of a scalar, however it is typed; `nil` of `null`, lists and maps.
  var scalarText: String? {
    guard case .scalar(let scalar) = content, scalar != .null else { return nil }
    return scalar.description
  }
}
