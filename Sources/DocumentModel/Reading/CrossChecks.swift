import Diagnostics

/// What one part of a document says of another: ids and names once each, and none that is not there.
struct CrossChecks {
  let document: MapDocument
  /// Of all layers, usable or not, in the order of the text.
  let layerIDs: [Located<String>]
  let bookmarkNames: [Located<String>]
  let gridIDs: [Located<String>]
  let context: ReadingContext

  func run() {
    refuseDuplicates(layerIDs, "layer id")
    refuseDuplicates(bookmarkNames, "bookmark name")
    refuseDuplicates(gridIDs, "grid id")
    refuseDuplicateOutputs()
    // A template's bookmarks and layers may come from the document that extends it; those of a portal's map are known later.
    guard !context.isPartial, !document.holdsUnreadMap else { return }
    refuseUnknown()
    refuseBookmarkCycles()
  }

  private func refuseDuplicates(_ names: [Located<String>], _ what: String) {
    var first: [String: SourceRange] = [:]
    for name in names {
      guard let earlier = first[name.value] else {
        first[name.value] = name.range
        continue
      }
      let file = earlier.file == name.range.file ? "" : " of `\(earlier.file.path)`"
      context.report(
        Diagnostic(
          .duplicateIdentifier, "\(what) `\(name.value)` is used already, in line \(earlier.start.line)\(file)",
          at: name.range, hint: Hint("give each its own")))
    }
  }

  private func refuseDuplicateOutputs() {
    guard document.outputs.count > 1 else { return }
    var seen: Set<String> = []
    for output in document.outputs {
      guard let id = output.id, !seen.insert(id).inserted else { continue }
      context.report(
        Diagnostic(
          .duplicateIdentifier, "output id `\(id)` is used already", at: output.range, hint: Hint("give each its own")))
    }
  }

  fileprivate func refuseUnknown() {
    if let extent = document.initialExtent { refuseUnknown(in: extent) }
    for bookmark in document.bookmarks { refuseUnknown(in: bookmark.extent) }
    for output in document.outputs {
      guard case .named(let names) = output.bookmarks else { continue }
      for name in names { refuseUnknownBookmark(name.value, at: name.range) }
    }
  }

  private func refuseUnknown(in extent: Located<ExtentForm>) {
    switch extent.value {
    case .bookmark(let name):
      refuseUnknownBookmark(name, at: document.valueRange(of: "bookmark", inExtentAt: extent.range))
    case .fitLayer(let id, _, _):
      guard !layerIDs.contains(where: { $0.value == id }) else { return }
      context.report(
        .unknown(
          .unknownItem, "layer `\(id)`", id, among: layerIDs, "layers",
          at: document.valueRange(of: "fit", inExtentAt: extent.range)))
    default: return
    }
  }

  private func refuseUnknownBookmark(_ name: String, at range: SourceRange) {
    guard !bookmarkNames.contains(where: { $0.value == name }) else { return }
    context.report(
      .unknown(.unknownBookmark, "bookmark `\(name)`", name, among: bookmarkNames, "bookmarks", at: range))
  }

  /// Follows each bookmark to the ones that its extent names; a circle is reported once, at its first bookmark.
  fileprivate func refuseBookmarkCycles() {
    var next: [String: String] = [:]
    for bookmark in document.bookmarks {
      if case .bookmark(let name) = bookmark.extent.value, next[bookmark.name.value] == nil {
        next[bookmark.name.value] = name
      }
    }
    guard !next.isEmpty else { return }
    var done: Set<String> = []
    for bookmark in document.bookmarks where next[bookmark.name.value] != nil {
      var way: [String] = []
      var name: String? = bookmark.name.value
      while let current = name, done.insert(current).inserted {
        way.append(current)
        name = next[current]
      }
      guard let name, let start = way.firstIndex(of: name) else { continue }
      let circle = (way[start...] + [name]).map { "`\($0)`" }.joined(separator: " -> ")
      let first = document.bookmarks.first { $0.name.value == name } ?? bookmark
      context.report(
        Diagnostic(
          .bookmarkCycle, "bookmarks refer to one another in a circle: \(circle)",
          at: document.valueRange(of: "bookmark", inExtentAt: first.extent.range),
          hint: Hint("give one of them an extent of its own")))
    }
  }
}

extension MapDocument {
  /// A layer of it stands for others that only a service knows.
  package var holdsUnreadMap: Bool {
    layers.flatMap(\.leaves).contains { layer in
      if case .tiled(let kind, _) = layer.content { kind is any CompositeLayerKind } else { false }
    }
  }

  /// What is amiss with the names that could not be checked while ``holdsUnreadMap``.
  package func namesCheckedLate(kinds: [any LayerKind.Type]) -> [Diagnostic] {
    let context = ReadingContext(kinds: kinds)
    let ids = layers.flatMap(\.withDescendants).map { Located($0.id, at: $0.idRange) }
    CrossChecks(
      document: self, layerIDs: ids, bookmarkNames: bookmarks.map(\.name), gridIDs: [], context: context
    ).checkNames()
    return context.findings
  }
}

extension CrossChecks {
  fileprivate func checkNames() {
    refuseUnknown()
    refuseBookmarkCycles()
  }
}

extension Diagnostic {
  fileprivate static func unknown(
    _ code: Code, _ what: String, _ word: String, among known: [Located<String>], _ plural: String,
    at range: SourceRange
  ) -> Diagnostic {
    var seen: Set<String> = []
    let names = known.map(\.value).filter { seen.insert($0).inserted }
    var hint: Hint?
    if let suggestion = Suggestion.nearest(to: word, among: names) {
      hint = Hint("did you mean `\(suggestion)`?")
    } else if !names.isEmpty, names.count <= 12 {
      hint = Hint("name one of its \(plural): \(oneOf(names))")
    }
    return Diagnostic(
      code, "there is no \(what) in this document", at: range, hint: hint)
  }
}
