import Diagnostics

/// An expression that may name any field: what a feature has shows when it is looked at.
extension Expression: DefinedValue {
  package static var definitionName: String { "expression" }
  package static var words: String { "an expression" }
  package static var definedSchema: JSONValue {
    [
      "description": .string(
        "an expression: fields by name, numbers, 'text', true, false, null; + - * / %, == != < <= > >=, and or not, "
          + "in (..), like, is null; "
          + ExpressionFunction.allCases.map(\.rawValue).joined(separator: " ")),
      "type": ["string", "boolean"],
      "examples": ["population > 100000 and name is not null", "kind in ('bay', 'strait')", "x % 2 == 1"],
    ]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> Expression? {
    read(node, fields: .any, result: .any, as: words, in: context)
  }

  /// - Parameters:
  ///   - start: The Unicode scalars of the text before it, as the `=` of a symbol's values.
  ///   - fields: What it may name.
  ///   - result: What it must come to.
  static func read(
    _ node: Node, from start: Int = 0, fields: ExpressionFields, result: ExpressionType, as words: String,
    in context: ReadingContext
  ) -> Expression? {
    let text: String
    switch node.content {
    // Plain `true` and `7` are expressions too.
    case .scalar(.text), .scalar(.bool), .scalar(.int), .scalar(.double): text = node.plainText
    default:
      context.report(.wrongType(node, expected: words))
      return nil
    }
    do {
      let own = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(start)))
      return try Expression(own, fields: fields, result: result)
    } catch {
      report(error.all, from: start, in: node, context)
      return nil
    }
  }

  /// Reports mistakes in a part of a text at their places.
  ///
  /// - Parameter start: The Unicode scalars of the text before the part.
  static func report(_ errors: [ExpressionError], from start: Int, in node: Node, _ context: ReadingContext) {
    // What is left of a parameter is one mistake, which has been reported.
    let places = node.plainText.contains("${") ? nil : ScalarPlaces(node)
    for error in errors {
      let range = error.range.lowerBound + start..<error.range.upperBound + start
      context.report(.badExpression(error, at: places?.range(range) ?? node.range, in: node))
    }
  }
}

/// The fields that the expressions of a key may name, and what they must come to.
package protocol ExpressionScope: Sendable {
  static var fields: ExpressionFields { get }
  static var result: ExpressionType { get }
  /// For messages and the manual: "a condition over `x`, `y` and `z`".
  static var words: String { get }
}

/// An expression whose fields are known to the reader.
package struct ScopedExpression<Scope: ExpressionScope>: DocumentValue, Hashable {
  package let expression: Expression

  package init(_ expression: Expression) { self.expression = expression }

  package static func read(_ node: Node, in context: ReadingContext) -> ScopedExpression? {
    Expression.read(node, fields: Scope.fields, result: Scope.result, as: words, in: context).map { Self($0) }
  }

  package static var schema: JSONValue { Expression.schema }
  package static var words: String { Scope.words }

  package static func == (one: Self, other: Self) -> Bool { one.expression == other.expression }
  package func hash(into hasher: inout Hasher) { hasher.combine(expression) }
}

extension Diagnostic {
  fileprivate static func badExpression(
    _ error: ExpressionError, at range: SourceRange, in node: Node
  ) -> Diagnostic {
    guard let replacement = error.replacement, range != node.range else {
      return Diagnostic(.badExpression, error.reason, at: range, hint: error.hint.map { Hint($0) })
    }
    let edit = Hint.didYouMean(replacement, at: range).edit
    return Diagnostic(
      .badExpression, error.reason, at: range, hint: Hint(error.hint ?? "write `\(replacement)`", edit: edit))
  }
}
