import Diagnostics

/// Lays a list of items over another: they meet by `id` (bookmarks by `name`).
struct ItemMerge {
  enum Kind {
    case layers, bookmarks, others

    var name: String { self == .bookmarks ? "name" : "id" }
    var place: NodeMerger.Place { self == .layers ? .layer : .elsewhere }
  }

  private struct Slot {
    let id: String?
    /// `nil` once it is removed.
    var node: Node?
    /// The `after:` by which it came to its place.
    var placedAfter: String?
  }

  private let kind: Kind
  private let merger: NodeMerger
  private var slots: [Slot]
  /// The first inherited item of each name, until an item of the upper list has met it.
  private var inherited: [String: Int] = [:]
  /// Numbers of the slots that an item of the upper list wants elsewhere, with that item.
  private var moves: [(slot: Int, item: Node)] = []

  private static let steering = ["remove", "before", "after"]
  /// Moves times items: what is a moment's work.
  private static let greatestWork = 20_000_000

  /// - Parameter merger: Merges items that meet, and takes the findings.
  init(_ kind: Kind, _ below: [Node], merger: NodeMerger) {
    self.kind = kind
    self.merger = merger
    slots = below.map { Slot(id: $0[kind.name]?.scalarText, node: $0) }
    for (place, slot) in slots.enumerated() {
      if let id = slot.id, inherited[id] == nil { inherited[id] = place }
    }
  }

  /// An item with a key that steers merging, or a group with one in it.
  static func isSteered(_ item: Node) -> Bool {
    guard case .mapping(let entries) = item.content else { return false }
    return entries.contains { entry in
      if steering.contains(entry.key) { return true }
      if entry.key == "layers", case .sequence(let items) = entry.value.content {
        return items.contains(where: isSteered)
      }
      return false
    }
  }

  /// The list below with `others` merged into it, removed, appended in their order, and then placed.
  mutating func laid(_ others: [Node]) -> [Node] {
    for other in others { lay(other) }
    if moves.isEmpty { return slots.compactMap(\.node) }
    guard moves.count * slots.count <= Self.greatestWork else {
      report(
        Diagnostic(.tooLarge, "too many items of one list have `before` or `after`", at: moves[0].item.range))
      return slots.compactMap(\.node)
    }
    return placed().compactMap { slots[$0].node }
  }

  private mutating func lay(_ other: Node) {
    guard case .mapping = other.content else {
      slots.append(Slot(id: nil, node: other))
      return
    }
    let id = other[kind.name]?.scalarText
    // Taken out, so that a second item of this name in the same list stays beside it, and is found to be a duplicate.
    let place = id.flatMap { inherited.removeValue(forKey: $0) }
    if isRemoved(other) {
      if let place {
        slots[place].node = nil
      } else {
        report(unknown(id, for: other.entry("remove"), at: other[kind.name]?.range, among: slots))
      }
      return
    }
    let item = other.without(Self.steering)
    if let place, let base = slots[place].node {
      slots[place].node = merger.merged(
        isOther(item, base) ? Node(.mapping([]), at: base.range) : base, with: item, at: kind.place)
    } else {
      slots.append(Slot(id: id, node: merger.merged(Node(.mapping([]), at: other.range), with: item, at: kind.place)))
    }
    if other["before"] != nil || other["after"] != nil { moves.append((place ?? slots.count - 1, other)) }
  }

  /// An item of another `type` replaces all but the place: keys of the one would be unknown to the other.
  private func isOther(_ item: Node, _ base: Node) -> Bool {
    guard let type = item["type"]?.scalarText, let below = base["type"]?.scalarText else { return false }
    return type != below
  }

  private func isRemoved(_ item: Node) -> Bool {
    guard let value = item["remove"] else { return false }
    if case .scalar(.bool(let isRemoved)) = value.content { return isRemoved }
    report(
      Diagnostic(
        .wrongType, "\(value.shown) stands where `remove` expects `true`", at: value.range,
        hint: Hint("write `remove: true`")))
    return false
  }

  fileprivate func report(_ finding: Diagnostic?) {
    if let finding { merger.report(finding) }
  }
}

// MARK: - before and after

extension ItemMerge {
  /// The numbers of the slots in their final order.
  private mutating func placed() -> [Int] {
    var order = Array(slots.indices)
    for (slot, item) in moves {
      if let before = item["before"], item["after"] != nil {
        report(
          Diagnostic(
            .conflictingKeys, "`before` and `after` stand in one item", at: before.range,
            hint: Hint("take one of the two out")))
        continue
      }
      guard let entry = item.entry("before") ?? item.entry("after") else { continue }
      let target = entry.value.scalarText
      if let target, target == slots[slot].id {
        report(
          Diagnostic(
            .unknownItem, "item `\(target)` cannot stand \(entry.key) itself", at: entry.value.range,
            hint: Hint("name another item of this list")))
        continue
      }
      let isTarget = { [slots] (other: Int) in other != slot && slots[other].node != nil && slots[other].id == target }
      guard let target, order.contains(where: isTarget) else {
        report(unknown(target, for: entry, among: slots.indices.filter { $0 != slot }.map { slots[$0] }))
        continue
      }
      order.removeAll { $0 == slot }
      guard var place = order.firstIndex(where: isTarget) else { continue }
      if entry.key == "after" {
        place += 1
        // Several after the same one stay in the order in which they are written.
        while place < order.count, slots[order[place]].placedAfter == target { place += 1 }
        slots[slot].placedAfter = target
      }
      order.insert(slot, at: place)
    }
    return order
  }

  /// `nil` where the item may stand in a template that could not be read.
  private func unknown(_ id: String?, for entry: Node.Entry?, at place: SourceRange? = nil, among slots: [Slot])
    -> Diagnostic?
  {
    guard let entry, !merger.isIncomplete else { return nil }
    guard let id else {
      return Diagnostic(
        .unknownItem, "`\(entry.key)` needs the `\(kind.name)` of an item", at: entry.value.range,
        hint: Hint("name the item with `\(kind.name):`"))
    }
    let known = Array(slots.lazy.filter { $0.node != nil }.compactMap(\.id).prefix(200))
    let range = place ?? entry.value.range
    let near = Suggestion.nearest(to: id, among: known)
    let list = known.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    return Diagnostic(
      .unknownItem, "there is no item `\(id)` for `\(entry.key)` in this list", at: range,
      hint: near.map { .didYouMean($0, at: range) }
        ?? (known.isEmpty ? nil : Hint("name one of the items that this list has: \(list)")))
  }
}
