import Diagnostics
import DocumentModel
import Geodesy
import LayerSources

/// A web map as a document.
struct ImportedMap {
  /// What the map was read from, as it may be shown.
  let source: String
  private let draft: MapDraft
  /// Those that a document can have.
  private let layers: [LayerDraft]
  private let basemap: ReplacedBasemap?
  let omissions: [Omission]
  /// Of the portal's host and the credential's own, those that ask one carry it.
  private let credential: String?
  private let known: KnownTiles

  /// Of kinds that need a key which no web map brings, by type: the document reads each from the variable of its name.
  static let stubs = ["bing": Credential(name: "bing", form: .key("BING_KEY", .path))]

  /// - Parameters:
  ///   - composition: The draft's layers as the readers of documents take them.
  ///   - known: What those layers say of their tiles.
  ///   - pictures: Gets those of symbols; `nil`: they stand in the document.
  init(
    _ source: String, _ draft: MapDraft, _ composition: LayerComposition, basemap: ReplacedBasemap?,
    credential: String?, known: KnownTiles, pictures: inout PicturesBeside?
  ) {
    self.known = known
    self.source = source
    self.draft = draft
    self.basemap = basemap
    self.credential = credential
    layers = composition.drafts.filter { basemap == nil || !$0.isGround }.map { layer in
      pictures?.taken(outOf: layer) ?? layer
    }
    omissions = (draft.omissions + composition.omissions).filter { basemap == nil || !$0.isGround }
  }

  /// Of the web map and of `--basemap`.
  var count: Int { layers.flatMap(\.leaves).count + (basemap == nil ? 0 : 1) }
  var leftOut: [Omission] { omissions.filter(\.isLayer) }
  /// The web map has a ground of its own, of which nothing can be drawn.
  var lacksGround: Bool {
    basemap == nil && !layers.contains(where: \.isGround) && omissions.contains { $0.isLayer && $0.isGround }
  }

  var text: String {
    var text = DocumentText()
    writeHead(&text)
    text.line("mapdoc: 1")
    if let title = draft.title { text.key("title", .string(title), indent: 0) }
    if let summary = draft.summary { text.key("description", .string(summary), indent: 0) }
    if let background = draft.background { text.key("canvas", ["background": .string(background)], indent: 0) }
    if let reference = draft.reference { text.key("srs", .string(reference), indent: 0) }
    if let extent = draft.initialExtent { text.key("initialExtent", extent, indent: 0) }
    if draft.rotation != 0 { text.key("rotation", .double(draft.rotation), indent: 0) }
    if !draft.bookmarks.isEmpty {
      text.line("bookmarks:")
      for case .object(let members) in draft.bookmarks {
        for (index, member) in members.enumerated() {
          text.key(member.key, member.value, indent: 4, isFirstOfItem: index == 0)
        }
      }
    }
    writeStubs(&text)
    text.line("layers:")
    basemap?.write(to: &text, reference: draft.reference, taken: Set(layers.map(\.id)))
    for layer in layers { write(layer, indent: 4, &text) }
    return text.text
  }

  private func writeHead(_ text: inout DocumentText) {
    text.comment("Made by `mapdoc import` from \(source).")
    if lacksGround {
      text.comment(
        "Its basemap cannot be drawn, so the first layer below decides what the map is in: put a layer in front, or import "
          + "it again with `--basemap builtin`.")
    }
    if let credential {
      text.comment("`\(credential)` is a credential of the project, in `.mapdoc.yaml`.")
    }
    if !leftOut.isEmpty {
      text.comment("")
      text.comment("Left out:")
      for one in leftOut { text.comment("- \(one.place): \(one.reason)", hanging: 2) }
    }
    let others = omissions.filter { one in !one.isLayer && !layers.flatMap(\.withAll).contains { $0.owns(one) } }
    if !others.isEmpty {
      text.comment("")
      text.comment("Without a counterpart:")
      for one in others { text.comment("- \(one.place): \(one.reason)", hanging: 2) }
    }
  }

  /// The credentials that layers name and that the document itself declares.
  private func writeStubs(_ text: inout DocumentText) {
    let named = Set(
      layers.flatMap(\.leaves).compactMap { layer -> String? in
        guard case .string(let type)? = layer["type"], let stub = Self.stubs[type] else { return nil }
        return layer["credentials"] == .string(stub.name) && stub.name != credential ? stub.name : nil
      })
    guard !named.isEmpty else { return }
    text.line("credentials:")
    for name in named.sorted() {
      let variable = "\(name.uppercased())_KEY"
      text.comment("A key of your own: the environment's variable `\(variable)`.", indent: 2)
      text.key(name, yaml: "{type: key, key: \"${env:\(variable)}\"}", indent: 2)
    }
  }

  private func write(_ layer: LayerDraft, indent: Int, _ text: inout DocumentText) {
    let inner = layer.children.flatMap(\.withAll)
    for one in omissions where !one.isLayer && layer.owns(one) && !inner.contains(where: { $0.owns(one) }) {
      let part = one.way.dropFirst(layer.way.count).drop { $0 == "." }
      text.comment("\(part.isEmpty ? "" : "`\(part)`: ")\(one.reason)", indent: indent - 2, hanging: 2)
    }
    text.key("id", .string(layer.id), indent: indent, isFirstOfItem: true)
    for member in layer.keys {
      if member.key == WebMapFile.keyOfCallouts {
        text.comment(
          "The pop-ups of the web map: without `x-` they are drawn as boxes beside features, `where` says which.",
          indent: indent)
      }
      text.key(member.key, member.value, indent: indent)
    }
    if known.needWarping(layer.id, onto: draft.reference) { text.key("reproject", "always", indent: indent) }
    if layer.isGroup {
      text.line(String(repeating: " ", count: indent) + "layers:")
      for child in layer.children { write(child, indent: indent + 4, &text) }
    }
  }
}

extension LayerDraft {
  /// It and all below it.
  fileprivate var withAll: [LayerDraft] { [self] + children.flatMap(\.withAll) }

  /// Whether something that is left out is of this layer.
  fileprivate func owns(_ omission: Omission) -> Bool {
    omission.way == way || omission.way.hasPrefix(way + ".") || omission.way.hasPrefix(way + "[")
  }
}
