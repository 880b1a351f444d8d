import Diagnostics
import DocumentModel
import Geodesy

/// `type: baidu`: tiles of Baidu's map, on its own scheme and in its own reference.
struct BaiduLayer: TiledLayerKind {
  static let typeName = "baidu"
  static let summary = """
    Baidu's map in its own reference `BD09:mercator` and scheme: tile 0, 0 begins at 0, 0, rows count northwards, a pixel of level \
    18 is a metre of the reference; a number below zero is written `M1` in its addresses; a layer in another reference needs \
    `reproject: always` over it
    """
  static let fields: [any FieldDeclaration] = [Keys.style, Keys.url]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [116.39, 39.91], zoom: 11}
    layers:
      - {id: streets, type: baidu}
    """

  private enum Keys {
    static let style = DefaultedField<Style>(
      "style", default: .street, written: "street",
      "`street`, `satellite`, or `labels`: streets and names for the satellite pictures; tiles of `street` and `labels` are twice as fine from pixelRatio 1.5 on"
    )
    static let url = OptionalField<Mirror>(
      "url",
      """
      a mirror or a proxy that answers as Baidu does, in place of `https://` and its host, or the whole address of a tile with \
      `{z}`, `{x}`, `{y}` (numbers as Baidu writes them) and perhaps `{s}`, `{style}` and `{scale}`
      """)
  }

  enum Style: String, DocumentWord {
    case street, satellite, labels
    static var what: String { "a style of Baidu" }
  }

  let style: Style
  let address: ProviderAddress

  var addresses: [String] { address.addresses(values: style.values(isFine: false)) }

  init?(from reader: MappingReader) {
    let mirror = reader.read(Keys.url)
    self.init(style: reader.read(Keys.style), mirror: mirror)
    guard reader.isUsable(mirror, of: Keys.url, values: style.values(isFine: false)) else { return nil }
  }

  private init(style: Style, mirror: Mirror?) {
    self.style = style
    address = ProviderAddress(style.provider.address, mirror: mirror)
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try tiles(AddressedTiles.RequestTemplate(layer, keys), pixelRatio: context.pixelRatio)
  }

  private func tiles(_ request: AddressedTiles.RequestTemplate, pixelRatio: Double) throws(SourceError)
    -> ProviderTiles
  {
    let provider = style.provider
    let template = address.address(for: request.credential)
    let isFine = pixelRatio >= 1.5 && template.template.names.contains("scale")
    guard
      var naming = template.naming(
        values: style.values(isFine: isFine), subdomains: provider.subdomains, pixelRatio: pixelRatio)
    else { preconditionFailure("placeholders without meaning are found when the key is read") }
    naming.minus = "M"
    let scheme = TilingScheme(
      reference: try .known("BD09:mercator", to: provider), origin: Self.corner,
      tileSize: PixelSize(width: 256, height: 256),
      levels: provider.levels.map { .init(number: $0, resolution: Self.resolution(ofLevel: $0)) })
    let description = LayerDescription(
      provider, scheme, fullExtent: Self.world, pictureSize: isFine ? scheme.tileSize.doubled : nil)
    return ProviderTiles(description, naming, request, countingFrom: Position(x: 0, y: 0))
  }

  /// 2^(18 - level), exactly.
  private static func resolution(ofLevel level: Int) -> Double {
    level <= 18 ? Double(1 << (18 - level)) : 1 / Double(1 << (level - 18))
  }

  /// A corner of four tiles on every level, beyond the world's top left: no tile has a number below zero in the scheme. Of
  /// level 3, whose tiles are 2^23 m wide, it is three tiles west and two north of 0, 0, from where Baidu counts.
  private static let corner = Position(x: -3 * 8_388_608, y: 2 * 8_388_608)

  /// 180 degrees to both sides and 74 up and down, where Baidu's own projection ends.
  private static let world = Extent(
    xmin: -20_037_726.37, ymin: -12_474_104.17, xmax: 20_037_726.37, ymax: 12_474_104.17)
}

extension BaiduLayer.Style {
  fileprivate var provider: Provider { self == .satellite ? .baiduSatellite : .baidu }

  /// What the names in the provider's address stand for: `pl` and `ph` are streets in two finenesses, `sl` and `sh` labels.
  fileprivate func values(isFine: Bool) -> [String: String] {
    let fineness = isFine ? "h" : "l"
    return ["style": (self == .labels ? "s" : "p") + fineness, "scale": isFine ? "2" : "1"]
  }
}

extension BaiduLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.isAddress && candidate.source.contains(".bdimg.com/")
  }

  /// What its address says, and the catalogue; nothing is asked.
  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let isLabels = candidate.source.contains("styles=sl") || candidate.source.contains("styles=sh")
    let style: Style = candidate.source.contains("sate") ? .satellite : isLabels ? .labels : .street
    let tiles = try BaiduLayer(style: style, mirror: nil).tiles(.ofInspection, pixelRatio: context.pixelRatio)
    return InspectionReport(
      kind: typeName, candidate, tiles, .init(identifier: typeName, keys: [("style", style.rawValue)]))
  }
}
