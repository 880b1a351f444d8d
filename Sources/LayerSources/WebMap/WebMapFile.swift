import Diagnostics
import DocumentModel
import Transport

/// Web maps outside of a document.
package enum WebMapFile {
  /// Under which pop-ups are kept: without its `x-` they are `callouts`.
  package static let keyOfCallouts = EsriPopup.key

  /// Whether a file's beginning is that of JSON with something of a web map in it.
  package static func looksLikeOne(_ path: String) -> Bool {
    let candidate = InspectionCandidate(path)
    guard candidate.isFile, candidate.format == .json else { return false }
    // Keys of maps come in any order, and the largest first: the whole text is looked at where the name says JSON.
    let isNamed = ["json", "webmap"].contains(candidate.suffix)
    let words = ["\"operationalLayers\"", "\"baseMap\"", "\"itemData\"", "\"initialState\"", "\"authoringApp\""]
    return isNamed && !candidate.headText.contains("\"FeatureCollection\"")
      || words.contains(where: candidate.headText.contains)
  }

  /// - Throws: `notFound`, `unreadable` with the place, `otherKind` for JSON that is no web map.
  package static func draft(path: String) throws(SourceError) -> MapDraft {
    guard let bytes = try LocalFile.bytes(of: path, limit: JSONText.byteLimit) else { throw .notFound(path: path) }
    return try WebMapReader.draft(of: JSONElement(of: bytes, source: path))
  }

  /// A web map of a portal, with what the portal says of its item.
  package static func draft(
    of item: PortalItem, credential: Credential?, in context: SourceContext
  ) async throws(SourceError) -> MapDraft {
    let request = AddressedTiles.RequestTemplate(layer: "import", credential: credential)
    var draft = try await item.map(request, in: context).draft
    await item.describe(&draft, request, in: context)
    return draft
  }
}

extension WebMapLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    if candidate.isAddress { return PortalItem(candidate.source) != nil }
    let words = ["\"operationalLayers\"", "\"baseMap\""]
    return candidate.format == .json && candidate.isFile && words.contains(where: candidate.headText.contains)
  }

  static func inspect(
    _ candidate: InspectionCandidate, in context: SourceContext
  ) async throws(SourceError) -> InspectionReport {
    let draft: MapDraft
    var keys: [(String, String)]
    if let item = candidate.isAddress ? PortalItem(candidate.source) : nil {
      draft = try await WebMapFile.draft(of: item, credential: nil, in: context)
      keys = [("item", YAMLText.inDocument(item.id))]
      if !item.isOfDefaultPortal { keys.append(("portal", YAMLText.inDocument(item.portal))) }
    } else {
      draft = try WebMapFile.draft(path: candidate.source)
      keys = [("path", YAMLText.inDocument(candidate.source))]
    }
    let place = SourceRange(startOf: SourceFile(path: candidate.source, bytes: []))
    let composition = LayerComposition(draft.layers, in: .init(at: place), kinds: layerKinds)
    let leaves = composition.drafts.flatMap(\.leaves)
    var remarks = leaves.prefix(50).map { leaf in
      let type: String = if case .string(let type)? = leaf["type"] { type } else { "" }
      return "`\(leaf.id)` is drawn as `\(type)`" + (leaf.isVisible ? "" : ", and is not visible")
    }
    if leaves.count > 50 { remarks.append("\(leaves.count) layers; the first 50 are listed") }
    remarks += (draft.omissions + composition.omissions).prefix(100).map { "\($0.place): \($0.reason)" }
    if !draft.bookmarks.isEmpty { remarks.append("bookmarks: \(draft.bookmarks.count)") }
    remarks.append("`mapdoc import` makes a map document of it")
    let description = LayerDescription(tilingSchemes: [], title: draft.title)
    return InspectionReport(
      kind: typeName, candidate, DescribedSource(description),
      .init(
        identifier: draft.title.map { LayerNames.slug($0) }.flatMap { $0.isEmpty ? nil : $0 }, remarks: remarks,
        keys: keys))
  }
}
