/// An expression of the format, as in `where: "population > 100000 and name is not null"`: read, checked, ready to be
/// worked out for one feature or tile after another.
///
/// The language, complete: fields by name (`"quoted name"` where the name is no word), numbers, `'text'`, `true`, `false`,
/// `null`; `+ - * / %`, `== != < <= > >=`, `and or not`, `in (..)`, `like`, `is null`, and the functions of
/// ``ExpressionFunction``. `null` propagates; conditions are three-valued.
package struct Expression: Sendable, Hashable {
  /// As written.
  package let text: String
  /// The fields that it names, each once, in the order of their first mention.
  package let fieldNames: [String]
  private let root: ExpressionNode

  /// - Parameters:
  ///   - fields: What it may name.
  ///   - result: What it must come to; `any` where everything will do.
  /// - Throws: Every mistake, by its place; at least one.
  package init(
    _ text: String, fields: ExpressionFields = .any, result: ExpressionType = .any
  ) throws(ExpressionErrors) {
    let parsed: ExpressionBuilder.Result
    do throws(ExpressionError) {
      parsed = try ExpressionParser.parse(text, fields: fields)
    } catch {
      throw ExpressionErrors(all: [error])
    }
    var errors = parsed.errors
    if errors.isEmpty, !parsed.root.type.fits(result) {
      errors.append(.wrongResult(parsed.root, expected: result))
    }
    guard errors.isEmpty else { throw ExpressionErrors(all: errors) }
    self.text = text
    fieldNames = parsed.fieldNames
    root = parsed.root
  }

  /// What it may come to, as far as that is known.
  package var type: ExpressionType { root.type }

  /// Its value where the fields hold these values.
  ///
  /// - Parameter fields: One for each of ``fieldNames``, in their order; a field that a feature lacks is `null`.
  /// - Throws: A value of another type than its place takes.
  package func value(_ fields: [ExpressionValue]) throws(ExpressionError) -> ExpressionValue {
    precondition(fields.count == fieldNames.count, "an expression needs a value for each of its fields")
    return try ExpressionEvaluation(fields: fields).value(of: root)
  }

  /// Whether it is true; `false` and `null` are not.
  ///
  /// - Throws: A value of another type than its place takes, also in place of the whole.
  package func holds(_ fields: [ExpressionValue]) throws(ExpressionError) -> Bool {
    switch try value(fields) {
    case .boolean(let value): return value
    case .null: return false
    case let other: throw .wrongResult(root, other.type, expected: .boolean)
    }
  }
}

/// All that is wrong with an expression, by place.
package struct ExpressionErrors: Error, Sendable, Hashable {
  package let all: [ExpressionError]
}

extension ExpressionError {
  fileprivate static func wrongResult(
    _ node: ExpressionNode, _ type: ExpressionType? = nil, expected: ExpressionType
  ) -> ExpressionError {
    let wanted = expected == .boolean ? "a condition" : expected.words
    return ExpressionError(
      "this is \((type ?? node.type).words), and \(wanted) is expected", at: node.range,
      hint: expected == .boolean ? "compare it with something, as in `\(Self.example(node.type))`" : nil)
  }

  private static func example(_ type: ExpressionType) -> String { type == .text ? "name == 'x'" : "x % 2 == 1" }
}
