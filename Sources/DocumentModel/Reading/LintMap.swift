import Diagnostics

/// `lint`: severities by code. What is an error stays one: a run that leaves something out must not end as if it had not.
struct LintMap: DocumentValue {
  var severities: [Code: Severity?] = [:]

  static let words = "a map of codes to severities"
  private static let levels = ["off"] + [Severity.info, .warning, .error].map(\.rawValue)

  private static func levels(of code: Code) -> [String] {
    code.severity == .error ? [Severity.error.rawValue] : levels
  }

  static var schema: JSONValue {
    [
      "type": "object",
      "properties": .object(Code.all) { code in
        (code.name, ["description": .string(code.title), "enum": .array(levels(of: code).map { .string($0) })])
      }, "additionalProperties": false,
    ]
  }

  static func read(_ node: Node, in context: ReadingContext) -> LintMap? {
    guard case .mapping(let entries) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    var map = LintMap()
    for entry in entries {
      guard let code = Code.named(entry.key) else {
        context.report(
          .unknownWord(entry.key, "a code of a finding", at: entry.keyRange, in: context))
        continue
      }
      guard let severity = severity(entry.value, context) else { continue }
      if code.severity == .error, severity != .error {
        context.report(.loweredError(code, at: entry.value.range))
        continue
      }
      map.severities[code] = severity
    }
    return map
  }

  /// `.some(nil)` is off; `nil` is no severity, which is reported.
  private static func severity(_ node: Node, _ context: ReadingContext) -> Severity?? {
    switch node.content {
    case .scalar(.text("off")), .scalar(.bool(false)): return .some(nil)
    case .scalar(.text(let text)):
      if let severity = Severity(rawValue: text) { return .some(severity) }
      context.report(.unknownWord(text, "a severity", known: levels, at: node.range, in: context))
    default: context.report(.wrongType(node, expected: oneOf(levels)))
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate static func loweredError(_ code: Code, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownValue, "\(code.name) is an error and cannot be lowered: \(code.title)", at: range,
      hint: Hint("take `\(code.name)` out; `lint` may turn warnings and infos off, and raise them"))
  }

  fileprivate static func unknownWord(
    _ text: String, _ what: String, at range: SourceRange, in context: ReadingContext
  ) -> Diagnostic {
    Diagnostic(
      .unknownValue, "`\(text)` is not \(what)", at: range,
      hint: Suggestion.nearest(to: text, among: Code.all.map(\.name)).map { .didYouMean($0, at: range) }
        ?? Hint("write a code as messages show it, as in `MD310`"))
  }
}
