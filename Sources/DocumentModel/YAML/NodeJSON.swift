import Diagnostics

extension Node {
  /// The same value in JSON: maps in their order, without positions.
  package var json: JSONValue {
    switch content {
    case .mapping(let entries): .object(entries.map { JSONValue.Member(key: $0.key, value: $0.value.json) })
    case .sequence(let items): .array(items.map(\.json))
    case .scalar(.null): .null
    case .scalar(.bool(let value)): .bool(value)
    case .scalar(.int(let value)): .int(value)
    case .scalar(.double(let value, _)): .double(value)
    case .scalar(.text(let text)): .string(text)
    }
  }
}
