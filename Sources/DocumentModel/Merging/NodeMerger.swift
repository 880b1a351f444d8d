import Diagnostics

/// Lays one file over what is below it: maps merge key by key, lists replace, `null` removes an inherited key, and
/// the lists of items merge item by item.
///
/// One task owns it; it is never shared.
final class NodeMerger {
  private(set) var findings: [Diagnostic] = []
  /// A template is missing, so an item that is not there may stand in it.
  let isIncomplete: Bool

  init(isIncomplete: Bool) { self.isIncomplete = isIncomplete }

  func report(_ finding: Diagnostic) {
    if findings.count < YAMLReader.Limits().findings { findings.append(finding) }
  }

  /// Where a map stands: which of its keys hold items depends on that.
  enum Place {
    case top, layer, elsewhere
  }

  func merged(_ base: Node, with over: Node, at place: Place = .top) -> Node {
    guard case .mapping(let others) = over.content else { return over }
    var entries: [Node.Entry] = []
    if case .mapping(let inherited) = base.content { entries = inherited }
    let inheritedCount = entries.count
    let index = EntryIndex(entries)
    var removed: Set<Int> = []
    for entry in others {
      let itemKind = Self.itemKind(of: entry.key, at: place, base: base, over: over)
      if let known = index.place(of: entry.key) {
        if entry.value.content == .scalar(.null) { removed.insert(known) }
        entries[known] = merged(entries[known].value, entry, itemKind)
      } else {
        entries.append(merged(nil, entry, itemKind))
      }
    }
    if !removed.isEmpty {
      entries = entries.indices.filter { $0 >= inheritedCount || !removed.contains($0) }.map { entries[$0] }
    }
    return Node(.mapping(entries), at: over.range)
  }

  private func merged(_ base: Node?, _ entry: Node.Entry, _ itemKind: ItemMerge.Kind?) -> Node.Entry {
    let value: Node
    switch (entry.value.content, itemKind) {
    case (.sequence(let items), let kind?):
      var below: [Node] = []
      if case .sequence(let inherited) = base?.content { below = inherited }
      if below.isEmpty, !items.contains(where: ItemMerge.isSteered) { return entry }
      var merge = ItemMerge(kind, below, merger: self)
      value = Node(.sequence(merge.laid(items)), at: entry.value.range)
    case (.mapping, _):
      // A reference that is written out is one value: parts of two would be a third that nobody meant.
      if entry.key == "srs" { return entry }
      value = base.map { merged($0, with: entry.value, at: .elsewhere) } ?? entry.value
    default:
      return entry
    }
    return Node.Entry(key: entry.key, keyRange: entry.keyRange, value: value)
  }

  /// What the items of a list are, when the key holds items.
  private static func itemKind(of key: String, at place: Place, base: Node, over: Node) -> ItemMerge.Kind? {
    switch (place, key) {
    case (.top, "layers"): return .layers
    case (.top, "bookmarks"): return .bookmarks
    case (.top, "grids"), (.top, "furniture"), (.top, "outputs"): return .others
    case (.layer, "layers"):
      // Of a group; the `layers` of a WMS are names.
      return (over["type"] ?? base["type"])?.scalarText == "group" ? .layers : nil
    default: return nil
    }
  }
}

/// Finds the keys of a mapping fast, however many there are.
private struct EntryIndex {
  private let entries: [Node.Entry]
  private var places: [String: Int] = [:]

  init(_ entries: [Node.Entry]) {
    self.entries = entries
    guard entries.count > 16 else { return }
    for (place, entry) in entries.enumerated() { places[entry.key] = place }
  }

  func place(of key: String) -> Int? {
    entries.count > 16 ? places[key] : entries.firstIndex { $0.key == key }
  }
}
