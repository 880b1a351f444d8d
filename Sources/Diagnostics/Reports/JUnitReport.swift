/// JUnit XML as CI systems read it: a test case for each document, failed where it has errors.
///
/// A case has one `failure`, because several readers show only the first; its text holds all the findings. What does
/// not fail a document is in `system-out`.
struct JUnitReport {
  /// Warnings fail too.
  let isStrict: Bool

  func written(_ report: Report) -> String {
    let findings = Dictionary(grouping: report.diagnostics, by: \.range.file.path)
    // A template with findings is no document of the run, but must not be lost.
    let listed = Set(report.documents)
    let cases = report.documents + findings.keys.filter { !listed.contains($0) }.sorted()
    let failed = cases.count { (findings[$0] ?? []).contains(where: fails) }
    let counts = "tests=\"\(cases.count)\" failures=\"\(failed)\" errors=\"0\""
    var builder = TextBuilder()
    builder.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    builder.append("<testsuites name=\"mapdoc check\" \(counts)>\n")
    builder.append("  <testsuite name=\"mapdoc check\" \(counts) skipped=\"0\" time=\"0\">\n")
    let lines = HumanReport(of: report, isColored: false)
    for path in cases { write(path, findings[path] ?? [], lines, into: &builder) }
    builder.append("  </testsuite>\n</testsuites>\n")
    return builder.text
  }

  private func fails(_ finding: Diagnostic) -> Bool {
    finding.severity == .error || isStrict && finding.severity == .warning
  }

  private func write(
    _ path: String, _ findings: [Diagnostic], _ lines: HumanReport, into builder: inout TextBuilder
  ) {
    let name = XMLText.attribute(path)
    builder.append("    <testcase classname=\"mapdoc.check\" name=\"\(name)\" file=\"\(name)\" time=\"0\"")
    if findings.isEmpty { return builder.append("/>\n") }
    builder.append(">\n")
    let failures = findings.filter(fails)
    if let first = failures.first {
      let more = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
      builder.append("      <failure type=\"\(first.code.name)\" message=\"")
      builder.append(XMLText.attribute(first.message + more) + "\">")
      write(failures, lines, into: &builder)
      builder.append("</failure>\n")
    }
    let others = findings.filter { !fails($0) }
    if !others.isEmpty {
      builder.append("      <system-out>")
      write(others, lines, into: &builder)
      builder.append("</system-out>\n")
    }
    builder.append("    </testcase>\n")
  }

  private func write(_ findings: [Diagnostic], _ lines: HumanReport, into builder: inout TextBuilder) {
    var text = TextBuilder()
    lines.write(findings[...], into: &text)
    builder.append(XMLText.content(text.text))
  }
}

/// Texts as XML 1.0 may hold them.
enum XMLText {
  /// Between the double quotes of an attribute; line ends and tabs survive a reader's normalisation.
  static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var builder = TextBuilder()
    builder.append(withoutForbidden(text)) { byte in
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      case UInt8(ascii: "\""): isAttribute ? "&quot;" : nil
      case 0x0D: "&#13;"
      case 0x0A: isAttribute ? "&#10;" : nil
      case 0x09: isAttribute ? "&#9;" : nil
      case 0..<0x20: "\u{FFFD}"
      default: nil
      }
    }
    return builder.text
  }

  /// U+FFFE and U+FFFF are no characters of XML, not even as references.
  private static func withoutForbidden(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value == 0xFFFE || $0.value == 0xFFFF }) else { return text }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      kept.append(scalar.value == 0xFFFE || scalar.value == 0xFFFF ? "\u{FFFD}" : scalar)
    }
    return String(kept)
  }
}
