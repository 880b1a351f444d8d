import Diagnostics

/// Puts the values of parameters in place of `${name}`: from `--set`, then from `params:`.
struct ParameterExpansion {
  private(set) var findings: [Diagnostic] = []
  /// Values that keep a `${name}` without a value, or lie past the bounds.
  private(set) var unresolved: Set<SourceRange> = []

  private let document: SourceFile
  private let isIncomplete: Bool
  private var definitions: [String: Node] = [:]
  private var settings: [String: Node] = [:]
  private var states: [String: State] = [:]
  private var used: Set<String> = []
  /// Names in the order of `params:`, for suggestions and for expanding those that nothing uses.
  private var names: [String] = []
  private var work = Work()

  private enum State {
    case open
    case done(Node)
    /// What is wrong has been reported.
    case failed
  }

  /// What expansion has made so far; past its bounds nothing more is expanded.
  private struct Work {
    var bytes = 0
    var values = 0
    /// Parameters that are being replaced within one another.
    var depth = 0
    /// Lists and maps that are being looked through within one another, over all parameters.
    var nesting = 0
    var isOver = false

    static let bytesLimit = 8 << 20
    static let valuesLimit = 100_000
    static let depthLimit = 64
    static let nestingLimit = 256
  }

  /// - Parameters:
  ///   - params: The merged `params:`.
  ///   - settings: Of `--set`; the last of a name counts.
  ///   - isIncomplete: A template is missing, so a parameter without a value may have one there.
  init(_ params: Node?, settings: [(name: String, text: String)], document: SourceFile, isIncomplete: Bool) {
    self.document = document
    self.isIncomplete = isIncomplete
    define(params)
    for (name, text) in settings {
      if ReservedParameter.contains(name) {
        report(.reserved(name, "`--set \(name)=…`", at: SourceRange(startOf: document)))
        used.insert(name)
      }
      self.settings[name] = Self.value(of: text, setting: name)
    }
  }

  private mutating func report(_ finding: Diagnostic) {
    if findings.count < YAMLReader.Limits().findings { findings.append(finding) }
  }

  private mutating func define(_ params: Node?) {
    guard let params, params.content != .scalar(.null) else { return }
    guard case .mapping(let entries) = params.content else {
      report(
        Diagnostic(
          .wrongType, "\(params.shown) stands where `params` expects a map of names and values", at: params.range,
          hint: Hint("write `name: value` for each parameter")))
      return
    }
    for entry in entries {
      if ReservedParameter.contains(entry.key) {
        report(.reserved(entry.key, "the parameter `\(entry.key)`", at: entry.keyRange))
      } else {
        definitions[entry.key] = entry.value
        names.append(entry.key)
      }
    }
  }

  /// A scalar as a document would have it: quotes make it a text.
  private static func value(of text: String, setting name: String) -> Node {
    // Without a slash in its name, the file counts as one in the working folder.
    let file = SourceFile(path: "--set \(name.replacing("/", with: "_"))", bytes: Array(text.utf8))
    let range = SourceRange(file, .start, SourcePosition(line: 1, column: text.unicodeScalars.count + 1))
    if text.first == "\"" || text.first == "'", case .scalar(let scalar) = YAMLReader.read(file).node?.content {
      return Node(.scalar(scalar), at: range)
    }
    return Node(.scalar(CoreSchema.scalar(text)), at: range)
  }

  /// The document with all parameters that can be replaced now.
  ///
  /// - Parameter files: All that the document was made of: where no `$` stands in them, there is nothing to look for.
  mutating func expanded(_ node: Node, from files: [SourceFile]) -> Node {
    var result = node
    // A `$` may also be written as an escape.
    let signs = [UInt8(ascii: "$"), UInt8(ascii: "\\")]
    if files.contains(where: { file in signs.contains { file.bytes.contains($0) } }) {
      result = replaced(node, allowsEnvironment: false) ?? node
    }
    // Those that nothing uses too: a mistake in one is a mistake in the document.
    for name in names { _ = value(of: name) }
    for name in settings.keys.sorted() where !used.contains(name) {
      report(.unused(name, among: names, at: SourceRange(startOf: document)))
    }
    return result
  }
}

// MARK: - Trees

extension ParameterExpansion {
  /// - Returns: `nil` where nothing was replaced, so that most trees need no copy.
  private mutating func replaced(_ node: Node, allowsEnvironment: Bool) -> Node? {
    if case .scalar(let scalar) = node.content {
      guard case .text(let text) = scalar else { return nil }
      return ParameterText(text).flatMap { replaced($0, node, allowsEnvironment) }
    }
    guard work.nesting < Work.nestingLimit else {
      stop("parameters stand for lists and maps more than \(Work.nestingLimit) deep", at: node)
      return nil
    }
    work.nesting += 1
    defer { work.nesting -= 1 }
    return replacedCollection(node, allowsEnvironment)
  }

  private mutating func replacedCollection(_ node: Node, _ allowsEnvironment: Bool) -> Node? {
    switch node.content {
    case .scalar:
      return nil
    case .sequence(let items):
      var copy: [Node]?
      for (place, item) in items.enumerated() {
        guard let item = replaced(item, allowsEnvironment: allowsEnvironment) else { continue }
        if copy == nil { copy = items }
        copy?[place] = item
      }
      return copy.map { Node(.sequence($0), at: node.range) }
    case .mapping(let entries):
      var copy: [Node.Entry]?
      for (place, entry) in entries.enumerated() {
        let isSecret = allowsEnvironment || entry.key == "credentials" || entry.key == "headers"
        guard let value = replaced(entry.value, allowsEnvironment: isSecret) else { continue }
        if copy == nil { copy = entries }
        copy?[place] = Node.Entry(key: entry.key, keyRange: entry.keyRange, value: value)
      }
      return copy.map { Node(.mapping($0), at: node.range) }
    }
  }

  private mutating func replaced(_ text: ParameterText, _ node: Node, _ allowsEnvironment: Bool) -> Node? {
    if text.parts.count == 1, case .parameter(let name) = text.parts[0].part, isNow(name) {
      guard let value = value(of: name, in: node, offset: 0), take(value, at: node) else {
        unresolved.insert(node.range)
        return nil
      }
      // In place of the text that named it, also for what is relative to its file.
      return Node(value.content, at: node.range)
    }
    var result = ""
    for (part, offset) in text.parts {
      let replacement: String
      switch part {
      case .literal(let text):
        replacement = text
      case .escape(let name):
        replacement = name.map { staysForLater($0, allowsEnvironment) } ?? false ? "$${" : "${"
      case .unclosed:
        report(.unclosed(at: PartRange.of("${", at: offset, in: node)))
        replacement = "${"
      case .parameter(let name):
        replacement = inText(name, node, offset, allowsEnvironment)
      }
      guard take(bytes: replacement.utf8.count, at: node) else { return nil }
      result += replacement
    }
    return Node(.scalar(.text(result)), at: node.range)
  }

  /// A later stage would take it for a parameter of its own, were it not escaped.
  private func staysForLater(_ name: String, _ allowsEnvironment: Bool) -> Bool {
    ReservedParameter.isLater(name) || allowsEnvironment && ReservedParameter.isEnvironment(name)
  }

  /// What stands for a parameter within a longer text.
  private mutating func inText(_ name: String, _ node: Node, _ offset: Int, _ allowsEnvironment: Bool) -> String {
    let written = "${\(name)}"
    if ReservedParameter.isEnvironment(name), !allowsEnvironment {
      report(
        .misplacedVariable(
          name, isInAddress: node.plainText.contains("://"), at: PartRange.of(written, at: offset, in: node)))
    }
    guard isNow(name) else { return written }
    guard let value = value(of: name, in: node, offset: offset) else {
      unresolved.insert(node.range)
      return written
    }
    switch value.content {
    case .scalar(.null): return ""
    case .scalar(let scalar): return scalar.description
    case .sequence, .mapping:
      report(.notAText(name, value, at: PartRange.of(written, at: offset, in: node)))
      return written
    }
  }

  private func isNow(_ name: String) -> Bool {
    !ReservedParameter.isLater(name) && !ReservedParameter.isEnvironment(name)
  }
}

// MARK: - Values

extension ParameterExpansion {
  /// The value of a parameter that stands in a document; `nil` when it has none, which is reported.
  private mutating func value(of name: String, in node: Node, offset: Int) -> Node? {
    used.insert(name)
    if name == ReservedParameter.map {
      return Node(.scalar(.text(PathResolution.stem(of: document.path))), at: node.range)
    }
    let range = { PartRange.of("${\(name)}", at: offset, in: node) }
    guard definitions[name] != nil || settings[name] != nil else {
      if !isIncomplete { report(.undefined(name, known: known, at: range())) }
      return nil
    }
    if case .open = states[name] {
      report(.cycle(name, at: range()))
      states[name] = .failed
      return nil
    }
    return value(of: name)
  }

  private mutating func value(of name: String) -> Node? {
    switch states[name] {
    case .done(let node): return node
    case .failed, .open: return nil
    case nil: break
    }
    if let setting = settings[name] {
      states[name] = .done(setting)
      return setting
    }
    guard let definition = definitions[name] else { return nil }
    guard work.depth < Work.depthLimit else {
      stop("parameters refer to one another more than \(Work.depthLimit) deep", at: definition)
      return nil
    }
    states[name] = .open
    work.depth += 1
    let value = replaced(definition, allowsEnvironment: false) ?? definition
    work.depth -= 1
    if case .failed = states[name] { return nil }
    states[name] = .done(value)
    return value
  }

  private var known: [String] {
    Array(names.prefix(200)) + settings.keys.sorted() + [ReservedParameter.map] + ReservedParameter.later
  }

  /// Counts a list or map that goes in place of a parameter; false past the bounds.
  private mutating func take(_ value: Node, at node: Node) -> Bool {
    if case .scalar(.text(let text)) = value.content { return take(bytes: text.utf8.count, at: node) }
    guard !work.isOver, let size = value.size(within: Work.valuesLimit - work.values, depth: Work.depthLimit) else {
      stop("parameters stand for more than \(Work.valuesLimit) values, or for lists too deep in one another", at: node)
      return false
    }
    work.values += size
    return true
  }

  private mutating func take(bytes: Int, at node: Node) -> Bool {
    work.bytes += bytes
    if !work.isOver, work.bytes <= Work.bytesLimit { return true }
    stop("parameters make more than \(Work.bytesLimit) bytes of text", at: node)
    return false
  }

  private mutating func stop(_ message: String, at node: Node) {
    if !work.isOver { report(Diagnostic(.tooLarge, message, at: node.range)) }
    work.isOver = true
  }
}

extension Node {
  /// How many values it holds, itself included; `nil` when more than `limit`, or deeper than `depth`.
  fileprivate func size(within limit: Int, depth: Int) -> Int? {
    guard limit > 0, depth >= 0 else { return nil }
    let children: [Node]
    switch content {
    case .scalar: return 1
    case .sequence(let items): children = items
    case .mapping(let entries): children = entries.map(\.value)
    }
    var size = 1
    for child in children {
      guard let own = child.size(within: limit - size, depth: depth - 1) else { return nil }
      size += own
    }
    return size
  }
}
