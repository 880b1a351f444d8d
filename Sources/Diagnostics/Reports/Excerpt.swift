/// A line of a text with the columns that a finding is about, ready to be shown.
struct Excerpt: Equatable {
  /// Safe to show: tabs are spaces, control characters are pictures, a long line is cut with `…`.
  var text: String
  /// Columns of the terminal before the marked stretch.
  var indent: Int
  /// Columns of the marked stretch; at least 1.
  var width: Int
}

/// Finds lines of one text, quickest when they are asked for in their order.
///
/// It remembers the line and the column it was asked for last, so that a sorted report reads each text once, also
/// one that is a single line of megabytes.
struct ExcerptReader {
  private let bytes: [UInt8]
  /// Stretches of the text that may not be shown: `***` stands for each.
  private let secrets: [SourceRange]
  /// Those of the current line, as bytes.
  private var hidden: [Range<Int>] = []
  private var line = 0
  private var lineStart = 0
  /// Where the line's end stands: a line feed, or the end of the text.
  private var lineBreak = -1
  /// Behind the last byte that shows.
  private var lineEnd = 0
  /// A column of the current line, and its byte.
  private var column = 1
  private var offset = 0

  /// An excerpt shows at most this many characters of a line.
  static let limit = 100
  /// How many of them stand before the place, when the line is cut on its left.
  private static let before = 40
  private static let tabStop = 4
  private static let mask = "***"

  /// - Parameter secrets: Stretches of the text that may not be shown.
  init(_ file: SourceFile, hiding secrets: [SourceRange] = []) {
    bytes = file.bytes
    self.secrets = secrets
  }

  /// The line where a range starts, marked to its end or to the end of the line; `nil` where the text has no such line.
  mutating func excerpt(of range: SourceRange) -> Excerpt? {
    guard move(to: Int(range.start.line)) else { return nil }
    move(toColumn: Int(range.start.column))
    let place = offset
    var end = place
    if range.end.line == range.start.line {
      end = advanced(place, by: max(0, Int(range.end.column) - Int(range.start.column)))
    } else {
      end = trimmedEnd(from: place)
    }
    let isCutLeft = place - lineStart > Self.limit - Self.before
    let first = isCutLeft ? advanced(place, by: -Self.before) : lineStart
    let last = advanced(first, by: Self.limit)
    return shown(from: first, to: last, mark: place..<min(max(end, place), max(last, place)))
  }

  private mutating func move(to wanted: Int) -> Bool {
    if wanted < line { (line, lineBreak) = (0, -1) }
    while line < wanted {
      guard lineBreak < bytes.count else { return false }
      line += 1
      startLine(at: lineBreak + 1)
    }
    return true
  }

  private mutating func startLine(at start: Int) {
    lineStart = start
    // A byte order mark has no column.
    if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lineStart += 3 }
    lineBreak = bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    lineEnd = lineBreak
    if lineEnd > lineStart, bytes[lineEnd - 1] == UInt8(ascii: "\r") { lineEnd -= 1 }
    column = 1
    offset = lineStart
    hidden = secrets.filter { $0.start.line <= line && line <= $0.end.line }.map { secret in
      let start = secret.start.line < line ? lineStart : place(ofColumn: Int(secret.start.column))
      return start..<max(start, secret.end.line > line ? lineEnd : place(ofColumn: Int(secret.end.column)))
    }
  }

  private func place(ofColumn column: Int) -> Int { advanced(lineStart, by: column - 1) }

  private mutating func move(toColumn wanted: Int) {
    if wanted < column {
      column = 1
      offset = lineStart
    }
    while column < wanted, offset < lineEnd {
      offset = next(after: offset)
      column += 1
    }
  }

  private func next(after place: Int) -> Int {
    var place = place + 1
    while place < lineEnd, bytes[place] & 0xC0 == 0x80 { place += 1 }
    return min(place, lineEnd)
  }

  /// A place some characters further in the line, or back; not beyond its ends.
  private func advanced(_ place: Int, by count: Int) -> Int {
    var place = place
    if count >= 0 {
      for _ in 0..<count where place < lineEnd { place = next(after: place) }
      return place
    }
    for _ in 0..<(-count) where place > lineStart {
      place -= 1
      while place > lineStart, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    }
    return place
  }

  private func trimmedEnd(from place: Int) -> Int {
    var end = min(lineEnd, advanced(place, by: Self.limit))
    while end > place, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return end
  }

  private func shown(from first: Int, to last: Int, mark: Range<Int>) -> Excerpt {
    var text = first > lineStart ? "…" : ""
    var columns = text.isEmpty ? 0 : 1
    text += expanded(first..<min(mark.lowerBound, last), at: &columns)
    let indent = columns
    if mark.lowerBound < last {
      text += expanded(mark.lowerBound..<mark.upperBound, at: &columns)
      let width = columns - indent
      text += expanded(mark.upperBound..<last, at: &columns)
      if last < lineEnd { text += "…" }
      return Excerpt(text: text, indent: indent, width: max(1, width))
    }
    return Excerpt(text: text, indent: indent, width: 1)
  }

  private func expanded(_ range: Range<Int>, at columns: inout Int) -> String {
    guard let secret = hidden.first(where: { $0.overlaps(range) }) else { return shown(range, at: &columns) }
    var text = expanded(range.lowerBound..<max(range.lowerBound, secret.lowerBound), at: &columns)
    text += Self.mask
    columns += Self.mask.utf8.count
    return text + expanded(min(secret.upperBound, range.upperBound)..<range.upperBound, at: &columns)
  }

  private func shown(_ range: Range<Int>, at columns: inout Int) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars {
      if scalar == "\t" {
        let width = Self.tabStop - columns % Self.tabStop
        text.append(contentsOf: repeatElement(" ", count: width))
        columns += width
      } else {
        let picture = Printable.picture(of: scalar)
        text.append(picture)
        columns += TextWidth.columns(of: picture)
      }
    }
    return String(text)
  }
}
