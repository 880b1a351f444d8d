import Diagnostics
import DocumentModel
import Geodesy
import LayerSources
import Rendering
import Resolving
import Synchronization
import Transport

/// One picture to draw.
struct RenderTask: Sendable {
  private var opened: OpenedDocument
  private let rendition: Rendition
  /// Its document has errors: nothing is drawn, and the old picture stays.
  private let isBroken: Bool

  init(opened: OpenedDocument, rendition: Rendition, isBroken: Bool) {
    self.opened = opened
    self.rendition = rendition
    self.isBroken = isBroken
  }

  /// The task on sources opened for the pixels of its picture: an output or the command line may ask for another dpi.
  private func adapted(in run: Run) async -> RenderTask {
    let resolver = Resolver(document: opened.document, knowledge: opened.knowledge)
    let pixelRatio = resolver.canvas(of: rendition.choice).pixelRatio
    guard pixelRatio != opened.pixelRatio else { return self }
    var task = self
    task.opened = await run.open(opened.document, pixelRatio: pixelRatio)
    return task
  }

  /// What is to be said before a very large picture is made; `nil` for all others.
  var sizeIfLarge: RenderEvent? {
    let size = Resolver(document: opened.document, knowledge: opened.knowledge).canvas(of: rendition.choice).pixelSize
    let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
    guard !isBroken, !overflows, pixels >= PictureSizeWords.large else { return nil }
    return .large(
      output: rendition.path, pixels: pixels, bytes: PictureSizeWords.bytes(of: rendition.format, pixels: pixels))
  }

  func run(_ options: RenderVerb.Options, in run: Run) async -> MapReport {
    await adapted(in: run).drawn(options, in: run)
  }

  private func drawn(_ options: RenderVerb.Options, in run: Run) async -> MapReport {
    let watch = Stopwatch()
    var report = MapReport(
      document: opened.document.path, output: rendition.path, bookmark: rendition.choice.bookmark, status: .failed,
      seconds: 0, bytes: 0, sha256: nil, layers: [], findings: [])
    let resolver = Resolver(document: opened.document, knowledge: opened.knowledge)
    if !isBroken, !Task.isCancelled, let map = resolver.resolve(rendition.choice).map {
      await draw(map, options, in: run, report: &report)
    }
    if options.wantsDigests, report.status != .failed {
      report.sha256 = FileDigest.sha256(of: rendition.path)
    }
    report.findings = run.placed(report.findings, of: opened.document)
    report.seconds = watch.seconds
    return report
  }

  /// Draws the map unless it is up to date.
  private func draw(_ map: ResolvedMap, _ options: RenderVerb.Options, in run: Run, report: inout MapReport) async {
    let texts = opened.texts(of: map)
    let freshness = PictureFreshness(
      opened: opened, rendition: rendition, texts: texts, digests: run.fileDigests)
    let stamps = StampFolder(root: opened.document.projectRoot)
    let fetcher = run.fetcher(for: opened.document.projectRoot)
    if !options.force, run.options.mode != .refresh, freshness.isUpToDate(map, stamps: stamps, fetcher: fetcher) {
      report.status = .upToDate
      report.bytes = FileState(of: rendition.path)?.bytes ?? 0
      return
    }
    let loader = TileLoader(store: run.store, fetcher: fetcher)
    async let recipe = freshness.recipe
    let stopper = Stopper()
    // Features take a processor; servers can work meanwhile.
    let ahead =
      opened.features.isEmpty ? [] : opened.fetchingAhead(of: map, loader: loader) { stopper.stop() }
    defer { for supplier in ahead { supplier.stop() } }
    let features = await opened.drawFeatures(of: map, pictures: run.symbolPictures)
    report.findings += features.findings
    let drawn = await written(
      map, features, ahead, texts: texts, loader: loader, stopper: stopper, processors: options.processors)
    report.findings += drawn.findings
    report.layers = layerReports(map.layers, features.reports, suppliers: drawn.suppliers, visible: map.view.extent)
    guard let bytes = drawn.bytes else { return stamps.remove(of: rendition.path) }
    report.status = .rendered
    report.bytes = bytes
    if let tiles = freshness.tiles(of: drawn.suppliers), let state = FileState(of: rendition.path) {
      stamps.write(await Stamp(recipe: recipe, picture: state, tiles: tiles), of: rendition.path)
    } else {
      stamps.remove(of: rendition.path)
    }
  }

  /// What came of drawing: `bytes` is `nil` when no file was written.
  private struct Drawn {
    var bytes: Int?
    var suppliers: [LayerSupplier]
    var findings: [Diagnostic]
  }

  private func written(
    _ map: ResolvedMap, _ features: FeatureDrawings, _ ahead: [LayerSupplier], texts: [(key: String, value: String)],
    loader: TileLoader, stopper: Stopper, processors: Int
  ) async -> Drawn {
    if features.hasFailed { return Drawn(bytes: nil, suppliers: [], findings: []) }
    let overlay: SceneOverlay?
    do throws(DrawingError) {
      overlay = try AttributionOverlay.overlay(opened.obligatoryAttributions(of: map.layers), on: map.view)
    } catch {
      return Drawn(bytes: nil, suppliers: [], findings: [.withoutAttribution(error, rendition)])
    }
    let labels: PageLabels
    do throws(DrawingError) {
      labels = try PageLabels(
        of: map, features: features.inOrder,
        obstacles: [AttributionOverlay.rectangle(of: overlay, on: map.view)].compactMap { $0 })
    } catch {
      return Drawn(bytes: nil, suppliers: [], findings: [.withoutLabels(error, rendition)])
    }
    let built = opened.scene(
      of: map, features: features.drawn, labels: labels, known: ahead, loader: loader
    ) { stopper.stop() }
    let options = EncodingOptions(dpi: map.canvas.dpi, quality: rendition.quality, texts: texts)
    let task = Task { () -> Result<Int, OutputError> in
      do throws(OutputError) {
        let written = try await PictureFile.write(
          scene: built.scene, to: rendition.path, format: rendition.format, options: options, jobs: processors,
          overlay: overlay, accepts: { _ in !stopper.isStopped })
        return .success(written.bytes)
      } catch {
        return .failure(error)
      }
    }
    stopper.watch(task)
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    for supplier in built.suppliers { supplier.stop() }
    var drawn = Drawn(
      bytes: nil, suppliers: built.suppliers, findings: built.suppliers.flatMap { $0.findings(in: opened.document) })
    drawn.findings += labels.fontFindings(of: map, layers: features.idsInOrder, in: opened.document)
    do throws(OutputError) {
      drawn.bytes = try result.get()
      drawn.findings += built.suppliers.compactMap { $0.emptiness(in: opened.document) }
      if rendition.georeference == .worldfile { try WorldFile(of: map.view).write(beside: rendition.path) }
    } catch {
      drawn.bytes = nil
      // Of a layer that failed there is a finding already, and of a run that was stopped the exit status tells.
      if error != .cancelled, error != .refused { drawn.findings.append(.unwritten(error, rendition)) }
    }
    return drawn
  }

  private func layerReports(
    _ layers: [ResolvedLayer], _ features: [LayerReport], suppliers: [LayerSupplier], visible: Extent
  ) -> [LayerReport] {
    layers.flatMap { resolved -> [LayerReport] in
      if case .group = resolved.layer.content, resolved.isDrawn {
        return layerReports(resolved.children, features, suppliers: suppliers, visible: visible)
      }
      if let report = features.first(where: { $0.id == resolved.layer.id }) { return [report] }
      guard let supplier = suppliers.first(where: { $0.layer.id == resolved.layer.id }) else {
        return [LayerReport(undrawn: resolved)]
      }
      return [LayerReport(supplier, visible: visible)]
    }
  }
}

/// Stops the drawing of one picture when one of its layers has failed for good.
private final class Stopper: Sendable {
  private struct State {
    var isStopped = false
    var task: Task<Result<Int, OutputError>, Never>?
  }

  private let state = Mutex(State())

  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// A layer may have failed before the task was known.
  func watch(_ task: Task<Result<Int, OutputError>, Never>) {
    let isStopped = state.withLock { state in
      state.task = task
      return state.isStopped
    }
    if isStopped { task.cancel() }
  }

  func stop() {
    let task = state.withLock { state in
      state.isStopped = true
      return state.task
    }
    task?.cancel()
  }
}

extension Diagnostic {
  fileprivate static func unwritten(_ error: OutputError, _ rendition: Rendition) -> Diagnostic {
    let code: Code
    switch error {
    case .tooLarge: code = .tooLargeForFormat
    default: code = .unwritable
    }
    return Diagnostic(code, "\(error)", at: rendition.range)
  }
}

extension Diagnostic {
  /// A picture without the label would break the terms of a layer's provider.
  fileprivate static func withoutAttribution(_ error: DrawingError, _ rendition: Rendition) -> Diagnostic {
    Diagnostic(
      .unwritable,
      "cannot write `\(rendition.path)`: the attribution that must stand on it cannot be drawn: \(error.words)",
      at: rendition.range)
  }
}

extension Diagnostic {
  /// A grid without its numbers is none.
  fileprivate static func withoutLabels(_ error: DrawingError, _ rendition: Rendition) -> Diagnostic {
    Diagnostic(
      .unwritable, "cannot write `\(rendition.path)`: its labels cannot be drawn: \(error.words)", at: rendition.range)
  }
}

extension LayerRecord.Failure {
  /// What happened, for a report.
  var words: String {
    switch self {
    case .tile(let failure): failure.words
    case .missing(let tile):
      "no tile at level \(tile.level), row \(tile.row), column \(tile.column), and the layer says `onMissingTile: fail`"
    }
  }
}

extension LayerSupplier {
  /// What went wrong with the layer's tiles, each kind once.
  func findings(in document: MapDocument) -> [Diagnostic] {
    let record = outcome
    var findings = record.failures.compactMap { failure -> Diagnostic? in
      switch failure {
      // Of a run that was stopped the exit status tells.
      case .tile(.fetch(.cancelled)): return nil
      case .tile(let failure): return layer.finding(failure, in: document)
      case .missing:
        var finding = Diagnostic(
          .tileMissing, "layer `\(layer.id)`: \(failure.words)",
          at: document.valueRange(of: "onMissingTile", in: layer), layer: layer.id)
        if layer.onError == .warn { finding.severity = .warning }
        return finding
      }
    }
    if let reason = record.staleReason {
      findings.append(
        Diagnostic(
          .staleTile, "layer `\(layer.id)`: old tiles from the cache were used, because \(reason)", at: layer.typeRange,
          layer: layer.id))
    }
    if let size = record.otherSize?.size, source.description.drawing == nil {
      let wanted = placement.scheme.tileSize.width
      let meaning = size.width > wanted ? "are meant for high-resolution screens" : "are to be enlarged"
      findings.append(
        Diagnostic(
          .tileOfOtherSize,
          "layer `\(layer.id)`: tiles are \(size.width) x \(size.height) pixels, the scheme says "
            + "\(placement.scheme.tileSize.width) x \(placement.scheme.tileSize.height)", at: layer.typeRange,
          hint: Hint("if they \(meaning), say so: `tileSize: \(wanted)`"), layer: layer.id))
    }
    return findings
  }
}
