import Diagnostics

/// A key of a mapping, declared once: validation, suggestions, JSON Schema and manual are made from it.
package protocol FieldDeclaration: Sendable {
  var name: String { get }
  /// One sentence for the manual and for editors; no full stop.
  var summary: String { get }
  /// The JSON Schema of its value, without the summary and the default.
  var schema: JSONValue { get }
  /// The type in words: "a colour".
  var words: String { get }
  var isRequired: Bool { get }
  /// The default as the manual writes it; `nil` where there is none.
  var defaultText: String? { get }
}

/// A key that must be there.
package struct RequiredField<Value: DocumentValue>: FieldDeclaration {
  package let name: String
  package let summary: String

  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }

  package var schema: JSONValue { Value.schema }
  package var words: String { Value.words }
  package var isRequired: Bool { true }
  package var defaultText: String? { nil }
}

/// A key that may be missing, which is `nil`.
package struct OptionalField<Value: DocumentValue>: FieldDeclaration {
  package let name: String
  package let summary: String

  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }

  package var schema: JSONValue { Value.schema }
  package var words: String { Value.words }
  package var isRequired: Bool { false }
  package var defaultText: String? { nil }
}

/// A key with a value of its own where it is missing.
package struct DefaultedField<Value: DocumentValue>: FieldDeclaration {
  package let name: String
  package let summary: String
  package let defaultValue: Value
  package let defaultText: String?

  /// - Parameter written: The default as a document would write it.
  package init(_ name: String, default value: Value, written: String, _ summary: String) {
    self.name = name
    self.defaultValue = value
    self.defaultText = written
    self.summary = summary
  }

  package var schema: JSONValue { Value.schema }
  package var words: String { Value.words }
  package var isRequired: Bool { false }
}

/// A key of format 1 that this version refuses: one clear diagnostic, no entry in the schema.
package struct LaterField: FieldDeclaration {
  package let name: String
  package let summary: String

  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }

  package var schema: JSONValue { false }
  package var words: String { "nothing yet" }
  package var isRequired: Bool { false }
  package var defaultText: String? { nil }
}
