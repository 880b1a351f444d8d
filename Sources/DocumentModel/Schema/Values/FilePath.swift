import Diagnostics

/// A path of data, relative to the file that holds it.
package struct FilePath: DocumentValue, Hashable {
  /// As written.
  package let text: String
  /// Absolute, or relative to the working folder as the document's own path is.
  package let resolved: String

  /// - Parameter base: The file that holds it; its path as shown.
  package init(_ text: String, relativeTo base: SourceFile) {
    self.text = text
    resolved = FilePath.resolve(text, besideFile: base.path)
  }

  package static func read(_ node: Node, in context: ReadingContext) -> FilePath? {
    guard let text = String.read(node, in: context) else { return nil }
    if text.isEmpty || text.utf8.contains(0) {
      context.report(Diagnostic(.wrongType, "\(node.shown) stands where \(words) is expected", at: node.range))
      return nil
    }
    return FilePath(text, relativeTo: node.range.file)
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 1] }
  package static var words: String { "a path" }

  /// Joins a path to the folder of a file; a leading `./` is taken off.
  static func resolve(_ path: String, besideFile file: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return withoutDot(path) }
    return String(file[...slash]) + withoutDot(path)
  }

  private static func withoutDot(_ path: String) -> String {
    var rest = path[...]
    while rest.hasPrefix("./") {
      rest = rest.dropFirst(2)
      while rest.hasPrefix("/") { rest = rest.dropFirst() }
    }
    return rest.isEmpty ? "." : String(rest)
  }
}
