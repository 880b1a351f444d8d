import Diagnostics

extension JSONValue {
  /// The members of an object; none of anything else.
  var members: [Member] {
    if case .object(let members) = self { return members }
    return []
  }

  subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  /// This object with more members behind its own.
  func adding(_ pairs: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members + JSONValue.object(pairs).members)
  }

  /// An object with a member for each item.
  static func object<Item>(_ items: [Item], _ member: (Item) -> (String, JSONValue)) -> JSONValue {
    .object(
      items.flatMap { item in
        let (key, value) = member(item)
        return JSONValue.object([key: value]).members
      })
  }
}
