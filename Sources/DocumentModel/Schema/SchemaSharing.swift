import Diagnostics

/// Keys that many maps have stand once in `$defs`, as `key-NAME`: the keys of all layers, and those of texts.
extension JSONValue {
  /// Shorter ones are as long as what would refer to them.
  private static let least = 120

  /// The same schema with the values of `properties` that stand in it more than once moved to its `$defs`.
  var sharingKeys: JSONValue {
    var counts = KeyCounts()
    counts.count(self)
    let definitions = counts.definitions
    if definitions.isEmpty { return self }
    let changed = shared(definitions)
    let added = counts.repeated.map { key, schema -> (String, JSONValue) in
      // What lies in it may be shared too; it itself stays.
      (definitions[KeyCounts.Entry(key: key, schema: schema)] ?? key, schema.shared(definitions))
    }
    return .object(
      changed.members.map { member in
        member.key == "$defs"
          ? (member.key, .object(member.value.members.map { ($0.key, $0.value) } + added) { $0 })
          : (member.key, member.value)
      }
    ) { $0 }
  }

  private func shared(_ definitions: [KeyCounts.Entry: String]) -> JSONValue {
    switch self {
    case .array(let items): .array(items.map { $0.shared(definitions) })
    case .object(let members):
      .object(members) { member in
        guard member.key == "properties" else { return (member.key, member.value.shared(definitions)) }
        let values = member.value.members.map { value -> (String, JSONValue) in
          guard let name = definitions[KeyCounts.Entry(key: value.key, schema: value.value)] else {
            return (value.key, value.value.shared(definitions))
          }
          return (value.key, ["$ref": .string("#/$defs/\(name)")])
        }
        return (member.key, .object(values) { $0 })
      }
    default: self
    }
  }

  /// How long it is as text, about.
  fileprivate var isLong: Bool { text().utf8.count > Self.least }
}

/// How often each key with each schema stands in a schema.
private struct KeyCounts {
  struct Entry: Hashable {
    let key: String
    let schema: JSONValue
  }

  private var counts: [Entry: Int] = [:]
  /// In the order in which they come.
  private var order: [Entry] = []

  mutating func count(_ schema: JSONValue) {
    switch schema {
    case .array(let items): for item in items { count(item) }
    case .object(let members):
      for member in members {
        if member.key == "properties" {
          for value in member.value.members { add(Entry(key: value.key, schema: value.value)) }
        }
        count(member.value)
      }
    default: return
    }
  }

  private mutating func add(_ entry: Entry) {
    if counts[entry, default: 0] == 0 { order.append(entry) }
    counts[entry, default: 0] += 1
  }

  /// Those that are worth a definition.
  var repeated: [(key: String, schema: JSONValue)] {
    order.filter { counts[$0, default: 0] > 1 && $0.schema.isLong }.map { ($0.key, $0.schema) }
  }

  /// The names of their definitions: keys of one name with other meanings are numbered.
  var definitions: [Entry: String] {
    var names: [Entry: String] = [:]
    var used: [String: Int] = [:]
    for (key, schema) in repeated {
      used[key, default: 0] += 1
      let number = used[key] ?? 1
      names[Entry(key: key, schema: schema)] = number == 1 ? "key-\(key)" : "key-\(key)-\(number)"
    }
    return names
  }
}
