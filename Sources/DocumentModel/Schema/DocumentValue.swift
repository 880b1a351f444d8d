import Diagnostics

/// A type of value that a document can hold: how it is read, and how the schema and the manual describe it.
package protocol DocumentValue: Sendable {
  /// Reads it, or reports to `context` what is wrong and returns `nil`.
  static func read(_ node: Node, in context: ReadingContext) -> Self?
  /// Its JSON Schema (2020-12).
  static var schema: JSONValue { get }
  /// In words, for messages and the manual: "a colour", "a number from 0 to 1".
  static var words: String { get }
  /// Whether `null` means that the key is missing (the default); where it does not, ``read(_:in:)`` says what is wrong with it.
  static var nullIsMissing: Bool { get }
}

extension DocumentValue {
  package static var nullIsMissing: Bool { true }
}

/// A value whose schema stands once in `$defs`, because many keys have it.
package protocol DefinedValue: DocumentValue {
  /// Its name in `$defs`.
  static var definitionName: String { get }
  static var definedSchema: JSONValue { get }
}

extension DefinedValue {
  package static var schema: JSONValue { .object(["$ref": .string("#/$defs/\(definitionName)")]) }
}

/// A value that is a map of declared keys.
package protocol MapValue: DocumentValue {
  static var fields: FieldSet { get }
  /// What a message calls it: "a canvas".
  static var what: String { get }
  /// Reads its keys. What is wrong with them goes to the reader's context.
  init?(from reader: MappingReader)
}

extension MapValue {
  package static func read(_ node: Node, in context: ReadingContext) -> Self? {
    MappingReader(node, fields: fields, as: what, in: context).flatMap(Self.init(from:))
  }

  package static var schema: JSONValue { fields.schema }
  package static var words: String { "a map" }
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

extension Located: DocumentValue where Value: DocumentValue {
  package static func read(_ node: Node, in context: ReadingContext) -> Located? {
    Value.read(node, in: context).map { Located($0, at: node.range) }
  }

  package static var schema: JSONValue { Value.schema }
  package static var words: String { Value.words }
  package static var nullIsMissing: Bool { Value.nullIsMissing }
}
