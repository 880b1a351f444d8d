import Diagnostics
import DocumentModel
import Geodesy

/// What is known of a layer's source when a map is resolved.
package enum LayerKnowledge: Sendable {
  case described(LayerDescription)
  /// Its source could not be opened; the finding has been reported.
  case failed
  /// Only the service knows, and it may not be asked (MD400).
  case unknown
}

/// Which view of a document is resolved.
package struct ViewChoice: Sendable, Hashable {
  /// The name of a bookmark; `nil`: the initial extent.
  package var bookmark: String?
  /// Of the output and the command line, applied in order over the document's canvas and the bookmark's.
  package var canvas: [CanvasOverride]

  package init(bookmark: String? = nil, canvas: [CanvasOverride] = []) {
    self.bookmark = bookmark
    self.canvas = canvas
  }
}

/// What resolving one view gave: the map where there is one, and what was found on the way.
package struct Resolution: Sendable {
  /// `nil` where the basemap fixes no reference or the view cannot be computed; layers that do not fit are in it as `reject`.
  package var map: ResolvedMap?
  /// Those of the map; where there is none, what can be said of each all the same.
  package var layers: [ResolvedLayer]
  /// In the order of the document, each once.
  package var findings: [Diagnostic]
}

/// Takes every decision about a document and says why: pure, the same for the same document and knowledge.
///
/// The rules stand in `Rules/`, a file each; what a view is, in `Views/`; which tiles it shows, in `Tiles/`.
package struct Resolver: Sendable {
  let document: MapDocument
  let knowledge: [String: LayerKnowledge]
  private let basemap: BasemapVerdict

  /// - Parameter knowledge: By the `id` of each tiled layer; one that is missing counts as ``LayerKnowledge/unknown``.
  package init(document: MapDocument, knowledge: [String: LayerKnowledge]) {
    self.document = document
    self.knowledge = knowledge
    basemap = BasemapRule.verdict(on: document, knowledge: knowledge)
  }

  /// Resolves one view.
  ///
  /// Where there is no view, the layers are judged all the same, so that one run reports every mistake.
  package func resolve(_ choice: ViewChoice) -> Resolution {
    let resolved = resolveView(choice)
    return Resolution(map: resolved.map, layers: resolved.layers, findings: Self.inOrder(resolved.findings))
  }

  /// What is wrong with the document in any of its views, in the order of the text.
  ///
  /// What concerns a layer in several views is reported once, as the first of them shows it; a layer that none of them
  /// shows (MD333) can be known only here.
  /// - Parameter choices: Every view that the document is rendered in.
  package func findings(over choices: [ViewChoice]) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var maps: [ResolvedMap] = []
    for choice in choices {
      let resolved = resolveView(choice)
      findings += resolved.findings
      if let map = resolved.map { maps.append(map) }
    }
    if !maps.isEmpty, maps.count == choices.count {
      findings += NeverShownRule.findings(in: document, maps)
    }
    return Self.inOrder(findings)
  }

  /// The map's spatial reference; `nil` where the first layer fixes none.
  package var reference: SpatialReference? { basemap.basemap?.reference }

  /// How large its pictures may be.
  package var pictureBounds: PictureBounds { document.pictureBounds }

  /// The canvas of a view: the document's, with what its bookmark, the output and the command line put over it.
  package func canvas(of choice: ViewChoice) -> Canvas {
    let bookmark = choice.bookmark.flatMap { name in document.bookmarks.first { $0.name.value == name } }
    return CanvasRule.canvas(
      of: document.canvas, overrides: [bookmark?.canvas].compactMap { $0 } + choice.canvas)
  }

  private func resolveView(
    _ choice: ViewChoice
  ) -> (map: ResolvedMap?, layers: [ResolvedLayer], findings: [Diagnostic]) {
    var findings = basemap.findings
    let bookmark = choice.bookmark.flatMap { name in document.bookmarks.first { $0.name.value == name } }
    if let name = choice.bookmark, bookmark == nil {
      // Of a name that an output asks for the reader has said so.
      let isReported = document.outputs.contains { $0.bookmarks.names(name) }
      return (nil, [], findings + (isReported ? [] : [.unknownBookmark(name, in: document)]))
    }
    let canvas = canvas(of: choice)
    let tooLarge = CanvasRule.finding(for: canvas, in: document)
    if let tooLarge { findings.append(tooLarge) }

    guard let basemap = basemap.basemap else {
      return (nil, LayersWithoutMap.resolved(document, self.basemap), findings)
    }
    let wrapAround = WrapAroundRule.verdict(on: document, basemap: basemap, knowledge: knowledge)
    findings += wrapAround.finding.map { [$0] } ?? []
    let frames = wrapAround.status == .enabled ? WorldFrames(of: basemap.reference) : nil
    var found: FoundView?
    if tooLarge == nil {
      let finder = ViewFinder(
        document: document, knowledge: knowledge, basemap: basemap, canvas: canvas, frames: frames,
        rotation: bookmark?.rotation ?? document.rotation)
      let outcome = finder.view(for: bookmark)
      found = outcome.found
      findings += outcome.findings
    }
    let shown = found.map { basemap.shown(in: $0.view, frames: frames) } ?? basemap
    var layers = LayerResolver(
      document: document, knowledge: knowledge, basemap: shown, view: found?.view, frames: frames)
    let resolved = layers.resolveAll()
    findings += layers.findings
    guard let found else { return (nil, resolved, findings) }
    findings += ReachRule.findings(
      for: found, bookmark: bookmark, basemap: shown,
      placement: resolved.flatMap(\.leaves).first { $0.layer.id == shown.layer.id }?.tiles, frames: frames, in: document
    )
    let grids = CoordinateGrids.resolved(document.grids, on: found.view, wraps: frames != nil)
    findings += grids.findings
    return (
      ResolvedMap(
        view: found.view, reference: basemap.reference, fullExtent: shown.fullExtent,
        bookmark: bookmark?.name.value, canvas: canvas,
        groundScale: found.view.groundScale ?? found.view.projectedScale, projectedScale: found.view.projectedScale,
        layers: resolved, wrapAround: wrapAround.status, grids: grids.grids,
        frames: frames?.frames(of: found.view.extent) ?? 0...0),
      resolved, findings
    )
  }

  /// Sorted, and each once: what is said of a layer by a code and at a place is said once, however many views show it.
  private static func inOrder(_ findings: [Diagnostic]) -> [Diagnostic] {
    struct Key: Hashable {
      let code: Code
      let range: SourceRange
      let layer: String?
      /// Only where no layer is named: two views may be too large in two ways.
      let message: String?
    }
    var seen: Set<Key> = []
    return findings.filter { finding in
      seen.insert(
        Key(
          code: finding.code, range: finding.range, layer: finding.layer,
          message: finding.layer == nil ? finding.message : nil)
      ).inserted
    }.sorted()
  }
}

extension BookmarkSelection {
  fileprivate func names(_ name: String) -> Bool {
    if case .named(let names) = self { return names.contains { $0.value == name } }
    return false
  }
}

extension Diagnostic {
  fileprivate static func unknownBookmark(_ name: String, in document: MapDocument) -> Diagnostic {
    let names = document.bookmarks.map(\.name.value)
    return Diagnostic(
      .unknownBookmark, "the document has no bookmark `\(name)`", at: document.node.range,
      hint: names.isEmpty
        ? nil
        : Suggestion.nearest(to: name, among: names).map { Hint("did you mean `\($0)`?") }
          ?? Hint("write one of \(Words.list(names.map { "`\($0)`" }))"))
  }
}
