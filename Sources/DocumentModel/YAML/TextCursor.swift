import Diagnostics

/// Finds the bytes and the true line and column of libyaml's marks.
///
/// It only goes forwards, as the events do, so that all look-ups of a text cost one pass over it together.
struct TextCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// In Unicode scalars, as libyaml counts.
  private var index = 0
  private(set) var offset = 0
  private var line = 1
  private var column = 1

  /// - Parameter bytes: The text without its byte order mark; must outlive the cursor.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Line ends are LF, as ``SourceFile/line(_:)`` has it.
  var position: SourcePosition { SourcePosition(line: line, column: column) }

  /// The byte under it; `nil` at the end.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Goes to the scalar of this number, or to the end of the text; false when that lies behind.
  mutating func go(to target: Int) -> Bool {
    while index < target, offset < bytes.count { step() }
    return index == target
  }

  /// Goes one scalar on.
  mutating func step() {
    guard offset < bytes.count else { return }
    if bytes[offset] == 0x0A {
      line += 1
      column = 1
    } else {
      column += 1
    }
    offset += 1
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    index += 1
  }

  /// Steps behind the anchor and the tag of a node, with the blanks and comments about them.
  ///
  /// - Returns: Where the tag stands, if there is one.
  mutating func skipProperties() -> (start: SourcePosition, end: SourcePosition)? {
    var tag: (SourcePosition, SourcePosition)?
    while let byte {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        step()
      case UInt8(ascii: "#"):
        while let byte = self.byte, byte != 0x0A { step() }
      case UInt8(ascii: "&"), UInt8(ascii: "!"):
        let start = position
        while let byte = self.byte, byte > 0x20, !Self.flowMarks.contains(byte) { step() }
        if byte == UInt8(ascii: "!") { tag = (start, position) }
      default:
        return tag
      }
    }
    return tag
  }

  private static let flowMarks = Array(",[]{}".utf8)

  /// The place behind the last character before the cursor that is no blank: where a block scalar ends.
  func endOfContent(after start: SourcePosition) -> SourcePosition {
    var last = offset
    var lines = 0
    while last > 0, bytes[last - 1] <= 0x20 {
      last -= 1
      if bytes[last] == 0x0A { lines += 1 }
    }
    guard lines > 0 else { return SourcePosition(line: line, column: max(1, column - (offset - last))) }
    var width = 0
    while last > 0, bytes[last - 1] != 0x0A {
      last -= 1
      if bytes[last] & 0xC0 != 0x80 { width += 1 }
    }
    return max(start, SourcePosition(line: line - lines, column: width + 1))
  }

  /// The line and column of a byte of a file whose text starts behind a byte order mark.
  static func position(ofByte target: Int, in file: SourceFile, from start: Int) -> SourcePosition {
    var line = 1
    var column = 1
    for byte in file.bytes[start..<target] {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return SourcePosition(line: line, column: column)
  }
}
