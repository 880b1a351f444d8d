import Diagnostics
import Geodesy

/// Reads drafts with the readers of documents: what they refuse is left out, and said.
package struct LayerComposition: Sendable {
  /// Those that can be read, without what could not be.
  package private(set) var drafts: [LayerDraft] = []
  package private(set) var layers: [Layer] = []
  /// What the readers warn of.
  package private(set) var findings: [Diagnostic] = []
  package private(set) var omissions: [Omission] = []

  /// What the layers inherit.
  package struct Surroundings: Sendable {
    /// Where everything that is found points.
    package var range: SourceRange
    /// In front of each id.
    var prefix = ""
    var onError = FailureMeaning.fail
    var reproject: Reproject?
    var resampling: Resampling?
    var timeout: Double?
    /// What those layers carry that ask one of `hosts`.
    package var credential: Credential?
    package var hosts: [String] = []
    /// What layers carry that cannot do without, by their type: a stub that whoever reads the document fills in.
    package var stubs: [String: Credential] = [:]
    var depth = 0

    package init(at range: SourceRange) { self.range = range }
  }

  private let vocabulary: LayerVocabulary
  private let surroundings: Surroundings

  package init(_ drafts: [LayerDraft], in surroundings: Surroundings, kinds: [any LayerKind.Type]) {
    self.init(drafts, in: surroundings, vocabulary: LayerVocabulary(kinds: kinds))
  }

  init(_ drafts: [LayerDraft], in surroundings: Surroundings, vocabulary: LayerVocabulary) {
    self.vocabulary = vocabulary
    self.surroundings = surroundings
    for draft in drafts { add(draft) }
  }

  private mutating func add(_ draft: LayerDraft) {
    if draft.isGroup { return addGroup(draft) }
    var keys = draft.keys
    var spare = draft.spareKeys
    let credential = credential(for: draft)
    if let credential {
      keys.append(.init(key: LayerKeys.credentials.name, value: .string(credential.name)))
      spare.append(LayerKeys.credentials.name)
    }
    var attempt = read(draft.id, keys, credential)
    if attempt.layer == nil, !spare.isEmpty {
      let whole = keys
      keys = whole.filter { !spare.contains($0.key) }
      attempt = read(draft.id, keys, credential)
      // A kind that cannot do without its credential.
      if attempt.layer == nil, let member = whole.first(where: { $0.key == LayerKeys.credentials.name }) {
        keys.append(member)
        attempt = read(draft.id, keys, credential)
      }
      if attempt.layer != nil {
        for key in spare where !keys.contains(where: { $0.key == key }) {
          guard let member = whole.first(where: { $0.key == key }) else { continue }
          let richer = read(draft.id, whole.filter { one in one == member || keys.contains(one) }, credential)
          if richer.layer != nil {
            keys = whole.filter { one in one == member || keys.contains(one) }
            attempt = richer
          } else {
            omissions.append(
              Omission(.part, draft.way, title: draft.title, "its `\(key)` cannot be used: \(richer.problem)"))
          }
        }
      }
    }
    guard let layer = attempt.layer else {
      let reason = credential == nil ? draft.need ?? attempt.problem : attempt.problem
      omissions.append(
        Omission(.layer(isVisible: draft.isVisible), draft.way, title: draft.title, reason, isGround: draft.isGround))
      return
    }
    findings += attempt.findings
    layers.append(adapted(layer))
    var kept = draft
    kept.keys = keys
    drafts.append(kept)
  }

  private mutating func addGroup(_ draft: LayerDraft) {
    guard surroundings.depth < LayerReader.depthLimit - 1 else {
      return omissions.append(
        Omission(
          .layer(isVisible: draft.isVisible), draft.way, title: draft.title,
          "groups are nested more than \(LayerReader.depthLimit) deep"))
    }
    var inner = surroundings
    inner.depth += 1
    let content = LayerComposition(draft.children, in: inner, vocabulary: vocabulary)
    findings += content.findings
    omissions += content.omissions
    // What is in it has been named.
    guard let first = content.drafts.first else { return }
    let layers = Node(.sequence([node(first)]), at: surroundings.range)
    let attempt = read(draft.id, draft.keys, surroundings.credential, layers: layers)
    guard var group = attempt.layer else {
      return omissions.append(
        Omission(.layer(isVisible: draft.isVisible), draft.way, title: draft.title, attempt.problem))
    }
    findings += attempt.findings
    group.content = .group(content.layers)
    group.id = surroundings.prefix + group.id
    self.layers.append(group)
    var kept = draft
    kept.children = content.drafts
    drafts.append(kept)
  }

  /// A layer that was read, or why it could not be.
  private struct Attempt {
    var layer: Layer?
    var problem = "it cannot be read"
    var findings: [Diagnostic] = []
  }

  private func read(
    _ id: String, _ keys: [JSONValue.Member], _ credential: Credential?, layers: Node? = nil
  ) -> Attempt {
    let context = ReadingContext(vocabulary: vocabulary, environment: [:])
    if let credential { context.credentials = CredentialTable(of: credential) }
    var reader = LayerReader(depth: surroundings.depth, onError: surroundings.onError, context: context)
    let layer = reader.read(node(id, keys, layers: layers))
    if let error = context.findings.first(where: { $0.severity == .error }) {
      return Attempt(problem: error.message)
    }
    return Attempt(layer: layer, findings: context.findings)
  }

  /// A layer that was read, with what it inherits.
  private func adapted(_ layer: Layer) -> Layer {
    var layer = layer
    layer.id = surroundings.prefix + layer.id
    if let reproject = surroundings.reproject { layer.reproject = reproject }
    if let resampling = surroundings.resampling { layer.resampling = resampling }
    if let timeout = surroundings.timeout { layer.timeout = timeout }
    return layer
  }

  /// The credential that a layer may carry: never to a host that only the other map names.
  private func credential(for draft: LayerDraft) -> Credential? {
    let stub: Credential? = if case .string(let type)? = draft["type"] { surroundings.stubs[type] } else { nil }
    guard let credential = surroundings.credential else { return stub }
    guard case .string(let address)? = draft["url"] else {
      // Where the kind knows its host, the reader compares it with those that the credential lists.
      return credential.hosts.isEmpty ? stub : credential
    }
    return RemotePlace(address)?.isAmong(surroundings.hosts) == true ? credential : nil
  }

  private func node(_ draft: LayerDraft) -> Node {
    let children = draft.children.first.map { Node(.sequence([node($0)]), at: surroundings.range) }
    return node(draft.id, draft.keys, layers: children)
  }

  private func node(_ id: String, _ keys: [JSONValue.Member], layers: Node?) -> Node {
    var members = [JSONValue.Member(key: LayerKeys.id.name, value: .string(id))]
    members += keys
    var entries = members.map {
      Node.Entry(key: $0.key, keyRange: surroundings.range, value: Node($0.value, at: surroundings.range))
    }
    if let layers {
      entries.append(Node.Entry(key: LayerKeys.layers.name, keyRange: surroundings.range, value: layers))
    }
    return Node(.mapping(entries), at: surroundings.range)
  }
}

extension Node {
  /// A value without a text of its own.
  package init(_ value: JSONValue, at range: SourceRange) {
    let content: Content =
      switch value {
      case .null: .scalar(.null)
      case .bool(let value): .scalar(.bool(value))
      case .int(let value): .scalar(.int(value))
      case .double(let value): .scalar(.double(value, text: NumberText.of(value) ?? "\(value)"))
      case .string(let text): .scalar(.text(text))
      case .array(let items): .sequence(items.map { Node($0, at: range) })
      case .object(let members):
        .mapping(members.map { Entry(key: $0.key, keyRange: range, value: Node($0.value, at: range)) })
      }
    self.init(content, at: range)
  }
}
