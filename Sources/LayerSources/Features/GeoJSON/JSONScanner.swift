import DocumentModel

/// What keeps a text from being read on, and where.
struct TextProblem: Error, Hashable {
  let offset: Int
  let reason: String
}

/// Reads JSON (RFC 8259) byte by byte, without building anything: what is wanted is taken, the rest is stepped over.
struct JSONScanner: ~Copyable {
  var window: ByteWindow

  /// Arrays and objects in each other: one bit each says which.
  static let depthLimit = 64
  /// A text that is kept; a longer one is stepped over where nobody wants it.
  static let textLimit = 1 << 20

  /// - Parameter start: Where it begins.
  init(_ source: any ByteReading, from start: Int = 0) {
    window = ByteWindow(source, from: start)
    // A byte order mark, which some programs of Windows write.
    if start == 0, window.peek() == 0xEF {
      window.advance()
      if window.peek() == 0xBB { window.advance() }
      if window.peek() == 0xBF { window.advance() }
    }
  }

  var offset: Int { window.offset }

  func problem(_ reason: String, at offset: Int? = nil) -> TextProblem {
    TextProblem(offset: offset ?? window.offset, reason: reason)
  }

  /// The first byte of the next value or sign; 0 at the end.
  @inline(__always)
  mutating func next() -> UInt8 { window.peekPastSpace() }

  /// Steps over a sign where it is the next.
  @inline(__always)
  mutating func take(_ sign: UInt8) -> Bool {
    guard window.peekPastSpace() == sign else { return false }
    window.advance()
    return true
  }

  mutating func expect(_ sign: UInt8) throws(TextProblem) {
    guard take(sign) else { throw unexpected("`\(Character(Unicode.Scalar(sign)))` is expected") }
  }

  /// What stands here in place of what is expected.
  mutating func unexpected(_ expected: String) -> TextProblem {
    let byte = next()
    if window.isDone() { return problem("the text ends where \(expected)") }
    let shown = byte >= 0x20 && byte < 0x7F ? "`\(Character(Unicode.Scalar(byte)))`" : "byte \(byte)"
    return problem("\(shown) stands where \(expected)")
  }

  // MARK: - Numbers

  /// A number; the next byte is `-` or a digit.
  mutating func number() throws(TextProblem) -> DecimalNumber {
    if let (number, length) = DecimalNumber.plain(in: window.rest) {
      window.advance(by: length)
      return number
    }
    return try anyNumber()
  }

  /// One that is long, has an exponent, is wrong, or lies at the edge of the window.
  private mutating func anyNumber() throws(TextProblem) -> DecimalNumber {
    var number = DecimalNumber()
    if window.peek() == UInt8(ascii: "-") {
      number.isNegative = true
      window.advance()
      if window.peek() == UInt8(ascii: "I") {
        try word("Infinity")
        number.add(digit: 1, behindPoint: false)
        number.exponent = 100_000
        return number
      }
    }
    let start = window.offset
    var byte = window.peek()
    while byte &- 0x30 < 10 {
      number.add(digit: byte &- 0x30, behindPoint: false)
      window.advance()
      byte = window.peek()
    }
    guard window.offset > start else { throw unexpected("a digit is expected") }
    if byte == UInt8(ascii: ".") {
      number.isDecimal = true
      window.advance()
      let start = window.offset
      byte = window.peek()
      while byte &- 0x30 < 10 {
        number.add(digit: byte &- 0x30, behindPoint: true)
        window.advance()
        byte = window.peek()
      }
      guard window.offset > start else { throw unexpected("a digit is expected") }
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      number.isDecimal = true
      window.advance()
      number.exponent += try exponent()
    }
    return number
  }

  private mutating func exponent() throws(TextProblem) -> Int {
    var isNegative = false
    var byte = window.peek()
    if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
      isNegative = byte == UInt8(ascii: "-")
      window.advance()
      byte = window.peek()
    }
    let start = window.offset
    var exponent = 0
    while byte &- 0x30 < 10 {
      exponent = min(100_000, exponent * 10 + Int(byte &- 0x30))
      window.advance()
      byte = window.peek()
    }
    guard window.offset > start else { throw unexpected("a digit is expected") }
    return isNegative ? -exponent : exponent
  }

  // MARK: - Texts

  /// A text between quotes whose bytes have been stepped over; they stay in the window until the next step.
  struct Quoted {
    /// Of the first byte and behind the last.
    var start: Int
    var end: Int
    var hasEscapes: Bool
    /// False where it is longer than what is kept.
    var isKept: Bool
  }

  /// Steps over a text; the next byte is its first quote.
  mutating func quoted() throws(TextProblem) -> Quoted {
    let opening = window.offset
    window.advance()
    var text = Quoted(start: window.offset, end: 0, hasEscapes: false, isKept: true)
    while true {
      let found = window.skip(
        to: UInt8(ascii: "\""), or: UInt8(ascii: "\\"), keepingFrom: text.start, limit: Self.textLimit)
      text.isKept = text.isKept && found.isKept
      guard found.isFound else { throw problem("the text that starts here has no closing quote", at: opening) }
      if window.peek() == UInt8(ascii: "\"") { break }
      text.hasEscapes = true
      window.advance()
      // The character behind the backslash, which may be a quote, must not let go of what came before it.
      let escaped = window.skipOne(keepingFrom: text.isKept ? text.start : window.offset)
      guard escaped else { throw problem("the text that starts here has no closing quote", at: opening) }
    }
    text.end = window.offset
    return text
  }

  /// Steps over the closing quote, after the text has been looked at.
  mutating func closeQuote() { window.advance() }

  /// The characters of a text; `nil` for one that is not kept.
  func characters(of text: Quoted) -> String? {
    guard text.isKept else { return nil }
    return window.withBytes(from: text.start, to: text.end) { bytes in
      text.hasEscapes ? JSONEscapes.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// A text that is wanted; the next byte is its first quote.
  mutating func text() throws(TextProblem) -> String {
    let start = offset
    let quoted = try quoted()
    let characters = characters(of: quoted)
    closeQuote()
    guard let characters else {
      throw problem("a text of more than the \(Self.textLimit) bytes that are kept starts here", at: start)
    }
    return characters
  }

  // MARK: - Whole values

  /// Steps over a value, whatever it is, without calling itself: a million arrays in each other take no memory.
  mutating func skipValue() throws(TextProblem) {
    var depth = 0
    var isObject: UInt64 = 0
    while true {
      // A value.
      let byte = next()
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < Self.depthLimit else { throw problem("it is nested more than \(Self.depthLimit) deep") }
        window.advance()
        depth += 1
        isObject = isObject << 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
        if byte == UInt8(ascii: "{") {
          if next() != UInt8(ascii: "}") {
            try skipKey()
            continue
          }
        } else if next() != UInt8(ascii: "]") {
          continue
        }
      case UInt8(ascii: "\""):
        _ = try quoted()
        closeQuote()
      case UInt8(ascii: "-"), 0x30...0x39: _ = try number()
      case UInt8(ascii: "t"): try word("true")
      case UInt8(ascii: "f"): try word("false")
      case UInt8(ascii: "n"): try word("null")
      // No JSON, but what some programs write for numbers that are none.
      case UInt8(ascii: "N"): try word("NaN")
      case UInt8(ascii: "I"): try word("Infinity")
      default: throw unexpected("a value is expected")
      }
      // What follows it: ends of what it lies in, then a comma before the next one.
      ends: while true {
        if depth == 0 { return }
        let isObjectHere = isObject & 1 == 1
        switch next() {
        case UInt8(ascii: ","):
          window.advance()
          if isObjectHere { try skipKey() }
          break ends
        case UInt8(ascii: "}") where isObjectHere, UInt8(ascii: "]") where !isObjectHere:
          window.advance()
          depth -= 1
          isObject >>= 1
        default: throw unexpected(isObjectHere ? "`,` or `}` is expected" : "`,` or `]` is expected")
        }
      }
    }
  }

  private mutating func skipKey() throws(TextProblem) {
    guard next() == UInt8(ascii: "\"") else { throw unexpected("a key in quotes is expected") }
    _ = try quoted()
    closeQuote()
    try expect(UInt8(ascii: ":"))
  }

  mutating func word(_ word: StaticString) throws(TextProblem) {
    let start = window.offset
    for index in 0..<word.utf8CodeUnitCount {
      guard window.peek() == word.utf8Start[index] else {
        throw problem("`true`, `false`, `null`, a number or a text is expected", at: start)
      }
      window.advance()
    }
  }
}

/// The escapes of texts in JSON.
enum JSONEscapes {
  /// A text with its escapes resolved; what is no escape stays as it is.
  static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      guard byte == UInt8(ascii: "\\"), place + 1 < bytes.count else {
        result.append(byte)
        place += 1
        continue
      }
      let sign = bytes[place + 1]
      place += 2
      switch sign {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "u"):
        guard let first = hexadecimal(bytes, at: place) else {
          result += [UInt8(ascii: "\\"), sign]
          continue
        }
        place += 4
        var scalar = first
        if first & 0xFC00 == 0xD800, place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
          bytes[place + 1] == UInt8(ascii: "u"), let second = hexadecimal(bytes, at: place + 2),
          second & 0xFC00 == 0xDC00
        {
          scalar = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
          place += 6
        }
        result.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
      default: result.append(sign)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[place..<place + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
