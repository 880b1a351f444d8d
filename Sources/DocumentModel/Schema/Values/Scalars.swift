import Diagnostics

extension Bool: DocumentValue {
  package static func read(_ node: Node, in context: ReadingContext) -> Bool? {
    if case .scalar(.bool(let value)) = node.content { return value }
    context.report(
      Diagnostic(
        .wrongType, "\(node.shown) stands where \(words) is expected", at: node.range,
        hint: meant(by: node).map {
          let word = $0 ? "true" : "false"
          return .write(word, at: node.range, node.content == .scalar(.text(word)) ? "without quotes" : "")
        }))
    return nil
  }

  package static var schema: JSONValue { ["type": "boolean"] }
  package static var words: String { "`true` or `false`" }

  /// What the words of YAML 1.1, which YAML 1.2 has given up, stood for.
  private static func meant(by node: Node) -> Bool? {
    switch node.content {
    case .scalar(.int(1)): true
    case .scalar(.int(0)): false
    case .scalar(.text(let text)):
      switch text.lowercased() {
      case "yes", "on", "y", "true": true
      case "no", "off", "n", "false": false
      default: nil
      }
    default: nil
    }
  }
}

extension Int: DocumentValue {
  package static func read(_ node: Node, in context: ReadingContext) -> Int? {
    switch node.content {
    case .scalar(.int(let value)): return value
    case .scalar(.double(let value, _)):
      if let whole = Int(exactly: value) { return whole }
      context.report(.outOfRange(node, expected: words))
    default: context.report(.notANumber(node, expected: words))
    }
    return nil
  }

  package static var schema: JSONValue { ["type": "integer"] }
  package static var words: String { "a whole number" }
}

extension Double: DocumentValue {
  package static func read(_ node: Node, in context: ReadingContext) -> Double? {
    switch node.content {
    case .scalar(.int(let value)): return Double(value)
    case .scalar(.double(let value, _)):
      if value.isFinite { return value }
      context.report(.outOfRange(node, expected: "a finite number"))
    default: context.report(.notANumber(node, expected: words))
    }
    return nil
  }

  package static var schema: JSONValue { ["type": "number"] }
  package static var words: String { "a number" }
}

/// A text. A number counts as the text that was written, so that `title: 2026` needs no quotes.
extension String: DocumentValue {
  package static func read(_ node: Node, in context: ReadingContext) -> String? {
    switch node.content {
    case .scalar(.text(let text)): return text
    case .scalar(.double(_, let text)): return text
    case .scalar(.int(let value)): return node.writtenNumber ?? String(value)
    case .scalar(.bool(let value)):
      context.report(
        Diagnostic(
          .wrongType, "\(node.shown) stands where \(words) is expected", at: node.range,
          hint: .write("\"\(value)\"", at: node.range)))
    default: context.report(.wrongType(node, expected: words))
    }
    return nil
  }

  package static var schema: JSONValue { ["type": ["string", "number"]] }
  package static var words: String { "a text" }
}

extension Node {
  /// The text of a plain whole number as it stands in its file: `007`, `0x1F`; `nil` where something else stands there.
  fileprivate var writtenNumber: String? {
    guard range.start.line == range.end.line, let line = range.file.line(Int(range.start.line)) else { return nil }
    let length = Int(range.end.column) - Int(range.start.column)
    guard length > 0, Int(range.start.column) >= 1 else { return nil }
    let written = line.unicodeScalars.dropFirst(Int(range.start.column) - 1).prefix(length)
    let isNumber = written.allSatisfy { $0.properties.isASCIIHexDigit || "xo+-".unicodeScalars.contains($0) }
    guard isNumber, case .scalar(.int(let value)) = content else { return nil }
    let digits = String(String.UnicodeScalarView(written))
    return Int(digits) == value || digits.hasPrefix("0x") || digits.hasPrefix("0o") ? digits : nil
  }
}

extension Diagnostic {
  /// Something that is not a number; a text that is one between quotes is told so.
  package static func notANumber(_ node: Node, expected words: String) -> Diagnostic {
    var hint: Hint?
    if case .scalar(.text(let text)) = node.content, Double(text) != nil {
      hint = .write(text, at: node.range, "without quotes")
    }
    return Diagnostic(
      .wrongType, "\(node.shown) stands where \(words) is expected", at: node.range, hint: hint)
  }
}

extension Hint {
  /// "write `text`", with the edit that does.
  static func write(_ text: String, at range: SourceRange, _ how: String = "") -> Hint {
    Hint("write `\(text)`" + (how.isEmpty ? "" : " " + how), edit: didYouMean(text, at: range).edit)
  }
}
