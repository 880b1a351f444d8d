import Diagnostics

/// A path of data, relative to the file that holds it.
package struct FilePath: DocumentValue, Hashable {
  /// As written.
  package let text: String
  /// Absolute, or relative to the working folder as the document's own path is.
  package let resolved: String

  package init(text: String, resolved: String) {
    self.text = text
    self.resolved = resolved
  }

  package static func read(_ node: Node, in context: ReadingContext) -> FilePath? {
    guard let text = String.read(node, in: context) else { return nil }
    if text.isEmpty || text.utf8.contains(0) {
      context.report(Diagnostic(.wrongType, "\(node.shown) stands where \(words) is expected", at: node.range))
      return nil
    }
    return FilePath(text: text, resolved: PathResolution.dataPath(text, of: node))
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 1] }
  package static var words: String { "a path" }
}
