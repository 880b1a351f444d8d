import Diagnostics

/// A value or a list of values.
package struct OneOrMany<Value: DocumentValue>: DocumentValue {
  package let values: [Value]

  package init(_ values: [Value]) { self.values = values }

  package static func read(_ node: Node, in context: ReadingContext) -> OneOrMany? {
    guard case .sequence = node.content else {
      return Value.read(node, in: context).map { OneOrMany([$0]) }
    }
    return ListOf<Value>.read(node, in: context).map { OneOrMany($0.values) }
  }

  package static var schema: JSONValue {
    ["anyOf": [Value.schema, ListOf<Value>.schema]]
  }
  package static var words: String { "\(Value.words) or a list of them" }
}

/// A list of values; what is wrong with one does not hide what is wrong with the next.
package struct ListOf<Value: DocumentValue>: DocumentValue {
  package let values: [Value]

  package init(_ values: [Value]) { self.values = values }

  package static func read(_ node: Node, in context: ReadingContext) -> ListOf? {
    guard case .sequence(let items) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    let values = items.compactMap { Value.read($0, in: context) }
    return values.count == items.count ? ListOf(values) : nil
  }

  package static var schema: JSONValue { ["type": "array", "items": Value.schema] }
  package static var words: String { "a list, each item \(Value.words)" }
}

extension OneOrMany: Equatable where Value: Equatable {}
extension OneOrMany: Hashable where Value: Hashable {}
extension ListOf: Equatable where Value: Equatable {}
extension ListOf: Hashable where Value: Hashable {}

/// A map of words to texts, whose keys the document chooses, in the document's order.
package struct TextMap: DocumentValue, Hashable {
  package let entries: [Entry]

  package struct Entry: Sendable, Hashable {
    package let name: String
    package let nameRange: SourceRange
    package let value: String
  }

  package static func read(_ node: Node, in context: ReadingContext) -> TextMap? {
    guard case .mapping(let entries) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    let texts = entries.compactMap { entry in
      String.read(entry.value, in: context).map {
        Entry(name: entry.key, nameRange: entry.keyRange, value: $0)
      }
    }
    return TextMap(entries: texts)
  }

  package var dictionary: [String: String] {
    Dictionary(entries.map { ($0.name, $0.value) }) { first, _ in first }
  }

  package static var schema: JSONValue {
    ["type": "object", "additionalProperties": String.schema]
  }
  package static var words: String { "a map of texts" }
}

/// A text with at least one character that shows.
package struct NonEmptyText: DocumentValue, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func read(_ node: Node, in context: ReadingContext) -> NonEmptyText? {
    guard let text = String.read(node, in: context) else { return nil }
    if text.unicodeScalars.contains(where: { !$0.isBlank }) { return NonEmptyText(text) }
    context.report(.wrongType(node, expected: words))
    return nil
  }

  package static var schema: JSONValue { ["type": ["string", "number"], "minLength": 1] }
  package static var words: String { "a text that is not empty" }
}
