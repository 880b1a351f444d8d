import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// `type: bing`: Bing Maps, whose service says on each opening where its tiles are and who made them.
struct BingLayer: TiledLayerKind {
  static let typeName = "bing"
  static let summary = """
    Bing Maps, with a key of Bing Maps for Enterprise as its `credentials`; the service is being retired, and takes keys of \
    enterprise accounts only, until 30 June 2028
    """
  static let fields: [any FieldDeclaration] = [Keys.style, Keys.culture, Keys.url]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [10.4, 63.43], zoom: 11}
    credentials:
      bing: {type: key, key: "${env:BING_KEY}"}
    layers:
      - {id: pictures, type: bing, style: Aerial, credentials: bing, url: https://proxy.example.org/bing}
    """

  private enum Keys {
    static let style = DefaultedField<Style>(
      "style", default: .aerial, written: "Aerial",
      "`Aerial` (whose `detail` is `device` by default), `AerialWithLabels`, or `Road`")
    static let culture = DefaultedField<Culture>(
      "culture", default: Culture(text: "en-US"), written: "en-US", "the language of the labels, as `de-DE`")
    static let url = OptionalField<Mirror>(
      "url",
      "a mirror or a proxy that answers as Bing does, in place of `https://dev.virtualearth.net`; it needs no `credentials`"
    )
  }

  enum Style: String, DocumentWord {
    case aerial = "Aerial"
    case aerialWithLabels = "AerialWithLabels"
    case road = "Road"
    static var what: String { "a style of Bing Maps" }

    /// The service's name: the older sets of the same names are not drawn anew any more ("Get Imagery Metadata").
    fileprivate var imagerySet: String { self == .aerial ? rawValue : rawValue + "OnDemand" }
  }

  let style: Style
  let culture: Culture
  let address: ProviderAddress

  fileprivate var values: [String: String] { ["style": style.imagerySet, "culture": culture.text] }
  var addresses: [String] { address.addresses(values: values) }

  init?(from reader: MappingReader) {
    style = reader.read(Keys.style)
    culture = reader.read(Keys.culture)
    let mirror = reader.read(Keys.url)
    address = ProviderAddress(Provider.bing.address, mirror: mirror)
    guard reader.has(Keys.url) else {
      if let type = reader.value("type") { reader.context.report(.bingIsRetired(at: type.range)) }
      return
    }
    guard let mirror else { return nil }
    if case .template(let template) = mirror.form {
      reader.context.report(.notABase(template.written, at: reader.range(of: Keys.url)))
      return nil
    }
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    let text = address.address(for: layer.credential).filled(with: values)
    let request = AddressedTiles.RequestTemplate(layer, keys).request(forDescriptionAt: text)
    let imagery = try await context.ask(request, expecting: "the description of Bing's pictures") {
      response throws(UnusableAnswer) in try BingImagery(of: response)
    }
    let tiles = try await BingTiles.naming(imagery, culture: culture, of: Address.redacted(text))
    let scheme = TilingScheme.webMercator
    let description = LayerDescription(
      .bing, scheme, fullExtent: TilingScheme.webMercatorWorld,
      attribution: imagery.attribution(in: keys.bounds?.value), levels: imagery.levels,
      detail: style == .aerial ? .device : .screen,
      pictureSize: imagery.tileSize == scheme.tileSize ? nil : imagery.tileSize)
    return ProviderTiles(
      description, tiles, AddressedTiles.RequestTemplate(layer.forTiles(of: imagery, describedAt: text), keys),
      absentTileInfo: "no-tile")
  }
}

extension BingLayer: InspectableKind {
  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    candidate.isAddress && candidate.source.contains("virtualearth.net/")
  }

  /// What its address says, and the catalogue: asking needs a key, which an address should not hold.
  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    let source = candidate.source
    let style: Style =
      source.contains("/AerialWithLabels") ? .aerialWithLabels : source.contains("/Road") ? .road : .aerial
    let description = LayerDescription(.bing, .webMercator, fullExtent: TilingScheme.webMercatorWorld)
    let tiles = ProviderTiles(
      description, TileNaming(pieces: [.tile(.quadkey)], subdomains: [], ratioMark: ""), .ofInspection)
    return InspectionReport(
      kind: typeName, candidate, tiles,
      .init(identifier: typeName, keys: [("style", style.rawValue), ("credentials", typeName)]))
  }
}

private enum BingTiles {
  /// - Parameter source: The address of the description, for messages.
  static func naming(_ imagery: BingImagery, culture: Culture, of source: String) async throws(SourceError)
    -> TileNaming
  {
    let text = imagery.tileAddress.replacing("{subdomain}", with: "{s}").replacing("{quadkey}", with: "{q}")
    guard let address = try? TileAddress(text, beside: nil), address.place == .web, address.uses(.quadkey),
      let naming = address.naming(
        values: ["culture": culture.text], subdomains: imagery.subdomains, pixelRatio: 1),
      !address.uses(.subdomain) || !imagery.subdomains.isEmpty
    else {
      throw .unreadable(
        path: source, place: "element imageUrl",
        reason: "`\(imagery.tileAddress.prefix(200))` is not an address of the web with `{quadkey}` and known names")
    }
    return naming
  }
}

extension Layer {
  /// The layer as its tiles are asked for: a key is for the description alone, and what is meant for the host of the
  /// description goes to no other one.
  fileprivate func forTiles(of imagery: BingImagery, describedAt address: String) -> Layer {
    var layer = self
    let isSameHost = Self.origin(of: imagery.tileAddress) == Self.origin(of: address)
    if !isSameHost { layer.headers = [] }
    if case .key? = credential?.form { layer.credential = credential?.unsent }
    if !isSameHost { layer.credential = credential?.unsent }
    return layer
  }

  private static func origin(of address: String) -> String? {
    address.firstRange(of: "://").map { slashes in
      address[..<slashes.upperBound].lowercased()
        + address[slashes.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
    }
  }
}

/// `culture`: a language and perhaps a country, as `de-DE`.
struct Culture: DocumentValue, Hashable {
  let text: String

  static let words = "a language as `en-US`"
  static var schema: JSONValue { ["type": "string", "pattern": "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$"] }

  static func read(_ node: Node, in context: ReadingContext) -> Culture? {
    guard let text = String.read(node, in: context) else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count <= 35, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isOfWord) }) else {
      context.report(
        Diagnostic(.wrongType, "\(node.shown) stands where \(words) is expected", at: node.range))
      return nil
    }
    return Culture(text: text)
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }
}

extension Diagnostic {
  fileprivate static func bingIsRetired(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .serviceRetired,
      "Bing Maps is being retired: basic accounts ended on 30 June 2025, enterprise accounts end on 30 June 2028",
      at: range, hint: Hint("plan for another provider, or name a proxy that answers in its place as `url`"))
  }

  fileprivate static func notABase(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .badURLTemplate, "`\(text)` has placeholders, and the addresses of tiles are what the service says", at: range,
      hint: Hint("write what stands in place of `https://dev.virtualearth.net`"))
  }
}
