import Diagnostics
import DocumentModel
import LayerSources
import Synchronization
import Transport

/// A package that is ready to be filled: what it takes is known, and nothing has been asked for yet.
package final class Pack: Sendable {
  package enum Outcome: Sendable {
    /// What was written, in lines for people, and what was found on the way.
    case written(lines: [String], findings: Report)
    /// Some tiles are missing, or the package could not be written; what came is kept.
    case failed(words: String, findings: Report)
    case stopped(words: String)
  }

  private let run: Run
  private let plan: PackPlan
  private let target: any PackageTarget
  private let path: String
  private let rewritten: RewrittenDocument?
  private let opened: OpenedDocument
  private let settings: ProjectSettings
  /// What was found in the document: warnings.
  package let report: Report
  private let notes: [String]
  /// The document that uses the package, to be written behind it.
  struct RewrittenDocument: Sendable {
    let path: String
    let text: [UInt8]
    /// For people, once it is there.
    let lines: [String]
  }

  private let session = Mutex<PackSession?>(nil)

  /// Above it a user is asked first.
  package static let mostWithoutConsent = 10_000

  init(
    run: Run, plan: PackPlan, target: any PackageTarget, path: String, rewritten: RewrittenDocument?,
    opened: OpenedDocument, settings: ProjectSettings, report: Report, notes: [String]
  ) {
    self.run = run
    self.plan = plan
    self.target = target
    self.path = path
    self.rewritten = rewritten
    self.opened = opened
    self.settings = settings
    self.report = report
    self.notes = notes
  }

  /// What it will take, in lines for people.
  package var estimate: [String] {
    PackEstimate(plan: plan, settings: settings, mode: run.options.mode).lines + notes.map { "note: \($0)" }
  }

  package var tileCount: Int { plan.count }

  /// Whether so many tiles are asked of a server that a user must agree.
  package var wantsConsent: Bool { plan.remoteCount > Self.mostWithoutConsent && run.options.mode != .offline }

  /// How far it is.
  package var progress: (total: Int, earlier: Int, done: Int, bytes: Int) {
    let progress = session.withLock { $0 }?.progress ?? .init()
    return (progress.total, progress.earlier, progress.done, progress.bytes)
  }

  /// Where the package is filled: beside its place.
  private var stagePath: String { path + ".packing" }
  /// Where one is built that is not filled in its place.
  private var newPath: String { path + ".new" }

  /// Fills the package. A task that is cancelled stops it: what came is kept, and the same command goes on there.
  /// - Parameter tell: Called once when it is known what an earlier run has left.
  package func fill(tell: @Sendable (String) -> Void) async -> Outcome {
    var isBegun = false
    do throws(PackageError) {
      try PackageFolder.makeParents(of: path)
      let stage = try TileStage(
        stagePath, plan: plan.digest(for: type(of: target).typeName), layout: target.layout,
        tilesets: plan.parts.count)
      isBegun = true
      if stage.isResumed {
        tell("goes on where it stopped: \(ReadableNumber.grouped(Double(stage.done.count))) tiles are there already")
      } else if stage.hasReplaced {
        tell("`\(stagePath)` was of another area or layer: it begins anew")
      }
      let fetcher = run.fetcher(for: opened.document.projectRoot)
      if plan.remoteCount > 0 { fetcher.announce(stores: false) }
      let session = PackSession(plan, into: stage, of: target, fetcher: fetcher)
      self.session.withLock { $0 = session }
      let outcome = await session.run()
      if let error = outcome.error { throw error }
      if Task.isCancelled {
        return .stopped(words: "stopped; the same command goes on where it stopped (`\(stagePath)`)")
      }
      let lost = outcome.failures.filter { !$0.isLeftOut }
      if !lost.isEmpty { return .failed(words: words(of: lost, stage), findings: findings(outcome.failures)) }
      return try finish(stage, outcome)
    } catch {
      return .failed(words: error.words + (isBegun ? leftBehind : ""), findings: findings([]))
    }
  }

  /// Takes away a package that is not complete, and says what stays.
  private var leftBehind: String {
    if !type(of: target).isItsStage { try? PackageFolder.remove(newPath) }
    let stays = PathResolution.real(stagePath) != nil
    return stays ? "; what came is kept in `\(stagePath)`, and the same command goes on there" : ""
  }

  private func finish(_ stage: TileStage, _ outcome: PackSession.Outcome) throws(PackageError) -> Outcome {
    let counts = stage.facts.map(\.count)
    let count = counts.reduce(0, +)
    guard count > 0 else {
      try PackageFolder.remove(stagePath)
      return .failed(
        words: "there is nothing to pack: its source has none of the \(plan.count) tiles", findings: findings([]))
    }
    let counted = try stage.countedTiles()
    guard counted == count else {
      throw .notAsWritten(path: stagePath, reason: "it holds \(counted) tiles, and \(count) were written")
    }
    var built = stagePath
    if !type(of: target).isItsStage {
      built = newPath
      try PackageFolder.remove(built)
    }
    try target.finish(stage, at: built)
    try stage.release()
    try PackCheck(plan: plan, target: target, path: built).run(expected: counts, sample: outcome.sample)
    if type(of: target).isItsStage {
      // The long wait while the stage still knows its plan: a process that is killed now loses nothing.
      try PackageFolder.syncAll(built)
      try stage.forgetPlan()
    }
    try PackageFolder.put(built, at: path)
    if !type(of: target).isItsStage { try PackageFolder.remove(stagePath) }
    var lines = [
      "\(path)  \(ReadableNumber.grouped(Double(count))) tiles, \(ReadableNumber.bytes(stage.facts.reduce(0) { $0 + $1.bytes }))"
        + (plan.count > count ? ", \(ReadableNumber.grouped(Double(plan.count - count))) absent" : "")
    ]
    if let rewritten {
      do throws(PackageError) { try PackageText.write(rewritten.text, to: rewritten.path) } catch {
        return .failed(words: "`\(path)` is complete; \(error.words)", findings: findings(outcome.failures))
      }
      lines += rewritten.lines
    }
    return .written(lines: lines, findings: findings(outcome.failures))
  }

  private func words(of failures: [PackSession.Failure], _ stage: TileStage) -> String {
    let many = failures.count >= PackSession.mostFailures
    return "\(many ? "more than \(failures.count - 1)" : String(failures.count)) "
      + "\(failures.count == 1 ? "tile" : "tiles") could not be had; "
      + "\(ReadableNumber.grouped(Double(stage.done.count))) of \(ReadableNumber.grouped(Double(plan.count))) are in "
      + "`\(stagePath)`, and the same command asks for the others alone"
      + (failures.allSatisfy(\.failure.isForGood) ? "; `onError: warn` in the document leaves bad tiles out" : "")
  }

  /// Each kind of failure of a layer once, with the tile that had it first.
  private func findings(_ failures: [PackSession.Failure]) -> Report {
    var seen: Set<String> = []
    let sorted = failures.sorted { one, other in
      (one.part, one.tile.level, one.tile.row, one.tile.column)
        < (other.part, other.tile.level, other.tile.row, other.tile.column)
    }
    var diagnostics: [Diagnostic] = []
    for one in sorted where seen.insert("\(one.part) \(one.failure.code.name)").inserted {
      let layer = plan.parts[one.part].layer
      var finding = layer.finding(one.failure, in: opened.document)
      finding.severity = one.isLeftOut ? .warning : .error
      diagnostics.append(finding)
    }
    return Report(
      diagnostics: run.placed(diagnostics, of: opened.document), documents: [opened.document.path],
      toolVersion: Version.text)
  }
}
