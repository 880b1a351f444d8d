import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Resolving
import Transport

/// `pack`: copies the tiles of a document's area into a package.
package struct PackVerb: Sendable {
  package struct Options: Sendable {
    /// Where the package goes; its suffix says of what kind it is.
    package var output: String
    /// `id`s; empty: all layers that can be packed.
    package var layers: [String] = []
    /// `nil`: in each view the level that it shows.
    package var levels: ClosedRange<Int>?
    /// Names, beside the initial extent.
    package var bookmarks: [String] = []
    package var allBookmarks = false
    /// Replace a package that is there.
    package var force = false
    /// Where to write the document that uses the package.
    package var rewrite: String?

    package init(output: String) { self.output = output }
  }

  /// What can be said before the first request.
  package enum Preparation: Sendable {
    case ready(Pack)
    case wrongUsage(String)
    /// It cannot be done; why, in words.
    case refused(String)
    /// The document has errors.
    case faulty(Report)
  }

  /// Why there will be no package.
  enum Refusal: Error {
    case usage(String)
    case world(String)
  }

  let run: Run
  let options: Options

  package init(_ run: Run, _ options: Options) {
    self.run = run
    self.options = options
  }

  /// Reads the document and decides what is packed; asks for no tile.
  package func prepare(_ path: String) async -> Preparation {
    guard let target = PackageTargets.target(of: options.output) else {
      return .wrongUsage(
        "`-o \(options.output)` names no package that mapdoc writes: it can be \(PackageTargets.words)")
    }
    let found = DocumentFinder.find([path])
    if let missing = found.missing.first { return .wrongUsage("`\(missing.path)`: \(missing.reason)") }
    guard found.documents.count == 1, let one = found.documents.first else {
      return .wrongUsage("`\(path)` holds \(found.documents.count) documents; `pack` takes one")
    }
    let checked = await run.open(one.path)
    guard let opened = checked.opened else { return .faulty(report(checked.findings, checked)) }
    do throws(Refusal) {
      let views = try views(of: opened.document)
      let resolver = Resolver(document: opened.document, knowledge: opened.knowledge)
      let findings = checked.findings + resolver.findings(over: views)
      let report = report(findings, checked)
      if report.errors > 0 { return .faulty(report) }
      let maps = views.compactMap { resolver.resolve($0).map }
      guard maps.count == views.count else { return .faulty(report) }
      let area = PackArea(opened: opened, maps: maps, levels: options.levels)
      let (parts, notes) = try parts(of: opened, area, target)
      return .ready(try pack(PackPlan(parts), notes, target, opened, report))
    } catch {
      switch error {
      case .usage(let words): return .wrongUsage(words)
      case .world(let words): return .refused(words)
      }
    }
  }

  private func report(_ findings: [Diagnostic], _ checked: CheckedDocument) -> Report {
    Report(
      diagnostics: run.placed(findings, in: checked) + run.loader.projectFindings, documents: [checked.loaded.path],
      toolVersion: Version.text)
  }

  /// The initial extent, and the bookmarks that are asked for.
  private func views(of document: MapDocument) throws(Refusal) -> [ViewChoice] {
    let names = document.bookmarks.map(\.name.value)
    if let unknown = options.bookmarks.first(where: { !names.contains($0) }) {
      let near = Suggestion.nearest(to: unknown, among: names).map { "; did you mean `\($0)`?" } ?? ""
      throw .usage("`\(document.path)` has no bookmark `\(unknown)`\(near)")
    }
    let wanted = options.allBookmarks ? names : names.filter { options.bookmarks.contains($0) }
    return [ViewChoice()] + wanted.map { ViewChoice(bookmark: $0) }
  }

  private func pack(
    _ plan: PackPlan, _ notes: [String], _ kind: any PackageTarget.Type, _ opened: OpenedDocument, _ report: Report
  ) throws(Refusal) -> Pack {
    if plan.count > PackPlan.most {
      throw .world(
        "more than \(ReadableNumber.grouped(Double(PackPlan.most))) tiles: ask for fewer levels or less area")
    }
    var output = options.output
    while output.count > 1, output.hasSuffix("/") { output.removeLast() }
    if let reader = Self.layer(reading: output, in: opened.document) {
      throw .world("`\(output)` is what layer `\(reader.id)` reads: name another file")
    }
    if PackageFolder.isTaken(output), !options.force {
      throw .world("`\(output)` is there already; `--force` replaces it when the new one is complete")
    }
    guard kind.suffix == nil ? PackageFolder.isReplaceable(output) : !PackageFolder.isFolder(output) else {
      throw .world(
        kind.suffix == nil
          ? "`\(output)` holds other things than an Esri cache, and is not replaced" : "`\(output)` is a folder")
    }
    if let rewrite = options.rewrite, PathResolution.isBelow(Self.place(of: output), Self.place(of: rewrite)) {
      throw .usage("`--rewrite \(rewrite)` would lie in the package `\(output)`; name another file")
    }
    if let rewrite = options.rewrite, PackageFolder.isTaken(rewrite) {
      let isItself = PathResolution.real(rewrite) == PathResolution.real(opened.document.path)
      if isItself { throw .usage("`--rewrite \(rewrite)` is the document itself; name another file") }
      if PackageFolder.isFolder(rewrite) { throw .world("`\(rewrite)` cannot be written: it is a folder") }
      if !options.force { throw .world("`\(rewrite)` is there already; `--force` replaces it") }
    }
    if options.rewrite != nil,
      let map = opened.document.layers.flatMap(\.withDescendants).first(where: { layer in
        layer.mapDefaults != nil && plan.parts.contains { part in layer.leaves.contains { $0.id == part.layer.id } }
      })
    {
      throw .usage(
        "the layers of `\(map.id)` stand in a web map, not in the document: `mapdoc import` makes a document of it that "
          + "`--rewrite` can change")
    }
    let target: any PackageTarget
    do throws(PackageError) { target = try kind.init(plan.parts.map(\.tileset)) } catch { throw .world(error.words) }
    return Pack(
      run: run, plan: plan, target: target, path: output,
      rewritten: try rewritten(plan, target, to: output, opened), opened: opened,
      settings: run.loader.settings(root: opened.document.projectRoot), report: report, notes: notes)
  }

  /// The document of `--rewrite`.
  private func rewritten(
    _ plan: PackPlan, _ target: any PackageTarget, to output: String, _ opened: OpenedDocument
  ) throws(Refusal) -> Pack.RewrittenDocument? {
    guard let path = options.rewrite else { return nil }
    if let reason = PackageFolder.reasonAgainst(writing: path) { throw .world("cannot write `\(path)`: \(reason)") }
    let rewriting = DocumentRewriting(opened: opened, plan: plan, target: target, package: output, path: path)
    do throws(DocumentRewriting.Failure) {
      return Pack.RewrittenDocument(path: path, text: try rewriting.text(checkedBy: run.loader), lines: rewriting.lines)
    } catch {
      throw .world("`--rewrite \(path)` is not possible: \(error.words)")
    }
  }
}

// MARK: - Layers

extension PackVerb {
  /// Where a path leads, also one of a file that is still to be made.
  private static func place(of path: String) -> String {
    let path = PathResolution.normalised(PathResolution.absolute(path))
    if let real = PathResolution.real(path) { return real }
    let folder = PathResolution.folder(of: path)
    return folder == path
      ? path : PathResolution.joined(place(of: folder), PathResolution.lastComponent(of: path))
  }

  /// The layer whose source a package at this path would replace.
  private static func layer(reading output: String, in document: MapDocument) -> Layer? {
    guard let output = PathResolution.real(output) else { return nil }
    return document.layers.flatMap(\.leaves).first { layer in
      guard case .tiled(let kind, _) = layer.content else { return false }
      return kind.localFiles.compactMap(PathResolution.real).contains { PathResolution.isBelow(output, $0) }
    }
  }

  /// The layers to pack, and what is worth telling of those that are not.
  private func parts(
    of opened: OpenedDocument, _ area: PackArea, _ target: any PackageTarget.Type
  ) throws(Refusal) -> (parts: [PackPlan.Part], notes: [String]) {
    let isNamed = !options.layers.isEmpty
    var (parts, notes): ([PackPlan.Part], [String]) = ([], [])
    var isUsage = true
    for layer in try candidates(in: opened.document) {
      do throws(PackArea.Problem) {
        let part = try part(of: layer, area)
        try Self.checkTerms(of: part)
        parts.append(part)
      } catch {
        if isNamed { throw error.isUsage ? .usage(error.words) : .world(error.words) }
        // One of several layers that has nothing to give does not keep the others from being packed.
        if !error.isNatural { notes.append(error.words) }
        isUsage = isUsage && error.isUsage
      }
    }
    guard !parts.isEmpty else {
      if notes.isEmpty { throw .world("`\(opened.document.path)` has no layer of tiles to pack") }
      let words = notes.joined(separator: "; ")
      throw isUsage ? .usage(words) : .world(words)
    }
    if parts.count > 1, !target.holdsSeveral {
      let list = parts.map { "`\($0.layer.id)`" }.joined(separator: ", ")
      throw .usage(
        "\(target.words) holds the tiles of one layer, and \(parts.count) can be packed: \(list); name one with "
          + "`--layer`, or write a `.gpkg`, which holds several")
    }
    return (parts, notes)
  }

  private func part(of layer: Layer, _ area: PackArea) throws(PackArea.Problem) -> PackPlan.Part {
    if case .features(let kind, _) = layer.content {
      let isHere = kind.addresses.isEmpty
      throw .init(
        words: "layer `\(layer.id)` has no tiles to pack: it is made of features"
          + (isHere ? ", which stay where they are" : "; save them as a file, and name that with `path`"),
        isNatural: isHere)
    }
    guard case .tiled(_, let keys) = layer.content, let source = area.opened.sources[layer.id] else {
      throw .init(words: "layer `\(layer.id)` has no tiles that can be packed: its source is not known")
    }
    guard source.description.drawing?.image == nil else {
      throw .init(
        words: source.description.drawing?.pyramid == nil
          ? "layer `\(layer.id)` has no tiles to pack: it is one picture, which can be taken as it is"
          : "layer `\(layer.id)` has no tiles to pack: it is a raster, whose file can be taken as it is")
    }
    guard source.description.drawing == nil else {
      throw .init(
        words: "layer `\(layer.id)` has no tiles to pack: its server draws each picture for the map that is made")
    }
    guard source.hasOwnTiles else {
      throw .init(
        words: "layer `\(layer.id)` is drawn without tiles of its own: there is nothing to pack", isNatural: true)
    }
    return try area.part(of: layer, keys, source)
  }

  /// Providers are known by the servers that are asked, whichever kind of layer asks them.
  private static func checkTerms(of part: PackPlan.Part) throws(PackArea.Problem) {
    guard let host = part.host, let terms = ProviderTerms(ofHost: host.name), terms.forbidsBulkDownload else { return }
    throw .init(
      words:
        "layer `\(part.layer.id)` is not packed: \(terms.provider) forbids to collect its tiles ahead (\(terms.policy))"
    )
  }

  /// Layers that are named, those of a group for the group; without names, all that are visible.
  private func candidates(in document: MapDocument) throws(Refusal) -> [Layer] {
    guard !options.layers.isEmpty else { return document.layers.flatMap(\.visibleLeaves) }
    let all = document.layers.flatMap(\.withDescendants)
    var chosen: [Layer] = []
    for name in options.layers {
      guard let layer = all.first(where: { $0.id == name }) else {
        let near = Suggestion.nearest(to: name, among: all.map(\.id)).map { "; did you mean `\($0)`?" } ?? ""
        throw .usage("`\(document.path)` has no layer `\(name)`\(near)")
      }
      for leaf in layer.leaves where !chosen.contains(where: { $0.id == leaf.id }) { chosen.append(leaf) }
    }
    return chosen
  }
}

extension Layer {
  /// The layers of a group that are drawn, bottom first; of any other layer itself.
  fileprivate var visibleLeaves: [Layer] {
    guard isVisible else { return [] }
    guard case .group(let children) = content else { return [self] }
    return children.flatMap(\.visibleLeaves)
  }
}
