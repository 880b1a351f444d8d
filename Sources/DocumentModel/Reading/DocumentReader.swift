import Diagnostics
import Geodesy

/// Types a merged document: what is wrong goes to the context, and as much as can be had is returned.
package enum DocumentReader {
  /// - Parameter merged: With a node; one without has nothing to read.
  /// - Returns: `nil` when there are no layers, or the first one, which the map stands on, is none.
  package static func read(_ merged: MergedDocument, in context: ReadingContext) -> MapDocument? {
    guard let node = merged.node, let path = merged.files.first?.path else { return nil }
    return read(node, path: path, files: merged.files, projectRoot: merged.projectRoot, in: context)
  }

  /// - Parameters:
  ///   - path: The file named by the user, as shown in messages.
  ///   - files: What the document was made of.
  static func read(
    _ node: Node, path: String, files: [SourceFile], projectRoot: String, in context: ReadingContext
  ) -> MapDocument? {
    guard let reader = MappingReader(node, fields: TopLevelKeys.all, as: "a map document", in: context) else {
      return nil
    }
    _ = reader.read(TopLevelKeys.mapdoc)
    context.credentials = CredentialTable(
      project: context.projectCredentials, document: reader.read(TopLevelKeys.credentials) ?? CredentialMap())
    // Before the layers are read, of which those with such a finding are not asked for.
    SecretRule.check(node, texts: files, in: context)
    let layers = reader.read(TopLevelKeys.layers)
    let bookmarks = reader.read(TopLevelKeys.bookmarks)
    let grids = reader.read(TopLevelKeys.grids)
    let outputs = reader.read(TopLevelKeys.outputs)
    let override = reader.read(TopLevelKeys.canvas)
    var document = MapDocument(
      path: path, node: node, files: files, projectRoot: projectRoot, title: reader.read(TopLevelKeys.title),
      summary: reader.read(TopLevelKeys.description),
      metadata: reader.read(TopLevelKeys.metadata)?.dictionary ?? [:],
      canvas: override.map(Canvas.standard.applying) ?? .standard, layers: layers?.layers ?? [],
      reference: reader.read(TopLevelKeys.srs), initialExtent: reader.read(TopLevelKeys.initialExtent),
      rotation: reader.read(TopLevelKeys.rotation).value,
      bookmarks: bookmarks.bookmarks, wrapsAround: reader.read(TopLevelKeys.wrapAround), grids: grids.grids,
      outputs: outputs.outputs)
    let ownBookmarks = document.bookmarks.count
    document.takeMapDefaults()
    CrossChecks(
      document: document, layerIDs: layers?.ids ?? [],
      bookmarkNames: bookmarks.names + document.bookmarks[ownBookmarks...].map(\.name), gridIDs: grids.ids,
      context: context
    ).run()
    guard let layers, layers.hasFirst, !layers.layers.isEmpty else { return nil }
    var whole = document
    whole.dataFiles = context.dataFiles.map(\.value)
    whole.files += whole.dataFiles
    whole.paths = context.paths
    return whole
  }
}
