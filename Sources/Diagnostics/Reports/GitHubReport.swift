/// Workflow commands of GitHub Actions: one line for each finding, which becomes an annotation.
enum GitHubReport {
  static func written(_ report: Report) -> String {
    var builder = TextBuilder()
    for finding in report.diagnostics { write(finding, into: &builder) }
    return builder.text
  }

  private static func write(_ finding: Diagnostic, into builder: inout TextBuilder) {
    let range = finding.range
    builder.append("::\(command(for: finding.severity)) file=")
    builder.append(shown(range.file.path), replacing: property)
    builder.append(",line=\(range.start.line),endLine=\(range.end.line)")
    // GitHub refuses columns for a stretch of several lines.
    if range.start.line == range.end.line {
      builder.append(",col=\(range.start.column),endColumn=\(range.end.column)")
    }
    builder.append(",title=")
    builder.append("\(finding.code.name): \(finding.code.title)", replacing: property)
    builder.append("::")
    builder.append(shown(finding.message), replacing: message)
    if let hint = finding.hint {
      builder.append("%0Ahint: ")
      builder.append(shown(hint.text), replacing: message)
    }
    builder.append("\n")
  }

  private static func command(for severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }

  /// The log of a run is shown on a terminal's colours: what would steer it is shown as its picture; ends of lines have
  /// their own notation.
  private static func shown(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Printable.text(String($0)) }
      .joined(separator: "\n")
  }

  private static func message(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "%"): "%25"
    case UInt8(ascii: "\r"): "%0D"
    case UInt8(ascii: "\n"): "%0A"
    default: nil
    }
  }

  private static func property(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: ":"): "%3A"
    case UInt8(ascii: ","): "%2C"
    default: message(byte)
    }
  }
}
