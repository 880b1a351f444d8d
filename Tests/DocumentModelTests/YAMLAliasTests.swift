import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct YAMLAliasTests {
  @Test func putsTheAnchoredValueInPlaceOfItsAlias() throws {
    let root = try node("a: &x {k: [1, 2]}\nb: *x\nc: [*x, &y text, *y]\n? *y\n: key\n")
    #expect(root.flow == "{a: {k: [1, 2]}, b: {k: [1, 2]}, c: [{k: [1, 2]}, 'text', 'text'], text: 'key'}")
    #expect(root.at("b.k")?.place == "1:11-1:17")
    #expect(root.at("c")?.place == "3:4-3:21")
  }

  @Test func takesTheLatestAnchorOfAName() throws {
    #expect(try node("- &a 1\n- *a\n- &a 2\n- *a").flow == "[1, 1, 2, 2]")
    #expect(try node("- &a [&a 1, *a]\n- *a").flow == "[[1, 1], 1]")
  }

  @Test(arguments: ["a: &x [↓*x]", "a: &x {k: ↓*x}", "a: &x {k: [1, {d: ↓*x}]}"])
  func refusesAnAliasWithinItsOwnAnchor(_ marked: String) {
    expectFindings(in: marked, [.aliasExpansion])
  }

  @Test func suggestsAnAnchorForAMisspeltAlias() {
    let file = SourceFile(path: "m", bytes: Array("a: &style 1\nb: *stile".utf8))
    #expect(YAMLReader.read(file).findings.first?.hint?.text == "did you mean `*style`?")
  }

  // The examples of the merge key's description (yaml.org/type/merge.html).
  @Test func mergesMapsAsYAML11Describes() throws {
    let root = try node(
      """
      - &CENTER { x: 1, y: 2 }
      - &LEFT { x: 0, y: 2 }
      - &BIG { r: 10 }
      - &SMALL { r: 1 }
      - {x: 1, y: 2, r: 10, label: center/big}
      - {<<: *CENTER, r: 10, label: center/big}
      - {<<: [*CENTER, *BIG], label: center/big}
      - {<<: [*BIG, *LEFT, *SMALL], x: 1, label: center/big}
      """)
    let expected = try #require(root.at("4")).canonicalText()
    for number in 5...7 { #expect(root.at("\(number)")?.canonicalText() == expected) }
  }

  @Test func takesTheEarlierOfSeveralMergedMaps() throws {
    #expect(try node("<<: [{a: 1}, {a: 2, b: 2}]\nc: 3").flow == "{c: 3, a: 1, b: 2}")
    #expect(try node("a: 0\n<<: {a: 1}\nb: 2").flow == "{a: 0, b: 2}")
    #expect(try node("\"<<\": 1").flow == "{<<: 1}")
  }

  @Test func refusesOtherMergeValuesAndASecondMergeKey() {
    expectFindings(in: "<<: ↓text", [.badMergeKey])
    expectFindings(in: "<<: [↓1, {a: 1}]", [.badMergeKey])
    expectFindings(in: "<<: {a: 1}\n↓<<: {b: 1}", [.duplicateKey])
  }

  @Test func stopsABillionLaughs() {
    var text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for level in 1...9 {
      text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", "))]\n"
    }
    let (node, findings) = YAMLReader.read(SourceFile(path: "m", bytes: Array(text.utf8)))
    #expect(node == nil)
    #expect(findings.map(\.code) == [.aliasExpansion])
    #expect(findings.first?.range.start.line == 5)
  }

  @Test func stopsMergeKeysThatGrowWithoutBound() {
    var text = "m0: &m0 {\((0..<1000).map { "k\($0): 1" }.joined(separator: ", "))}\n"
    for level in 1...500 {
      text += "m\(level): {<<: [\(Array(repeating: "*m0", count: 20).joined(separator: ", "))]}\n"
    }
    #expect(YAMLReader.read(SourceFile(path: "m", bytes: Array(text.utf8))).findings.map(\.code) == [.aliasExpansion])
  }

  @Test func countsDepthThroughAliases() {
    var text = "a0: &a0 [x]\n"
    for level in 1...80 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    let findings = YAMLReader.read(SourceFile(path: "m", bytes: Array(text.utf8))).findings
    #expect(findings.map(\.code) == [.aliasExpansion])
    #expect(findings.first?.message.contains("64 deep") == true)
  }

  @Test func allowsManyAliasesOfSmallValues() throws {
    let text = "a: &a {x: 1, y: 2}\nb: [" + Array(repeating: "*a", count: 30_000).joined(separator: ", ") + "]"
    guard case .sequence(let items) = try node(text).at("b")?.content else { return }
    #expect(items.count == 30_000)
  }
}
