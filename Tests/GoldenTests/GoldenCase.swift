import DocumentModel
import FoundationEssentials
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// A whole picture of one small document: `Cases/NAME/map.yaml` and `expected.png`; the tiles are in `Data/`.
struct GoldenCase: Sendable, CustomTestStringConvertible {
  let name: String

  private static let root = Showcase.path("Tests/GoldenTests")

  /// All cases, by name.
  static let all: [GoldenCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/Cases")) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { GoldenCase(name: $0) }
  }()

  var testDescription: String { name }
  var golden: String { "\(Self.root)/Cases/\(name)/expected.png" }

  /// The file that is drawn of the case's document, by so many processors; no network, no clock.
  func file(processors: Int) async throws -> [UInt8] {
    // In a copy of the folders, so that neither stamps nor caches lie beside the cases.
    let scratch = try TemporaryFolder()
    try scratch.write("{}\n", to: ".mapdoc.yaml")
    try FileManager.default.createDirectory(atPath: scratch.path + "/Cases", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: "\(Self.root)/Cases/\(name)", toPath: "\(scratch.path)/Cases/\(name)")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/Data", withDestinationPath: Self.root + "/Data")
    var surroundings = Run.Options()
    surroundings.cacheFolder = scratch.path + "/cache"
    surroundings.mode = .offline
    var wishes = RenderVerb.Options()
    wishes.processors = processors
    wishes.renditions.outputFile = scratch.path + "/actual.png"
    let run = Run(surroundings)
    let outcome = await RenderVerb(run, wishes).render(["\(scratch.path)/Cases/\(name)/map.yaml"]) { _ in }
    await run.shutdown()
    guard case .report(let report) = outcome else { throw NotDrawn(reason: "\(outcome)") }
    let findings = report.findings.diagnostics.filter { $0.severity == .error }.map(\.message)
    guard report.count(.rendered) == 1, findings.isEmpty else {
      throw NotDrawn(reason: findings.joined(separator: "\n"))
    }
    return try scratch.read("actual.png")
  }

  struct NotDrawn: Error { let reason: String }
}
