import Diagnostics
import DocumentModel
import Geodesy
import Transport

extension WMSLayer: InspectableKind {
  /// Layers that are listed to be pasted.
  private static let mostListed = 50

  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    let lower = candidate.source.lowercased()
    // `wms` as a word of the address: not that of `wmts`, and not of `tiles/wms/{z}`.
    let words = lower.split { !$0.isLetter && !$0.isNumber }
    if candidate.isAddress, !lower.contains("{"),
      words.contains(where: { ["wms", "wmsserver", "mapserv", "ows"].contains($0) })
    {
      return true
    }
    guard candidate.format == .xml else { return false }
    return ["<WMS_Capabilities", "<WMT_MS_Capabilities", "WMT_MS_Capabilities SYSTEM"]
      .contains(where: candidate.headText.contains)
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let address = try ServiceAddress(of: candidate)
    let capabilities = try await capabilities(at: address, .current, .ofInspection, in: context)
    // What only groups others has mostly no name; a named root that draws everything comes last to people's minds.
    let listed = try candidate.chosen(capabilities.layers, by: \.name, most: mostListed)
    let first = listed[0]
    let server = try WMSServer(capabilities, of: address, WMSChoice(layers: [first.name]), .ofInspection)
    let items = listed.map { layer in
      (InspectionReport.identifier(from: layer.name), keys(of: layer, capabilities, at: address))
    }
    return InspectionReport(
      kind: typeName, candidate, DrawnPictures(server.description, of: server, pixelRatio: 1),
      .init(
        format: format(server.format), identifier: items[0].0,
        remarks: notes(on: capabilities, first, server.description), keys: items[0].1,
        further: Array(items.dropFirst())))
  }

  private static func notes(
    on capabilities: WMSCapabilities, _ first: WMSCapabilities.Layer, _ description: LayerDescription
  ) -> [String] {
    var notes = [
      "it speaks version \(capabilities.version); extent and references are those of the layer `\(first.name)`"
    ]
    if case .listed(let definitions)? = description.drawing?.references {
      let shown = definitions.prefix(12).joined(separator: ", ")
      notes.append(
        "it draws in " + shown + (definitions.count > 12 ? " and \(definitions.count - 12) more" : ""))
    }
    if let columns = capabilities.mostColumns, let rows = capabilities.mostRows {
      notes.append("it draws pictures of up to \(columns) x \(rows) pixels; larger maps are joined from several")
    }
    let timed = capabilities.layers.filter { $0.dimensions.contains { $0.name == "time" } }
    if let time = timed.first?.dimensions.first(where: { $0.name == "time" }) {
      let standard = time.default.map { ", by default `\($0.prefix(60))`" } ?? ""
      notes.append("the layer `\(timed[0].name)` has a time: `\(time.values.prefix(120))`\(standard)")
    }
    if let legend = first.styles.lazy.compactMap(\.legend).first {
      notes.append("its legend is at `\(Address.redacted(legend))`")
    }
    if capabilities.layers.count > mostListed {
      notes.append("\(capabilities.layers.count) layers; the first \(mostListed) are listed")
    }
    return notes
  }

  private static func keys(
    of layer: WMSCapabilities.Layer, _ capabilities: WMSCapabilities, at address: ServiceAddress
  ) -> [(String, String)] {
    var keys = [("url", YAMLText.inDocument(address.text)), ("layers", YAMLText.inDocument(layer.name))]
    if !capabilities.isOfVersion3 { keys.append(("version", "1.1.1")) }
    return keys
  }

  private static func format(_ mediaType: String) -> PictureFormat? {
    switch mediaType.lowercased().prefix(while: { $0 != ";" }) {
    case "image/png", "image/png8", "image/png24", "image/png32": .png
    case "image/jpeg", "image/jpg": .jpeg
    case "image/webp": .webp
    case "image/gif": .gif
    default: nil
    }
  }
}
