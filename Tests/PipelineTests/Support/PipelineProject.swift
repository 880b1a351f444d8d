import Diagnostics
import DocumentModel
import TestSupport
import Testing
import Transport

@testable import Pipeline

/// A map project in a folder of its own, with runs over it in this process; its cache lies in the folder too.
struct PipelineProject {
  let folder: TemporaryFolder
  var options = Run.Options()

  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    options.cacheFolder = folder.path + "/cache"
    // Retries as they are, but at once.
    options.adjustFetching = { $0.retries.firstDelay = 0.001 }
    for (name, text) in files { try folder.write(text, to: name) }
  }

  func path(_ name: String) -> String { folder.path + "/" + name }

  func check(_ name: String = "map.yaml") async throws -> [Diagnostic] {
    let outcome = await CheckVerb(Run(options)).check([name.isEmpty ? folder.path : path(name)])
    guard case .report(let report) = outcome else { throw Unexpected(what: "\(outcome)") }
    return report.diagnostics
  }

  @discardableResult
  func render(
    _ names: String..., change: (inout RenderVerb.Options) -> Void = { _ in }
  ) async throws -> RenderReport {
    var wishes = RenderVerb.Options()
    change(&wishes)
    let run = Run(options)
    let outcome = await RenderVerb(run, wishes).render((names.isEmpty ? ["map.yaml"] : names).map(path)) { _ in }
    await run.shutdown()
    guard case .report(let report) = outcome else { throw Unexpected(what: "\(outcome)") }
    return report
  }

  func plan(_ name: String = "map.yaml", bookmark: String? = nil, dpi: Double? = nil) async throws -> JSONValue {
    let outcome = await PlanVerb(Run(options)).plan(path(name), bookmark: bookmark, dpi: dpi)
    guard case .plan(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
    return plan.json
  }

  struct Unexpected: Error { let what: String }
}

extension Run.Options {
  /// With more changes to how tiles are fetched.
  mutating func alsoAdjust(_ change: @escaping @Sendable (inout FetcherOptions) -> Void) {
    let before = adjustFetching
    adjustFetching = {
      before(&$0)
      change(&$0)
    }
  }
}

extension JSONValue {
  /// A member of an object.
  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { return members.first { $0.key == key }?.value }
    return nil
  }

  /// An item of an array.
  subscript(index: Int) -> JSONValue? {
    if case .array(let items) = self, items.indices.contains(index) { return items[index] }
    return nil
  }

  /// The keys of an object, in their order.
  var keys: [String] {
    if case .object(let members) = self { return members.map(\.key) }
    return []
  }

  /// Numbers of an array, or one number; empty for anything else.
  var numbers: [Double] {
    switch self {
    case .array(let items): items.flatMap(\.numbers)
    case .int(let value): [Double(value)]
    case .double(let value): [value]
    default: []
    }
  }
}
