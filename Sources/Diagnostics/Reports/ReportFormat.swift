/// How the findings of a run are written; the raw values are the words of `check --format`.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// For people: each finding with the line of the document that it is about.
  case human
  /// One object, for programs.
  case json
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// JUnit XML, a test case for each document, for CI systems.
  case junit
  /// Workflow commands of GitHub Actions, which become annotations.
  case github
}
