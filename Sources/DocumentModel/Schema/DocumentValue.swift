import Diagnostics

/// A type of value that a document can hold: how it is read, and how the schema and the manual describe it.
package protocol DocumentValue: Sendable {
  /// Reads it, or reports to `context` what is wrong and returns `nil`.
  static func read(_ node: Node, in context: ReadingContext) -> Self?
  /// Its JSON Schema (2020-12).
  static var schema: JSONValue { get }
  /// In words, for messages and the manual: "a colour", "a number from 0 to 1".
  static var words: String { get }
}

/// A value with the place where it was written.
package struct Located<Value: Sendable>: Sendable {
  package let value: Value
  package let range: SourceRange

  package init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
