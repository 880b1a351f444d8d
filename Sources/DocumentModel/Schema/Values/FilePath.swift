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
    if let scheme = addressScheme(of: text) {
      context.report(.addressForPath(text, scheme: scheme, at: node.range))
      return nil
    }
    // No later stage replaces parameters in paths.
    let path = ReservedParameter.replaced(in: text, by: [:])
    let whole = FilePath(text: path, resolved: PathResolution.dataPath(path, of: node))
    context.note(whole, at: node.range)
    return whole
  }

  /// `http` of `http://example.org/a.tif`; `nil` for a path.
  private static func addressScheme(of text: String) -> String? {
    guard let end = text.firstRange(of: "://")?.lowerBound, let first = text.first, first.isASCII, first.isLetter,
      text[..<end].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return text[..<end].lowercased()
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 1] }
  package static var words: String { "a path" }
}

extension Diagnostic {
  fileprivate static func addressForPath(_ text: String, scheme: String, at range: SourceRange) -> Diagnostic {
    let shown = String(SecretRule.stripped(text).address.prefix(200))
    let hint =
      scheme == "file"
      ? "write the path alone, without `file://`"
      : scheme == "http" || scheme == "https"
        ? "fetch the file and name it here; `features` and `image` read an address that stands at `url`, and `pmtiles` one "
          + "at `path`" : "fetch the file and name it here"
    return Diagnostic(
      .wrongType, "the address `\(shown)` stands where the path of a file is expected", at: range, hint: Hint(hint))
  }
}
