import Diagnostics
import DocumentModel
import FoundationEssentials
import Geodesy
import LayerSources
import Transport

/// `import`: a web map, or a layer of a service, as a map document.
package struct ImportVerb: Sendable {
  package struct Options: Sendable {
    /// A file, the id or the address of an item of a portal, or the address of a service.
    package var source: String
    package var portal: String?
    /// As ``ReplacedBasemap`` reads it.
    package var basemap: String?
    /// Of a service, by name.
    package var layers: [String] = []
    /// Of the project of the working folder.
    package var credential: String?
    /// `nil`: the text is the result.
    package var output: String?
    package var force = false

    package init(source: String) { self.source = source }
  }

  package enum Outcome: Sendable {
    /// The text of a document, where no file was asked for; notes, one a line.
    case document(text: String?, notes: [String])
    case failed([String])
    case wrongUsage(String)
  }

  let run: Run
  private let options: Options

  package init(_ run: Run, _ options: Options) {
    self.run = run
    self.options = options
  }

  /// Why there is no document.
  private enum Refusal: Error {
    case usage(String)
    case world([String])
  }

  private struct Imported {
    var text: String
    let notes: [String]
    /// Beside the document, by their paths in it.
    var pictures: [(path: String, bytes: [UInt8])] = []
  }

  /// What it comes to, without the secrets of the address that is imported, which the server may repeat.
  package func run() async -> Outcome {
    func hidden(_ words: String) -> String { AddressWords.hidingSecrets(of: options.source, in: words) }
    return switch await result() {
    case .document(let text, let notes): .document(text: text, notes: notes.map(hidden))
    case .failed(let lines): .failed(lines.map(hidden))
    case .wrongUsage(let words): .wrongUsage(hidden(words))
    }
  }

  private func result() async -> Outcome {
    do throws(Refusal) {
      try refuseOutput()
      var basemap = try basemap()
      await basemap?.find(in: offline)
      var imported = try await imported(basemap)
      imported.text = AddressWords.hidingSecrets(of: options.source, in: imported.text)
      guard let output = options.output else { return .document(text: imported.text, notes: imported.notes) }
      for picture in imported.pictures {
        let folder = PathResolution.folder(of: PathResolution.absolute(output))
        try write(picture.bytes, to: PathResolution.joined(folder, picture.path))
      }
      try write(Array(imported.text.utf8), to: output)
      return .document(text: nil, notes: imported.notes)
    } catch {
      switch error {
      case .usage(let words): return .wrongUsage(words)
      case .world(let lines): return .failed(lines)
      }
    }
  }

  /// Asks no services.
  private var offline: SourceContext {
    run.context(root: DocumentMerger.projectRoot(of: "./import"), asksServices: false)
  }

  private func basemap() throws(Refusal) -> ReplacedBasemap? {
    guard let word = options.basemap else { return nil }
    do throws(ReplacedBasemap.Problem) { return try ReplacedBasemap(word) } catch {
      throw .usage("`--basemap \(word)`: \(error.reason)")
    }
  }

  private func imported(_ basemap: ReplacedBasemap?) async throws(Refusal) -> Imported {
    let source = options.source
    let isThere = FileManager.default.fileExists(atPath: source)
    if !isThere, let item = try item() { return try await webMap(of: item, basemap) }
    if options.portal != nil {
      throw .usage("`--portal` goes with the id of an item, 32 hexadecimal digits, and `\(source)` is none")
    }
    if isThere, WebMapFile.looksLikeOne(source) {
      if !options.layers.isEmpty { throw .usage("`--layer` goes with the address of a service, not with a web map") }
      let draft: MapDraft
      do throws(SourceError) { draft = try WebMapFile.draft(path: source) } catch { throw .world([error.words]) }
      return try await webMap(draft, named: "`\(source)`", host: nil, credential: nil, basemap)
    }
    return try await service(basemap)
  }

  // MARK: - Web maps

  private func item() throws(Refusal) -> PortalItem? {
    guard var item = PortalItem(options.source) else { return nil }
    guard let portal = options.portal else { return item }
    guard item.isOfDefaultPortal else { throw .usage("the address of the item names its portal: leave `--portal` out") }
    let base = PortalItem.base(portal)
    guard (try? Address(base)) != nil else {
      throw .usage("`--portal \(portal)` is no address; write `https://` and the host in front")
    }
    item.portal = base
    return item
  }

  private func webMap(of item: PortalItem, _ basemap: ReplacedBasemap?) async throws(Refusal) -> Imported {
    let root = DocumentMerger.projectRoot(of: "./import")
    var credential: Credential?
    if let name = options.credential {
      switch run.loader.credential(named: name, root: root) {
      case .success(let found): credential = found
      case .failure(let problem): throw .world([problem.reason])
      }
    }
    let draft: MapDraft
    do throws(SourceError) {
      draft = try await WebMapFile.draft(of: item, credential: credential, in: run.context(root: root))
    } catch {
      throw .world([error.words])
    }
    let name = "item `\(item.id)` of \(Address.redacted(item.portal))"
    return try await webMap(draft, named: name, host: item.host, credential: credential, basemap)
  }

  private func webMap(
    _ draft: MapDraft, named name: String, host: String?, credential: Credential?, _ basemap: ReplacedBasemap?
  ) async throws(Refusal) -> Imported {
    let draft = draft.checked(kinds: layerKinds)
    var surroundings = LayerComposition.Surroundings(
      at: SourceRange(startOf: SourceFile(path: options.source, bytes: [])))
    surroundings.credential = credential
    surroundings.hosts = (credential?.hosts ?? []) + (host.map { [$0] } ?? [])
    surroundings.stubs = ImportedMap.stubs
    let composition = LayerComposition(draft.layers, in: surroundings, kinds: layerKinds)
    var pictures = options.output.map { PicturesBeside(document: $0) }
    let map = ImportedMap(
      name, draft, composition, basemap: basemap, credential: credential?.name,
      known: await KnownTiles(of: composition.layers, in: offline), pictures: &pictures)
    var notes = map.leftOut.map { "left out: \($0.place): \($0.reason)" }
    guard map.count > 0 else {
      notes.append(
        "nothing of the web map can be drawn" + (basemap == nil ? "; `--basemap builtin` makes a map of its views" : "")
      )
      throw .world(notes)
    }
    if map.lacksGround {
      notes.append("the basemap cannot be drawn: `--basemap builtin`, or a layer in YAML, takes its place")
    }
    let parts = map.omissions.count - map.leftOut.count
    if parts > 0 { notes.append("\(Report.count(parts, "thing")) without a counterpart: see the comments") }
    let files = pictures?.paths ?? []
    if let first = files.first {
      let folder = first.path.split(separator: "/").first ?? ""
      notes.append("\(Report.count(files.count, "picture")) of symbols beside it, in `\(folder)`")
    }
    return Imported(text: map.text, notes: notes, pictures: files)
  }

  // MARK: - Services and packages

  private func service(_ basemap: ReplacedBasemap?) async throws(Refusal) -> Imported {
    let context = run.context(root: DocumentMerger.projectRoot(of: "./import"))
    let isAddress = options.source.contains("://")
    // Paths of a document count from its folder.
    let asked = isAddress || options.output == nil ? options.source : PathResolution.absolute(options.source)
    do throws(SourceError) {
      let report = try await Inspection.inspect(source: asked, layers: options.layers, context: context)
      guard options.layers.isEmpty || ["wms", "wmts"].contains(report.kind) else {
        throw SourceError.badKey(key: "layer", reason: "`--layer` chooses layers of a WMS or a WMTS", hint: nil)
      }
      let document = ImportedService(
        report: report, isChosen: !options.layers.isEmpty, basemap: basemap,
        source: "`\(Address.redacted(options.source))`")
      var text = document.text
      if !isAddress, let output = options.output {
        let folder = PathResolution.folder(of: PathResolution.absolute(output))
        let place = YAMLText.inDocument(DocumentRewriting.relative(asked, from: folder))
        text = text.replacing(": \(YAMLText.inDocument(asked))\n", with: ": \(place)\n")
      }
      return Imported(text: text, notes: report.secret.map { [$0.remark] } ?? [])
    } catch {
      if case .notFound = error { throw .usage("`\(options.source)` does not exist") }
      let hint: String? = if case .badKey(_, _, let hint) = error { hint } else { nil }
      throw .world([error.words + (hint.map { "; \($0)" } ?? "")])
    }
  }

  // MARK: - The file

  private func refuseOutput() throws(Refusal) {
    guard let output = options.output else { return }
    if let source = PathResolution.real(options.source), source == PathResolution.real(output) {
      throw .usage("`\(output)` is what is imported; name another file")
    }
    var isFolder = false
    guard FileManager.default.fileExists(atPath: output, isDirectory: &isFolder) else { return }
    if isFolder { throw .world(["`\(output)` is a folder"]) }
    if !options.force { throw .world(["`\(output)` is there already; `--force` replaces it"]) }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(Refusal) {
    let place = PathResolution.absolute(path)
    do {
      try FileManager.default.createDirectory(
        atPath: PathResolution.folder(of: place), withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: place), options: .atomic)
    } catch {
      throw .world(["cannot write `\(path)`: \(FilePaths.reason(error))"])
    }
  }
}
