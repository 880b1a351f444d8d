import Diagnostics
import DocumentModel
import Geodesy

/// `type: osm`: the standard tiles of OpenStreetMap, under their usage policy.
struct OpenStreetMapLayer: TiledLayerKind {
  static let typeName = "osm"
  static let summary = """
    the standard tiles of OpenStreetMap, asked for as their usage policy wants it: two connections, a `contact`, and \
    `© OpenStreetMap contributors` on every map, beside an `attribution` of the document's own
    """
  static let fields: [any FieldDeclaration] = [Keys.url]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [10.4, 63.43], zoom: 11}
    layers:
      - {id: osm, type: osm}       # `contact:` in .mapdoc.yaml says who to write to, as the policy asks
    """

  private enum Keys {
    static let url = OptionalField<TileAddress>(
      "url",
      """
      a mirror or a proxy that answers as \(Provider.openStreetMap.address) does; it is asked as `hosts` in \
      `.mapdoc.yaml` says, with 6 connections without that
      """)
  }

  /// `nil`: the Foundation's own servers.
  let mirror: TileAddress?

  var addresses: [String] { [mirror?.filled(with: [:]) ?? Provider.openStreetMap.address] }

  init?(from reader: MappingReader) {
    mirror = reader.read(Keys.url)
    if reader.has(Keys.url) {
      guard let mirror,
        mirror.reportMistakes(values: [:], range: reader.range(of: Keys.url), in: reader.context)
      else { return nil }
    }
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    let provider = Provider.openStreetMap
    // Two connections are the Foundation's rule for its own servers; a mirror has its own, in the project file.
    let isOfProvider = mirror.map { $0.written.contains("tile.openstreetmap.org/") } ?? true
    let request = AddressedTiles.RequestTemplate(
      layer, keys, connectionLimit: isOfProvider ? provider.connectionLimit : nil)
    return AddressedTiles(
      provider, mirror: mirror, request, pixelRatio: context.pixelRatio, contact: context.contact)
  }
}

extension AddressedTiles {
  /// Tiles of a provider in Web Mercator, or of its mirror.
  init(
    _ provider: Provider, mirror: TileAddress?, _ request: RequestTemplate, pixelRatio: Double, contact: String?
  ) {
    guard let address = mirror ?? (try? TileAddress(provider.address, beside: nil)),
      let naming = address.naming(values: [:], subdomains: nil, pixelRatio: pixelRatio)
    else { preconditionFailure("the catalogue of providers has an address that is none") }
    description = LayerDescription(
      tilingSchemes: [.webMercator], fullExtent: TilingScheme.webMercatorWorld, levels: provider.levels,
      attribution: provider.attribution, attributionIsObligatory: provider.attributionIsObligatory,
      isRemote: address.place == .web)
    identity = "tiles:\(naming.identityText)\(request.identityText)"
    if mirror == nil, provider.wantsContact, contact == nil {
      remarks = [
        .policyNotMet(
          "\(provider.name) asks that requests name somebody to write to (\(provider.policy))",
          hint: "write `contact:` with an address into `.mapdoc.yaml`")
      ]
    }
    self.naming = naming
    place = address.place
    choice = .webmercator
    rows = .xyz
    self.request = request
  }
}

extension OpenStreetMapLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.isAddress && candidate.source.contains("tile.openstreetmap.org/")
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let tiles = AddressedTiles(
      .openStreetMap, mirror: nil, .ofInspection, pixelRatio: context.pixelRatio, contact: context.contact)
    return InspectionReport(kind: typeName, candidate, tiles, .init(identifier: typeName, keys: []))
  }
}
