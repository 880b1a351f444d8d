import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// `type: arcgis-dynamic`: pictures that a map service of ArcGIS draws for the map.
struct ArcGISDynamicLayer: DynamicLayerKind {
  static let typeName = "arcgis-dynamic"
  static let summary = "pictures that a map service of ArcGIS (MapServer) draws for the map"
  static let fields: [any FieldDeclaration] = [
    Keys.url, Keys.sublayers, Keys.definition, Keys.time, Keys.format, Keys.transparent, Keys.delivery,
  ]

  static let example: String? = """
    mapdoc: 1
    srs: EPSG:25833
    initialExtent: {center: [10.75, 59.91], scale: 50000}
    layers:
      - id: parcels
        type: arcgis-dynamic
        url: https://services.example.org/arcgis/rest/services/Cadastre/MapServer
        sublayers: [0, Roads]              # by number or name; without it, what the service shows
        definition: {Roads: "CLASS <= 2"}
        time: 2020-01-01/2021-01-01
    """

  private enum Keys {
    static let url = RequiredField<WebService>(
      "url", "the address of the service, ending in `/MapServer`; reference, extent and attribution are asked of it")
    static let sublayers = OptionalField<OneOrMany<NonEmptyText>>(
      "sublayers", written: "those that the service shows", "which layers of the service are drawn, by number or name")
    static let definition = OptionalField<TextMap>(
      "definition", "by number or name of a sublayer, which of its features are drawn, in the service's SQL")
    static let time = OptionalField<ArcGISTime>(
      "time", written: "the service's default",
      "of services with a time: a moment, or two with `/` between them, in UTC")
    static let format = DefaultedField<ArcGISMapFormat>(
      "format", default: .png32, written: "png32", "the format of the pictures, as ArcGIS names it")
    static let transparent = OptionalField<Bool>(
      "transparent", written: "`true`, with JPEG `false`", "ground without anything on it is left open")
    static let delivery = ArcGISKeys.delivery
  }

  let address: ServiceAddress
  private let sublayers: [String]
  private let definitions: [(name: String, text: String)]
  private let time: ArcGISTime?
  private let format: ArcGISMapFormat
  private let isTransparent: Bool
  private let delivery: ArcGISDelivery

  var addresses: [String] { [address.text] }

  init?(from reader: MappingReader) {
    let url = reader.read(Keys.url)
    sublayers = reader.read(Keys.sublayers)?.values.map(\.text) ?? []
    definitions = reader.read(Keys.definition)?.entries.map { ($0.name, $0.value) } ?? []
    time = reader.read(Keys.time)
    format = reader.read(Keys.format)
    isTransparent = reader.read(Keys.transparent) ?? (format != .jpg)
    delivery = reader.read(Keys.delivery)
    if isTransparent, format == .jpg {
      reader.context.reportTransparentJPEG(reader, Keys.transparent)
      return nil
    }
    if reader.has(Keys.sublayers), sublayers.isEmpty {
      if reader.read(Keys.sublayers) != nil {
        reader.context.report(
          Diagnostic(
            .missingKey, "`sublayers` names no layer of the service", at: reader.range(of: Keys.sublayers),
            hint: Hint("name at least one, or take it out to draw what the service shows")))
      }
      return nil
    }
    guard let url, ArcGISKeys.isService(url, reader, Keys.url) else { return nil }
    address = url.address
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try ArcGISServer.requireName(of: layer.reference?.value)
    let request = AddressedTiles.RequestTemplate(layer, keys)
    let service = try await ArcGISDescription.drawing(of: address, isImageService: false, request, in: context)
    var parameters = [("format", format.rawValue), ("transparent", isTransparent ? "true" : "false")]
    let shown = try service.sublayers(sublayers, key: "sublayers")
    if !shown.isEmpty {
      parameters.append(("layers", "show:" + shown.map { String($0.number) }.joined(separator: ",")))
    }
    if !definitions.isEmpty {
      let named = try service.sublayers(definitions.map(\.name), key: "definition")
      for (index, one) in named.enumerated() {
        guard let earlier = named[..<index].firstIndex(of: one) else { continue }
        throw .badKey(
          key: "definition",
          reason: "`\(definitions[earlier].name)` and `\(definitions[index].name)` are one sublayer, \(one.number)",
          hint: "join the two with `AND`")
      }
      parameters.append(("layerDefs", Self.definitions(zip(named, definitions.map(\.text)), service)))
    }
    if let time { parameters.append(("time", try service.checked(time))) }
    let (base, query) = ArcGISTiles.base(of: address)
    let server = ArcGISServer(
      base: base, query: query, operation: "export", parameters: parameters, saysDots: true, delivery: delivery, request
    )
    return DrawnPictures(
      service.description(format: format.rawValue, sublayers: shown), of: server, pixelRatio: context.pixelRatio)
  }

  /// As JSON; servers before 10.0 have a form of their own.
  private static func definitions(
    _ all: some Sequence<(ArcGISDrawing.Sublayer, String)>, _ service: ArcGISDrawing
  ) -> String {
    guard service.version ?? 0 >= 10 else { return all.map { "\($0.number):\($1)" }.joined(separator: ";") }
    return JSONValue.object(all.map { .init(key: String($0.number), value: .string($1)) }).text()
  }
}

/// `format` of a map service.
enum ArcGISMapFormat: String, DocumentWord {
  case png32, png24, png, png8, jpg, gif

  static var what: String { "a format of map services" }
}

extension ReadingContext {
  /// Of a layer with both.
  func reportTransparentJPEG(_ reader: MappingReader, _ key: any FieldDeclaration) {
    report(
      Diagnostic(
        .conflictingKeys, "`transparent: true` asks for what JPEG does not have", at: reader.keyRange(of: key),
        hint: Hint("take it out, or write a `format` of PNG")))
  }
}

/// What several kinds of ArcGIS have.
enum ArcGISKeys {
  /// Whether an address is that of a service: the one of a sublayer or an operation is reported.
  static func isService(_ url: WebService, _ reader: MappingReader, _ key: any FieldDeclaration) -> Bool {
    url.address.report(requestOf: "ArcGIS", at: reader.range(of: key), in: reader.context)
    let path = url.address.parts.path
    let ends = ["/mapserver/", "/imageserver/"].compactMap { path.lowercased().firstRange(of: $0)?.upperBound }
    guard let end = ends.first else { return true }
    let further = path.lowercased()[end...].split(separator: "/")
    guard let first = further.first else { return true }
    let isSublayer = first.allSatisfy(\.isNumber)
    reader.context.report(
      .unusableAddress(
        Address.redacted(url.address.text),
        .init(
          reason: isSublayer ? "it is that of a sublayer" : "`\(first)` is an operation of the service",
          hint: "end it in `/MapServer` or `/ImageServer`"
            + (isSublayer ? ", and write `sublayers: [\(first)]`" : "")), of: "a service", at: reader.range(of: key)))
    return false
  }

  static let delivery = DefaultedField<ArcGISDelivery>(
    "delivery", default: .image, written: "image",
    "`image`: the service answers with the picture; `link`: with the address where it lies, for services that do nothing "
      + "else")
}

/// The description of a service, asked of it.
enum ArcGISDescription {
  static func drawing(
    of address: ServiceAddress, isImageService: Bool, _ request: AddressedTiles.RequestTemplate,
    in context: SourceContext
  ) async throws(SourceError) -> ArcGISDrawing {
    let asked = ArcGISTiles.question(for: address)
    let shown = Address.redacted(asked)
    return try await context.ask(
      request.request(forDescriptionAt: asked),
      expecting: "the description of \(isImageService ? "an image" : "a map") service (`f=json`)"
    ) { response throws(UnusableAnswer) -> Result<ArcGISDrawing, SourceError> in
      let json = try ArcGISAnswer.description(in: response, source: shown)
      do throws(SourceError) {
        return .success(try ArcGISDrawing(json, isImageService: isImageService))
      } catch {
        if case .unreadable = error { throw UnusableAnswer(reason: error.placeAndReason) }
        return .failure(error)
      }
    }.get()
  }
}

extension ArcGISDrawing {
  /// The sublayers of some numbers or names, in their order.
  /// - Throws: `badKey`.
  func sublayers(_ wanted: [String], key: String) throws(SourceError) -> [Sublayer] {
    var found: [Sublayer] = []
    for name in wanted {
      guard let one = sublayers.first(where: { String($0.number) == name || $0.name == name }) else {
        let near = Suggestion.nearest(to: name, among: sublayers.map(\.name))
        let shown = sublayers.prefix(20).map { "`\($0.number) \($0.name)`" }.joined(separator: ", ")
        let more = sublayers.count > 20 ? " and \(sublayers.count - 20) more" : ""
        throw .badKey(
          key: key, reason: "the service has no sublayer `\(name)`; it has \(shown.isEmpty ? "none" : shown + more)",
          hint: near.map { "did you mean `\($0)`?" })
      }
      let namesakes = sublayers.filter { $0.name == name }
      guard String(one.number) == name || namesakes.count == 1 else {
        throw .badKey(
          key: key,
          reason: "`\(name)` is the name of \(namesakes.count) sublayers: "
            + namesakes.prefix(8).map { "\($0.number)" }.joined(separator: ", "),
          hint: "write the number of the one that is meant")
      }
      found.append(one)
    }
    return found
  }

  /// - Throws: `badKey` for a raster function that the service does not list, where it lists any: it would draw without it,
  ///   or not at all.
  func check(rasterFunction name: String, key: String) throws(SourceError) {
    // Every service has one that changes nothing.
    guard !rasterFunctions.isEmpty, name != "None", !rasterFunctions.contains(name) else { return }
    throw .notOffered(name, "raster function", key: key, known: rasterFunctions)
  }

  func checked(_ time: ArcGISTime) throws(SourceError) -> String {
    guard hasTime else {
      throw .badKey(key: "time", reason: "the service has no time (no `timeInfo`)", hint: "take `time` out")
    }
    return time.text
  }
}

extension ArcGISDynamicLayer {
  /// Of a service without tiles, whose address says nothing of that.
  static func inspect(
    _ candidate: InspectionCandidate, at address: ServiceAddress, in context: SourceContext
  ) async throws(SourceError) -> InspectionReport {
    let service = try await ArcGISDescription.drawing(of: address, isImageService: false, .ofInspection, in: context)
    let listed = service.sublayers.prefix(40).map { "\($0.number) `\($0.name)`" }.joined(separator: ", ")
    let more = service.sublayers.count > 40 ? " and \(service.sublayers.count - 40) more" : ""
    return InspectionReport(
      kind: typeName, candidate,
      DescribedSource(service.description(format: "png32", sublayers: [])),
      .init(
        format: .png, identifier: service.title.map { InspectionReport.identifier(from: $0) },
        remarks: ["it draws each picture when it is asked, in any reference", "its sublayers: \(listed)\(more)"],
        keys: [("url", YAMLText.inDocument(address.text))]))
  }
}
