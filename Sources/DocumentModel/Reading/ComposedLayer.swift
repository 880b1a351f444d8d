import Diagnostics
import Geodesy

extension Layer {
  /// A layer that stands for the layers of another program's map, as a group of them.
  ///
  /// - Parameters:
  ///   - host: As ``CompositeLayerKind/ownHost``.
  ///   - kinds: Of the document.
  /// - Returns: The layer, and what is to be said of it, at its `type:`.
  package func composed(of draft: MapDraft, host: String?, kinds: [any LayerKind.Type]) -> (
    layer: Layer, findings: [Diagnostic]
  ) {
    composed(of: draft, host: host, vocabulary: LayerVocabulary(kinds: kinds))
  }

  func composed(of draft: MapDraft, host: String?, vocabulary: LayerVocabulary) -> (
    layer: Layer, findings: [Diagnostic]
  ) {
    var surroundings = LayerComposition.Surroundings(at: typeRange)
    surroundings.prefix = id + "/"
    surroundings.onError = onError
    surroundings.reproject = reproject == .auto ? nil : reproject
    surroundings.resampling = resampling == .bilinear ? nil : resampling
    surroundings.timeout = timeout == LayerKeys.timeout.defaultValue.value ? nil : timeout
    surroundings.credential = credential
    surroundings.hosts =
      (credential?.hosts ?? []) + (credential?.portalHost.map { [$0] } ?? []) + (host.map { [$0] } ?? [])
    let draft = draft.checked(vocabulary: vocabulary, at: typeRange)
    let composition = LayerComposition(draft.layers, in: surroundings, vocabulary: vocabulary)
    var layer = self
    var findings = composition.findings.map { finding in
      var finding = finding
      finding.layer = id
      return finding
    }
    let omissions = draft.omissions + composition.omissions
    findings += omissions.prefix(Self.mostNamed).map { $0.finding(at: typeRange, of: id) }
    if omissions.count > Self.mostNamed {
      findings.append(
        Diagnostic(
          .webMapPart,
          "layer `\(id)`: \(omissions.count - Self.mostNamed) more things of the web map have no counterpart",
          at: typeRange, layer: id))
    }
    let carriers = composition.layers.flatMap(\.leaves)
    if let credential, host == nil, !carriers.isEmpty, carriers.allSatisfy({ $0.credential == nil }) {
      findings.append(.unusedCredential(credential, of: self))
    }
    if composition.layers.isEmpty {
      let finding = Diagnostic.nothingToDraw(self, hasLayers: !omissions.allSatisfy { !$0.isLayer })
      findings.append(finding)
      layer.content = .unusable(Problem(code: finding.code, reason: finding.message))
    } else {
      layer.content = .group(composition.layers)
      layer.mapDefaults = MapDefaults(of: draft, at: typeRange, vocabulary: vocabulary)
    }
    return (layer, findings)
  }

  /// Of things that are left out; the rest is counted.
  private static let mostNamed = 200
}

extension MapDefaults {
  fileprivate init(of draft: MapDraft, at range: SourceRange, vocabulary: LayerVocabulary) {
    let context = ReadingContext(vocabulary: vocabulary, environment: [:])
    if let text = draft.reference, let known = try? SpatialReference.parse(text) {
      reference = Located(known, at: range)
    }
    if let extent = draft.initialExtent {
      initialExtent = ExtentForm.read(Node(extent, at: range), in: context).map { Located($0, at: range) }
    }
    rotation = draft.rotation
    bookmarks = draft.bookmarks.compactMap { Bookmark.read(Node($0, at: range), in: context) }
  }
}

extension MapDocument {
  /// Takes what the first layer, a map of another program, says beside its layers: its extent and turn where the document
  /// has none, its bookmarks, and its reference where nothing else decides.
  package mutating func takeMapDefaults() {
    var first = layers.first
    while let layer = first, layer.mapDefaults == nil, case .group(let children) = layer.content {
      first = children.first
    }
    guard let defaults = first?.mapDefaults else { return }
    fallbackReference = defaults.reference?.value
    if initialExtent == nil {
      initialExtent = defaults.initialExtent
      if node["rotation"] == nil { rotation = defaults.rotation }
    }
    let taken = Set(bookmarks.map(\.name.value))
    bookmarks += defaults.bookmarks.filter { !taken.contains($0.name.value) }
  }
}

extension Credential {
  /// Of the portal that gives its tokens.
  fileprivate var portalHost: String? {
    if case .token(let grant) = form { RemotePlace(grant.portal)?.host } else { nil }
  }
}

extension Omission {
  fileprivate func finding(at range: SourceRange, of layer: String) -> Diagnostic {
    switch kind {
    case .layer(let isVisible):
      var finding = Diagnostic(
        .webMapLayer, "layer `\(layer)`: \(place) of the web map is left out: \(reason)", at: range,
        hint: isGround ? Hint("put a layer of your own in front, in its place") : nil, layer: layer)
      // What nobody would see is not missed.
      if !isVisible { finding.severity = .info }
      return finding
    case .part:
      return Diagnostic(.webMapPart, "layer `\(layer)`: \(place) of the web map: \(reason)", at: range, layer: layer)
    case .secret:
      return Diagnostic(
        .webMapSecret, "layer `\(layer)`: \(place) of the web map: \(reason)", at: range,
        hint: Hint("name it under `credentials:`, with the hosts that it is for"), layer: layer)
    }
  }
}

extension Diagnostic {
  fileprivate static func unusedCredential(_ credential: Credential, of layer: Layer) -> Diagnostic {
    Diagnostic(
      .webMapPart, "layer `\(layer.id)`: \(credential) goes to no layer of the web map: none asks one of its hosts",
      at: layer.typeRange, hint: Hint("list the hosts that it is for as its `hosts`"), layer: layer.id)
  }

  fileprivate static func nothingToDraw(_ layer: Layer, hasLayers: Bool) -> Diagnostic {
    Diagnostic(
      .webMapEmpty,
      "layer `\(layer.id)`: "
        + (hasLayers ? "nothing of the web map can be drawn" : "the web map has no layers"),
      at: layer.typeRange, hint: Hint("take the layer out, or write layers of your own in its place"), layer: layer.id)
  }
}

extension MapDraft {
  /// The same without extents and bookmarks that the readers of documents refuse.
  package func checked(kinds: [any LayerKind.Type]) -> MapDraft {
    checked(vocabulary: LayerVocabulary(kinds: kinds), at: SourceRange(startOf: SourceFile(path: "", bytes: [])))
  }

  fileprivate func checked(vocabulary: LayerVocabulary, at range: SourceRange) -> MapDraft {
    func problem(_ read: (ReadingContext) -> Void) -> String? {
      let context = ReadingContext(vocabulary: vocabulary, environment: [:])
      read(context)
      return context.findings.first { $0.severity == .error }?.message
    }
    var checked = self
    if let extent = initialExtent, let reason = problem({ _ = ExtentForm.read(Node(extent, at: range), in: $0) }) {
      checked.initialExtent = nil
      checked.omissions.append(Omission(.part, "initialState", "its extent cannot be used: \(reason)"))
    }
    checked.bookmarks = bookmarks.enumerated().compactMap { index, bookmark in
      guard let reason = problem({ _ = Bookmark.read(Node(bookmark, at: range), in: $0) }) else { return bookmark }
      checked.omissions.append(Omission(.part, "bookmarks[\(index)]", "it cannot be used: \(reason)"))
      return nil
    }
    return checked
  }
}
