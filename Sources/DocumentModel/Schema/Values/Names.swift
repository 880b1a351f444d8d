import Diagnostics

/// An `id`: what other parts of the document call an item.
package struct Identifier: DocumentValue, Hashable {
  package let text: String

  package static func read(_ node: Node, in context: ReadingContext) -> Identifier? {
    guard let text = String.read(node, in: context) else { return nil }
    guard let reason = NameRule.objection(to: text) else { return Identifier(text: text) }
    context.report(Diagnostic(.badIdentifier, "`\(text)` cannot be an id: \(reason)", at: node.range))
    return nil
  }

  package static var schema: JSONValue {
    ["type": ["string", "number"], "minLength": 1, "maxLength": .int(NameRule.longest)]
  }
  package static var words: String { "an id, unique in its document" }
}

/// The name of a bookmark, which becomes part of file names.
package struct BookmarkName: DocumentValue, Hashable {
  package let text: String

  package static func read(_ node: Node, in context: ReadingContext) -> BookmarkName? {
    guard let text = String.read(node, in: context) else { return nil }
    guard let reason = NameRule.objection(to: text) ?? NameRule.objection(toFileName: text) else {
      return BookmarkName(text: text)
    }
    context.report(Diagnostic(.badIdentifier, "`\(text)` cannot be the name of a bookmark: \(reason)", at: node.range))
    return nil
  }

  package static var schema: JSONValue {
    [
      "type": ["string", "number"], "minLength": 1, "maxLength": .int(NameRule.longest),
      "pattern": "^[^/\\\\]*$",
    ]
  }
  package static var words: String { "a name, unique among the bookmarks" }
}

/// The name of a bookmark where another part of the document asks for it: whether there is one, and whether it can be a
/// name, is said elsewhere.
package struct BookmarkReference: DocumentValue, Hashable {
  package let text: String

  package static func read(_ node: Node, in context: ReadingContext) -> BookmarkReference? {
    String.read(node, in: context).map { BookmarkReference(text: $0) }
  }

  package static var schema: JSONValue { BookmarkName.schema }
  package static var words: String { "the name of a bookmark" }
}

private enum NameRule {
  /// In Unicode scalars; with a suffix it still fits the 255 bytes of a file name in most scripts.
  static let longest = 128

  static func objection(to text: String) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return "it is empty" }
    // A scalar has at most four bytes, so that few texts are counted.
    if text.utf8.count > longest, scalars.count > longest { return "it is longer than \(longest) characters" }
    if first.isBlank || last.isBlank { return "it starts or ends with a space" }
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "it holds a control character" }
    return nil
  }

  static func objection(toFileName text: String) -> String? {
    if text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
      return "it becomes part of a file name, which holds no `/` or `\\`"
    }
    return text == "." || text == ".." ? "it becomes part of a file name" : nil
  }
}

extension Unicode.Scalar {
  /// White space; ASCII without a look at Unicode's tables.
  var isBlank: Bool { value < 0x80 ? value == 0x20 || (value >= 0x09 && value <= 0x0D) : properties.isWhitespace }
}
