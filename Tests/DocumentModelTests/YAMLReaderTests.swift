import Diagnostics
import Testing

@testable import DocumentModel

/// Reads a text in which `↓` stands before each place that a finding must point to.
func expectFindings(
  in marked: String, _ codes: [Code], sourceLocation: SourceLocation = #_sourceLocation
) {
  let (text, places) = unmarked(marked)
  let found = YAMLReader.read(SourceFile(path: "map.yaml", bytes: Array(text.utf8))).findings
  #expect(found.map(\.code) == codes, "\(found.map(\.message))", sourceLocation: sourceLocation)
  #expect(found.map(\.range.start) == places, "\(found.map(\.message))", sourceLocation: sourceLocation)
}

/// The text without its marks, and the places of the marks in it.
func unmarked(_ marked: String) -> (text: String, places: [SourcePosition]) {
  var text = String.UnicodeScalarView()
  var places: [SourcePosition] = []
  var line = 1
  var column = 1
  for scalar in marked.unicodeScalars {
    if scalar == "↓" {
      places.append(SourcePosition(line: line, column: column))
      continue
    }
    text.append(scalar)
    (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
  }
  return (String(text), places)
}

/// A text that must have no findings.
func node(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Node {
  try node(Array(text.utf8), sourceLocation: sourceLocation)
}

func node(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> Node {
  let (node, findings) = YAMLReader.read(SourceFile(path: "map.yaml", bytes: bytes))
  #expect(findings.isEmpty, "\(findings.map(\.message))", sourceLocation: sourceLocation)
  return try #require(node, sourceLocation: sourceLocation)
}

extension Node {
  /// `1:5-1:8`.
  var place: String { range.place }

  /// The value at the end of a way of keys and numbers: `layers.0.id`.
  func at(_ way: String) -> Node? {
    way.split(separator: ".").reduce(Optional(self)) { node, step in
      if case .sequence(let items) = node?.content, let number = Int(step) {
        return items.indices.contains(number) ? items[number] : nil
      }
      return node?[String(step)]
    }
  }

  /// As flow text, to compare trees in one line.
  var flow: String {
    switch content {
    case .scalar(.text(let text)): "'\(text)'"
    case .scalar(let scalar): scalar.description
    case .sequence(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ") + "}"
    }
  }
}

extension SourceRange {
  var place: String { "\(start.line):\(start.column)-\(end.line):\(end.column)" }
}

@Suite struct YAMLReaderTests {
  @Test func givesEachValueTheRangeOfItsText() throws {
    let root = try node(
      """
      mapdoc: 1
      title: "Zürich – Łódź"   # the cities
      canvas: {size: [800, 600], dpi: 96}
      layers:
        - id: base
          url: 'it''s'

        - id: 日本
      x-last:
        deep:
          value: end

      # a comment
      """)
    #expect(root.place == "1:1-11:15")
    #expect(root.at("title")?.place == "2:8-2:23")
    #expect(root.at("canvas")?.place == "3:9-3:36")
    #expect(root.at("canvas.size")?.place == "3:16-3:26")
    #expect(root.at("canvas.size.1")?.place == "3:22-3:25")
    #expect(root.at("layers")?.place == "5:3-8:11")
    #expect(root.at("layers.0")?.place == "5:5-6:17")
    #expect(root.at("layers.0.url")?.place == "6:10-6:17")
    #expect(root.at("layers.1.id")?.place == "8:9-8:11")
    #expect(root.entry("x-last")?.keyRange.place == "9:1-9:7")
    #expect(root.at("x-last")?.place == "10:3-11:15")
  }

  @Test func countsColumnsInScalarsAfterWideCharacters() throws {
    let root = try node("🗺️: [e\u{301}, 🇨🇭, x]")
    #expect(root.at("🗺️.0")?.place == "1:6-1:8")
    #expect(root.at("🗺️.1")?.place == "1:10-1:12")
    #expect(root.at("🗺️.2")?.place == "1:14-1:15")
  }

  @Test func readsTheSamePlacesWithCarriageReturns() throws {
    let text = "a: 1\nb:\n  - x\n  - |\n    one\n    two\nc: 'q'\n"
    let plain = try node(text)
    let windows = try node(text.replacing("\n", with: "\r\n"))
    #expect(windows.flow == plain.flow)
    for way in ["a", "b", "b.0", "b.1", "c"] { #expect(windows.at(way)?.place == plain.at(way)?.place) }
    #expect(plain.at("b.1")?.place == "4:5-6:8")
  }

  @Test func passesOverAByteOrderMark() throws {
    let root = try node([0xEF, 0xBB, 0xBF] + Array("a: 1\nb: 2".utf8))
    #expect(root.entry("a")?.keyRange.place == "1:1-1:2")
    #expect(root.at("a")?.place == "1:4-1:5")
  }

  @Test func countsOnlyLineFeedsAsLines() throws {
    // libyaml also breaks lines at U+2028 and NEL, where editors do not.
    let root = try node("a: \"x\u{2028}y\u{85}z\"\nb: [1,\r2]\n")
    #expect(root.at("b.0")?.place == "2:5-2:6")
    #expect(root.at("b.1")?.place == "2:8-2:9")
    #expect(try node("a: &x # one\u{2028}- b\n").at("a.0")?.place == "1:15-1:16")
    #expect(try node("a: &x # one\u{2028}- b\n").at("a")?.place == "1:13-1:16")
  }

  @Test func leavesAnchorsAndTagsOutOfRanges() throws {
    let root = try node(
      """
      a: &x   "text"
      b: !!str &y 12
      c: &z !!seq # comment
        - 1
      d: &w
        k: 1
      e: [&v 1, &u {q: 2}]
      """)
    #expect(root.at("a")?.place == "1:9-1:15")
    #expect(root.at("b")?.place == "2:13-2:15")
    #expect(root.at("c")?.place == "4:3-4:6")
    #expect(root.at("d")?.place == "6:3-6:7")
    #expect(root.at("e.0")?.place == "7:8-7:9")
    #expect(root.at("e.1")?.place == "7:14-7:20")
    #expect(root.flow == "{a: 'text', b: '12', c: [1], d: {k: 1}, e: [1, {q: 2}]}")
  }

  @Test func endsABlockScalarAtItsLastLine() throws {
    let root = try node("a: |\n  one\n\n  two\n\n\nb: >-\n  x\n  y")
    #expect(root.at("a")?.place == "1:4-4:6")
    #expect(root.at("b")?.place == "7:4-9:4")
    #expect(root.flow == "{a: 'one\n\ntwo\n', b: 'x y'}")
  }

  @Test func putsAMissingValueBehindItsColon() throws {
    let root = try node("a:\nb: 1")
    #expect(root.at("a")?.place == "1:3-1:3")
    #expect(root.place == "1:1-2:5")
  }

  @Test func takesNumbersAndWordsAsKeys() throws {
    #expect(try node("12: a\ntrue: b\n1.50: c\n~: d").flow == "{12: 'a', true: 'b', 1.50: 'c', ~: 'd'}")
  }

  @Test func readsJSONWithTabs() throws {
    let root = try node("{\n\t\"type\": \"Point\",\n\t\"coordinates\": [\n\t\t1.5,\n\t\t-2e3\n\t]\n}\n")
    #expect(root.flow == "{type: 'Point', coordinates: [1.5, -2e3]}")
  }

  @Test func readsTheEscapesOfJSONBeyondTheFirstPlane() throws {
    let root = try node("[\"\\ud83d\\uDE00\\/é\\\\ud83d\", 1,\n \"\\ud83d\\ude00\\ud83d\\ude00\", 2]")
    #expect(root.flow == "['😀/é\\ud83d', 1, '😀😀', 2]")
    #expect(root.at("0")?.place == "1:2-1:26")
    #expect(root.at("1")?.place == "1:28-1:29")
    #expect(root.at("2")?.place == "2:2-2:28")
    #expect(root.at("3")?.place == "2:30-2:31")
    #expect(try node("{a: '\\u00e9'}").flow == "{a: '\\u00e9'}")
    expectFindings(in: "[\"\\u↓d83d\"]", [.yamlSyntax])
  }

  @Test(arguments: ["", "\n\n", "# only a comment\n", "---\n", "\u{FEFF}", "%YAML 1.2\n---\n"])
  func saysThatADocumentIsEmpty(_ text: String) {
    let (node, findings) = YAMLReader.read(SourceFile(path: "map.yaml", bytes: Array(text.utf8)))
    #expect(node == nil)
    #expect(findings.map(\.code) == [.emptyDocument])
  }

  @Test func saysThatAKeyIsTooLong() {
    let text = "a: 1\n" + String(repeating: "k", count: 5000) + ": 2\n"
    let findings = YAMLReader.read(SourceFile(path: "map.yaml", bytes: Array(text.utf8))).1
    #expect(findings.map(\.code) == [.yamlSyntax])
    #expect(findings.first?.message.contains("a key of 5000 characters") == true, "\(findings.map(\.message))")
  }

  @Test func reportsEveryMistakeThatLeavesTheTextReadable() {
    expectFindings(
      in: """
        a: 1
        ↓a: 2
        b: {x: 1, ↓x: 2}
        c: ↓!colour red
        d: ↓*nothing
        ? ↓[list, key]
        : 1
        <<: *none
        """.replacing("<<: *none", with: "<<: ↓5"),
      [.duplicateKey, .duplicateKey, .unsupportedTag, .undefinedAlias, .keyNotText, .badMergeKey])
  }

  @Test func keepsTheFirstOfTwoEqualKeysAndNamesItsLine() throws {
    let (node, findings) = YAMLReader.read(SourceFile(path: "m", bytes: Array("a: 1\nb: 2\na: 3".utf8)))
    #expect(node?.flow == "{a: 1, b: 2}")
    #expect(findings.first?.message == "the key `a` is written twice in one map")
    #expect(findings.first?.hint?.text.contains("line 1") == true)
  }

  @Test func findsAKeyTwiceInALargeMap() {
    let keys = (0..<50).map { "k\($0): 1\n" }.joined()
    expectFindings(in: keys + "↓k3: 2\n↓k49: 2\n", [.duplicateKey, .duplicateKey])
  }

  @Test func refusesASecondDocument() {
    expectFindings(in: "a: 1\n↓---\nb: 2\n", [.severalDocuments])
    expectFindings(in: "---\na: 1\n...\n", [])
  }

  @Test func tellsTheBytePlaceOfWhatIsNotUTF8() {
    let bytes = Array("a: 1\ntitle: Z".utf8) + [0xFC] + Array("rich\n".utf8)
    let (node, findings) = YAMLReader.read(SourceFile(path: "map.yaml", bytes: bytes))
    #expect(node == nil)
    #expect(findings.map(\.code) == [.notUTF8])
    #expect(findings.first?.range.place == "2:9-2:10")
    #expect(
      findings.first?.message == "the byte `0xFC` at offset 13 is not UTF-8; as Latin-1 the byte is `ü`")
  }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func refusesOverlongCutAndSurrogateBytes(_ bytes: [UInt8]) {
    let (_, findings) = YAMLReader.read(SourceFile(path: "map.yaml", bytes: Array("a: ".utf8) + bytes))
    #expect(findings.map(\.code) == [.notUTF8])
    #expect(findings.first?.range.start == SourcePosition(line: 1, column: 4))
  }

  @Test(arguments: [false, true], [false, true])
  func saysThatAUTF16TextIsToBeSavedAsUTF8(_ isBigEndian: Bool, _ hasMark: Bool) {
    let units = Array((hasMark ? "\u{FEFF}" : "").utf16) + Array("mapdoc: 1".utf16)
    let bytes = units.flatMap { unit -> [UInt8] in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isBigEndian ? pair.reversed() : pair
    }
    let (_, findings) = YAMLReader.read(SourceFile(path: "map.yaml", bytes: bytes))
    #expect(findings.map(\.code) == [.notUTF8])
    #expect(findings.first?.hint?.text == "save the file as UTF-8")
  }

  @Test(arguments: ["\u{0}", "\u{7}", "\u{7F}", "\u{9B}", "\u{FFFF}"])
  func refusesControlCharacters(_ character: String) {
    expectFindings(in: "a: é↓\(character)\n", [.yamlSyntax])
  }
}
