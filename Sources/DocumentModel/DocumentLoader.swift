import Diagnostics

/// A map document as it was read: what could be understood, and all that is wrong with it.
package struct LoadedDocument: Sendable {
  /// As the user named it.
  package var path: String
  /// `nil` where the text is too broken, or where it has errors that leave a key without a value.
  package var document: MapDocument?
  /// `template: true` at its top.
  package var isTemplate: Bool
  /// It has a top-level `mapdoc:` key.
  package var isMapDocument: Bool
  /// In the order of the text, with `layer` and `path` filled in.
  package var findings: [Diagnostic]
}
