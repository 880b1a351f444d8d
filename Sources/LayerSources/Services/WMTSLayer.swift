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
  static let expected = "the capabilities of a WMTS"

  /// - Throws: `notFound`, `unreadable`, `otherKind`; `mayNotAsk`, `notAnswered`.
  static func capabilities(
    at address: ServiceAddress, _ request: AddressedTiles.RequestTemplate, in context: SourceContext
  ) async throws(SourceError) -> WMTSCapabilities {
    if address.isFile {
      guard let bytes = try LocalFile.bytes(of: address.text, limit: XMLElement.Limit.ofServices.bytes) else {
        throw .notFound(path: address.text)
      }
      return try read(bytes, source: address.text)
    }
    let asked = question(for: address)
    let shown = Address.redacted(asked)
    return try await context.ask(request.request(forDescriptionAt: asked), expecting: expected) {
      response throws(UnusableAnswer) -> Result<WMTSCapabilities, SourceError> in
      do throws(SourceError) {
        return .success(try read(response.body, source: shown))
      } catch {
        if case .unreadable = error { throw UnusableAnswer(reason: error.placeAndReason) }
        return .failure(error)
      }
    }.get()
  }

  /// The question that gives capabilities: an address of a file as it stands, else `GetCapabilities` of a service.
  static func question(for address: ServiceAddress) -> String {
    let (path, query) = address.parts
    if path.lowercased().hasSuffix(".xml") { return query.isEmpty ? path : path + "?" + query }
    let given = query.split(separator: "&").map(String.init)
    let names = given.map { $0.prefix { $0 != "=" }.lowercased() }
    var parts = given
    let needed = [("SERVICE", "WMTS"), ("REQUEST", "GetCapabilities"), ("VERSION", "1.0.0")]
    for (name, value) in needed where !names.contains(name.lowercased()) { parts.append("\(name)=\(value)") }
    return path + "?" + parts.joined(separator: "&")
  }

  private static func read(_ bytes: [UInt8], source: String) throws(SourceError) -> WMTSCapabilities {
    let format = PictureFormat(of: bytes)
    if format == .html { throw .unreadable(path: source, place: nil, reason: "\(format.words), not \(expected)") }
    let root: XMLElement
    do throws(XMLElement.Failure) {
      root = try XMLElement.root(of: bytes, limit: .ofServices)
    } catch {
      let isXML = [.xml, .empty, .text].contains(format)
      throw .unreadable(
        path: source, place: error.line.map { "line \($0)" },
        reason: isXML ? error.reason : "\(format.words), not \(expected)")
    }
    return try WMTSCapabilities(root, source: source)
  }
}
