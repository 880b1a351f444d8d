/// What is wrong with an expression, and where in it.
package struct ExpressionError: Error, Sendable, Hashable {
  /// Lower case, no full stop; names the offending part in backquotes.
  package let reason: String
  /// In Unicode scalars from the start of the text; empty at its end for what is missing there.
  package let range: Range<Int>
  /// An order that mends it.
  package let hint: String?
  /// What to put in place of the range, when that mends it.
  package let replacement: String?

  init(_ reason: String, at range: Range<Int>, hint: String? = nil, replacement: String? = nil) {
    self.reason = reason
    self.range = range
    self.hint = hint
    self.replacement = replacement
  }

  /// The range should become `word`.
  static func write(_ word: String, _ reason: String, at range: Range<Int>) -> ExpressionError {
    ExpressionError(reason, at: range, hint: "write `\(word)`", replacement: word)
  }
}

/// The bounds of expressions: foreign text never costs more than they allow.
enum ExpressionLimits {
  /// Unicode scalars of an expression.
  static let length = 4096
  /// Brackets, signs and calls within one another while it is read.
  static let nesting = 64
  /// Operations within one another, where `and` and `or` of any number of parts count once.
  static let height = 128
  /// Bytes of a text that an expression makes.
  static let text = 1 << 20
  /// Unicode scalars of a pattern of `like`.
  static let pattern = 1024
}
