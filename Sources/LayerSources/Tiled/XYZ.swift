import Diagnostics
import DocumentModel
import Geodesy

/// `type: xyz`: tiles named by level, column and row in an address template.
struct XYZLayer: TiledLayerKind {
  static let typeName = "xyz"
  static let summary = "tiles named by level, column and row in an address of the web or a path of files"
  static let fields: [any FieldDeclaration] = [
    Keys.url, Keys.values, Keys.scheme, Keys.subdomains, Keys.tilingScheme,
  ]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [10.4, 63.43], zoom: 11}
    layers:
      - id: streets
        type: xyz
        url: https://tiles.example.org/{style}/{z}/{x}/{y}{r}.png
        values: {style: light}
        maxLevel: 18
        attribution: © Example Maps
      - id: heights                # tiles of another grid, in the map's reference
        type: xyz
        url: https://tiles.example.org/heights/{z}/{y}/{x}
        tilingScheme:
          srs: EPSG:3857
          origin: [-20037508.342789, 20037508.342789]
          tileSize: 512
          levels: [{level: 8, resolution: 305.748113}, {level: 9, resolution: 152.874057}]
        opacity: 0.4
        onMissingTile: parent
      - id: roads                  # addresses of Google's form
        type: xyz
        url: https://mt{s}.example.org/vt/lyrs={lyrs}&hl={hl}&x={x}&y={y}&z={z}
        values: {lyrs: h, hl: en}
        subdomains: "0123"
        attribution: © Example Maps
    """

  private enum Keys {
    static let url = RequiredField<TileAddress>(
      "url",
      "the address of a tile: `https://`, `http://`, `file:` or a path, with `{z}` level, `{x}` column, `{y}` row or "
        + "`{-y}` row from the south, `{s}` subdomain, `{q}` quadkey, `{r}` `@2x` from pixelRatio 1.5 on, any `{name}` "
        + "of `values:`, `{key}` the key of the layer's `credentials`; `{{` is a brace")
    static let values = OptionalField<TextMap>("values", "what other `{name}`s of the address stand for")
    static let scheme = DefaultedField<RowOrder>(
      "scheme", default: .xyz, written: "xyz",
      "from where `{y}` counts rows: `xyz` north, `tms` south; `origin` of a `tilingScheme` "
        + "is then its bottom left corner")
    static let subdomains = OptionalField<Subdomains>(
      "subdomains", "what `{s}` stands for in turn, chosen by column and row; `a`, `b`, `c` where there are none")
    static let tilingScheme = DefaultedField<SchemeChoice>(
      "tilingScheme", default: .webmercator, written: "webmercator",
      "`webmercator`, `wgs84`, or `srs`, `origin`, `tileSize` and `levels` of another one")
  }

  let address: TileAddress
  let values: [String: String]
  let rows: RowOrder
  let subdomains: [String]?
  let choice: SchemeChoice

  var localFiles: [String] { address.place == .files ? [address.folder] : [] }
  var addresses: [String] { address.place == .web ? [address.filled(with: values)] : [] }

  init?(from reader: MappingReader) {
    let address = reader.read(Keys.url)
    let values = reader.read(Keys.values)?.dictionary ?? [:]
    rows = reader.read(Keys.scheme)
    subdomains = reader.read(Keys.subdomains)?.names
    choice = reader.read(Keys.tilingScheme)
    guard let address else { return nil }
    let isSound = address.reportMistakes(values: values, range: reader.range(of: Keys.url), in: reader.context)
    if address.uses(.quadkey), choice != .webmercator {
      reader.context.report(.quadkeyInOtherScheme(at: reader.range(of: Keys.tilingScheme)))
      return nil
    }
    guard isSound else { return nil }
    self.address = address
    self.values = values
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    if choice == .webmercator, layer.reference?.value == .wgs84 {
      throw .badKey(
        key: "srs", reason: "the tiles are numbered in Web Mercator, not in EPSG:4326",
        hint: "write `tilingScheme: wgs84` when they are tiles of whole degrees")
    }
    return try AddressedTiles(self, RequestOf(layer, keys), pixelRatio: context.pixelRatio)
  }

  typealias RequestOf = AddressedTiles.RequestTemplate

  /// Of its tiles. In one of its own, rows that are counted from the south run upwards from the origin.
  fileprivate var scheme: TilingScheme {
    guard case .custom(let scheme) = choice, rows == .tms || address.uses(.flippedRow) else { return choice.scheme }
    return TilingScheme(
      reference: scheme.reference, origin: scheme.origin, tileSize: scheme.tileSize, levels: scheme.levels,
      rowsRunUp: true)
  }
}

extension AddressedTiles {
  /// - Throws: `notFound` or `badKey` where the tiles should be files and their folder is not there.
  init(_ kind: XYZLayer, _ request: RequestTemplate, pixelRatio: Double) throws(SourceError) {
    guard
      let naming = kind.address.naming(values: kind.values, subdomains: kind.subdomains, pixelRatio: pixelRatio)
    else { preconditionFailure("placeholders without meaning are found when the key is read") }
    if kind.address.place == .files { try kind.address.checkFolder() }
    let scheme = kind.scheme
    // A quadkey names no tile of level 0, and Bing's levels start at 1.
    let levels = kind.address.uses(.quadkey) ? scheme.levels.map(\.number).filter { $0 > 0 } : []
    description = LayerDescription(
      tilingSchemes: [scheme], fullExtent: kind.choice.fullExtent,
      levels: levels.min().map { $0...(levels.max() ?? $0) },
      pictureSize: kind.address.uses(.ratio) && pixelRatio >= 1.5 ? scheme.tileSize.doubled : nil,
      isRemote: kind.address.place == .web)
    identity = "tiles:\(kind.rows.rawValue):\(kind.choice.identityText):\(naming.identityText)\(request.identityText)"
    self.naming = naming
    place = kind.address.place
    choice = kind.choice
    rows = kind.rows
    self.request = request
  }
}

extension TileAddress {
  /// The folder above all tiles of a template of files: what stands before the first placeholder.
  var folder: String { LocalFile.folder(of: template.start) }

  /// - Throws: `badKey` when the text looks like an address of the web, else as ``LocalFile/requireFolder(_:_:)``.
  fileprivate func checkFolder() throws(SourceError) {
    let first = written.prefix { $0 != "/" }
    if LocalFile.kind(of: folder) == nil, first.contains("."), first != ".", first != ".." {
      throw .badKey(
        key: "url", reason: "there is no folder `\(folder)`",
        hint: "write `https://` in front when it is an address of the web")
    }
    try LocalFile.requireFolder(folder, "the folder of the tiles")
  }
}

extension TileNaming {
  /// Equal where the addresses are: subdomains that are not used do not count.
  var identityText: String {
    var text = pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .tile(.ratio): ratioMark
      case .tile(let placeholder): "{\(placeholder.rawValue)}"
      }
    }.joined()
    if pieces.contains(.tile(.subdomain)) { text += " " + subdomains.joined(separator: ",") }
    return text
  }
}

extension AddressedTiles.RequestTemplate {
  /// Headers and the credential may choose what a server answers, and the absent statuses what it means, so they count.
  var identityText: String {
    " \(absentStatuses.sorted())" + headers.map { " \($0.name):\($0.value)" }.joined()
      + (credential.map { " \($0.digest(salt: []).hex)" } ?? "")
  }
}

extension SchemeChoice {
  private static let webMercatorText = TilingScheme.webMercator.identityText
  private static let wgs84Text = TilingScheme.wgs84.identityText

  /// Equal where the schemes are. Written once for the known ones: two dozen levels take as long as reading the layer.
  fileprivate var identityText: String {
    switch self {
    case .webmercator: Self.webMercatorText
    case .wgs84: Self.wgs84Text
    case .custom(let scheme): scheme.identityText
    }
  }
}

extension TilingScheme {
  fileprivate var identityText: String {
    let numbers = levels.map { "\($0.number)=\($0.resolution)" }.joined(separator: ",")
    return "\(reference.definition) \(origin.x),\(origin.y) \(tileSize.width)x\(tileSize.height) \(numbers)"
  }
}

extension Diagnostic {
  fileprivate static func quadkeyInOtherScheme(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .badURLTemplate, "`{q}` numbers the tiles of Web Mercator, and `tilingScheme` is another", at: range,
      hint: Hint("write `{z}`, `{x}` and `{y}` in the address, or take out `tilingScheme`"))
  }
}

extension XYZLayer: InspectableKind {
  /// Tiles of a provider are its own kind's, which knows its terms.
  static var isAskedLast: Bool { true }

  static func recognises(_ candidate: InspectionCandidate) -> Bool {
    if TileMatrixSetJSON.isOne(candidate) { return true }
    guard candidate.kind == nil, let template = try? AddressTemplate(candidate.source) else { return false }
    return template.names.contains { TilePlaceholder(rawValue: $0) != nil }
  }

  static func inspect(_ candidate: InspectionCandidate, in context: SourceContext) async throws(SourceError)
    -> InspectionReport
  {
    if TileMatrixSetJSON.isOne(candidate) { return try TileMatrixSetJSON.inspect(candidate) }
    let request = AddressedTiles.RequestTemplate.ofInspection
    let kind = try XYZLayer(address: candidate.tileAddress())
    let tiles = try AddressedTiles(kind, request, pixelRatio: context.pixelRatio)
    return InspectionReport(
      kind: typeName, candidate, tiles, .init(keys: [("url", YAMLText.inDocument(candidate.source))]))
  }

  private init(address: TileAddress) {
    self.init(address: address, values: [:], rows: .xyz, subdomains: nil, choice: .webmercator)
  }

  private init(
    address: TileAddress, values: [String: String], rows: RowOrder, subdomains: [String]?, choice: SchemeChoice
  ) {
    (self.address, self.values, self.rows, self.subdomains, self.choice) = (address, values, rows, subdomains, choice)
  }
}

extension InspectionCandidate {
  /// The source as an address template whose every placeholder has a meaning.
  /// - Throws: `badKey` for `url`.
  func tileAddress() throws(SourceError) -> TileAddress {
    let file = SourceFile(path: "", bytes: [])
    do throws(TileAddress.Objection) {
      let address = try TileAddress(source, beside: nil)
      let context = ReadingContext(kinds: [])
      if address.reportMistakes(values: [:], range: SourceRange(startOf: file), in: context) { return address }
      let finding = context.findings.first
      throw TileAddress.Objection(reason: finding?.message ?? "it cannot be used", hint: finding?.hint?.text)
    } catch {
      throw .badKey(key: "url", reason: error.reason, hint: error.hint)
    }
  }
}
