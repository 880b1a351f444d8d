import Diagnostics

/// `${name}` may stand for any value of a document, whatever its type.
extension JSONValue {
  private static let parameter: JSONValue = ["$ref": "#/$defs/parameter"]

  /// A schema that accepts a text with a parameter for each value in it: of keys, and in lists.
  ///
  /// What is said under conditions (`if`, `then`, `else`, `not`) says nothing of types, and stays.
  var acceptingParameters: JSONValue {
    guard case .object(let members) = self else { return self }
    let changed = members.map { member -> (String, JSONValue) in
      switch member.key {
      case "properties", "patternProperties":
        (member.key, .object(member.value.members) { ($0.key, $0.value.acceptingParameters.orParameter) })
      case "$defs":
        (member.key, .object(member.value.members) { ($0.key, $0.value.acceptingParameters) })
      case "items", "additionalProperties": (member.key, member.value.acceptingParameters.orParameter)
      case "anyOf", "oneOf", "allOf": (member.key, member.value.mapItems(\.acceptingParameters))
      default: (member.key, member.value)
      }
    }
    return .object(changed) { $0 }
  }

  /// The schema of a value, or a parameter in its place.
  private var orParameter: JSONValue {
    guard case .object(let members) = self, !isAnyText, !allowsParameter, self["not"] == nil else { return self }
    let shown = members.filter { ["description", "default"].contains($0.key) }.map { ($0.key, $0.value) }
    let rest = members.filter { !["description", "default"].contains($0.key) }.map { ($0.key, $0.value) }
    if rest.isEmpty { return self }
    return .object(shown + [("anyOf", .array([.object(rest) { $0 }, Self.parameter]))]) { $0 }
  }

  private var allowsParameter: Bool {
    if self == Self.parameter { return true }
    if case .array(let items)? = self["anyOf"] { return items.contains { $0.allowsParameter } }
    return false
  }

  private func mapItems(_ change: (JSONValue) -> JSONValue) -> JSONValue {
    if case .array(let items) = self { return .array(items.map(change)) }
    return self
  }
}
