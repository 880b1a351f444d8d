import Diagnostics

/// Builds nodes from the events of one text.
struct NodeBuilder {
  /// Thrown where nothing more can be read; the finding that says why has been reported.
  struct Halt: Error {}

  let file: SourceFile
  let events: YAMLEvents
  private let text: UnsafeBufferPointer<UInt8>
  private let limits: YAMLReader.Limits
  /// Where the lines begin, when libyaml counts other ones.
  private let lines: TrueLines?
  private(set) var findings: [Diagnostic] = []

  private var cursor: TextCursor
  private var anchors: [String: Anchor] = [:]
  private var anchorCount = 0
  /// Values so far, aliases counted as what they stand for.
  private var nodeCount = 0
  private var aliasNodes = 0
  /// Of the node built last: how many lists and maps stand within one another in it.
  private var height = 0

  private struct Anchor {
    let number: Int
    /// `nil` while the node is still being read.
    var node: Node?
    var size = 0
    var height = 0
  }

  init(
    _ text: UnsafeBufferPointer<UInt8>, of file: SourceFile, limits: YAMLReader.Limits, lines: TrueLines?
  ) {
    self.file = file
    self.text = text
    self.limits = limits
    self.lines = lines
    events = YAMLEvents(text)
    cursor = TextCursor(text)
  }

  /// The only document of the text.
  mutating func document() -> Node? {
    do throws(Halt) {
      try advance()
      try advance()
      guard events.kind == .documentStart else {
        report(.empty(file))
        return nil
      }
      try advance()
      let isEmpty = events.kind == .scalar && events.isPlain && events.value.isEmpty && events.tag == nil
      let node = try value(depth: 0)
      try advance()
      try advance()
      if events.kind == .documentStart {
        report(.severalDocuments(at: SourceRange(file, position(events.start), position(events.end))))
      } else if isEmpty {
        report(.empty(file))
      }
      return isEmpty ? nil : node
    } catch {
      return nil
    }
  }

  private mutating func report(_ finding: Diagnostic) {
    // Whoever mends a thousand mistakes will run it again.
    if findings.count < limits.findings { findings.append(finding) }
  }

  private mutating func advance() throws(Halt) {
    guard events.advance() else {
      report(SyntaxError(events.failure, in: file, at: { position($0) }).finding)
      throw Halt()
    }
  }
}

// MARK: - Values

extension NodeBuilder {
  /// The node of the current event, which is then the last event of the node.
  private mutating func value(depth: Int) throws(Halt) -> Node {
    nodeCount += 1
    guard nodeCount <= limits.nodes + limits.aliasNodes else {
      report(.tooManyNodes(limits.nodes, at: SourceRange(file, position(events.start), position(events.end))))
      throw Halt()
    }
    switch events.kind {
    case .scalar: return scalar()
    case .alias: return try alias(depth: depth)
    default: return try collection(depth: depth)
    }
  }

  private mutating func collection(depth: Int) throws(Halt) -> Node {
    guard depth < limits.depth else {
      let start = position(events.start)
      report(.tooDeep(limits.depth, at: SourceRange(file, start, start.moved(by: 1))))
      throw Halt()
    }
    let properties = properties()
    let start = properties?.start ?? position(events.start)
    let open = properties?.anchor.map { openAnchor($0) }
    let isMapping = events.kind == .mapping
    if let tag = properties?.tag, tag.name != (isMapping ? Tag.map : Tag.seq) {
      report(.unsupportedTag(tag.name, at: tag.range))
    }
    let isFlow = events.isFlow
    let node =
      try isMapping
      ? mapping(from: start, isFlow: isFlow, depth: depth)
      : sequence(from: start, isFlow: isFlow, depth: depth)
    height += 1
    if let open { close(open, node) }
    return node
  }

  private mutating func sequence(from start: SourcePosition, isFlow: Bool, depth: Int) throws(Halt) -> Node {
    var items: [Node] = []
    var tallest = 0
    var last = start
    try advance()
    while events.kind != .end {
      let alias = aliasEnd()
      items.append(try value(depth: depth + 1))
      last = max(last, alias ?? items[items.count - 1].range.end)
      tallest = max(tallest, height)
      try advance()
    }
    height = tallest
    let end = isFlow ? position(events.end) : last
    return Node(.sequence(items), at: SourceRange(file, start, end))
  }

  private mutating func mapping(from start: SourcePosition, isFlow: Bool, depth: Int) throws(Halt) -> Node {
    var entries = MappingBuilder()
    var tallest = 0
    var last = start
    try advance()
    while events.kind != .end {
      let key = try key(depth: depth)
      try advance()
      let alias = aliasEnd()
      let value = try value(depth: depth + 1)
      last = max(last, alias ?? value.range.end)
      tallest = max(tallest, height)
      try advance()
      guard let key else { continue }
      if let finding = entries.add(key, value) { report(finding) }
    }
    height = tallest
    // An alias without an anchor is no map either, and has been reported.
    for finding in entries.merge() where !findings.contains(where: { $0.range == finding.range }) { report(finding) }
    let end = isFlow ? position(events.end) : last
    return Node(.mapping(entries.entries), at: SourceRange(file, start, end))
  }

  /// The key of the current event; `nil` when it is none that a document can have, which is reported.
  private mutating func key(depth: Int) throws(Halt) -> MappingBuilder.Key? {
    if events.kind == .scalar {
      let isPlain = events.isPlain
      let bytes = events.value
      let isMerge = isPlain && bytes.count == 2 && bytes[0] == UInt8(ascii: "<") && bytes[1] == UInt8(ascii: "<")
      let key = CoreSchema.text(bytes)
      let node = scalar()
      if isPlain, key.isEmpty {
        report(.emptyKey(at: node.range))
        return nil
      }
      return MappingBuilder.Key(text: key, range: node.range, isMerge: isMerge)
    }
    let range = SourceRange(file, position(events.start), position(events.end))
    let isAlias = events.kind == .alias
    let node = try value(depth: depth + 1)
    if isAlias, case .scalar(let scalar) = node.content {
      return MappingBuilder.Key(text: scalar.description, range: range, isMerge: false)
    }
    report(.keyNotText(node, at: isAlias ? range : node.range))
    return nil
  }

  private mutating func scalar() -> Node {
    height = 0
    guard let properties = properties() else {
      let start = position(events.start)
      return Node(.scalar(untagged), at: SourceRange(file, start, scalarEnd(after: start)))
    }
    let content = properties.tag.map { tagged($0.name, $0.range) } ?? untagged
    let range = SourceRange(file, properties.start, scalarEnd(after: properties.start))
    let node = Node(.scalar(content), at: range)
    if let anchor = properties.anchor { close(openAnchor(anchor), node) }
    return node
  }

  private var untagged: Scalar {
    events.isPlain ? CoreSchema.scalar(events.value) : .text(CoreSchema.text(events.value))
  }

  private mutating func tagged(_ tag: String, _ range: SourceRange) -> Scalar {
    let text = CoreSchema.text(events.value)
    switch Tag.scalar(text, tag: tag) {
    case .scalar(let scalar): return scalar
    case .otherWord(let words): report(.unfitForTag(text, words, at: range))
    case .unknown: report(.unsupportedTag(tag, at: range))
    }
    return .text(text)
  }
}

// MARK: - Aliases

extension NodeBuilder {
  /// An anchor whose node is being read: its name, its number, and how many values there were before.
  private typealias OpenAnchor = (name: String, number: Int, count: Int)

  private mutating func openAnchor(_ name: String) -> OpenAnchor {
    anchorCount += 1
    anchors[name] = Anchor(number: anchorCount)
    return (name, anchorCount, nodeCount)
  }

  private mutating func close(_ open: OpenAnchor, _ node: Node) {
    // An anchor of the same name within the node came later in the text, and stays.
    guard anchors[open.name]?.number == open.number else { return }
    anchors[open.name] = Anchor(number: open.number, node: node, size: nodeCount - open.count + 1, height: height)
  }

  /// What an alias stands for, with the places where that was written.
  private mutating func alias(depth: Int) throws(Halt) -> Node {
    let name = events.anchor ?? ""
    let range = SourceRange(file, position(events.start), position(events.end))
    guard let anchor = anchors[name] else {
      report(.undefinedAlias(name, at: range, known: anchors.count <= 200 ? anchors.keys.sorted() : []))
      height = 0
      return Node(.scalar(.null), at: range)
    }
    guard let node = anchor.node else {
      report(.aliasInItself(name, at: range))
      height = 0
      return Node(.scalar(.null), at: range)
    }
    aliasNodes += anchor.size
    nodeCount += anchor.size - 1
    height = anchor.height
    guard aliasNodes <= limits.aliasNodes, depth + anchor.height <= limits.depth else {
      report(
        .aliasExpansion(name, isDepth: aliasNodes <= limits.aliasNodes, limits: limits, at: range))
      throw Halt()
    }
    return node
  }
}

// MARK: - Places

extension NodeBuilder {
  /// What stands before a node.
  private struct Properties {
    let anchor: String?
    let tag: (name: String, range: SourceRange)?
    /// Where the node itself begins, behind anchor and tag.
    let start: SourcePosition
  }

  private mutating func properties() -> Properties? {
    guard events.hasProperties else { return nil }
    let start = position(events.start)
    var own = start
    var tagRange = SourceRange(file, start, start)
    if cursor.go(to: events.start.index) {
      if let range = cursor.skipProperties() { tagRange = SourceRange(file, range.start, range.end) }
      own = cursor.position
    }
    return Properties(anchor: events.anchor, tag: events.tag.map { ($0, tagRange) }, start: own)
  }

  private mutating func scalarEnd(after start: SourcePosition) -> SourcePosition {
    if events.isBlockScalar, cursor.go(to: events.end.index) { return cursor.endOfContent(after: start) }
    return max(start, position(events.end))
  }

  /// Where the alias of the current event ends: its value has its place elsewhere.
  private func aliasEnd() -> SourcePosition? { events.kind == .alias ? position(events.end) : nil }

  private func position(_ mark: YAMLEvents.Mark) -> SourcePosition {
    lines?.position(mark.index) ?? SourcePosition(line: mark.line + 1, column: mark.column + 1)
  }
}
