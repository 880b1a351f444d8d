import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// `type: wmts`: tiles of an OGC web map tile service, described by its capabilities.
struct WMTSLayer: TiledLayerKind {
  static let typeName = "wmts"
  static let summary = "tiles of an OGC web map tile service (WMTS 1.0.0), by its capabilities"
  static let fields: [any FieldDeclaration] = [
    Keys.url, Keys.layer, Keys.style, Keys.matrixSet, Keys.format, Keys.dimensions, Keys.axisOrder,
  ]

  static let example: String? = """
    mapdoc: 1
    srs: EPSG:25833              # chooses among the tile matrix sets that the service offers
    layers:
      - id: terrain
        type: wmts
        url: https://maps.example.org/wmts/1.0.0/WMTSCapabilities.xml
        layer: terrain
      - id: snow
        type: wmts
        url: https://maps.example.org/service?service=WMTS&request=GetCapabilities
        layer: snow
        dimensions: {Time: "2026-03-01"}
        opacity: 0.6
    """

  private enum Keys {
    static let url = RequiredField<ServiceAddress>(
      "url",
      "the address of the capabilities, of the service itself (`GetCapabilities` is then asked of it), or the path of "
        + "capabilities that were saved")
    static let layer = OptionalField<NonEmptyText>(
      "layer", written: "the only one", "which layer of the service, by its identifier")
    static let style = OptionalField<String>("style", written: "the service's default", "which style of the layer")
    static let matrixSet = OptionalField<NonEmptyText>(
      "matrixSet", written: "the first in the map's reference",
      "which tile matrix set; without it all of the layer are offered, and the map's reference chooses")
    static let format = OptionalField<NonEmptyText>(
      "format", written: "`image/png` where there is one", "the media type of the tiles, such as `image/jpeg`")
    static let dimensions = OptionalField<TextMap>(
      "dimensions", written: "the service's defaults", "values of the layer's dimensions, such as `Time`")
    static let axisOrder = DefaultedField<AxisOrder>(
      "axisOrder", default: .auto, written: "auto",
      "in which order corners are written: `auto` as the reference's name says, unless that puts the tiles off the "
        + "map; `xy` east first; `yx` north first")
  }

  let address: ServiceAddress
  let choice: WMTSChoice

  var localFiles: [String] { address.isFile ? [address.text] : [] }
  var addresses: [String] { address.isFile ? [] : [address.text] }

  init?(from reader: MappingReader) {
    let url = reader.read(Keys.url)
    choice = WMTSChoice(
      layer: reader.read(Keys.layer)?.text, style: reader.read(Keys.style),
      matrixSet: reader.read(Keys.matrixSet)?.text, format: reader.read(Keys.format)?.text,
      dimensions: reader.read(Keys.dimensions)?.dictionary ?? [:],
      axisOrder: reader.read(Keys.axisOrder))
    guard let url else { return nil }
    address = url
    url.report(requestOf: "WMTS", at: reader.range(of: Keys.url), in: reader.context)
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    let request = AddressedTiles.RequestTemplate(layer, keys)
    let capabilities = try await WMTSDocument.capabilities(at: address, request, in: context)
    return try WMTSTiles(capabilities, of: address, choice, request)
  }
}

/// What a layer chooses of a service.
struct WMTSChoice: Sendable, Hashable {
  var layer: String?
  var style: String?
  var matrixSet: String?
  var format: String?
  var dimensions: [String: String] = [:]
  var axisOrder = AxisOrder.auto
}

/// Where capabilities come from.
enum WMTSDocument {
  /// - Throws: `notFound`, `unreadable`, `otherKind`; `mayNotAsk`, `notAnswered`.
  static func capabilities(
    at address: ServiceAddress, _ request: AddressedTiles.RequestTemplate, in context: SourceContext
  ) async throws(SourceError) -> WMTSCapabilities {
    try await OGCDocument(service: "WMTS", version: "1.0.0").capabilities(at: address, request, in: context) {
      root, source throws(SourceError) in
      try WMTSCapabilities(root, source: source)
    }
  }
}
