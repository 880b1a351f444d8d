import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct YAMLSyntaxTests {
  struct Slip: Sendable, CustomTestStringConvertible {
    let text: String
    /// What message and hint must name.
    let words: [String]

    init(_ text: String, _ words: String...) {
      self.text = text
      self.words = words
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Slip("title: Map↓: harbour", "second `: `", "put the value in quotes"),
    Slip("title: ${map}↓: x", "put the value in quotes"),
    Slip("↓key:value\nb: 1", "`key:value`", "write `key: ` with a space"),
    Slip("b: 1\n↓key:value", "`key:value`", "write `key: ` with a space"),
    Slip("a: 1\n↓foo\nb: 2", "`foo`", "write `:`"),
    Slip("a: 1\n  ↓b: 2", "indented deeper", "same column"),
    Slip("a:\n  b: 1\n ↓c: 2", "begins on line 1", "column 1 or 3"),
    Slip("layers:\n- id: a\n ↓type: b", "column 1 or 3"),
    Slip("layers:\n  - id: a\n    type: x\n   ↓- id: b", "list that begins on line 2", "column 3"),
    Slip("  a: 1\n↓b: 2", "same column"),
    Slip("layers: ↓- id: a", "list entry", "a line of its own"),
    Slip("title: \"a\" ↓b\nc: 1", "behind the closing quote"),
    Slip("title: 'it'↓s'\nb: 1", "behind the closing quote", "double a quote"),
    Slip("title: ↓\"unclosed\nb: 1", "not closed", "closing quote"),
    Slip("title: ↓'unclosed", "not closed"),
    Slip("size: ↓[800, 600\ndpi: 96", "not closed before line 2", "write `]`"),
    Slip("m: ↓{a: 1, b: 2\nc: 3", "not closed before line 2", "write `}`"),
    Slip("m: ↓{a: 1, b: 2", "not closed", "write `}`"),
    Slip("canvas: {background: ↓#fff, dpi: 96}", "begins a comment", "put a colour in quotes"),
    Slip("canvas: ↓{background: #fff, dpi: 96}\nb: 1", "begins a comment", "put a colour in quotes"),
    Slip("a: [1, 2]↓]\nb: 1", "`]` stands outside of brackets"),
    Slip("a: {b: 1 c↓: 2}", "a `,` or `}` is expected"),
    Slip("a: [x$↓{p}]", "put the text in quotes"),
    Slip("{url: http://x/↓{z}.png}", "put the text in quotes"),
    Slip("a: [x, ↓, b]", "a value is missing"),
    Slip("title: ↓@home", "`@`", "put the text in quotes"),
    Slip("title: ↓`x`", "put the text in quotes"),
    Slip("title: ↓%x", "`%`", "put the text in quotes"),
    Slip("files: ↓*.png", "`*`", "put a text that begins with `*` in quotes"),
    Slip("a: ↓& b", "`&`", "in quotes"),
    Slip("path: \"C:↓\\data\"", "`\\d`", "single quotes"),
    Slip("a: \"\\u↓12\"", "hexadecimal digits"),
    Slip("a: |↓x\n  foo", "`|`", "next line"),
  ])
  func namesTheUsualSlips(_ slip: Slip) {
    let (text, places) = unmarked(slip.text)
    let (node, findings) = YAMLReader.read(SourceFile(path: "map.yaml", bytes: Array(text.utf8)))
    #expect(node == nil)
    #expect(findings.map(\.code) == [.yamlSyntax])
    #expect(findings.map(\.range.start) == places, "\(findings.map(\.message))")
    let said = findings.map { $0.message + " / " + ($0.hint?.text ?? "") }.joined()
    for words in slip.words { #expect(said.contains(words)) }
  }

  @Test(arguments: ["a:\n↓\tb: 1", "a:\n  - x\n↓\t- y", "a:\n  b: 1\n  ↓\tc: 2", "a:\r\n↓\tb: 1", "a: b\n↓\tc"])
  func pointsAtATabInTheIndentation(_ marked: String) {
    expectFindings(in: marked, [.tabIndentation])
  }

  @Test(arguments: ["a: 1\t# comment", "a:\t1", "a: |\n  x\n  \ty", "a: \"x\n\ty\"", "a: {\n\tb: 1\n}"])
  func allowsTabsElsewhere(_ text: String) throws {
    _ = try node(text)
  }

  @Test func keepsWhatWasFoundBeforeTheTextBreaks() {
    expectFindings(in: "a: 1\n↓a: 2\nb: ↓@x\n", [.duplicateKey, .yamlSyntax])
  }

  @Test func speaksInOneVoice() {
    for text in ["a: @", "a: [1", "a: 'x", "- a\nb: 1", "%X\na: 1", "a: !<x y", "? - a\n b"] {
      for finding in YAMLReader.read(SourceFile(path: "m", bytes: Array(text.utf8))).findings {
        #expect(finding.message.first.map { !$0.isUppercase && $0 != "." } == true)
        #expect(finding.message.last != ".")
        #expect(finding.range.start <= finding.range.end)
      }
    }
  }
}
