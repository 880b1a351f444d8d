import Diagnostics

/// A document as text after `extends` and parameters, not yet checked key by key.
package struct MergedDocument: Sendable {
  /// Without `extends`, `template`, `params` and the keys that steer merging. Each value has the range in the file it
  /// comes from. `nil` where the document itself cannot be read or is not YAML.
  package var node: Node?
  /// The document first, then its templates in the order in which they are merged.
  package var files: [SourceFile]
  /// Absolute, without a slash at the end.
  package var projectRoot: String
  /// In the order of the texts: by file, line and column.
  package var findings: [Diagnostic]
  /// `template: true` at the top of the document itself.
  package var isTemplate: Bool
  /// It has a top-level `mapdoc:` key, its own or from a template; true too where the text is too broken to know.
  package var isMapDocument: Bool
  /// A template is missing or broken: what the document seems to lack may stand there.
  package var isIncomplete: Bool
}

/// What the command line and the project say about reading documents.
package struct MergeOptions: Sendable {
  /// `--set name=text`: each text is a YAML scalar; the last of a name counts.
  package var settings: [(name: String, text: String)]
  /// `--allow-outside`: `extends` may leave the project's folder.
  package var allowOutside: Bool
  /// `defaults:` of the project: a map with `canvas` and `layers`.
  package var defaults: Node?

  package init(settings: [(name: String, text: String)] = [], allowOutside: Bool = false, defaults: Node? = nil) {
    self.settings = settings
    self.allowOutside = allowOutside
    self.defaults = defaults
  }
}
