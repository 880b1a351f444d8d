import Diagnostics
import Geodesy

/// The `layers` of a document or a group: those that have a name, and the ids of all.
struct LayerList: DocumentValue {
  var layers: [Layer] = []
  /// Of every layer in it, also of those in groups, in the order of the text.
  var ids: [Located<String>] = []
  /// The first one decides what a map is in: where it is not even a layer, nothing can be said of the rest.
  var hasFirst = true

  static let words = "a list of layers"
  static var schema: JSONValue { ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/layer"]] }

  static func read(_ node: Node, in context: ReadingContext) -> LayerList? {
    read(node, depth: 0, onError: .fail, in: context)
  }

  static func read(
    _ node: Node, depth: Int, onError: FailureMeaning, in context: ReadingContext
  ) -> LayerList? {
    guard case .sequence(let items) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    if items.isEmpty, !context.isPartial {
      context.report(
        Diagnostic(
          .missingKey, "there is no layer in this list; the first one is the basemap", at: node.range,
          hint: Hint("add a layer with an `id` and a `type`")))
    }
    var list = LayerList()
    for (index, item) in items.enumerated() {
      var reader = LayerReader(depth: depth, onError: onError, context: context)
      let layer = reader.read(item)
      list.ids += reader.ids
      if let layer { list.layers.append(layer) }
      if index == 0, layer == nil || !reader.hasFirst { list.hasFirst = false }
    }
    return list
  }
}

/// Reads one layer.
struct LayerReader {
  /// Groups in groups.
  static let depthLimit = 16

  let depth: Int
  /// What a failure means where the layer does not say: of the group that it stands in.
  let onError: FailureMeaning
  let context: ReadingContext
  private(set) var ids: [Located<String>] = []
  private(set) var hasFirst = true

  init(depth: Int, onError: FailureMeaning, context: ReadingContext) {
    self.depth = depth
    self.onError = onError
    self.context = context
  }

  /// - Returns: `nil` when it has no id, or when a template leaves out what makes it a layer.
  mutating func read(_ node: Node) -> Layer? {
    let atStart = context.findings.count
    let typeName = self.typeName(of: node)
    let reader: MappingReader?
    let entry = typeName.flatMap { context.vocabulary.entry($0.value) }
    if let entry {
      reader = MappingReader(node, fields: entry.fields, as: "a layer of type `\(entry.kind.typeName)`", in: context)
    } else if typeName?.value == LayerVocabulary.groupName {
      refuseSourceKeys(of: node)
      reader = MappingReader(node, fields: context.vocabulary.groupWithSources, as: "a group", in: context)
    } else if case .mapping = node.content, node["type"] == nil {
      reader = MappingReader(node, fields: context.vocabulary.any, as: "a layer", in: context)
    } else {
      reader = MappingReader(node, as: "a layer", in: context)
    }
    guard let reader else { return nil }
    noteID(of: node)
    let id = reader.read(LayerKeys.id)
    var layer = sharedKeys(reader, id, typeName ?? writtenType(of: node))
    var unsafe = SecretProblem(node, keys: reader, since: atStart, in: context).found
    if let name = reader.read(LayerKeys.credentials) {
      layer.credential = context.credentials.credential(named: Located(name.value.text, at: name.range), in: context)
      if layer.credential == nil { unsafe = unsafe ?? context.credentials.problem(of: name.value.text) }
    }
    // What it is in is not known, though something is said of it.
    if let srs = reader.value(LayerKeys.srs.name), layer.reference == nil {
      unsafe = unsafe ?? context.problem(at: srs, since: atStart)
    }
    let beforeContent = typeName == nil ? atStart : context.findings.count
    var content: Layer.Content?
    if let entry {
      let read = self.content(of: entry.kind, layer, reader, &unsafe)
      content = read
      if case .tiled(let kind, _)? = read, let composite = kind as? any CompositeLayerKind, let draft = composite.draft
      {
        content = compose(&layer, of: draft, host: composite.ownHost)
      }
    } else if typeName?.value == LayerVocabulary.groupName {
      content = children(of: reader, onError: layer.onError).map { .group($0) }
    } else {
      _ = tiledKeys(reader)
      // Without a type they may be the layers of a group, or names of layers of a service.
      if case .sequence(let items)? = reader.value(LayerKeys.layers.name)?.content,
        items.first.map(\.isMapping) ?? true
      {
        _ = children(of: reader, onError: onError)
      }
      content = nil
    }
    content = content ?? context.problem(since: beforeContent).map { .unusable($0) }
    // What is wrong with a secret, or asked for in an unknown reference, is not sent anywhere.
    if let unsafe, entry != nil { content = .unusable(unsafe) }
    guard id != nil, let content else { return nil }
    layer.content = content
    return layer
  }

  /// Makes the layer a group of those of another program's map.
  private mutating func compose(_ layer: inout Layer, of draft: MapDraft, host: String?) -> Layer.Content {
    let composed = layer.composed(of: draft, host: host, vocabulary: context.vocabulary)
    layer = composed.layer
    for finding in composed.findings { context.report(finding) }
    ids += layer.withDescendants.dropFirst().map { Located($0.id, at: layer.typeRange) }
    return layer.content
  }

  private func content(
    of type: any LayerKind.Type, _ layer: Layer, _ reader: MappingReader, _ unsafe: inout Layer.Problem?
  ) -> Layer.Content? {
    let tiled = type.family == .tiled ? tiledKeys(reader) : .ofDynamicLayers
    let features = type.family == .features ? FeatureLayerKeys.read(reader) : nil
    let kind = type.init(from: reader)
    let beforeCheck = context.findings.count
    checkCredential(of: layer, kind, reader)
    unsafe = unsafe ?? context.problem(since: beforeCheck)
    guard let kind else { return nil }
    return features.map { .features(kind, $0) } ?? .tiled(kind, tiled)
  }

  /// Checks the keys that all tiled layers share, where there is no layer: in a project's defaults.
  func checkSharedKeys(_ reader: MappingReader) {
    _ = sharedKeys(reader, nil, nil)
    _ = tiledKeys(reader)
  }

  private func sharedKeys(
    _ reader: MappingReader, _ id: Located<Identifier>?, _ typeName: Located<String>?
  ) -> Layer {
    var minScale = reader.read(LayerKeys.minScale).value
    var maxScale = reader.read(LayerKeys.maxScale).value
    if minScale > 0, maxScale > 0, minScale < maxScale {
      context.report(
        Diagnostic(
          .outOfRange,
          "`minScale` \(minScale.shown) is below `maxScale` \(maxScale.shown): such a layer is never drawn",
          at: reader.keyRange(of: LayerKeys.minScale),
          hint: Hint("swap the two: `minScale` is the larger number")))
      // So that nobody says once more that it is never drawn.
      (minScale, maxScale) = (0, 0)
    }
    return Layer(
      id: id?.value.text ?? "", idRange: id?.range ?? reader.node.range, typeName: typeName?.value ?? "",
      typeRange: typeName?.range ?? reader.node.range, title: reader.read(LayerKeys.title),
      isVisible: reader.read(LayerKeys.visible), opacity: reader.read(LayerKeys.opacity).value,
      blend: reader.read(LayerKeys.blend), zIndex: reader.read(LayerKeys.zIndex), minScale: minScale,
      maxScale: maxScale, clip: reader.read(LayerKeys.clip), attribution: attribution(reader),
      reference: reader.read(LayerKeys.srs), reproject: reader.read(LayerKeys.reproject),
      resampling: reader.read(LayerKeys.resampling), headers: reader.read(LayerKeys.headers)?.headers ?? [],
      timeout: reader.read(LayerKeys.timeout).value, onError: reader.read(LayerKeys.onError) ?? onError,
      content: .group([]))
  }

  private func checkCredential(of layer: Layer?, _ kind: (any LayerKind)?, _ reader: MappingReader) {
    guard let kind, let layer else { return }
    let type = layer.typeRange
    if layer.headers.contains(where: \.needsSafety),
      kind.addresses.compactMap(RemotePlace.init).contains(where: { !$0.isSecure })
    {
      for header in layer.headers where header.needsSafety {
        let headers = reader.value(LayerKeys.headers.name)
        context.report(.headerOverPlainHTTP(header, at: headers?[header.name]?.range ?? headers?.range ?? type))
      }
    }
    CredentialRule(
      addresses: kind.addresses, credential: layer.credential, isNamed: reader.has(LayerKeys.credentials),
      credentialRange: reader.value(LayerKeys.credentials.name)?.range ?? type,
      addressRange: reader.value("url")?.range ?? type, context: context
    ).run()
  }

  private func attribution(_ reader: MappingReader) -> Attribution {
    let attribution = reader.read(LayerKeys.attribution) ?? .ofSource
    let reason = reader.read(LayerKeys.reason)
    guard case .none = attribution else {
      if reader.has(LayerKeys.reason), reader.has(LayerKeys.attribution) || !context.isPartial {
        context.report(
          Diagnostic(
            .conflictingKeys, "`reason` goes with `attribution: none`", at: reader.keyRange(of: LayerKeys.reason),
            hint: Hint("take `reason` out")))
      }
      return attribution
    }
    if !reader.has(LayerKeys.reason) {
      context.report(
        Diagnostic(
          .attributionWithoutReason, "`attribution: none` stands without a reason",
          at: reader.range(of: LayerKeys.attribution),
          hint: Hint("add `reason:` with why nobody needs to be named")))
    }
    return Attribution.none(reason: reason?.text ?? "")
  }

  private func tiledKeys(_ reader: MappingReader) -> TiledKeys {
    var keys = TiledKeys(
      minLevel: reader.read(LayerKeys.minLevel)?.value, maxLevel: reader.read(LayerKeys.maxLevel)?.value,
      bounds: reader.read(LayerKeys.bounds).map { Located($0.value.extent, at: $0.range) },
      onMissingTile: reader.read(LayerKeys.onMissingTile),
      absentStatuses: Set(reader.read(LayerKeys.absentStatus).values.map(\.value)),
      tileSize: reader.read(LayerKeys.tileSize)?.value, detail: reader.read(LayerKeys.detail))
    if let least = keys.minLevel, let most = keys.maxLevel, least > most {
      context.report(
        Diagnostic(
          .outOfRange, "`minLevel` \(least) is above `maxLevel` \(most): such a layer is never drawn",
          at: reader.keyRange(of: LayerKeys.minLevel), hint: Hint("swap the two")))
      (keys.minLevel, keys.maxLevel) = (nil, nil)
    }
    return keys
  }

  private mutating func children(of reader: MappingReader, onError: FailureMeaning) -> [Layer]? {
    guard depth < Self.depthLimit else {
      context.report(
        Diagnostic(
          .outOfRange, "groups are nested more than \(Self.depthLimit) deep", at: reader.keyRange(of: LayerKeys.layers))
      )
      return nil
    }
    guard let node = reader.value(LayerKeys.layers.name) else {
      _ = reader.read(LayerKeys.layers)
      return nil
    }
    guard let list = LayerList.read(node, depth: depth + 1, onError: onError, in: context) else { return nil }
    ids += list.ids
    hasFirst = list.hasFirst
    return list.layers
  }

  private mutating func noteID(of node: Node) {
    guard let id = node["id"], case .scalar = id.content, !id.isNull else { return }
    ids.append(Located(id.plainText, at: id.range))
  }
}

extension LayerReader {
  /// The type, when it is a known one; what is wrong with it is reported.
  private func typeName(of node: Node) -> Located<String>? {
    guard case .mapping = node.content else { return nil }
    guard let type = node["type"], !type.isNull else {
      if !context.isPartial {
        context.report(
          Diagnostic(
            .missingKey, "`type` is missing, the kind of the layer", at: node.range,
            hint: Hint("add `type:` with one of \(oneOf(context.vocabulary.typeNames))")))
      }
      return nil
    }
    guard let name = String.read(type, in: context) else { return nil }
    if context.vocabulary.entry(name) != nil || name == LayerVocabulary.groupName {
      return Located(name, at: type.range)
    }
    context.report(
      .unknownWord(name, "a type of layer", known: context.vocabulary.typeNames, at: type.range, in: context))
    return nil
  }

  /// The text of a type that is no known one.
  private func writtenType(of node: Node) -> Located<String>? {
    guard let type = node["type"], case .scalar = type.content, !type.isNull else { return nil }
    return Located(type.plainText, at: type.range)
  }

  private func refuseSourceKeys(of node: Node) {
    for field in LayerKeys.ofSources where !(field is LaterField) {
      guard let entry = node.entry(field.name), !entry.value.isNull, entry.keyRange.file != context.projectFile else {
        continue
      }
      context.report(
        Diagnostic(
          .conflictingKeys, "a group has no source of its own, so `\(field.name)` would say nothing",
          at: entry.keyRange,
          hint: Hint("write `\(field.name)` in the layers of the group")))
    }
  }
}

/// What is wrong with the headers of a layer, or with a secret anywhere in it.
private struct SecretProblem {
  /// The first; it has been reported.
  let found: Layer.Problem?

  /// - Parameter start: How many findings there were before the layer was read.
  init(_ node: Node, keys reader: MappingReader, since start: Int, in context: ReadingContext) {
    let ofHeaders = reader.value(LayerKeys.headers.name).flatMap { context.problem(at: $0, since: start) }
    let literal = context.findings.first { $0.code == .literalSecret && $0.stands(in: node) }
    found = ofHeaders ?? literal.map { Layer.Problem(code: $0.code, reason: $0.message) }
  }
}

extension Diagnostic {
  /// Whether it is said of a value or of a part of it, which may come from several files.
  fileprivate func stands(in node: Node) -> Bool {
    if node.range == range { return true }
    return switch node.content {
    case .scalar: false
    case .sequence(let items): items.contains { stands(in: $0) }
    case .mapping(let entries): entries.contains { $0.keyRange == range || stands(in: $0.value) }
    }
  }
}

extension ReadingContext {
  /// The first error in a value that was found since.
  fileprivate func problem(at node: Node, since count: Int) -> Layer.Problem? {
    findings[count...].first { $0.severity == .error && $0.stands(in: node) }
      .map { Layer.Problem(code: $0.code, reason: $0.message) }
  }

  /// The first error that was found since.
  func problem(since count: Int) -> Layer.Problem? {
    findings[count...].first { $0.severity == .error }.map { Layer.Problem(code: $0.code, reason: $0.message) }
  }
}

extension Node {
  fileprivate var isMapping: Bool {
    if case .mapping = content { true } else { false }
  }
}
