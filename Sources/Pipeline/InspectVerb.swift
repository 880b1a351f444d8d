import LayerSources
import Transport

/// `inspect`: what a package, a cache or an address template holds, and the YAML layer that uses it.
package struct InspectVerb: Sendable {
  package enum Outcome: Sendable {
    case report(InspectionReport)
    /// What is wrong with the source, in words.
    case failed(String)
    case wrongUsage(String)
  }

  package init() {}

  /// A report as it may be shown: the address that was given, with its secrets replaced by `***`.
  package static func shown(_ report: String, of source: String) -> String {
    report.replacing(source, with: Address.redacted(source))
  }

  package func inspect(_ source: String) async -> Outcome {
    do throws(SourceError) {
      return .report(try await Inspection.inspect(source: source, context: SourceContext(painter: TilePainter())))
    } catch {
      if case .notFound = error { return .wrongUsage(error.words) }
      return .failed(error.words)
    }
  }
}
