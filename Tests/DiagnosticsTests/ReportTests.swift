import Testing

@testable import Diagnostics

@Suite struct ReportTests {
  static let text = """
    mapdoc: 1
    layers:
      - id: relief
        type: wmts
        opacty: 0.5

    """
  static let file = SourceFile(path: "maps/harbour.yaml", bytes: Array(text.utf8))

  static func range(_ line: Int, _ column: Int, _ endLine: Int, _ endColumn: Int, in file: SourceFile = file)
    -> SourceRange
  {
    SourceRange(file, SourcePosition(line: line, column: column), SourcePosition(line: endLine, column: endColumn))
  }

  /// A report of one finding of each severity.
  static let report: Report = {
    var reference = Diagnostic(
      .tiledLayerInOtherReference, "layer `relief` is in EPSG:4326, the map is in EPSG:3857 (from basemap `streets`)",
      at: range(4, 11, 4, 15), hint: Hint("add `reproject: always` to warp it"), layer: "relief")
    reference.path = "layers[0].type"
    let key = Diagnostic(
      .unknownKey, "a layer has no key `opacty`", at: range(5, 5, 5, 11),
      hint: .didYouMean("opacity", at: range(5, 5, 5, 11)))
    let info = Diagnostic(.otherGrid, "layer `relief` is on another grid", at: range(3, 5, 6, 1))
    let warning = Diagnostic(
      .noDocuments, "no map document", at: SourceRange(startOf: SourceFile(path: "a,b:c%", bytes: [])))
    return Report(
      diagnostics: [key, info, warning, reference], documents: ["maps/harbour.yaml", "maps/town.yaml"],
      toolVersion: "1.0")
  }()

  @Test func sortsAndCounts() {
    #expect(
      Self.report.diagnostics.map(\.code) == [.noDocuments, .otherGrid, .tiledLayerInOtherReference, .unknownKey])
    #expect(Self.report.errors == 2)
    #expect(Self.report.warnings == 1)
    #expect(Self.report.summary == "2 errors, 1 warning in 2 documents")
  }

  @Test(arguments: [
    (0, 0, 1, "no errors in 1 document"), (0, 0, 0, "no errors in 0 documents"), (1, 0, 3, "1 error in 3 documents"),
    (0, 2, 3, "2 warnings in 3 documents"), (3, 1, 12, "3 errors, 1 warning in 12 documents"),
  ])
  func summarises(errors: Int, warnings: Int, documents: Int, summary: String) {
    let findings =
      (0..<errors).map { Diagnostic(.unknownKey, "\($0)", at: Self.range(1, 1, 1, 2)) }
      + (0..<warnings).map { Diagnostic(.noDocuments, "\($0)", at: Self.range(1, 1, 1, 2)) }
    let report = Report(diagnostics: findings, documents: (0..<documents).map { "\($0)" })
    #expect(report.summary == summary)
    #expect(report.fails(strict: false) == (errors > 0))
    #expect(report.fails(strict: true) == (errors + warnings > 0))
  }

  @Test func aMistakeOfATemplateIsReportedOnce() {
    // Two documents read the template each for itself.
    let findings = (0..<2).map { number in
      let file = SourceFile(path: "templates/base.yaml", bytes: Array("a: 1\n".utf8))
      var finding = Diagnostic(.unknownKey, "no key `a`", at: Self.range(1, 1, 1, 2, in: file))
      // One of them has a layer of its own before those of the template.
      finding.path = "layers[\(number)].a"
      return finding
    }
    let other = Diagnostic(.unknownKey, "no key `a`", at: Self.range(1, 1, 1, 2))
    #expect(Report(diagnostics: findings + [other], documents: []).diagnostics.count == 2)
  }

  @Test func theOrderOfFindingIsNoMatter() {
    let findings = Self.report.diagnostics
    let written = ReportFormat.allCases.map { Self.report.written(as: $0) }
    for shift in 1..<findings.count {
      let turned = Array(findings[shift...] + findings[..<shift])
      let report = Report(diagnostics: turned, documents: Self.report.documents, toolVersion: "1.0")
      #expect(ReportFormat.allCases.map { report.written(as: $0) } == written)
    }
  }

  @Test func writesForPeople() {
    #expect(
      Self.report.written(as: .human) == """
        a,b:c%:1:1: warning[MD015]: no map document
        maps/harbour.yaml:3:5: info[MD310]: layer `relief` is on another grid
            3 |   - id: relief
              |     ^~~~~~~~~~
        maps/harbour.yaml:4:11: error[MD301]: layer `relief` is in EPSG:4326, the map is in EPSG:3857 (from basemap `streets`)
            4 |     type: wmts
              |           ^~~~
           hint: add `reproject: always` to warp it
        maps/harbour.yaml:5:5: error[MD101]: a layer has no key `opacty`
            5 |     opacty: 0.5
              |     ^~~~~~
           hint: did you mean `opacity`?
        2 errors, 1 warning in 2 documents

        """)
  }

  @Test func coloursOnlyWhenAsked() {
    let colored = Self.report.written(as: .human, color: true)
    #expect(colored.contains("\u{1B}[1;31merror[MD301]:\u{1B}[0m layer"))
    #expect(colored.contains("\u{1B}[1;33mwarning[MD015]:"))
    var plain = colored
    while let start = plain.firstIndex(of: "\u{1B}"), let end = plain[start...].firstIndex(of: "m") {
      plain.removeSubrange(start...end)
    }
    #expect(plain == Self.report.written(as: .human))
    for format in ReportFormat.allCases where format != .human {
      #expect(!Self.report.written(as: format, color: true).contains("\u{1B}"))
    }
  }

  @Test func noControlCharacterReachesATerminal() {
    let file = SourceFile(path: "a\u{1B}[31m.yaml", bytes: Array("x: \u{1B}]0;title\u{7}\u{202E}y\n".utf8))
    let finding = Diagnostic(
      .unknownKey, "no key `\u{1B}[2J\n`", at: Self.range(1, 4, 1, 6, in: file), hint: Hint("\u{9B}"))
    #expect(
      Report(diagnostics: [finding], documents: ["a"]).written(as: .human) == """
        a␛[31m.yaml:1:4: error[MD101]: no key `␛[2J␊`
            1 | x: ␛]0;title␇\u{FFFD}y
              |    ^~
           hint: \u{FFFD}
        1 error in 1 document

        """)
  }
}

/// A secret that was written down is found, and no report shows it.
@Suite struct SecretReportTests {
  private static let secret = "k9-Zx-not-for-you"

  private static let report: Report = {
    let text = """
      layers:
        - {id: a, opacty: 1, url: "https://example.org/{z}?key=\(secret)", type: xyz}
        - {id: b, headers: {X-Api-Key:
            \(secret)}}
      """
    let file = SourceFile(path: "maps/a.yaml", bytes: Array(text.utf8))
    func range(_ line: Int, _ column: Int, _ endLine: Int, _ end: Int) -> SourceRange {
      SourceRange(file, SourcePosition(line: line, column: column), SourcePosition(line: endLine, column: end))
    }
    let url = 29 + "\"https://example.org/{z}?key=\(secret)\"".count
    return Report(
      diagnostics: [
        Diagnostic(.unknownKey, "a layer has no key `opacty`", at: range(2, 13, 2, 19)),
        Diagnostic(.literalSecret, "`key` in this address is a secret", at: range(2, 29, 2, url)),
        Diagnostic(.unknownKey, "behind it", at: range(2, url + 2, 2, url + 6)),
        Diagnostic(.literalSecret, "header `X-Api-Key` holds a secret", at: range(4, 7, 4, 7 + secret.count)),
        Diagnostic(.otherGrid, "all of a layer", at: range(3, 5, 4, 7 + secret.count)),
      ], documents: ["maps/a.yaml"])
  }()

  @Test(arguments: [ReportFormat.human, .json, .sarif, .junit, .github])
  func showsNoSecret(_ format: ReportFormat) {
    let written = Self.report.written(as: format)
    #expect(!written.contains(Self.secret))
    #expect(written.contains("this address is a secret"))
  }

  @Test func marksTheMask() {
    let lines = Self.report.written(as: .human).split(separator: "\n").map(String.init)
    #expect(lines.filter { $0 == "    2 |   - {id: a, opacty: 1, url: ***, type: xyz}" }.count == 2)
    #expect(lines.contains("      |                             ^~~"))
    #expect(lines.contains("    2 | …***, type: xyz}"))
    #expect(lines.contains("    4 |       ***}}"))
  }
}
