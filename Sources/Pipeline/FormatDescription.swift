import DocumentModel
import LayerSources

/// The format as editors and people read it, made from the declarations of its keys.
package enum FormatDescription {
  /// JSON Schema 2020-12.
  package static var schema: String { DocumentSchema.json(kinds: layerKinds).text(pretty: true) + "\n" }
  /// The same of the project file `.mapdoc.yaml`.
  package static var projectSchema: String { DocumentSchema.projectFile.text(pretty: true) + "\n" }
  /// Markdown.
  package static var manual: String { DocumentSchema.manual(kinds: layerKinds) }
  /// A page of section 5 of the manual.
  package static var manPage: String { DocumentSchema.manPage(kinds: layerKinds, version: Version.text) }
}

/// The formats of pictures, for the command line, which does not see the document model.
package typealias OutputFormat = DocumentModel.OutputFormat
