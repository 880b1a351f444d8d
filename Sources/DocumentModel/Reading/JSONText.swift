import Diagnostics

/// What keeps a text from being JSON, and where.
package struct JSONTextError: Error, Hashable {
  package let reason: String
  package let position: SourcePosition
}

/// Reads JSON (RFC 8259) as nodes with their places: GeoJSON, which is larger than what YAML's bounds allow, and what
/// sources say of themselves.
package struct JSONText {
  /// For the callers, who look at the size before they read the bytes.
  package static let byteLimit = 32 << 20
  static let nodeLimit = 2_000_000
  static let depthLimit = 64

  private let file: SourceFile
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  private var nodes = 0

  /// The value of a whole text. Of keys that stand twice in an object, ``Node/entry(_:)`` finds the first.
  /// - Throws: The first mistake; also for more than two million values, and for more than 64 of them in each other.
  package static func read(_ file: SourceFile) throws(JSONTextError) -> Node {
    var text = JSONText(file: file)
    if file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { text.offset = 3 }
    text.skipSpace()
    let node = try text.value(depth: 0)
    text.skipSpace()
    if text.offset < text.bytes.count { throw text.error("something follows the end of the value") }
    return node
  }

  private init(file: SourceFile) {
    self.file = file
    bytes = file.bytes
  }

  private var here: SourcePosition { SourcePosition(line: line, column: offset - lineStart + 1) }
  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func error(_ reason: String) -> JSONTextError { JSONTextError(reason: reason, position: here) }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
      if byte == 0x0A { (line, lineStart) = (line + 1, offset) }
    }
  }

  private mutating func value(depth: Int) throws(JSONTextError) -> Node {
    nodes += 1
    if depth > Self.depthLimit { throw error("it is nested more than \(Self.depthLimit) deep") }
    if nodes > Self.nodeLimit { throw error("it has more than \(Self.nodeLimit) values") }
    let start = here
    let content: Node.Content
    switch current {
    case UInt8(ascii: "{"): content = .mapping(try members(depth: depth))
    case UInt8(ascii: "["): content = .sequence(try items(depth: depth))
    case UInt8(ascii: "\""): content = .scalar(.text(try string()))
    case UInt8(ascii: "t"): content = .scalar(try word("true", .bool(true)))
    case UInt8(ascii: "f"): content = .scalar(try word("false", .bool(false)))
    case UInt8(ascii: "n"): content = .scalar(try word("null", .null))
    case nil: throw error("it ends before its value does")
    default: content = .scalar(try number())
    }
    return Node(content, at: SourceRange(file, start, here))
  }

  private mutating func items(depth: Int) throws(JSONTextError) -> [Node] {
    offset += 1
    skipSpace()
    var items: [Node] = []
    if take("]") { return items }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return items }
      guard take(",") else { throw error("`,` or `]` is expected here") }
      skipSpace()
    }
  }

  private mutating func members(depth: Int) throws(JSONTextError) -> [Node.Entry] {
    offset += 1
    skipSpace()
    var entries: [Node.Entry] = []
    if take("}") { return entries }
    while true {
      let start = here
      guard current == UInt8(ascii: "\"") else { throw error("a key in quotes is expected here") }
      let key = try string()
      let range = SourceRange(file, start, here)
      skipSpace()
      guard take(":") else { throw error("`:` is expected here") }
      skipSpace()
      entries.append(Node.Entry(key: key, keyRange: range, value: try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return entries }
      guard take(",") else { throw error("`,` or `}` is expected here") }
      skipSpace()
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  private mutating func word(_ word: StaticString, _ scalar: Scalar) throws(JSONTextError) -> Scalar {
    for index in 0..<word.utf8CodeUnitCount {
      guard current == word.withUTF8Buffer({ $0[index] }) else { throw error("`\(word)` is expected here") }
      offset += 1
    }
    return scalar
  }

  private mutating func number() throws(JSONTextError) -> Scalar {
    let start = offset
    var isWhole = true
    while let byte = current {
      switch byte {
      case 48...57, 43, 45: break
      case 46, 69, 101: isWhole = false
      default:
        return try scalar(bytes[start..<offset], isWhole)
      }
      offset += 1
    }
    return try scalar(bytes[start..<offset], isWhole)
  }

  private func scalar(_ digits: ArraySlice<UInt8>, _ isWhole: Bool) throws(JSONTextError) -> Scalar {
    let text = String(decoding: digits, as: UTF8.self)
    if isWhole, let value = Int(text) { return .int(value) }
    guard let value = Double(decimal: text) else { throw error("a value is expected here") }
    return .double(value, text: text)
  }

  private mutating func string() throws(JSONTextError) -> String {
    offset += 1
    let start = offset
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { offset += 1 }
    var text = Array(bytes[start..<offset])
    while let byte = current {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw error("its text is not UTF-8") }
        return string
      case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
      case 0..<0x20: throw error("a control character stands in a text")
      default: text.append(byte)
      }
    }
    throw error("a text has no end")
  }

  private mutating func escape() throws(JSONTextError) -> Unicode.Scalar {
    guard let byte = current else { throw error("a text has no end") }
    offset += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      let high = try hexDigits()
      guard high & 0xFC00 == 0xD800 else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
      guard take("\\"), take("u") else { return "\u{FFFD}" }
      let low = try hexDigits()
      return Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + low & 0x3FF) ?? "\u{FFFD}"
    default: throw error("`\\` is followed by no escape of JSON")
    }
  }

  private mutating func hexDigits() throws(JSONTextError) -> UInt32 {
    guard offset + 4 <= bytes.count,
      let value = UInt32(String(decoding: bytes[offset..<offset + 4], as: UTF8.self), radix: 16)
    else { throw error("`\\u` is followed by four hexadecimal digits") }
    offset += 4
    return value
  }
}
