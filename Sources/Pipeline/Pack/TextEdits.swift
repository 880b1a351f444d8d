import Diagnostics

/// Changes to a text, by the places that its findings have: all are about the text as it was.
struct TextEdits {
  private let file: SourceFile
  /// Where each line begins, in bytes.
  private let lineStarts: [Int]
  private var edits: [(range: Range<Int>, text: String)] = []

  init(_ file: SourceFile) {
    self.file = file
    var starts = [0]
    for (index, byte) in file.bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
    lineStarts = starts
  }

  mutating func replace(_ range: SourceRange, by text: String) {
    edits.append((offset(range.start)..<offset(range.end), text))
  }

  mutating func replace(from start: SourcePosition, to end: SourcePosition, by text: String) {
    edits.append((offset(start)..<offset(end), text))
  }

  mutating func insert(_ text: String, at position: SourcePosition) {
    edits.append((offset(position)..<offset(position), text))
  }

  /// Takes whole lines away.
  mutating func removeLines(_ lines: ClosedRange<Int>) {
    edits.append((start(ofLine: lines.lowerBound)..<start(ofLine: lines.upperBound + 1), ""))
  }

  mutating func append(_ text: String) {
    let end = file.bytes.count
    let isEnded = file.bytes.last == UInt8(ascii: "\n") || file.bytes.isEmpty
    edits.append((end..<end, isEnded ? text : "\n" + text))
  }

  /// How many blanks stand before a line's first character.
  func indentation(ofLine line: Int) -> Int {
    file.bytes[start(ofLine: line)...].prefix { $0 == UInt8(ascii: " ") }.count
  }

  /// Whether only blanks stand before a place on its line.
  func isFirstOnItsLine(_ position: SourcePosition) -> Bool {
    file.bytes[start(ofLine: Int(position.line))..<offset(position)].allSatisfy { $0 == UInt8(ascii: " ") }
  }

  func byte(at position: SourcePosition) -> UInt8? {
    let offset = offset(position)
    return file.bytes.indices.contains(offset) ? file.bytes[offset] : nil
  }

  /// The text with all changes; of two that overlap the first one counts.
  var result: [UInt8] {
    var bytes: [UInt8] = []
    var place = 0
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in sorted where edit.range.lowerBound >= place {
      bytes += file.bytes[place..<edit.range.lowerBound]
      bytes += Array(edit.text.utf8)
      place = edit.range.upperBound
    }
    return bytes + file.bytes[place...]
  }

  private func start(ofLine line: Int) -> Int {
    lineStarts.indices.contains(line - 1) ? lineStarts[line - 1] : file.bytes.count
  }

  /// Columns count Unicode scalars: bytes that begin one.
  private func offset(_ position: SourcePosition) -> Int {
    var offset = start(ofLine: Int(position.line))
    var left = Int(position.column) - 1
    while left > 0, offset < file.bytes.count {
      offset += 1
      while offset < file.bytes.count, file.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }
}
