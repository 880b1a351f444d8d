import Diagnostics
import DocumentModel
import Resolving
import Transport

/// `render`: draws what is out of date, many maps at once.
package struct RenderVerb: Sendable {
  /// How the pictures are made, beside what the documents say.
  package struct Options: Sendable {
    package var renditions = RenditionOptions()
    /// Maps drawn at the same time.
    package var jobs: Int?
    /// Threads that one picture is drawn by; shows in no pixel.
    var processors = Parallel.processors
    /// Draw also what is up to date.
    package var force = false
    /// Digest the pictures, for a report.
    package var wantsDigests = false

    package init() {}
  }

  package enum Outcome: Sendable {
    case report(RenderReport)
    /// A path or an option that cannot be followed: nothing was drawn.
    case wrongUsage(String)
  }

  let run: Run
  let options: Options

  package init(_ run: Run, _ options: Options) {
    self.run = run
    self.options = options
  }

  /// - Parameter tell: Called from any thread.
  package func render(_ paths: [String], tell: @escaping @Sendable (RenderEvent) -> Void) async -> Outcome {
    let watch = Stopwatch()
    run.expectFetches()
    let found = DocumentFinder.find(paths)
    if let missing = found.missing.first { return .wrongUsage("`\(missing.path)`: \(missing.reason)") }
    let prepared = await Parallel.map(found.documents) { await prepare($0.path, isNamed: $0.isNamed) }
    if let problem = usageProblem(prepared) { return .wrongUsage(problem) }
    let collisions = Collisions(
      among: prepared.flatMap { document in
        document.renditions.map { PlacedRendition(document: document.path, rendition: $0) }
      }, inputs: prepared.reduce(into: []) { $0.formUnion($1.checked.inputs) })
    let tasks = tasks(of: prepared, sharedPaths: collisions.paths)
    let unreadable = prepared.filter(\.isUnreadable).map(\.report)
    tell(.started(maps: tasks.count + unreadable.count))
    for report in unreadable { tell(.finished(report)) }
    let slots = JobSlots(options.jobs)
    let reports = await Parallel.map(tasks, width: slots.width, chunk: 1) { task in
      await slots.run {
        if let large = task.sizeIfLarge { tell(large) }
        let report = await task.run(options, in: run)
        tell(.finished(report))
        return report
      }
    }
    let findings =
      found.findings + prepared.flatMap(\.findings) + run.loader.projectFindings + collisions.findings
      + reports.findings(basemaps: Self.basemaps(of: prepared)) + cacheFindings(prepared)
    let documents = prepared.filter(\.counts).map(\.path)
    return .report(
      RenderReport(
        maps: reports + unreadable,
        findings: Report(diagnostics: findings, documents: documents, toolVersion: Version.text),
        seconds: watch.seconds))
  }

  private func prepare(_ path: String, isNamed: Bool) async -> PreparedDocument {
    let checked = await run.open(path)
    var findings = checked.findings
    guard checked.loaded.isMapDocument || isNamed else {
      return PreparedDocument(
        path: path, counts: false, checked: checked, renditions: [], findings: [.notAMapDocument(path)])
    }
    guard let opened = checked.opened, !checked.loaded.isTemplate || isNamed else {
      return PreparedDocument(
        path: path, counts: true, checked: checked, renditions: [], findings: run.placed(findings, in: checked))
    }
    if opened.sources.values.contains(where: { $0.description.isRemote }) {
      run.fetcher(for: opened.document.projectRoot).announce()
    }
    let renditions = opened.document.renditions(options.renditions, findings: &findings)
    let resolver = Resolver(document: opened.document, knowledge: opened.knowledge)
    findings += resolver.findings(over: renditions.map(\.choice))
    for one in renditions {
      findings += one.findings(in: resolver)
    }
    return PreparedDocument(
      path: path, counts: true, checked: checked, renditions: renditions, findings: run.placed(findings, in: checked))
  }

  /// What the options ask for and the documents do not have.
  private func usageProblem(_ documents: [PreparedDocument]) -> String? {
    let known = Set(documents.flatMap { $0.checked.opened?.document.bookmarks.map(\.name.value) ?? [] })
    if let unknown = options.renditions.bookmarks?.first(where: { !known.contains($0) }),
      documents.allSatisfy({ $0.checked.opened != nil })
    {
      let near = Suggestion.nearest(to: unknown, among: known.sorted()).map { "; did you mean `\($0)`?" } ?? ""
      return "no document has a bookmark `\(unknown)`\(near)"
    }
    let count = documents.reduce(0) { $0 + $1.renditions.count }
    if let file = options.renditions.outputFile, count > 1 {
      return
        "`-o \(file)` names one picture, and \(count) are to be drawn; name one document and one bookmark, or use `--out-dir`"
    }
    return options.renditions.outputFile.flatMap(formatProblem)
  }

  /// A file's suffix says what is in it, unless it has none.
  private func formatProblem(_ file: String) -> String? {
    let suffix = PathResolution.suffix(of: file)
    if suffix.isEmpty { return nil }
    guard let format = OutputFormat(suffixOf: file) else {
      return "`-o \(file)` names no format that mapdoc writes: the suffixes are png, jpg and webp"
    }
    guard let wanted = options.renditions.format, wanted != format else { return nil }
    return "`-o \(file)` names a \(format.rawValue), and `--format` a \(wanted.rawValue)"
  }

  /// The pictures to draw; documents with errors, and all that share a path, fail before anything is drawn.
  private func tasks(of documents: [PreparedDocument], sharedPaths: Set<String>) -> [RenderTask] {
    documents.flatMap { document -> [RenderTask] in
      let isBroken = document.findings.contains { $0.severity == .error }
      guard let opened = document.checked.opened else { return [] }
      return document.renditions.map { rendition in
        let isShared = sharedPaths.contains(PathResolution.absolute(rendition.path))
        return RenderTask(opened: opened, rendition: rendition, isBroken: isBroken || isShared)
      }
    }
  }

  /// The id of the first layer, by the path of its document.
  private static func basemaps(of documents: [PreparedDocument]) -> [String: String] {
    documents.reduce(into: [:]) { all, one in
      let document = one.checked.opened?.document
      if let document { all[document.path] = document.layers.first?.leaves.first?.id }
    }
  }

  /// What the caches had to say, at the start of the first document.
  private func cacheFindings(_ documents: [PreparedDocument]) -> [Diagnostic] {
    guard let file = documents.lazy.compactMap({ $0.checked.opened?.document.files.first }).first else { return [] }
    return run.cacheWarnings.map { Diagnostic(.cacheRebuilt, $0, at: SourceRange(startOf: file)) }
  }
}

/// A document that is ready to be drawn, or whose findings say why not.
private struct PreparedDocument: Sendable {
  let path: String
  let counts: Bool
  let checked: CheckedDocument
  let renditions: [Rendition]
  let findings: [Diagnostic]

  /// A map document that could not be understood: it has no renditions, and yet its map has failed.
  var isUnreadable: Bool { counts && checked.opened == nil && !checked.loaded.isTemplate }

  /// For the report of a document whose outputs nobody knows: the default one stands for them.
  var report: MapReport {
    MapReport(
      document: path, output: "build/\(PathResolution.stem(of: path)).png", bookmark: nil, status: .failed, seconds: 0,
      bytes: 0, sha256: nil, layers: [], findings: [])
  }
}

extension Diagnostic {
  /// A YAML file in a folder of maps that is none itself.
  static func notAMapDocument(_ path: String) -> Diagnostic {
    Diagnostic(
      .notAMapDocument, "`\(path)` is not a map document: it has no top-level key `mapdoc`",
      at: SourceRange(startOf: SourceFile(path: path, bytes: [])),
      hint: Hint("add `mapdoc: 1` at its top, or move it out of the folder"))
  }
}
