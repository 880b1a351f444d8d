/// A finding about a map document: what is wrong, where, and how to mend it.
package struct Diagnostic: Sendable, Hashable {
  /// A stable number, never re-used, with its severity and the text of `check --explain`.
  package let code: Code
  /// The code's own, unless the project's `lint:` says otherwise.
  package var severity: Severity
  /// What is wrong, naming the offending value in backquotes; lower case, no full stop.
  package let message: String
  /// Where to look, in the file the text came from, also after `extends`.
  package let range: SourceRange
  /// How to mend it, with the edit when the mending is mechanical.
  package let hint: Hint?
  /// The `id` of the layer it is about, where it is about one.
  package var layer: String?
  /// The way to the value from the top of the document, as in `layers[2].opacity`.
  package var path: String?

  package init(
    _ code: Code, _ message: String, at range: SourceRange, hint: Hint? = nil,
    layer: String? = nil
  ) {
    self.code = code
    self.severity = code.severity
    self.message = message
    self.range = range
    self.hint = hint
    self.layer = layer
  }
}

extension Diagnostic: Comparable {
  /// By file, line, column, code, message, and all else that shows: the report is the same with any number of jobs.
  package static func < (one: Diagnostic, other: Diagnostic) -> Bool {
    if one.range.file.path != other.range.file.path {
      return one.range.file.path < other.range.file.path
    }
    if one.range.start != other.range.start { return one.range.start < other.range.start }
    if one.code.number != other.code.number { return one.code.number < other.code.number }
    if one.message != other.message { return one.message < other.message }
    if one.range.end != other.range.end { return one.range.end < other.range.end }
    return (one.layer ?? "", one.path ?? "", one.hint?.text ?? "") < (
      other.layer ?? "", other.path ?? "", other.hint?.text ?? ""
    )
  }

  /// True when a reader could not tell the two apart: the same mistake of a template, found by way of two documents,
  /// in which it may come to lie at two paths.
  package func showsTheSame(as other: Diagnostic) -> Bool {
    range.start == other.range.start && range.end == other.range.end && code == other.code
      && severity == other.severity && message == other.message && hint?.text == other.hint?.text
      && layer == other.layer && range.file.path == other.range.file.path
  }
}

/// How much a finding weighs.
package enum Severity: String, Sendable, Hashable, CaseIterable {
  /// The document is wrong, or a map cannot be made: exit status 1.
  case error
  /// A picture can be made, but perhaps not the one that was meant.
  case warning
  /// Something worth knowing; never counts against a document.
  case info
}

/// An order that mends what was found, and the edit where a program could follow it.
package struct Hint: Sendable, Hashable {
  /// The order, lower case, no full stop: "write `opacity`".
  package let text: String
  /// The mending as text to put in place of a range.
  package let edit: Edit?

  package struct Edit: Sendable, Hashable {
    package let range: SourceRange
    package let replacement: String
  }

  package init(_ text: String, edit: Edit? = nil) {
    self.text = text
    self.edit = edit
  }

  /// "did you mean `word`?", with the edit that writes it.
  package static func didYouMean(_ word: String, at range: SourceRange) -> Hint {
    Hint("did you mean `\(word)`?", edit: Edit(range: range, replacement: word))
  }
}
