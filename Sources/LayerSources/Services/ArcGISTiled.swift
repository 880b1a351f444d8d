import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// `type: arcgis-tiled`: tiles of a map or image service of ArcGIS that has a cache.
struct ArcGISTiledLayer: TiledLayerKind {
  static let typeName = "arcgis-tiled"
  static let summary = "tiles of a cached map or image service of ArcGIS (MapServer, ImageServer)"
  static let fields: [any FieldDeclaration] = [Keys.url]

  static let example: String? = """
    mapdoc: 1
    srs: EPSG:25833              # known before the service is asked
    layers:
      - id: ground
        type: arcgis-tiled
        url: https://services.example.org/arcgis/rest/services/Ground/MapServer
    """

  private enum Keys {
    static let url = RequiredField<WebService>(
      "url",
      "the address of the service, ending in `/MapServer` or `/ImageServer`; reference, levels, extent and "
        + "attribution are asked of it")
  }

  let address: ServiceAddress
  var addresses: [String] { [address.text] }

  init?(from reader: MappingReader) {
    guard let url = reader.read(Keys.url) else { return nil }
    address = url.address
    address.report(requestOf: "ArcGIS", at: reader.range(of: Keys.url), in: reader.context)
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try await ArcGISTiles(address, AddressedTiles.RequestTemplate(layer, keys), in: context)
  }
}

/// The tiles of a service: `SERVICE/tile/LEVEL/ROW/COLUMN?blankTile=false`.
struct ArcGISTiles: TileSource {
  let description: LayerDescription
  let identity: String
  let remarks: [SourceRemark]
  /// As the service says; `nil` where its tiles may be of several, as `MIXED`.
  let format: PictureFormat?
  /// The addresses in front of `/tile/`, and whether each is of the host that the document names.
  private let servers: [(base: String, isOwn: Bool)]
  /// With its `?`.
  private let query: String
  private let request: AddressedTiles.RequestTemplate

  init(
    _ address: ServiceAddress, _ request: AddressedTiles.RequestTemplate, in context: SourceContext
  ) async throws(SourceError) {
    let (base, query) = Self.base(of: address)
    let asked = Self.question(for: address)
    let shown = Address.redacted(asked)
    let service = try await context.ask(
      request.request(forDescriptionAt: asked), expecting: "the description of a map or image service (`f=json`)"
    ) { response throws(UnusableAnswer) -> Result<ArcGISService, SourceError> in
      let json = try ArcGISAnswer.description(in: response, source: shown)
      do throws(SourceError) {
        return .success(try ArcGISService(json))
      } catch {
        // A description that is damaged must not be kept; one of another kind may.
        if case .unreadable = error { throw UnusableAnswer(reason: error.placeAndReason) }
        return .failure(error)
      }
    }.get()
    self.init(service, base: base, query: query, request)
  }

  init(_ service: ArcGISService, base: String, query: String, _ request: AddressedTiles.RequestTemplate) {
    let scheme = service.tileInfo.scheme
    format = Self.format(service.tileInfo.format)
    description = LayerDescription(
      tilingSchemes: [scheme], fullExtent: service.fullExtent, initialExtent: service.initialExtent,
      levels: service.levels, attribution: service.copyright, mediaType: format?.mediaType,
      title: service.title ?? Self.name(of: base), isRemote: true)
    let own = try? Address(base)
    let others = service.tileServers.compactMap { server -> (base: String, isOwn: Bool)? in
      guard let own, let other = try? own.following(server) else { return nil }
      return (Self.withoutSlash(other.text), other.hostAndPort == own.hostAndPort)
    }
    servers = others.isEmpty ? [(base, true)] : others
    self.query = "?" + (query.isEmpty ? "" : query + "&") + "blankTile=false"
    self.request = request
    remarks = service.remarks
    identity =
      "arcgis-tiled:" + servers.map(\.base).joined(separator: " ") + self.query + request.identityText
  }

  func tile(_ index: TileIndex) throws(SourceError) -> TileLocation {
    guard description.tilingSchemes[0].level(numbered: index.level) != nil, index.row >= 0, index.column >= 0,
      description.levels.map({ $0.contains(index.level) }) ?? true
    else { return .here(.absent) }
    // By row, as Esri's own clients do, so that a server's cache meets the same tiles.
    let server = servers[index.row % servers.count]
    let address = "\(server.base)/tile/\(index.level)/\(index.row)/\(index.column)\(query)"
    return .remote(request.request(for: address, sendsHeaders: server.isOwn))
  }

  func answer(to response: Response, for request: Request) throws(SourceError) -> TileAnswer {
    if request.absentStatuses.contains(response.status) { return .absent }
    if let failure = ArcGISAnswer.failure(in: response.body, source: Address.redacted(request.address)) {
      if failure.isAbsence { return .absent }
      throw .noTile(reason: failure.words)
    }
    return .picture(EncodedPicture(bytes: response.body))
  }

  /// What is asked for a service's description.
  static func question(for address: ServiceAddress) -> String {
    let (base, query) = base(of: address)
    return base + "?f=json" + (query.isEmpty ? "" : "&" + query)
  }

  /// The service's address without what names its page or a tile, and the rest of its query (a token, for one).
  static func base(of address: ServiceAddress) -> (base: String, query: String) {
    let parts = address.withoutRequest(of: "ArcGIS")
    let query = parts.query.split(separator: "&").filter { part in
      !["f", "blanktile"].contains(part.prefix { $0 != "=" }.lowercased())
    }.joined(separator: "&")
    return (withoutSlash(parts.path), query)
  }

  private static func withoutSlash(_ text: String) -> String {
    var text = text[...]
    while text.hasSuffix("/") { text = text.dropLast() }
    return String(text)
  }

  /// `Ground` of `.../services/Ground/MapServer`.
  private static func name(of base: String) -> String? {
    let parts = base.split(separator: "/")
    return parts.count > 2 ? PercentEncoding.decoded(parts[parts.count - 2]) : nil
  }

  private static func format(_ word: String?) -> PictureFormat? {
    switch word?.lowercased() {
    case "png", "png8", "png24", "png32": .png
    case "jpeg", "jpg": .jpeg
    default: nil
    }
  }
}

extension ArcGISTiledLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    guard candidate.isAddress, !candidate.source.contains("{") else { return false }
    // Every description that ArcGIS gives says of which version it is.
    if candidate.format == .json, candidate.headText.contains("\"currentVersion\"") { return true }
    // Written as ArcGIS writes it, or behind its folder: `/mapserver` is the other program of that name, which draws a WMS.
    let path = candidate.source.prefix { $0 != "?" && $0 != "#" }
    let last = path.split(separator: "/").last ?? ""
    if last == "MapServer" || last == "ImageServer" { return true }
    return path.lowercased().contains("/rest/services/") && ["mapserver", "imageserver"].contains(last.lowercased())
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let address = try ServiceAddress(of: candidate)
    let tiles: ArcGISTiles
    do throws(SourceError) {
      tiles = try await ArcGISTiles(address, .ofInspection, in: context)
    } catch {
      // Its address does not say whether a service has tiles; its description does.
      guard case .otherKind(_, let reason) = error else { throw error }
      if reason.contains(ArcGISDynamicLayer.typeName) {
        return try await ArcGISDynamicLayer.inspect(candidate, at: address, in: context)
      }
      if reason.contains(ArcGISImageLayer.typeName) {
        return try await ArcGISImageLayer.inspect(candidate, at: address, in: context)
      }
      throw error
    }
    return InspectionReport(
      kind: typeName, candidate, tiles,
      .init(
        format: tiles.format, declaresLevels: true,
        identifier: tiles.description.title.map { InspectionReport.identifier(from: $0) },
        keys: [("url", YAMLText.inDocument(address.text))]))
  }
}
