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
  /// Whether `null` may stand for a key that is missing.
  var nullIsMissing: Bool { get }
}

extension FieldDeclaration {
  package var nullIsMissing: Bool { true }
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
  package var nullIsMissing: Bool { Value.nullIsMissing }
  package var isRequired: Bool { true }
  package var defaultText: String? { nil }
}

/// A key that may be missing, which is `nil`.
package struct OptionalField<Value: DocumentValue>: FieldDeclaration {
  package let name: String
  package let summary: String
  package let defaultText: String?

  /// - Parameter written: What a missing key comes to, for the manual, where that is found elsewhere: "96; 300 for paper".
  package init(_ name: String, written: String? = nil, _ summary: String) {
    self.name = name
    self.summary = summary
    self.defaultText = written
  }

  package var schema: JSONValue { Value.schema }
  package var words: String { Value.words }
  package var nullIsMissing: Bool { Value.nullIsMissing }
  package var isRequired: Bool { false }
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
  package var nullIsMissing: Bool { Value.nullIsMissing }
  package var isRequired: Bool { false }
}

/// A key that two kinds of an item have, each with values of its own, where the kind is not known.
struct EitherField: FieldDeclaration {
  let name: String
  let summary: String
  let schema: JSONValue
  let words: String
  let isRequired = false
  let defaultText: String? = nil

  init(_ one: any FieldDeclaration, _ other: any FieldDeclaration) {
    name = one.name
    summary = "\(one.summary); or \(other.summary)"
    schema = ["anyOf": [one.schema, other.schema]]
    words = "\(one.words) or \(other.words)"
  }
}

/// A key of format 1 that this version refuses: one clear diagnostic, no entry in the schema.
package struct LaterField: FieldDeclaration {
  package let name: String
  package let summary: String
  /// The one value that asks for nothing and is therefore accepted: `false`, 0.
  package let accepted: Scalar?

  package init(_ name: String, accepting accepted: Scalar? = nil, _ summary: String) {
    self.name = name
    self.accepted = accepted
    self.summary = summary
  }

  package var schema: JSONValue {
    switch accepted {
    case .bool(let value): .object(["const": .bool(value)])
    case .int(let value): .object(["const": .int(value)])
    default: false
    }
  }
  package var words: String { accepted.map { "only `\($0)` yet" } ?? "nothing yet" }
  package var isRequired: Bool { false }
  package var defaultText: String? { accepted?.description }

  /// True for `null` and for the value that asks for nothing.
  func accepts(_ node: Node) -> Bool {
    guard case .scalar(let scalar) = node.content else { return false }
    if scalar == .null || scalar == accepted { return true }
    if case .double(let value, _) = scalar, case .int(let wanted)? = accepted {
      return value == Double(wanted)
    }
    return false
  }
}

extension FieldDeclaration {
  /// The default as JSON, for the schema, where its text is a scalar.
  var defaultJSON: JSONValue? {
    guard let text = defaultText else { return nil }
    if text == "true" || text == "false" { return .bool(text == "true") }
    if let value = Int(text) { return .int(value) }
    if let value = Double(text) { return .double(value) }
    if text.hasPrefix("["), text.hasSuffix("]") {
      let items = text.dropFirst().dropLast().split(separator: ",").map { Int($0.filter { $0 != " " }) }
      return items.contains(nil) ? nil : .array(items.map { .int($0 ?? 0) })
    }
    return text.contains(" ") ? nil : .string(text)
  }
}
