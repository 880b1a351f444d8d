import Diagnostics

/// The keys that may stand in one kind of map, made once and looked up by name.
package struct FieldSet: Sendable {
  /// In the manual's order.
  package let fields: [any FieldDeclaration]
  package let names: [String]
  private let places: [String: Int]
  private let laterFields: [LaterField?]

  /// - Precondition: No two fields have one name.
  package init(_ fields: [any FieldDeclaration]) {
    self.fields = fields
    names = fields.map(\.name)
    laterFields = fields.map { $0 as? LaterField }
    places = Dictionary(zip(names, names.indices)) { _, _ in
      preconditionFailure("a key is declared twice in one map")
    }
  }

  /// The number of the field of that name.
  func place(of name: String) -> Int? { places[name] }

  /// The field with that number when this version refuses it.
  func later(at place: Int) -> LaterField? { laterFields[place] }

  /// The schema of a map with these keys: required ones are required, `x-` keys may be added, others not.
  package var schema: JSONValue {
    schema(requiring: fields.filter(\.isRequired).map(\.name))
  }

  func schema(requiring required: [String]) -> JSONValue {
    let schema: JSONValue = [
      "type": "object", "properties": properties, "patternProperties": ["^x-": true], "additionalProperties": false,
    ]
    return required.isEmpty ? schema : schema.adding(["required": .array(required.map { .string($0) })])
  }

  /// The schema of each key, with its meaning and its default.
  var properties: JSONValue {
    .object(fields.filter(\.isInSchema)) { ($0.name, $0.describedSchema) }
  }
}

extension FieldDeclaration {
  /// False for a key that this version refuses whatever its value.
  var isInSchema: Bool { schema != false }

  /// Its value's schema with what editors show beside it, and the two things that may stand for any value: a parameter, and
  /// `null`, which takes an inherited key away; that of a document of its own a required key is not `null` is said elsewhere.
  fileprivate var describedSchema: JSONValue {
    var described: JSONValue = ["description": .string(summary)]
    if let value = defaultJSON { described = described.adding(["default": value]) }
    // The version and the type decide what the rest means.
    if isRequired, schema["const"] != nil { return .object(described.members + schema.members) }
    var alternatives = [schema]
    if !schema.isAnyText { alternatives.append(["$ref": "#/$defs/parameter"]) }
    alternatives.append(["type": "null"])
    return described.adding(["anyOf": .array(alternatives)])
  }
}

extension JSONValue {
  /// A schema that any text fits, so also one with a parameter in it.
  var isAnyText: Bool {
    guard self["pattern"] == nil, self["enum"] == nil, let type = self["type"] else { return false }
    if case .array(let types) = type { return types.contains("string") }
    return type == "string"
  }
}
