import Diagnostics
import DocumentModel
import Geodesy

/// `type: tianditu`: the national map of China.
struct TiandituLayer: TiledLayerKind {
  static let typeName = "tianditu"
  static let summary = """
    Tianditu, the national map of China, with a key of lbs.tianditu.gov.cn as its `credentials`: streets, satellite pictures or \
    relief, and the labels of each
    """
  static let fields: [any FieldDeclaration] = [Keys.style, Keys.matrix, Keys.url]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [116.39, 39.91], zoom: 11}
    credentials:
      tianditu: {type: key, key: "${env:TIANDITU_KEY}"}
    layers:
      - {id: pictures, type: tianditu, style: img, credentials: tianditu}
      - {id: labels, type: tianditu, style: cia, credentials: tianditu}
    """

  private enum Keys {
    static let style = DefaultedField<Style>(
      "style", default: .vec, written: "vec",
      "`vec` streets, `img` satellite pictures (whose `detail` is `device` by default), `ter` relief; `cva`, `cia`, `cta` their labels"
    )
    static let matrix = DefaultedField<Matrix>(
      "matrix", default: .w, written: "w", "`w`: tiles of Web Mercator; `c`: of degrees in EPSG:4490")
    static let url = OptionalField<Mirror>(
      "url",
      """
      a mirror or a proxy that answers as Tianditu does, in place of `https://` and its host, or the whole address of a tile \
      with `{style}`, `{matrix}`, `{z}`, `{x}`, `{y}` and perhaps `{s}` and `{key}`; it needs no `credentials`
      """)
  }

  enum Style: String, DocumentWord {
    case vec, cva, img, cia, ter, cta
    static var what: String { "a style of Tianditu" }
  }

  enum Matrix: String, DocumentWord {
    case w, c
    static var what: String { "a matrix of Tianditu" }
  }

  let style: Style
  let matrix: Matrix
  let address: ProviderAddress

  private var values: [String: String] { ["style": style.rawValue, "matrix": matrix.rawValue] }
  var addresses: [String] { address.addresses(values: values) }

  init?(from reader: MappingReader) {
    let mirror = reader.read(Keys.url)
    self.init(style: reader.read(Keys.style), matrix: reader.read(Keys.matrix), mirror: mirror)
    guard reader.isUsable(mirror, of: Keys.url, values: values) else { return nil }
  }

  private init(style: Style, matrix: Matrix, mirror: Mirror?) {
    (self.style, self.matrix) = (style, matrix)
    address = ProviderAddress(Provider.tianditu.address, mirror: mirror)
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try tiles(AddressedTiles.RequestTemplate(layer, keys), pixelRatio: context.pixelRatio)
  }

  private func tiles(_ request: AddressedTiles.RequestTemplate, pixelRatio: Double) throws(SourceError)
    -> ProviderTiles
  {
    let provider = Provider.tianditu
    guard
      let naming = address.address(for: request.credential).naming(
        values: values, subdomains: provider.subdomains, pixelRatio: pixelRatio)
    else { preconditionFailure("placeholders without meaning are found when the key is read") }
    let scheme = try matrix.scheme
    let description = LayerDescription(
      provider, scheme, fullExtent: matrix == .w ? TilingScheme.webMercatorWorld : TilingScheme.wgs84World,
      detail: style == .img ? .device : .screen)
    return ProviderTiles(description, naming, request)
  }
}

extension TiandituLayer.Matrix {
  fileprivate var scheme: TilingScheme {
    get throws(SourceError) {
      if self == .w { return .webMercator }
      // Level 1 is two tiles side by side, as level 0 is in the scheme of whole degrees.
      let degrees = TilingScheme.wgs84
      return TilingScheme(
        reference: try .known("EPSG:4490", to: .tianditu), origin: degrees.origin, tileSize: degrees.tileSize,
        levels: degrees.levels.map { .init(number: $0.number + 1, resolution: $0.resolution) })
    }
  }
}

extension TiandituLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.isAddress && candidate.source.contains("tianditu.gov.cn/")
  }

  /// What its address says, and the catalogue; nothing is asked.
  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    // `https://t0.tianditu.gov.cn/img_w/wmts?...`
    let folders = candidate.source.split(separator: "/").map { $0.split(separator: "_").map(String.init) }
    let named = folders.first { $0.count == 2 && Style(rawValue: $0[0]) != nil && Matrix(rawValue: $0[1]) != nil }
    let style = named.flatMap { Style(rawValue: $0[0]) } ?? .vec
    let matrix = named.flatMap { Matrix(rawValue: $0[1]) } ?? .w
    let tiles = try TiandituLayer(style: style, matrix: matrix, mirror: nil)
      .tiles(.ofInspection, pixelRatio: context.pixelRatio)
    return InspectionReport(
      kind: typeName, candidate, tiles,
      .init(
        identifier: typeName,
        keys: [("style", style.rawValue), ("matrix", matrix.rawValue), ("credentials", typeName)]))
  }
}
