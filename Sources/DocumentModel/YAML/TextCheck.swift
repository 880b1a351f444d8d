import Diagnostics

/// The bytes of a text, looked through once before libyaml sees them: UTF-8, no control characters.
struct TextCheck {
  /// Where the text begins behind a byte order mark.
  private(set) var start = 0
  /// It has line ends that libyaml counts and editors do not: a lone CR, NEL, LS, PS.
  private(set) var hasUnusualBreaks = false
  /// What makes reading it pointless.
  private(set) var finding: Diagnostic?

  init(_ file: SourceFile) {
    let bytes = file.bytes
    if let finding = Self.otherEncoding(file) {
      self.finding = finding
      return
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    bytes.withUnsafeBufferPointer { look(through: $0, of: file) }
  }

  private mutating func look(through bytes: UnsafeBufferPointer<UInt8>, of file: SourceFile) {
    var at = start
    while at < bytes.count {
      let byte = bytes[at]
      if byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x09 {
        at += 1
      } else if byte == 0x0D {
        at += 1
        if at == bytes.count || bytes[at] != 0x0A { hasUnusualBreaks = true }
      } else if byte < 0x80 {
        finding = .controlCharacter(UInt32(byte), at: TextCursor.position(ofByte: at, in: file, from: start), file)
        return
      } else {
        guard let (scalar, length) = Self.scalar(bytes, at) else {
          finding = .notUTF8(byte, offset: at, TextCursor.position(ofByte: at, in: file, from: start), file)
          return
        }
        switch scalar {
        case 0x85, 0x2028, 0x2029: hasUnusualBreaks = true
        case 0x80...0x9F, 0xFFFE, 0xFFFF:
          finding = .controlCharacter(scalar, at: TextCursor.position(ofByte: at, in: file, from: start), file)
          return
        default: break
        }
        at += length
      }
    }
  }

  /// One scalar of two bytes or more; `nil` where the bytes are no UTF-8: cut short, overlong, a surrogate, past U+10FFFF.
  static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> (UInt32, length: Int)? {
    let lead = UInt32(bytes[at])
    let length: Int
    var scalar: UInt32
    let least: UInt32
    switch lead {
    case 0xC2...0xDF: (length, scalar, least) = (2, lead & 0x1F, 0x80)
    case 0xE0...0xEF: (length, scalar, least) = (3, lead & 0x0F, 0x800)
    case 0xF0...0xF4: (length, scalar, least) = (4, lead & 0x07, 0x10000)
    default: return nil
    }
    guard at + length <= bytes.count else { return nil }
    for place in (at + 1)..<(at + length) {
      guard bytes[place] & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(bytes[place] & 0x3F)
    }
    guard scalar >= least, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else { return nil }
    return (scalar, length)
  }

  private static func otherEncoding(_ file: SourceFile) -> Diagnostic? {
    let head = Array(file.bytes.prefix(4))
    let name: String
    switch head {
    case [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]: name = "UTF-32"
    case _ where head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]): name = "UTF-16"
    case _ where head.count == 4 && head[0] == 0 && head[1] != 0 && head[2] == 0: name = "UTF-16"
    case _ where head.count == 4 && head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0: name = "UTF-16"
    default: return nil
    }
    return Diagnostic(
      .notUTF8, "the text is \(name), from its byte at offset 0 on; UTF-8 is expected", at: SourceRange(startOf: file),
      hint: Hint("save the file as UTF-8"))
  }
}

extension Diagnostic {
  fileprivate static func notUTF8(_ byte: UInt8, offset: Int, _ position: SourcePosition, _ file: SourceFile)
    -> Diagnostic
  {
    let shown = "0x" + String(byte, radix: 16, uppercase: true)
    // Most such bytes are letters of Western Europe, saved by an old editor.
    let latin = byte >= 0xC0 ? "; as Latin-1 the byte is `\(Character(Unicode.Scalar(byte)))`" : ""
    return Diagnostic(
      .notUTF8, "the byte `\(shown)` at offset \(offset) is not UTF-8\(latin)",
      at: SourceRange(file, position, position.moved(by: 1)), hint: Hint("save the file as UTF-8"))
  }

  fileprivate static func controlCharacter(_ scalar: UInt32, at position: SourcePosition, _ file: SourceFile)
    -> Diagnostic
  {
    let digits = String(scalar, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let what = scalar == 0 ? "a NUL (`\(name)`)" : "the control character `\(name)`"
    return Diagnostic(
      .yamlSyntax, "\(what) stands in the text, where YAML has only printable characters",
      at: SourceRange(file, position, position.moved(by: 1)),
      hint: Hint("take it out, or write it as an escape in double quotes"))
  }
}

extension SourcePosition {
  /// So many columns further on its line.
  func moved(by columns: Int) -> SourcePosition {
    SourcePosition(line: Int(line), column: Int(column) + columns)
  }
}
