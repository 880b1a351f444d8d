import Diagnostics

/// What reading one document shares: its findings, and what it may know of its surroundings.
///
/// One task owns it; it is never shared.
package final class ReadingContext {
  package private(set) var findings: [Diagnostic] = []
  /// The kinds of layer that a document may name, in the manual's order.
  package let kinds: [any LayerKind.Type]
  /// The values of `${env:NAME}`.
  package let environment: [String: String]

  package init(kinds: [any LayerKind.Type], environment: [String: String] = [:]) {
    self.kinds = kinds
    self.environment = environment
  }

  package func report(_ finding: Diagnostic) { findings.append(finding) }
}
