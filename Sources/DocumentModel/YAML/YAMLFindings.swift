import Diagnostics

// What ``NodeBuilder`` finds.
extension Diagnostic {
  static func severalDocuments(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .severalDocuments, "a second document begins here, where a file holds one", at: range,
      hint: Hint("move it to a file of its own"))
  }

  static func tooDeep(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(.tooLarge, "lists and maps stand more than \(limit) deep in one another here", at: range)
  }

  static func tooManyNodes(_ limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(.tooLarge, "the text has more than \(limit) values", at: range)
  }

  static func emptyKey(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyNotText, "a key is missing before the `:`", at: range, hint: Hint("write the key, as in `key: value`"))
  }

  static func keyNotText(_ node: Node, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .keyNotText, "\(node.shown) stands where a key is expected, a text", at: range,
      hint: Hint("put it in quotes when it is meant as a text"))
  }

  static func undefinedAlias(_ name: String, at range: SourceRange, known: [String]) -> Diagnostic {
    let near = Suggestion.nearest(to: name, among: known)
    return Diagnostic(
      .undefinedAlias, "the alias `*\(name)` has no anchor `&\(name)` above it", at: range,
      hint: near.map { .didYouMean("*\($0)", at: range) }
        ?? Hint("write `&\(name)` before the value it stands for, or put a text that begins with `*` in quotes"))
  }

  static func aliasInItself(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .aliasExpansion, "the alias `*\(name)` stands within its own anchor, which has no end", at: range,
      hint: Hint("move it out of the value of `&\(name)`"))
  }

  static func aliasExpansion(_ name: String, isDepth: Bool, limits: YAMLReader.Limits, at range: SourceRange)
    -> Diagnostic
  {
    let bound =
      isDepth
      ? "lists and maps stand more than \(limits.depth) deep"
      : "all aliases stand for more than \(limits.aliasNodes) values"
    return Diagnostic(.aliasExpansion, "with the alias `*\(name)` \(bound)", at: range)
  }
}
