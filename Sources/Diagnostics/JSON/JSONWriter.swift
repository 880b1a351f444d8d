extension JSONValue {
  /// The value as JSON (RFC 8259); a number that is not finite is `null`.
  ///
  /// - Parameter pretty: Two spaces for each depth and a line for each member; short lists of scalars stay on one line.
  package func text(pretty: Bool = false) -> String {
    var writer = JSONWriter(isPretty: pretty)
    writer.write(self, depth: 0)
    return writer.builder.text
  }

  /// True for what has no parts.
  var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}

private struct JSONWriter {
  let isPretty: Bool
  var builder = TextBuilder()

  /// A list of scalars up to this many stays on one line: an extent, a size, a list of levels.
  static let shortList = 8

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: builder.append("null")
    case .bool(let value): builder.append(value ? "true" : "false")
    case .int(let value): builder.append(String(value))
    case .double(let value): builder.append(NumberText.of(value) ?? "null")
    case .string(let text): write(text)
    case .array(let elements): write(elements, depth: depth)
    case .object(let members): write(members, depth: depth)
    }
  }

  mutating func write(_ elements: [JSONValue], depth: Int) {
    if elements.isEmpty { return builder.append("[]") }
    let isShort = elements.count <= Self.shortList && elements.allSatisfy(\.isScalar)
    builder.append("[")
    for (place, element) in elements.enumerated() {
      if place > 0 { builder.append(isPretty && isShort ? ", " : ",") }
      if !isShort { startLine(depth: depth + 1) }
      write(element, depth: depth + 1)
    }
    if !isShort { startLine(depth: depth) }
    builder.append("]")
  }

  mutating func write(_ members: [JSONValue.Member], depth: Int) {
    if members.isEmpty { return builder.append("{}") }
    builder.append("{")
    for (place, member) in members.enumerated() {
      if place > 0 { builder.append(",") }
      startLine(depth: depth + 1)
      write(member.key)
      builder.append(isPretty ? ": " : ":")
      write(member.value, depth: depth + 1)
    }
    startLine(depth: depth)
    builder.append("}")
  }

  mutating func write(_ text: String) {
    builder.append("\"")
    builder.append(text, replacing: JSONEscape.of)
    builder.append("\"")
  }

  mutating func startLine(depth: Int) {
    guard isPretty else { return }
    builder.append("\n")
    builder.append(spaces: 2 * depth)
  }
}

/// How a byte is written between the quotes of JSON, and of YAML, which knows the same escapes.
enum JSONEscape {
  static func of(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    case 0..<0x10: "\\u000" + String(byte, radix: 16)
    case 0x10..<0x20, 0x7F: "\\u00" + String(byte, radix: 16)
    default: nil
    }
  }
}
