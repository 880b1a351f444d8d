import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct JSONTextTests {
  private func read(_ text: String) throws -> Node {
    try JSONText.read(SourceFile(path: "a.json", bytes: Array(text.utf8)))
  }

  @Test func readsEveryKindOfValue() throws {
    let node = try read("\u{FEFF} {\"a\": [1, -2.5e1, true, false, null], \"b\": \"x\\n\\u00e9\\ud83d\\ude00é\"} ")
    guard case .sequence(let items)? = node["a"]?.content else { return #expect(Bool(false)) }
    #expect(
      items.map(\.content) == [
        .scalar(.int(1)), .scalar(.double(-25, text: "-2.5e1")), .scalar(.bool(true)), .scalar(.bool(false)),
        .scalar(.null),
      ])
    #expect(node["b"]?.content == .scalar(.text("x\né😀é")))
  }

  @Test func knowsThePlaces() throws {
    let node = try read("{\n  \"a\": [1,\n    22]}")
    guard case .sequence(let items)? = node["a"]?.content else { return #expect(Bool(false)) }
    #expect(
      items[1].range.start == SourcePosition(line: 3, column: 5)
        && items[1].range.end == SourcePosition(line: 3, column: 7))
    #expect(node.entry("a")?.keyRange.start == SourcePosition(line: 2, column: 3))
  }

  @Test(arguments: [
    "", "{", "[1,", "[1 2]", "{\"a\" 1}", "{a: 1}", "tru", "\"abc", "\"\\x\"", "\"\\u12\"", "1 2", "[1,]", "-", "nan",
    "\"\u{1}\"", "01x",
  ])
  func refusesWhatIsNone(_ text: String) {
    #expect(throws: JSONTextError.self) { try read(text) }
  }

  @Test func hasABoundInDepth() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONTextError.self) { try read(deep) }
  }
}
