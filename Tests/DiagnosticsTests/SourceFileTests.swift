import Testing

@testable import Diagnostics

@Suite struct SourceFileTests {
  @Test(arguments: [
    ("a\nb\r\n\nd", 1, "a"), ("a\nb\r\n\nd", 2, "b"), ("a\nb\r\n\nd", 3, ""), ("a\nb\r\n\nd", 4, "d"), ("a\n", 2, ""),
    ("", 1, ""), ("a", 0, "a"),
  ])
  func givesALineWithoutItsEnd(text: String, number: Int, line: String) {
    #expect(SourceFile(path: "a", bytes: Array(text.utf8)).line(number) == line)
  }

  @Test func hasNoLinePastTheEnd() {
    #expect(SourceFile(path: "a", bytes: Array("a\nb".utf8)).line(3) == nil)
  }

  @Test func aTextReadTwiceIsTwoFiles() {
    let (one, other) = (SourceFile(path: "a", bytes: []), SourceFile(path: "a", bytes: []))
    #expect(one == one)
    #expect(one != other)
  }
}
