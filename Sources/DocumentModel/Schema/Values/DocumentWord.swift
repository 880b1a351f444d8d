import Diagnostics

/// A choice of words: an enumeration whose raw values are what a document writes.
package protocol DocumentWord: DocumentValue, RawRepresentable, CaseIterable where RawValue == String {
  /// What the word chooses, for messages: "a blend mode".
  static var what: String { get }
  /// Words of the format whose capability comes later, refused until then; some may be cases already.
  static var later: [String] { get }
}

extension DocumentWord {
  package static var later: [String] { [] }

  package static func read(_ node: Node, in context: ReadingContext) -> Self? {
    guard case .scalar(.text(let text)) = node.content else {
      context.report(.wrongType(node, expected: words))
      return nil
    }
    if later.contains(text) {
      context.report(
        Diagnostic(
          .notYetSupported, "`\(text)` is not yet supported by this version of mapdoc", at: node.range,
          hint: choices.isEmpty ? nil : Hint("write \(oneOf(choices))")))
      return nil
    }
    if let value = Self(rawValue: text) { return value }
    context.report(.unknownWord(text, what, known: choices, at: node.range, in: context))
    return nil
  }

  /// The words that may stand now, in their order.
  static var choices: [String] { allCases.map(\.rawValue).filter { !later.contains($0) } }

  package static var schema: JSONValue {
    ["type": "string", "enum": .array(choices.map { .string($0) })]
  }
  package static var words: String { oneOf(choices) }
}

/// "`a`, `b` or `c`".
package func oneOf(_ words: [String]) -> String {
  let quoted = words.map { "`\($0)`" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "nothing" }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}

extension Diagnostic {
  /// A word that is none of the choices.
  package static func unknownWord(
    _ text: String, _ what: String, known: [String], at range: SourceRange, in context: ReadingContext
  ) -> Diagnostic {
    let suggestion = context.maySuggest ? Suggestion.nearest(to: text, among: known) : nil
    return Diagnostic(
      .unknownValue, "`\(text)` is not \(what), which is \(oneOf(known))", at: range,
      hint: suggestion.map { .didYouMean($0, at: range) })
  }
}

extension BlendMode: DocumentWord { package static var what: String { "a blend mode" } }

extension Resampling: DocumentWord { package static var what: String { "a way of resampling" } }

extension FailureMeaning: DocumentWord { package static var what: String { "a meaning of a failure" } }

extension Reproject: DocumentWord { package static var what: String { "a way of reprojecting" } }

extension OutputFormat: DocumentWord {
  package static var what: String { "a format of pictures" }
  package static var later: [String] { ["pdf", "svg", "tif"] }
}

extension Georeference: DocumentWord {
  package static var what: String { "a kind of georeference" }
  package static var later: [String] { ["geotiff", "geopdf"] }
}
