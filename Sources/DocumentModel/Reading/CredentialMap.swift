import Diagnostics

/// `credentials` of a document or a project: credentials by name.
package struct CredentialMap: DocumentValue {
  /// `nil` for one that cannot be used, which has been reported.
  var declared: [String: DeclaredCredential?] = [:]

  package static let words = "a map of names and credentials"
  package static var schema: JSONValue {
    // `null` takes away what a template has.
    ["type": "object", "additionalProperties": ["anyOf": [DeclaredCredential.fields.schema, ["type": "null"]]]]
  }

  package static func read(_ node: Node, in context: ReadingContext) -> CredentialMap? {
    guard case .mapping(let entries) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    var map = CredentialMap()
    for entry in entries where !entry.value.isNull {
      map.declared[entry.key] = .some(DeclaredCredential.read(entry.value, in: context))
    }
    return map
  }
}
