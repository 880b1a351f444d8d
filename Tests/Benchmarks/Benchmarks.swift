import Diagnostics
import Glibc

/// Measures mapdoc's own stages and prints a table: `make bench`.
///
/// Peers and servers are not needed; data are made here, the same in every run. Under a minute.
enum Benchmarks {
  /// In the order of the work on a map.
  private static let stages: [any Stage] = [
    ParseStage(), PlanStage(), CheckStage(), FetchStage(), PackageStage(), DecodeStage(), ComposeStage(), EncodeStage(),
    GridStage(), LabelStage(), MapStage(), ServiceStage(), FeatureStage(),
  ]

  /// - Parameter words: `--json`, and names of stages: without one, all of them.
  /// - Returns: The exit status: 2 for a word that is neither, 1 when a stage failed.
  static func run(_ words: [String]) async -> Int32 {
    let names = words.filter { $0 != "--json" }
    if let unknown = names.first(where: { name in !stages.contains { $0.name == name } }) {
      say("mapdoc-bench [--json] [\(stages.map(\.name).joined(separator: "|"))]...: `\(unknown)` is none of them")
      return 2
    }
    var table = MeasurementTable()
    for stage in stages where names.isEmpty || names.contains(stage.name) {
      say("\(stage.name) ...")
      do {
        for measurement in try await stage.measure() { table.add(measurement, of: stage.name) }
      } catch {
        say("\(stage.name): \(error)")
        return 1
      }
    }
    print(words.contains("--json") ? table.json.text(pretty: true) : table.text)
    return 0
  }

  /// To standard error: the table is all that goes to standard output.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// A part of the work on maps that is measured by itself.
protocol Stage: Sendable {
  var name: String { get }
  func measure() async throws -> [Measurement]
}

/// A stage that did something else than was to be measured.
struct WrongWork: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
