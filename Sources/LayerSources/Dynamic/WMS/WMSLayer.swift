import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// `type: wms`: pictures that an OGC web map service draws for the map.
struct WMSLayer: DynamicLayerKind {
  static let typeName = "wms"
  static let summary = "pictures that an OGC web map service (WMS 1.1.1 or 1.3.0) draws for the map"
  static let fields: [any FieldDeclaration] = [
    Keys.url, Keys.layers, Keys.styles, Keys.version, Keys.format, Keys.transparent, Keys.time, Keys.params,
    Keys.axisOrder, Keys.vendor,
  ]

  static let example: String? = """
    mapdoc: 1
    srs: EPSG:25832
    initialExtent: {center: [9.99, 53.55], scale: 25000}
    layers:
      - id: ground
        type: wms
        url: https://maps.example.org/topography?
        layers: [terrain, roads]
        format: image/jpeg
      - id: flood
        type: wms
        url: https://maps.example.org/flood?
        layers: depth
        time: "2026-03-01T12:00:00Z"
        opacity: 0.6
        vendor: geoserver          # letters stay as large in a print at 300 dpi
    """

  private enum Keys {
    static let url = RequiredField<ServiceAddress>(
      "url",
      "the address of the service (`GetCapabilities` is asked of it) or of its capabilities, or the path of capabilities "
        + "that were saved. Pictures are asked for where the capabilities say, but of this address where they name a host that "
        + "means something inside the service's own network alone, or that nobody knows here")
    static let layers = RequiredField<OneOrMany<NonEmptyText>>(
      "layers", "which layers of the service, by name, bottom first; they are drawn as one picture")
    static let styles = OptionalField<OneOrMany<String>>(
      "styles", written: "the service's defaults", "a style for each of `layers`; `\"\"` is its default")
    static let version = DefaultedField<WMSVersion>(
      "version", default: .current, written: "1.3.0",
      "which version is asked for; the service may answer with the other"
    )
    static let format = OptionalField<NonEmptyText>(
      "format", written: "`image/png` where there is one", "the media type of the pictures, such as `image/jpeg`")
    static let transparent = OptionalField<Bool>(
      "transparent", written: "`true`, with JPEG `false`", "ground without anything on it is left open")
    static let time = OptionalField<NonEmptyText>(
      "time", written: "the service's default", "of layers with a time: a moment, or what else the service takes")
    static let params = OptionalField<TextMap>(
      "params", "further parameters of each request, such as `CQL_FILTER`")
    static let axisOrder = DefaultedField<AxisOrder>(
      "axisOrder", default: .auto, written: "auto",
      "in which order boxes are asked for: `auto` as the version and the reference say, `xy` east first, `yx` north "
        + "first, for services that do otherwise than they say")
    static let vendor = DefaultedField<WMSVendor>(
      "vendor", default: .none, written: "none",
      "whose parameter tells the service the output's dpi, so that symbols and letters keep their size in fine pictures; "
        + "with `none` they shrink")
  }

  let address: ServiceAddress
  let version: WMSVersion
  let choice: WMSChoice

  var localFiles: [String] { address.isFile ? [address.text] : [] }
  var addresses: [String] { address.isFile ? [] : [address.text] }

  init?(from reader: MappingReader) {
    let url = reader.read(Keys.url)
    let layers = reader.read(Keys.layers)
    let params = reader.read(Keys.params)
    version = reader.read(Keys.version)
    choice = WMSChoice(
      layers: layers?.values.map(\.text) ?? [], styles: reader.read(Keys.styles)?.values ?? [],
      format: reader.read(Keys.format)?.text, isTransparent: reader.read(Keys.transparent),
      time: reader.read(Keys.time)?.text,
      parameters: params?.entries.map { WMSChoice.Parameter(name: $0.name, value: $0.value) } ?? [],
      axisOrder: reader.read(Keys.axisOrder), vendor: reader.read(Keys.vendor))
    let isSound = Self.reportParameters(params, besides: choice, in: reader.context)
    if choice.isTransparent == true, let format = choice.format, format.lowercased().hasPrefix("image/jp") {
      reader.context.reportTransparentJPEG(reader, Keys.transparent)
      return nil
    }
    guard let url, let layers, isSound else { return nil }
    guard !layers.values.isEmpty else {
      reader.context.report(
        Diagnostic(
          .missingKey, "`layers` names no layer of the service", at: reader.range(of: Keys.layers),
          hint: Hint("name at least one; `mapdoc inspect` lists them")))
      return nil
    }
    address = url
    url.report(requestOf: "WMS", at: reader.range(of: Keys.url), in: reader.context)
  }

  /// Parameters that mapdoc writes itself; with another value a request would ask for another picture than is drawn.
  private static let ownParameters: Set<String> = [
    "service", "request", "version", "layers", "styles", "crs", "srs", "bbox", "width", "height", "format",
    "transparent",
  ]

  private static func reportParameters(
    _ params: TextMap?, besides choice: WMSChoice, in context: ReadingContext
  ) -> Bool {
    var isSound = true
    var seen: Set<String> = []
    for entry in params?.entries ?? [] {
      let name = entry.name.lowercased()
      let isRepeated = !seen.insert(name).inserted
      guard
        isRepeated || ownParameters.contains(name) || choice.time != nil && name == "time"
          || choice.vendor.says(name, entry.value)
      else { continue }
      isSound = false
      context.report(
        Diagnostic(
          .conflictingKeys,
          isRepeated
            ? "`\(entry.name)` is written twice: services read parameters in any case"
            : "`\(entry.name)` is a parameter that other keys of the layer say",
          at: entry.nameRange,
          hint: Hint(
            isRepeated
              ? "take one of them out" : "take it out of `params`, and write what it means as a key of the layer")))
    }
    return isSound
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try WMSServer.requireName(of: layer.reference?.value)
    let request = AddressedTiles.RequestTemplate(layer, keys)
    let capabilities = try await Self.capabilities(at: address, version, request, in: context)
    let server = try WMSServer(
      capabilities, of: address, choice, request, declared: layer.reference?.value, isKnown: HostNames.isKnown)
    return DrawnPictures(server.description, of: server, pixelRatio: context.pixelRatio)
  }

  static func capabilities(
    at address: ServiceAddress, _ version: WMSVersion, _ request: AddressedTiles.RequestTemplate,
    in context: SourceContext
  ) async throws(SourceError) -> WMSCapabilities {
    try await OGCDocument(service: "WMS", version: version.rawValue).capabilities(at: address, request, in: context) {
      root, source throws(SourceError) in
      try WMSCapabilities(root, source: source)
    }
  }
}
