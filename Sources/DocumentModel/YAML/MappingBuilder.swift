import Diagnostics

/// The entries of one mapping as they come: keys once, merge keys at the end.
struct MappingBuilder {
  struct Key {
    let text: String
    let range: SourceRange
    /// A plain `<<`.
    let isMerge: Bool
  }

  private(set) var entries: [Node.Entry] = []
  /// The keys, once there are so many that looking through the entries is slow.
  private var places: [String: Int] = [:]
  private var merged: (key: Key, value: Node)?

  /// - Returns: What is wrong with the key; it is then not added.
  mutating func add(_ key: Key, _ value: Node) -> Diagnostic? {
    if key.isMerge {
      if let first = merged { return .duplicateKey(key, first: first.key.range) }
      merged = (key, value)
      return nil
    }
    if let place = place(of: key.text) { return .duplicateKey(key, first: entries[place].keyRange) }
    append(Node.Entry(key: key.text, keyRange: key.range, value: value))
    return nil
  }

  /// Adds what `<<` names, by the rules of YAML 1.1: own keys win, then the earlier of several maps.
  ///
  /// - Returns: What is wrong with its value.
  mutating func merge() -> [Diagnostic] {
    guard let (key, value) = merged else { return [] }
    switch value.content {
    case .mapping(let others):
      add(others)
    case .sequence(let items):
      var findings: [Diagnostic] = []
      for item in items {
        if case .mapping(let others) = item.content {
          add(others)
        } else {
          findings.append(.badMergeKey(item, behind: key.range))
        }
      }
      return findings
    case .scalar:
      return [.badMergeKey(value, behind: key.range)]
    }
    return []
  }

  private mutating func add(_ others: [Node.Entry]) {
    for entry in others where place(of: entry.key) == nil { append(entry) }
  }

  private mutating func append(_ entry: Node.Entry) {
    if entries.isEmpty { entries.reserveCapacity(8) }
    entries.append(entry)
    if entries.count > Self.few {
      places[entry.key] = entries.count - 1
    } else if entries.count == Self.few {
      for (place, entry) in entries.enumerated() { places[entry.key] = place }
    }
  }

  private static let few = 16

  private func place(of key: String) -> Int? {
    entries.count < Self.few ? entries.firstIndex { $0.key == key } : places[key]
  }
}

extension Diagnostic {
  fileprivate static func duplicateKey(_ key: MappingBuilder.Key, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateKey, "the key `\(key.text)` is written twice in one map", at: key.range,
      hint: Hint("take one of the two out; the first is on line \(first.start.line)"))
  }

  fileprivate static func badMergeKey(_ value: Node, behind key: SourceRange) -> Diagnostic {
    // What an alias stands for was written before.
    let range = value.range.start >= key.end ? value.range : key
    return Diagnostic(
      .badMergeKey, "\(value.shown) stands where `<<` expects a map or a list of maps", at: range,
      hint: Hint("write `<<: *NAME` with the anchor of a map"))
  }
}
