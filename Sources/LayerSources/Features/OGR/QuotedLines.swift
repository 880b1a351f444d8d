/// The lines of a text whose quotation marks may hold line ends (CSV, RFC 4180; the `.mid` of MapInfo), counted as GDAL counts
/// them: each mark opens or closes.
struct QuotedLines {
  /// Those that hold something.
  private(set) var count = 0
  /// Where a mark stands that nothing closes, counted from 1: all behind it is taken for one text.
  private(set) var openLine: Int?

  /// - Throws: `unreadable`.
  init(_ source: any ByteReading) throws(SourceError) {
    var window = ByteWindow(source)
    var (line, opened) = (1, Int?.none)
    var holdsText = false
    while !window.isDone() {
      switch window.peek() {
      case UInt8(ascii: "\""):
        opened = opened == nil ? line : nil
        holdsText = true
      case UInt8(ascii: "\n"):
        line += 1
        if opened == nil, holdsText {
          count += 1
          holdsText = false
        }
      case UInt8(ascii: "\r"), UInt8(ascii: " "): break
      default: holdsText = true
      }
      window.advance()
    }
    if let failure = window.failure { throw failure }
    if holdsText { count += 1 }
    openLine = opened
  }
}
