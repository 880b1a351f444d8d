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
    var usable: [(layer: WMTSCapabilities.Layer, tiles: WMTSTiles)] = []
    var failures: [(layer: String, error: SourceError)] = []
    for layer in listed {
      do throws(SourceError) {
        let tiles = try WMTSTiles(capabilities, of: address, WMTSChoice(layer: layer.identifier), .ofInspection)
        usable.append((layer, tiles))
      } catch {
        failures.append((layer.identifier, error))
      }
    }
    guard let opened = usable.first else {
      throw failures.first?.error ?? .empty(path: candidate.source, reason: "the capabilities list no layer")
    }
    let ofMap = opened.tiles.description.referenceToChoose ?? opened.tiles.grids[0].grid.scheme.reference
    let items = usable.map { layer, tiles in
      // Beside the first one: another reference than the map's has to be asked for.
      let isOfMap = tiles.grids.contains { $0.grid.scheme.reference.relation(to: ofMap) == .equal }
      return (
        InspectionReport.identifier(from: layer.identifier),
        keys(of: layer, at: address) + (isOfMap ? [] : [("reproject", "always")])
      )
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
    if items.contains(where: { $0.1.contains { $0.0 == "reproject" } }) {
      notes.append("layers with `reproject` are offered in other references alone than a map over the first one is in")
    }
    notes += failures.map { "layer `\($0.layer)` cannot be used: \($0.error.placeAndReason)" }
    return InspectionReport(
      kind: typeName, candidate, opened.tiles,
      .init(
        format: pictureFormat(opened.tiles.description.mediaType), identifier: items[0].0, remarks: notes,
        keys: items[0].1,
        further: Array(items.dropFirst())))
  }

  private static func keys(of layer: WMTSCapabilities.Layer, at address: ServiceAddress) -> [(String, String)] {
    var keys = [("url", YAMLText.inDocument(address.text)), ("layer", YAMLText.inDocument(layer.identifier))]
    // What the service has a default for needs no key; what it has none for must be chosen.
    let open = layer.dimensions.filter { $0.default == nil }
    if !open.isEmpty {
      let values = open.map { "\(YAMLText.inDocument($0.identifier)): VALUE" }
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
