import Testing

@testable import Diagnostics

@Suite struct ExcerptTests {
  private func excerpt(_ text: String, _ line: Int, _ column: Int, _ endLine: Int, _ endColumn: Int) -> Excerpt? {
    var reader = ExcerptReader(SourceFile(path: "a", bytes: Array(text.utf8)))
    return reader.excerpt(of: range(text, line, column, endLine, endColumn))
  }

  private func range(_ text: String, _ line: Int, _ column: Int, _ endLine: Int, _ endColumn: Int) -> SourceRange {
    SourceRange(
      SourceFile(path: "a", bytes: Array(text.utf8)), SourcePosition(line: line, column: column),
      SourcePosition(line: endLine, column: endColumn))
  }

  @Test func marksARange() {
    #expect(excerpt("a: b\nkey: value\n", 2, 6, 2, 11) == Excerpt(text: "key: value", indent: 5, width: 5))
  }

  @Test func marksOneColumnAtLeast() {
    #expect(excerpt("a: b\n", 1, 4, 1, 4) == Excerpt(text: "a: b", indent: 3, width: 1))
    #expect(excerpt("a: b\n", 1, 5, 1, 9) == Excerpt(text: "a: b", indent: 4, width: 1))
    #expect(excerpt("a: b\n", 2, 1, 2, 1) == Excerpt(text: "", indent: 0, width: 1))
    #expect(excerpt("a: b\n", 3, 1, 3, 1) == nil)
  }

  @Test func marksToTheEndOfTheLineOfAStretchOfSeveral() {
    #expect(excerpt("- id: a  \n  b: c\n", 1, 3, 2, 7) == Excerpt(text: "- id: a  ", indent: 2, width: 5))
  }

  @Test func leavesLineEndsAndByteOrderMarksOut() {
    #expect(excerpt("a: b\r\nc: d\r\n", 2, 4, 3, 1) == Excerpt(text: "c: d", indent: 3, width: 1))
    #expect(excerpt("\u{FEFF}a: b\n", 1, 4, 1, 5) == Excerpt(text: "a: b", indent: 3, width: 1))
  }

  @Test func countsColumnsOfTheTerminal() {
    // Two ideographs of two columns each; a combining ring of none; a tab to the next fourth column.
    #expect(excerpt("東京: x", 1, 5, 1, 6) == Excerpt(text: "東京: x", indent: 6, width: 1))
    #expect(excerpt("東京: x", 1, 1, 1, 3) == Excerpt(text: "東京: x", indent: 0, width: 4))
    #expect(excerpt("A\u{30A}b: x", 1, 3, 1, 4) == Excerpt(text: "A\u{30A}b: x", indent: 1, width: 1))
    #expect(excerpt("a\tb: x", 1, 3, 1, 4) == Excerpt(text: "a   b: x", indent: 4, width: 1))
    #expect(excerpt("a: \u{7}x", 1, 5, 1, 6) == Excerpt(text: "a: ␇x", indent: 4, width: 1))
  }

  @Test func cutsALongLineAroundThePlace() throws {
    let line = String(repeating: "ø", count: 500) + "X" + String(repeating: "y", count: 500)
    let found = try #require(excerpt(line, 1, 501, 1, 502))
    #expect(found.text == "…" + String(repeating: "ø", count: 40) + "X" + String(repeating: "y", count: 59) + "…")
    #expect(found.indent == 41)
    #expect(found.width == 1)
    #expect(excerpt(line, 1, 1, 1, 900)?.width == 100)
  }

  @Test func answersInAnyOrder() {
    let text = (1...50).map { "key\($0): value" }.joined(separator: "\n")
    var reader = ExcerptReader(SourceFile(path: "a", bytes: Array(text.utf8)))
    for line in [1, 50, 3, 3, 2, 49, 50, 50, 1] {
      for column in [6, 2] {
        #expect(reader.excerpt(of: range(text, line, column, line, column + 1))?.text == "key\(line): value")
        #expect(reader.excerpt(of: range(text, line, column, line, column + 1))?.indent == column - 1)
      }
    }
  }

  @Test func survivesBytesThatAreNoUTF8() {
    var reader = ExcerptReader(SourceFile(path: "a", bytes: [0x61, 0xFF, 0xC3, 0x0A, 0x80, 0x80]))
    for line in 1...2 {
      for column in 1...5 {
        let place = SourcePosition(line: line, column: column)
        #expect(reader.excerpt(of: SourceRange(SourceFile(path: "a", bytes: []), place, place)) != nil)
      }
    }
  }

  @Test func readsALongLineOnce() {
    // 10,000 findings in one line of half a megabyte: a search from its start each time would take minutes.
    let file = SourceFile(path: "a", bytes: Array(String(repeating: "key: value, ", count: 40_000).utf8))
    let findings = (0..<10_000).map { place in
      let start = SourcePosition(line: 1, column: 1 + place * 48)
      return Diagnostic(.unknownKey, "x", at: SourceRange(file, start, start))
    }
    let elapsed = ContinuousClock().measure {
      _ = Report(diagnostics: findings, documents: ["a"]).written(as: .human)
    }
    #expect(elapsed < .seconds(10))
  }
}
