/// Findings for people, with the lines that they are about:
/// ```
/// maps/harbour.yaml:14:11: error[MD301]: layer `relief` is in EPSG:4326, the map is in EPSG:3857
///    14 |     type: wmts
///       |           ^~~~
///    hint: add `reproject: always` to warp it
/// ```
struct HumanReport {
  let isColored: Bool
  /// What no excerpt shows: also a finding about something else on the line of a secret has one.
  private let secrets: [SourceRange]

  /// - Parameter report: Tells where secrets stand.
  init(of report: Report, isColored: Bool) {
    self.isColored = isColored
    secrets = report.diagnostics.filter { $0.code == .literalSecret }.map(\.range)
  }

  func written(_ report: Report) -> String {
    var builder = TextBuilder()
    write(report.diagnostics[...], into: &builder)
    builder.append(style(report.summary, .bold) + "\n")
    return builder.text
  }

  /// - Precondition: Sorted, as a report keeps them.
  func write(_ findings: ArraySlice<Diagnostic>, into builder: inout TextBuilder) {
    var readers: [ObjectIdentifier: ExcerptReader] = [:]
    for finding in findings {
      let file = finding.range.file
      write(finding, reader: &readers[ObjectIdentifier(file), default: reader(of: file)], into: &builder)
    }
  }

  /// A text that was read twice is two files with one path.
  private func reader(of file: SourceFile) -> ExcerptReader {
    ExcerptReader(file, hiding: secrets.filter { $0.file.path == file.path })
  }

  private func write(
    _ finding: Diagnostic, reader: inout ExcerptReader, into builder: inout TextBuilder
  ) {
    let start = finding.range.start
    builder.append(style("\(Printable.text(finding.range.file.path)):\(start.line):\(start.column):", .bold))
    builder.append(" ")
    builder.append(style("\(finding.severity.rawValue)[\(finding.code.name)]:", .of(finding.severity)))
    builder.append(" \(Printable.text(finding.message))\n")
    if let excerpt = excerpt(of: finding, reader: &reader) {
      let number = String(start.line)
      let gutter = max(5, number.utf8.count + 1)
      builder.append(spaces: gutter - number.utf8.count)
      builder.append("\(style(number + " |", .dim)) \(excerpt.text)\n")
      builder.append(spaces: gutter + 1)
      builder.append(style("|", .dim))
      builder.append(spaces: excerpt.indent + 1)
      let mark = "^" + String(repeating: "~", count: excerpt.width - 1)
      builder.append(style(mark, .of(finding.severity)) + "\n")
    }
    if let hint = finding.hint { builder.append("   \(style("hint:", .hint)) \(Printable.text(hint.text))\n") }
  }

  /// `nil` for what concerns a whole file, and for a text that could not be read.
  private func excerpt(of finding: Diagnostic, reader: inout ExcerptReader) -> Excerpt? {
    let range = finding.range
    if range.file.bytes.isEmpty || range.start == .start && range.end == .start { return nil }
    return reader.excerpt(of: range)
  }

  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case error = "1;31"
    case warning = "1;33"
    case info = "1;36"
    case hint = "1;32"

    static func of(_ severity: Severity) -> Style {
      switch severity {
      case .error: .error
      case .warning: .warning
      case .info: .info
      }
    }
  }

  private func style(_ text: String, _ style: Style) -> String {
    isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
