import Diagnostics

extension Color: DefinedValue {
  package static var definitionName: String { "color" }
  package static var words: String { "a colour" }
  package static var nullIsMissing: Bool { false }

  package static var definedSchema: JSONValue {
    [
      "description":
        "a CSS colour: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a CSS name, `rgb()` or `rgba()`; quote it when it starts with `#`",
      "type": "string",
      "anyOf": [
        ["pattern": "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"],
        ["pattern": "^[Rr][Gg][Bb][Aa]?\\([-+0-9.eE%, /a-z]+\\)$"],
        ["enum": .array((CSSColors.names + ["transparent"]).map { .string($0) })],
        ["pattern": "^[A-Za-z]*[A-Z][A-Za-z]*$"],
      ],
      "examples": ["#3366cc", "steelblue", "rgb(51 102 204 / 50%)"],
    ]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> Color? {
    read(node, in: context, alternatives: [])
  }

  /// - Parameter alternatives: Words that may stand in place of a colour, for the suggestion.
  static func read(_ node: Node, in context: ReadingContext, alternatives: [String]) -> Color? {
    switch node.content {
    case .scalar(.text(let text)):
      if let color = Color(css: text) { return color }
      context.report(.badColour(text, at: node.range, alternatives: alternatives))
    case .scalar(.null): context.report(.nullColour(node))
    case .scalar(.int), .scalar(.double):
      context.report(
        Diagnostic(
          .badColour, "\(node.shown) stands where a colour is expected", at: node.range,
          hint: Color(css: "#\(node.plainText)") == nil
            ? nil : .write("\"#\(node.plainText)\"", at: node.range)))
    default: context.report(.wrongType(node, expected: words))
    }
    return nil
  }

  /// A colour as CSS writes it, in any case, with spaces around it; `nil` when it is none.
  package init?(css text: String) {
    var text = text
    if text.utf8.contains(where: { $0 >= 65 && $0 <= 90 || $0 == 32 }) {
      text = text.lowercased()
      while text.first == " " { text.removeFirst() }
      while text.last == " " { text.removeLast() }
    }
    if text.utf8.first == UInt8(ascii: "#") {
      self.init(hexDigits: text.utf8.dropFirst())
    } else if text.hasPrefix("rgb") {
      self.init(function: text)
    } else if text == "transparent" {
      self.init(red: 0, green: 0, blue: 0, alpha: 0)
    } else if let value = CSSColors.values[text] {
      self.init(
        red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    } else {
      return nil
    }
  }

  private init?(hexDigits digits: some Collection<UInt8>) {
    var nibbles: (UInt32, count: Int) = (0, 0)
    for digit in digits {
      let value: UInt8
      switch digit {
      case 48...57: value = digit - 48
      case 97...102: value = digit - 87
      default: return nil
      }
      nibbles = (nibbles.0 << 4 | UInt32(value), nibbles.count + 1)
      if nibbles.count > 8 { return nil }
    }
    let bits = nibbles.0
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: bits >> shift) }
    func double(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: bits >> shift & 15) * 17 }
    switch nibbles.count {
    case 3: self.init(red: double(8), green: double(4), blue: double(0))
    case 4: self.init(red: double(12), green: double(8), blue: double(4), alpha: double(0))
    case 6: self.init(red: byte(16), green: byte(8), blue: byte(0))
    case 8: self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
    default: return nil
    }
  }

  /// `rgb(…)` or `rgba(…)`: with commas as CSS 2 writes it, or with spaces and a slash.
  private init?(function text: String) {
    guard text.hasSuffix(")"), text.utf8.count <= 100 else { return nil }
    let name = text.hasPrefix("rgba(") ? "rgba(" : "rgb("
    guard text.hasPrefix(name) else { return nil }
    let inside = text.dropFirst(name.count).dropLast()
    var parts: [Substring]
    if inside.contains(",") {
      parts = inside.split(separator: ",", omittingEmptySubsequences: false)
      guard !inside.contains("/") else { return nil }
    } else {
      let halves = inside.split(separator: "/", omittingEmptySubsequences: false)
      guard halves.count <= 2, let first = halves.first else { return nil }
      parts = first.split(separator: " ") + halves.dropFirst()
      guard parts.count == halves.count + 2 else { return nil }
    }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    let channels = parts.prefix(3).compactMap { Color.share(of: $0, outOf: 255) }
    let alpha = parts.count == 4 ? Color.share(of: parts[3], outOf: 1) : 1
    guard channels.count == 3, let alpha else { return nil }
    self.init(
      red: Color.byte(channels[0]), green: Color.byte(channels[1]), blue: Color.byte(channels[2]),
      alpha: Color.byte(alpha))
  }

  /// 0 to 1, of `127.5` or `50%`; `nil` outside.
  private static func share(of part: Substring, outOf whole: Double) -> Double? {
    let text = part.trimmed
    let isPercentage = text.hasSuffix("%")
    guard let value = Double(decimal: isPercentage ? text.dropLast() : text) else { return nil }
    let share = isPercentage ? value / 100 : value / whole
    return share >= 0 && share <= 1 ? share : nil
  }

  private static func byte(_ share: Double) -> UInt8 { UInt8((share * 255).rounded()) }
}

extension Background: DocumentValue {
  package static var nullIsMissing: Bool { false }
  package static var words: String { "a colour or `transparent`" }
  package static var schema: JSONValue { Color.schema }

  package static func read(_ node: Node, in context: ReadingContext) -> Background? {
    if case .scalar(.text("transparent")) = node.content { return .transparent }
    return Color.read(node, in: context, alternatives: ["transparent"]).map {
      $0.alpha == 0 ? .transparent : .color($0)
    }
  }
}

extension MissingTile: DocumentValue {
  package static var nullIsMissing: Bool { false }
  package static var words: String { "`transparent`, `parent`, `fail` or a colour" }
  package static var schema: JSONValue {
    ["anyOf": [["enum": .array(choices.map { .string($0.key) })], Color.schema]]
  }

  private static let choices: KeyValuePairs<String, MissingTile> = [
    "transparent": .transparent, "parent": .parent, "fail": .fail,
  ]

  package static func read(_ node: Node, in context: ReadingContext) -> MissingTile? {
    if case .scalar(.text(let text)) = node.content, let choice = choices.first(where: { $0.key == text }) {
      return choice.value
    }
    return Color.read(node, in: context, alternatives: choices.map(\.key)).map { .color($0) }
  }
}

extension Node {
  /// A scalar as written; empty for a list and a map.
  var plainText: String {
    if case .scalar(let scalar) = content { return scalar.description }
    return ""
  }
}

extension Diagnostic {
  fileprivate static func badColour(_ text: String, at range: SourceRange, alternatives: [String]) -> Diagnostic {
    let known = alternatives + CSSColors.names
    let hint: Hint
    if Color(css: "#" + text) != nil {
      hint = .write("\"#\(text)\"", at: range)
    } else if let word = Suggestion.nearest(to: text, among: known) {
      hint = .didYouMean(word, at: range)
    } else {
      hint = Hint("write it as `\"#rrggbb\"`, `\"#rrggbbaa\"`, `rgb(…)` or a CSS name")
    }
    return Diagnostic(.badColour, "`\(text)` is not a colour", at: range, hint: hint)
  }

  /// A `#` without quotes starts a comment and leaves `null` behind.
  fileprivate static func nullColour(_ node: Node) -> Diagnostic {
    let line = node.range.file.line(Int(node.range.start.line)) ?? ""
    var hint = Hint("write a colour in quotes, as in `\"#ff8800\"`: an unquoted `#` starts a comment")
    if let comment = line.split(separator: " ").first(where: { $0.hasPrefix("#") }) {
      let written = comment.prefix { $0 == "#" || $0.isHexDigit }
      hint = Hint("write `\"\(written)\"` in quotes: an unquoted `#` starts a comment")
    }
    return Diagnostic(.badColour, "there is no colour here, only `null`", at: node.range, hint: hint)
  }
}
