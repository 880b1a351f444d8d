import Diagnostics
import DocumentModel
import LayerSources
import Rendering
import Resolving
import Synchronization
import Transport

/// What one run of mapdoc shares between all its documents: templates, project files, connections, cache, decoded tiles.
package final class Run: Sendable {
  /// How the run treats its surroundings, from the command line.
  package struct Options: Sendable {
    /// `--set`, in their order.
    package var settings: [(name: String, text: String)] = []
    package var allowOutside = false
    /// `--cache DIR`; ``CacheFolder`` says what comes after it.
    package var cacheFolder: String?
    package var mode = Mode.normal
    package var environment: [String: String] = [:]
    /// Last changes to how tiles are fetched, for tests that have no time to wait.
    var adjustFetching: @Sendable (inout FetcherOptions) -> Void = { _ in }

    package typealias Mode = FetchMode

    package init() {}
  }

  let options: Options
  let loader: DocumentLoader
  let store = TileStore()
  let fileDigests = FileDigests()
  /// Pictures that symbols name.
  let symbolPictures = SymbolPictures { path in
    do throws(SourceError) {
      guard let bytes = try SymbolFile.bytes(of: path) else { return .failure(.missing) }
      return .success(bytes)
    } catch {
      if case .unreadable(_, nil, let reason) = error { return .failure(.unreadable(reason: reason)) }
      return .failure(.unreadable(reason: error.words))
    }
  }
  private let fetchers = Mutex<[FetcherKey: Fetcher]>([:])

  /// Projects that are alike in all of this share a fetcher.
  private struct FetcherKey: Hashable {
    let cacheFolder: String?
    let cacheLimit: Int
    let userAgent: String?
    let contact: String?
    let hosts: [String: HostSettings]
  }
  private let serviceAnswers = ServiceDesk.Answers()

  package init(_ options: Options) {
    self.options = options
    loader = DocumentLoader(
      kinds: layerKinds, options: MergeOptions(settings: options.settings, allowOutside: options.allowOutside),
      environment: options.environment)
  }

  /// Loads a document and opens its sources.
  ///
  /// - Parameter asksServices: Whether services are asked what they hold. When not, the cache is not looked into either,
  ///   so that the answer is the same on every computer.
  func open(_ path: String, asksServices: Bool = true) async -> CheckedDocument {
    let loaded = loader.load(path)
    guard let document = loaded.document else { return CheckedDocument(loaded: loaded, opened: nil) }
    let opened = await open(document, pixelRatio: document.canvas.pixelRatio, asksServices: asksServices)
    return CheckedDocument(loaded: loaded, opened: opened)
  }

  /// Opens the sources of a document for pictures with so many device pixels in a logical pixel.
  func open(_ document: MapDocument, pixelRatio: Double, asksServices: Bool = true) async -> OpenedDocument {
    await OpenedDocument(
      document, in: context(root: document.projectRoot, pixelRatio: pixelRatio, asksServices: asksServices))
  }

  /// What the sources of a project may use.
  func context(root: String, pixelRatio: Double = 1, asksServices: Bool = true) -> SourceContext {
    let services = asksServices ? ServiceDesk(answers: serviceAnswers) { self.fetcher(for: root) } : nil
    return SourceContext(
      painter: TilePainter(), pixelRatio: pixelRatio, contact: loader.settings(root: root).contact, services: services)
  }

  /// Says that documents are about to be read that may have to be fetched for; where the cache lies is not known for sure yet,
  /// and it does not matter.
  func expectFetches() {
    let folder = CacheFolder.path(option: options.cacheFolder, settings: ProjectSettings(root: "")) {
      options.environment[$0]
    }
    Fetcher.expectRun(cacheFolder: folder, mode: options.mode)
  }

  /// The fetcher of a project: one for all projects that ask in the same way.
  func fetcher(for root: String) -> Fetcher {
    let settings = loader.settings(root: root)
    let folder = CacheFolder.path(option: options.cacheFolder, settings: settings) { options.environment[$0] }
    let key = FetcherKey(
      cacheFolder: folder, cacheLimit: settings.cacheLimit, userAgent: settings.userAgent, contact: settings.contact,
      hosts: settings.hosts)
    return fetchers.withLock { fetchers in
      if let fetcher = fetchers[key] { return fetcher }
      var wishes = FetcherOptions(
        settings: settings, cacheFolder: folder, mode: options.mode, version: Version.text,
        homepage: Version.home)
      options.adjustFetching(&wishes)
      let fetcher = Fetcher(options: wishes)
      fetchers[key] = fetcher
      return fetcher
    }
  }

  /// Writes what is still to be written to the caches and ends their threads.
  package func shutdown() async {
    let all = fetchers.withLock { Array($0.values) }
    for fetcher in all { await fetcher.shutdown() }
  }

  /// What the network has seen so far, over all projects.
  package var traffic: Traffic {
    fetchers.withLock { $0.values.map(\.statistics) }.reduce(into: Traffic()) { sum, one in
      sum.requests += one.requests
      sum.bytes += one.bytesReceived
      sum.cacheHits += one.cacheHits
    }
  }

  /// What the caches had to say: set aside, not writable.
  var cacheWarnings: [String] { fetchers.withLock { $0.values.flatMap(\.warnings) }.map(\.message).sorted() }

  /// Findings of a document, with the layer and the way to each, weighed as its project says, in order.
  func placed(_ findings: [Diagnostic], in checked: CheckedDocument) -> [Diagnostic] {
    checked.opened.map { placed(findings, of: $0.document) } ?? findings
  }

  func placed(_ findings: [Diagnostic], of document: MapDocument) -> [Diagnostic] {
    guard !findings.isEmpty else { return findings }
    return loader.settings(root: document.projectRoot).weighed(FindingPlaces.fill(findings, from: document.node))
      .sorted()
  }
}

/// Requests so far, for a line of progress.
package struct Traffic: Sendable {
  package var requests = 0
  package var bytes = 0
  package var cacheHits = 0
}

/// A document as far as it could be opened, with all that is wrong with it.
struct CheckedDocument: Sendable {
  let loaded: LoadedDocument
  /// `nil` where the document could not be understood.
  let opened: OpenedDocument?

  /// Of reading it and of opening its sources.
  var findings: [Diagnostic] { loaded.findings + (opened?.findings ?? []) }
}
