import Diagnostics

/// A text with `{field}` in it: between braces stands an expression, and behind a colon how a number is written.
extension TextTemplate: DocumentValue {
  package static var words: String { "a text, with `{field}` in it" }
  package static var schema: JSONValue { String.schema.adding(["maxLength": .int(lengthLimit)]) }
  /// The longest that is read, in letters: no label has room for what more of them would say.
  static let lengthLimit = 4096

  package static func read(_ node: Node, in context: ReadingContext) -> TextTemplate? {
    guard let text = String.read(node, in: context) else { return nil }
    var parser = TextTemplateParser(text)
    let template = parser.template()
    for (errors, start) in parser.errors { Expression.report(errors, from: start, in: node, context) }
    return parser.errors.isEmpty ? template : nil
  }

  /// - Returns: `nil` where it cannot be read.
  package init?(_ text: String) {
    var parser = TextTemplateParser(text)
    self = parser.template()
    if !parser.errors.isEmpty { return nil }
  }

  /// The fields that it names.
  package var fieldNames: [String] {
    parts.flatMap { part -> [String] in
      if case .value(let expression, _) = part { return expression.fieldNames }
      return []
    }
  }

  /// How templates are written, for the manual.
  static let manual = """
    In a text of a symbol, `{name}` is the value of a field, and any expression may stand between the braces: \
    `{upper(name)}`, `{"two words"}`; `{{` and `}}` are braces. Behind a colon stands how a number is written: what \
    sets groups of three digits apart, one of `,`, `'`, `_` and a space (which becomes one that does not break), \
    then a point and the number of digits behind it. `{population:,}` is 1,234,567; `{area:.1}` is 12.3; `{area: \
    .0}` is 1 234. `null` is written as nothing. What comes of it is cut after 2,000 letters, with an ellipsis in \
    place of the rest, and a warning says so.
    """
}

/// Takes a text apart.
private struct TextTemplateParser {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private(set) var errors: [([ExpressionError], start: Int)] = []

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func template() -> TextTemplate {
    if scalars.count > TextTemplate.lengthLimit {
      add(ExpressionError("a text of a symbol has at most \(TextTemplate.lengthLimit) letters", at: 0..<1), 0)
      return TextTemplate(parts: [])
    }
    var parts: [TextTemplate.Part] = []
    var literal = String.UnicodeScalarView()
    while place < scalars.count {
      let scalar = scalars[place]
      let isDouble = place + 1 < scalars.count && scalars[place + 1] == scalar
      if scalar == "{", !isDouble {
        if !literal.isEmpty { parts.append(.literal(String(literal))) }
        literal = String.UnicodeScalarView()
        if let part = value() { parts.append(part) }
        continue
      }
      literal.append(scalar)
      place += isDouble && (scalar == "{" || scalar == "}") ? 2 : 1
    }
    if !literal.isEmpty { parts.append(.literal(String(literal))) }
    return TextTemplate(parts: parts)
  }

  /// From an opening brace to behind its closing one.
  private mutating func value() -> TextTemplate.Part? {
    let start = place + 1
    var end: Int?
    var colon: Int?
    var quote: Unicode.Scalar?
    place = start
    while place < scalars.count, end == nil {
      let scalar = scalars[place]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "'", colon == nil || colon != place - 1 {
        quote = scalar
      } else if scalar == "\"" {
        quote = scalar
      } else if scalar == ":", colon == nil {
        colon = place
      } else if scalar == "}" {
        end = place
      }
      place += 1
    }
    guard let end else {
      add(
        ExpressionError(
          "this brace is never closed", at: 0..<1,
          hint:
            "write `}` behind the field, or `{{` for a brace"), start - 1)
      return nil
    }
    let inside = text(start..<(colon ?? end))
    var format: NumberFormat?
    if let colon {
      format = NumberFormat(scalars[colon + 1..<end])
      if format == nil {
        add(
          ExpressionError(
            "`\(text(colon + 1..<end))` says nothing of how a number is written", at: 0..<end - colon - 1,
            hint: "write a sign between groups, a point and the number of digits behind it, as in `,.0`"), colon + 1)
      }
    }
    do throws(ExpressionErrors) {
      return .value(try Expression(inside), format: format)
    } catch {
      errors.append((error.all.map { $0.withHintOfQuotes(inside) }, start))
      return nil
    }
  }

  private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  private mutating func add(_ error: ExpressionError, _ start: Int) { errors.append(([error], start)) }
}

extension ExpressionError {
  /// A name with spaces is no expression without quotes.
  fileprivate func withHintOfQuotes(_ text: String) -> ExpressionError {
    let isName = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == " " || $0 == "_" || $0 == "-"
    }
    guard isName, text.contains(" "), replacement == nil else { return self }
    return ExpressionError(reason, at: range, hint: "write `{\"\(text)\"}` for a field of that name")
  }
}

extension NumberFormat {
  /// The most digits behind the point that say anything.
  private static let decimalLimit = 15

  /// As it stands behind a colon: `,`, `.2`, `,.0`; `nil` where it is none.
  fileprivate init?(_ scalars: ArraySlice<Unicode.Scalar>) {
    var rest = scalars
    self.init()
    // As other formats of numbers end.
    if rest.last == "f" { rest.removeLast() }
    if rest.isEmpty { return nil }
    if let first = rest.first, [",", "'", "_", " "].contains(first) {
      grouping = first == " " ? "\u{202F}" : String(first)
      rest.removeFirst()
    }
    if rest.isEmpty { return }
    guard rest.removeFirst() == ".", let digits = Int(String(String.UnicodeScalarView(rest))),
      (0...Self.decimalLimit).contains(digits)
    else { return nil }
    decimals = digits
  }
}
