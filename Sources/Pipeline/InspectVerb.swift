import DocumentModel
import LayerSources
import Transport

/// `inspect`: what a package, a cache, a service or an address template holds, and the YAML layer that uses it.
package struct InspectVerb: Sendable {
  let run: Run

  package enum Outcome: Sendable {
    case report(InspectionReport)
    /// What is wrong with the source, in words.
    case failed(String)
    case wrongUsage(String)
  }

  package init(_ run: Run) { self.run = run }

  /// A report as it may be shown: its secrets, which the server may repeat, are replaced by `***`.
  package static func shown(_ report: String, of source: String) -> String {
    AddressWords.hidingSecrets(of: source, in: report)
  }

  package func inspect(_ source: String) async -> Outcome {
    // Of the working folder: its hosts, its contact, its cache.
    let context = run.context(root: DocumentMerger.projectRoot(of: "./inspect"))
    do throws(SourceError) {
      return .report(try await Inspection.inspect(source: source, context: context))
    } catch {
      let words = AddressWords.hidingSecrets(of: source, in: error.words)
      if case .notFound = error { return .wrongUsage(words) }
      return .failed(words)
    }
  }
}
