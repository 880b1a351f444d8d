import Diagnostics
import DocumentModel
import Geodesy

/// `type: amap`: tiles of AutoNavi's Amap (Gaode, MapABC), in the offset reference of Chinese maps.
struct AmapLayer: TiledLayerKind {
  static let typeName = "amap"
  static let summary = """
    Amap (AutoNavi, Gaode) in its own reference `GCJ02:3857`, which is up to 700 m off from WGS 84: streets, satellite pictures, \
    and labels for them; a layer in another reference needs `reproject: always` over it
    """
  static let fields: [any FieldDeclaration] = [Keys.style, Keys.url]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [116.39, 39.91], zoom: 11}
    layers:
      - {id: pictures, type: amap, style: satellite}
      - {id: labels, type: amap, style: labels}
    """

  private enum Keys {
    static let style = DefaultedField<Style>(
      "style", default: .street, written: "street",
      "`street`, `satellite`, or `labels`: streets and names for the satellite pictures; tiles of `street` and `labels` are twice as fine from pixelRatio 1.5 on"
    )
    static let url = OptionalField<Mirror>(
      "url",
      """
      a mirror or a proxy that answers as Amap does, in place of `https://` and its host, or the whole address of a tile with \
      `{z}`, `{x}`, `{y}` and perhaps `{s}`, `{host}`, `{options}` and `{number}` of the style
      """)
  }

  enum Style: String, DocumentWord {
    case street, satellite, labels
    static var what: String { "a style of Amap" }
  }

  let style: Style
  let address: ProviderAddress

  var addresses: [String] { address.addresses(values: style.values(scale: 1)) }

  init?(from reader: MappingReader) {
    let mirror = reader.read(Keys.url)
    self.init(style: reader.read(Keys.style), mirror: mirror)
    guard reader.isUsable(mirror, of: Keys.url, values: style.values(scale: 1)) else { return nil }
  }

  private init(style: Style, mirror: Mirror?) {
    self.style = style
    address = ProviderAddress(Provider.amap.address, mirror: mirror)
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try tiles(AddressedTiles.RequestTemplate(layer, keys), pixelRatio: context.pixelRatio)
  }

  private func tiles(_ request: AddressedTiles.RequestTemplate, pixelRatio: Double) throws(SourceError)
    -> ProviderTiles
  {
    let provider = Provider.amap
    let template = address.address(for: request.credential)
    let isFine = pixelRatio >= 1.5 && style != .satellite && template.template.names.contains("options")
    guard
      let naming = template.naming(
        values: style.values(scale: isFine ? 2 : 1), subdomains: provider.subdomains, pixelRatio: pixelRatio)
    else { preconditionFailure("placeholders without meaning are found when the key is read") }
    let mercator = TilingScheme.webMercator
    let scheme = TilingScheme(
      reference: try .known("GCJ02:3857", to: provider), origin: mercator.origin, tileSize: mercator.tileSize,
      levels: mercator.levels)
    let description = LayerDescription(
      provider, scheme, fullExtent: TilingScheme.webMercatorWorld,
      pictureSize: isFine ? mercator.tileSize.doubled : nil)
    return ProviderTiles(description, naming, request)
  }
}

extension AmapLayer.Style {
  /// What the names in the provider's address stand for.
  fileprivate func values(scale: Int) -> [String: String] {
    let options = "lang=zh_cn&size=1&scale=\(scale)&"
    return switch self {
    case .street: ["host": "webrd", "options": options, "number": "8"]
    case .satellite: ["host": "webst", "options": "", "number": "6"]
    case .labels: ["host": "webst", "options": options, "number": "8"]
    }
  }
}

extension AmapLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.isAddress && candidate.source.contains(".is.autonavi.com/")
  }

  /// What its address says, and the catalogue; nothing is asked.
  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let isStreet = candidate.source.contains("//webrd")
    let style: Style = isStreet ? .street : candidate.source.contains("style=6") ? .satellite : .labels
    let tiles = try AmapLayer(style: style, mirror: nil).tiles(.ofInspection, pixelRatio: context.pixelRatio)
    return InspectionReport(
      kind: typeName, candidate, tiles, .init(identifier: typeName, keys: [("style", style.rawValue)]))
  }
}
