extension JSONValue {
  /// The value as YAML 1.2 in block style, with quotes only where the core schema would read something else.
  package func yamlText() -> String {
    var writer = YAMLWriter()
    writer.write(self, depth: 0, after: .start)
    return writer.builder.text
  }
}

private struct YAMLWriter {
  var builder = TextBuilder()

  /// What stands on the line before a value.
  enum Place { case start, key, dash }

  /// Lists of numbers up to this many are written as `[1, 2]`.
  static let shortList = 8

  mutating func write(_ value: JSONValue, depth: Int, after place: Place) {
    switch value {
    case .array(let elements) where !elements.isEmpty && !isShort(elements):
      for (index, element) in elements.enumerated() {
        startLine(depth: depth, isFirst: index == 0, after: place)
        builder.append("-")
        write(element, depth: depth + 1, after: .dash)
      }
    case .object(let members) where !members.isEmpty:
      for (index, member) in members.enumerated() {
        startLine(depth: depth, isFirst: index == 0, after: place)
        builder.append(YAMLText.scalar(member.key))
        builder.append(":")
        write(member.value, depth: depth + 1, after: .key)
      }
    default:
      if place != .start { builder.append(" ") }
      builder.append(flow(value))
      builder.append("\n")
    }
  }

  /// The first line of a nested value follows a dash on its line, and a key on the next.
  private mutating func startLine(depth: Int, isFirst: Bool, after place: Place) {
    if isFirst, place == .dash { return builder.append(" ") }
    if isFirst, place == .key { builder.append("\n") }
    builder.append(spaces: 2 * depth)
  }

  private func isShort(_ elements: [JSONValue]) -> Bool {
    elements.count <= Self.shortList
      && elements.allSatisfy {
        switch $0 {
        case .int, .double, .bool, .null: true
        default: false
        }
      }
  }

  private func flow(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): NumberText.of(value) ?? "null"
    case .string(let text): YAMLText.scalar(text)
    case .array(let elements): "[" + elements.map { flow($0) }.joined(separator: ", ") + "]"
    case .object: "{}"
    }
  }
}

/// Texts as YAML scalars.
package enum YAMLText {
  /// A text as a plain scalar where the core schema reads it back as the same text, else in double quotes.
  package static func scalar(_ text: String) -> String {
    if isPlain(text) { return text }
    var builder = TextBuilder()
    builder.append("\"")
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x80:
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        if let escape = JSONEscape.of(byte) { builder.append(escape) } else { builder.append(byte: byte) }
      case 0x80..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        let digits = String(scalar.value, radix: 16)
        builder.append("\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits)
      default: builder.append(String(scalar))
      }
    }
    builder.append("\"")
    return builder.text
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") || last == UInt8(ascii: ":") { return false }
    if text == "---" || text == "..." || text.hasPrefix("--- ") || text.hasPrefix("... ") { return false }
    if isOtherType(text) || startsWithIndicator(text) { return false }
    var before: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if before == ":", scalar == " " { return false }
      if before == " ", scalar == "#" { return false }
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: return false
      default: before = scalar
      }
    }
    return true
  }

  /// `-`, `?` and `:` may start a plain scalar when no space follows.
  private static func startsWithIndicator(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first else { return false }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      let second = bytes.dropFirst().first
      return second == nil || second == UInt8(ascii: " ")
    default: return ",[]{}#&*!|>'\"%@`".utf8.contains(first)
    }
  }

  /// True for what the core schema reads as null, a boolean or a number.
  private static func isOtherType(_ text: String) -> Bool {
    switch text {
    case "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE": return true
    case "<<": return true  // a merge key to our reader and most others
    default: break
    }
    let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : Substring(text)
    switch unsigned {
    case ".inf", ".Inf", ".INF": return true
    case ".nan", ".NaN", ".NAN": return unsigned.utf8.count == text.utf8.count
    default: break
    }
    if text.hasPrefix("0o") { return text.utf8.dropFirst(2).allSatisfy { (0x30...0x37).contains($0) } }
    if text.hasPrefix("0x") { return text.dropFirst(2).allSatisfy(\.isHexDigit) }
    return isDecimal(unsigned.utf8)
  }

  /// `[0-9]+(\.[0-9]*)?` or `\.[0-9]+`, then perhaps an exponent.
  private static func isDecimal(_ bytes: Substring.UTF8View) -> Bool {
    var rest = bytes
    func digits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    var count = digits()
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      count += digits()
    }
    guard count > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
