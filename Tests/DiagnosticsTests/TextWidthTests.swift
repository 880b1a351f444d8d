import Testing

@testable import Diagnostics

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("東京", 4), ("é", 1), ("e\u{301}", 1), ("🗺", 2), ("한글", 4), ("ﾊ", 1), ("a\u{200B}b", 2),
  ])
  func countsColumns(text: String, columns: Int) {
    #expect(TextWidth.columns(text) == columns)
  }

  @Test func wrapsAtSpaces() {
    #expect(TextWidth.wrapped("one two three four", to: 9) == ["one two", "three", "four"])
    #expect(TextWidth.wrapped("a\nb\n\nc", to: 10) == ["a b", "", "c"])
    #expect(TextWidth.wrapped("averylongword a", to: 5) == ["averylongword", "a"])
    #expect(TextWidth.wrapped(" ", to: 5).isEmpty)
  }

  @Test func neverBreaksWhatStandsInBackquotes() {
    #expect(TextWidth.wrapped("add `reproject: always` here", to: 12) == ["add", "`reproject: always`", "here"])
  }
}
