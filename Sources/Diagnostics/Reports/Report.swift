/// What a run found in its documents, in an order that does not depend on how the run went.
package struct Report: Sendable {
  /// Sorted by file, line, column and code; what several documents have from one template stands here once.
  package let diagnostics: [Diagnostic]
  /// The paths of the documents that were looked at, as shown to the user, in the order of the run.
  package let documents: [String]
  package let errors: Int
  package let warnings: Int
  /// Of mapdoc, for the forms that name it.
  package var toolVersion: String?

  package init(diagnostics: [Diagnostic], documents: [String], toolVersion: String? = nil) {
    var kept: [Diagnostic] = []
    kept.reserveCapacity(diagnostics.count)
    for finding in Report.sorted(diagnostics) where kept.last?.showsTheSame(as: finding) != true {
      kept.append(finding)
    }
    self.diagnostics = kept
    self.documents = documents
    self.errors = kept.count { $0.severity == .error }
    self.warnings = kept.count { $0.severity == .warning }
    self.toolVersion = toolVersion
  }

  /// Whether the run counts as failed.
  ///
  /// - Parameter strict: Warnings fail too.
  package func fails(strict: Bool) -> Bool { errors > 0 || strict && warnings > 0 }

  /// - Parameters:
  ///   - color: Colours of a terminal; only for people.
  ///   - strict: Warnings fail too, which JUnit shows.
  package func written(as format: ReportFormat, color: Bool = false, strict: Bool = false) -> String {
    switch format {
    case .human: HumanReport(of: self, isColored: color).written(self)
    case .json: json.text(pretty: true) + "\n"
    case .sarif: sarif.text() + "\n"
    case .junit: JUnitReport(isStrict: strict).written(self)
    case .github: GitHubReport.written(self)
    }
  }

  /// "3 errors, 1 warning in 12 documents".
  package var summary: String {
    var counts: [String] = []
    if errors > 0 || warnings == 0 { counts.append(errors == 0 ? "no errors" : Report.count(errors, "error")) }
    if warnings > 0 { counts.append(Report.count(warnings, "warning")) }
    return counts.joined(separator: ", ") + " in " + Report.count(documents.count, "document")
  }

  /// "1 error", "2 errors".
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Sorts places in the list, not the findings, which are large; files are compared once, not at each step.
  private static func sorted(_ findings: [Diagnostic]) -> [Diagnostic] {
    var ranks = Dictionary(findings.map { ($0.range.file.path, 0) }, uniquingKeysWith: { first, _ in first })
    for (rank, path) in ranks.keys.sorted().enumerated() { ranks[path] = rank }
    let keys = findings.enumerated().map { place, finding in
      SortKey(rank: ranks[finding.range.file.path] ?? 0, start: finding.range.start, place: place)
    }
    return keys.sorted { one, other in
      if one.rank != other.rank { return one.rank < other.rank }
      if one.start != other.start { return one.start < other.start }
      let (first, second) = (findings[one.place], findings[other.place])
      if first < second { return true }
      return !(second < first) && one.place < other.place
    }.map { findings[$0.place] }
  }

  private struct SortKey {
    let rank: Int
    let start: SourcePosition
    let place: Int
  }
}
