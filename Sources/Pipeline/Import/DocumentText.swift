import Diagnostics
import DocumentModel

/// A map document that mapdoc writes for people to go on with: short values on one line, comments where a look is due.
struct DocumentText {
  /// Columns, where something can be broken at all.
  private static let width = 100

  private(set) var text = ""

  /// A comment, its lines broken between words.
  mutating func comment(_ words: String, indent: Int = 0, hanging: Int = 0) {
    let start = String(repeating: " ", count: indent) + "# "
    var line = start
    var isFirst = true
    for word in Self.plain(words).split(separator: " ") {
      if !isFirst, line.count + 1 + word.count > Self.width {
        text += line + "\n"
        line = start + String(repeating: " ", count: hanging)
        isFirst = true
      }
      line += (isFirst ? "" : " ") + word
      isFirst = false
    }
    while line.last == " " { line.removeLast() }
    text += line + "\n"
  }

  /// A key whose value is YAML already.
  mutating func key(_ name: String, yaml: String, indent: Int, isFirstOfItem: Bool = false) {
    text += Self.lead(indent, isFirstOfItem) + "\(Self.scalar(name, isFlow: false)): \(yaml)\n"
  }

  /// A key with its value: in one line where it fits, else in lines below.
  mutating func key(_ name: String, _ value: JSONValue, indent: Int, isFirstOfItem: Bool = false) {
    let head = Self.lead(indent, isFirstOfItem) + Self.scalar(name, isFlow: false) + ":"
    let flow = Self.flow(value, isNested: false)
    if Self.isScalar(value) || head.count + 1 + flow.count <= Self.width {
      text += head + " " + flow + "\n"
    } else {
      text += head + "\n"
      block(value, indent: indent + 2)
    }
  }

  mutating func line(_ words: String) { text += words + "\n" }

  private mutating func block(_ value: JSONValue, indent: Int) {
    switch value {
    case .object(let members):
      for member in Self.distinct(members) { key(member.key, member.value, indent: indent) }
    case .array(let items):
      for item in items {
        let flow = Self.flow(item, isNested: false)
        let start = String(repeating: " ", count: indent) + "- "
        if case .object(let members) = item, start.count + flow.count > Self.width, !members.isEmpty {
          for (index, member) in Self.distinct(members).enumerated() {
            key(member.key, member.value, indent: indent + 2, isFirstOfItem: index == 0)
          }
        } else {
          // Lists of many positions stay on a line of their own: one a line would hide the rest.
          text += start + flow + "\n"
        }
      }
    default: text += String(repeating: " ", count: indent) + Self.flow(value, isNested: false) + "\n"
    }
  }

  private static func lead(_ indent: Int, _ isFirstOfItem: Bool) -> String {
    isFirstOfItem
      ? String(repeating: " ", count: max(0, indent - 2)) + "- " : String(repeating: " ", count: indent)
  }

  private static func isScalar(_ value: JSONValue) -> Bool {
    switch value {
    case .array, .object: false
    default: true
    }
  }

  // MARK: - Values in one line

  private static func flow(_ value: JSONValue, isNested: Bool) -> String {
    switch value {
    case .string(let text): scalar(text, isFlow: isNested)
    case .array(let items): "[" + items.map { flow($0, isNested: true) }.joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + distinct(members).map { "\(scalar($0.key, isFlow: true)): \(flow($0.value, isNested: true))" }
        .joined(separator: ", ") + "}"
    case .double(let number): NumberText.of(number) ?? "null"
    case .int(let number): String(number)
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    }
  }

  /// A text as a scalar that reads back as the same text; what would be a parameter is kept from being one.
  private static func scalar(_ text: String, isFlow: Bool) -> String {
    let text = ParameterText.escaped(text)
    let plain = YAMLText.scalar(text)
    guard isFlow, !plain.hasPrefix("\""), plain.contains(where: { ",[]{}".contains($0) }) else { return plain }
    return JSONValue.string(text).text()
  }

  /// A key stands once in a map of YAML.
  private static func distinct(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    var seen: Set<String> = []
    return members.filter { seen.insert($0.key).inserted }
  }

  /// A text of others as it may stand in a comment.
  static func plain(_ words: String) -> String {
    String(
      String.UnicodeScalarView(
        words.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: " "
          default: scalar
          }
        }))
  }
}
