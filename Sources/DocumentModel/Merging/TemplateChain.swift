import Diagnostics

/// The files of one document in the order in which they are merged: templates first, the document last.
///
/// A template that is reached on several ways stands where it was first reached, and is merged once: a style that two
/// templates share does not undo what the first of them says.
struct TemplateChain {
  private(set) var files: [TemplateCache.Loaded] = []
  private(set) var findings: [Diagnostic] = []
  private(set) var isIncomplete = false

  private let root: String
  private let allowsOutside: Bool
  private let templates: TemplateCache
  /// Real paths of the files that are being followed, outermost first.
  private var open: [TemplateCache.Loaded] = []
  private var seen: Set<String> = []
  private var realRoot: String?

  static let greatestDepth = 32
  static let greatestCount = 256

  init(root: String, allowsOutside: Bool, templates: TemplateCache) {
    self.root = root
    self.allowsOutside = allowsOutside
    self.templates = templates
  }

  /// Adds what a file extends, then the file.
  mutating func add(_ file: TemplateCache.Loaded) {
    seen.insert(file.realPath)
    open.append(file)
    if let value = file.node?["extends"] {
      for path in paths(value) { follow(path.text, at: path.range, from: file) }
    }
    open.removeLast()
    files.append(file)
  }

  private mutating func paths(_ value: Node) -> [(text: String, range: SourceRange)] {
    let items: [Node]
    switch value.content {
    case .scalar(.null): return []
    case .sequence(let list): items = list
    default: items = [value]
    }
    return items.compactMap { item in
      if case .scalar(.text(let text)) = item.content, !text.isEmpty { return (text, item.range) }
      report(
        Diagnostic(
          .wrongType, "\(item.shown) stands where `extends` expects the path of a template", at: item.range,
          hint: Hint("write a path relative to this file, or a list of paths")))
      return nil
    }
  }

  private mutating func follow(_ text: String, at range: SourceRange, from file: TemplateCache.Loaded) {
    let path = PathResolution.shown(PathResolution.joined(PathResolution.folder(of: file.file.path), text))
    guard open.count <= Self.greatestDepth, files.count < Self.greatestCount else {
      report(.tooManyTemplates(text, isDepth: open.count > Self.greatestDepth, at: range))
      return
    }
    let template = templates.load(path)
    if let first = open.firstIndex(where: { $0.realPath == template.realPath }) {
      report(.extendsCycle(text, open[first...].map(\.file.path), at: range))
      return
    }
    if seen.contains(template.realPath) { return }
    guard isInside(template.realPath) else {
      report(.extendsOutside(text, root: root, at: range))
      return
    }
    if let problem = template.problem {
      report(.unreadable(path, problem, at: range, hint: Hint("paths are relative to the file that holds them")))
      return
    }
    findings += template.findings
    guard case .mapping = template.node?.content else {
      seen.insert(template.realPath)
      files.append(template)
      isIncomplete = true
      if let node = template.node {
        findings.append(
          Diagnostic(.wrongType, "\(node.shown) stands where a template is expected, a map", at: node.range))
      }
      return
    }
    add(template)
  }

  private mutating func isInside(_ realPath: String) -> Bool {
    if allowsOutside { return true }
    let folder = realRoot ?? PathResolution.real(root) ?? root
    realRoot = folder
    return PathResolution.isBelow(folder, realPath.first == "/" ? realPath : PathResolution.absolute(realPath))
  }

  private mutating func report(_ finding: Diagnostic) {
    findings.append(finding)
    isIncomplete = true
  }
}

extension Diagnostic {
  fileprivate static func extendsCycle(_ text: String, _ way: [String], at range: SourceRange) -> Diagnostic {
    let message =
      way.count == 1
      ? "the file extends itself with `\(text)`"
      : "`\(text)` leads back to `\(way[0])`, which extends it by way of "
        + way.dropFirst().map { "`\($0)`" }.joined(separator: ", ")
    return Diagnostic(.extendsCycle, message, at: range, hint: Hint("take one of these `extends` out"))
  }

  fileprivate static func extendsOutside(_ text: String, root: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .extendsOutside, "the template `\(text)` lies outside of the project's folder `\(PathResolution.shown(root))`",
      at: range, hint: Hint("put an empty `.mapdoc.yaml` into a folder above both, or give `--allow-outside`"))
  }

  fileprivate static func tooManyTemplates(_ text: String, isDepth: Bool, at range: SourceRange) -> Diagnostic {
    let bound =
      isDepth
      ? "templates extend one another more than \(TemplateChain.greatestDepth) deep"
      : "the document has more than \(TemplateChain.greatestCount) templates"
    return Diagnostic(.extendsDepth, "\(bound) where `\(text)` is extended", at: range)
  }
}
