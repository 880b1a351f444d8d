import Diagnostics
import DocumentModel
import Geodesy

extension WMTSLayer: InspectableKind {
  /// Layers that are listed to be pasted.
  private static let mostListed = 50

  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    let lower = candidate.source.lowercased()
    if candidate.isAddress, !lower.contains("{"), lower.contains("wmts") { return true }
    guard candidate.format == .xml else { return false }
    return candidate.headText.contains("Capabilities") && candidate.headText.contains("/wmts")
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let address = try ServiceAddress(of: candidate)
    let capabilities = try await WMTSDocument.capabilities(at: address, .ofInspection, in: context)
    let listed = try candidate.chosen(capabilities.layers, by: \.identifier, most: mostListed)
    var opened: (layer: WMTSCapabilities.Layer, tiles: WMTSTiles)?
    var failure: SourceError?
    for layer in listed where opened == nil {
      do throws(SourceError) {
        opened = (layer, try WMTSTiles(capabilities, of: address, WMTSChoice(layer: layer.identifier), .ofInspection))
      } catch {
        failure = failure ?? error
      }
    }
    guard let opened else { throw failure ?? .empty(path: candidate.source, reason: "the capabilities list no layer") }
    let items = listed.map { layer in
      (InspectionReport.identifier(from: layer.identifier), keys(of: layer, at: address))
    }
    var notes = [
      "levels and extent are those of the layer `\(opened.layer.identifier)` on the tile matrix set "
        + "`\(opened.tiles.grids[0].grid.matrixSet)`",
      "it is offered on "
        + opened.tiles.grids.map { "`\($0.grid.matrixSet)` (\($0.grid.scheme.reference))" }.joined(separator: ", "),
    ]
    if capabilities.layers.count > listed.count, candidate.wanted.isEmpty {
      notes.append("\(capabilities.layers.count) layers; the first \(listed.count) are listed")
    }
    return InspectionReport(
      kind: typeName, candidate, opened.tiles,
      .init(
        format: pictureFormat(opened.tiles.description.mediaType), identifier: items[0].0, remarks: notes,
        keys: items[0].1,
        further: Array(items.dropFirst())))
  }

  private static func keys(of layer: WMTSCapabilities.Layer, at address: ServiceAddress) -> [(String, String)] {
    var keys = [("url", YAMLText.scalar(address.text)), ("layer", YAMLText.scalar(layer.identifier))]
    // What the service has a default for needs no key; what it has none for must be chosen.
    let open = layer.dimensions.filter { $0.default == nil }
    if !open.isEmpty {
      let values = open.map { "\(YAMLText.scalar($0.identifier)): VALUE" }
      keys.append(("dimensions", "{" + values.joined(separator: ", ") + "}"))
    }
    return keys
  }

  private static func pictureFormat(_ mediaType: String?) -> PictureFormat? {
    switch mediaType?.lowercased().prefix(while: { $0 != ";" }) {
    case "image/png", "image/png8": .png
    case "image/jpeg", "image/jpg": .jpeg
    case "image/webp": .webp
    default: nil
    }
  }
}
