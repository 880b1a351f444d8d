import Diagnostics

/// A value of a YAML text with its place. A merged document is made of nodes of several files.
package struct Node: Sendable, Hashable {
  package let content: Content
  package let range: SourceRange

  package init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }

  package indirect enum Content: Sendable, Hashable {
    case scalar(Scalar)
    case sequence([Node])
    case mapping([Entry])
  }

  /// A key of a mapping and its value; keys are texts, unique in their mapping.
  package struct Entry: Sendable, Hashable {
    package let key: String
    package let keyRange: SourceRange
    package let value: Node

    package init(key: String, keyRange: SourceRange, value: Node) {
      self.key = key
      self.keyRange = keyRange
      self.value = value
    }
  }
}

/// A scalar, typed by the core schema of YAML 1.2: plain `no`, `off` and `012` are a text, a text and the number 12.
package enum Scalar: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  /// `text` is how it was written.
  case double(Double, text: String)
  case text(String)
}

extension Node {
  /// The value of a key; `nil` when this is not a mapping or has no such key.
  package subscript(key: String) -> Node? { entry(key)?.value }

  package func entry(_ key: String) -> Entry? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }
  }

  /// How a message shows it: a scalar as written, `a list`, `a map`.
  package var shown: String {
    switch content {
    case .scalar(let scalar): "`\(scalar)`"
    case .sequence(let items): items.isEmpty ? "an empty list" : "a list"
    case .mapping(let entries): entries.isEmpty ? "an empty map" : "a map"
    }
  }
}

extension Scalar: CustomStringConvertible {
  /// As a document would write it, without quotes.
  package var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(_, let text): text
    case .text(let text): text
    }
  }
}
