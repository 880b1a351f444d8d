import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// `type: arcgis-image`: pictures that an image service of ArcGIS makes for the map.
struct ArcGISImageLayer: DynamicLayerKind {
  static let typeName = "arcgis-image"
  static let summary = "pictures that an image service of ArcGIS (ImageServer) makes for the map"
  static let fields: [any FieldDeclaration] = [
    Keys.url, Keys.renderingRule, Keys.mosaicRule, Keys.bandIds, Keys.noData, Keys.time, Keys.format, Keys.delivery,
  ]

  static let example: String? = """
    mapdoc: 1
    srs: EPSG:25833
    initialExtent: {center: [10.75, 59.91], scale: 50000}
    layers:
      - id: slope
        type: arcgis-image
        url: https://services.example.org/arcgis/rest/services/Elevation/ImageServer
        renderingRule: Slope_Map           # by name, or written out:
        mosaicRule: {mosaicMethod: esriMosaicAttribute, sortField: Acquired, ascending: false}
    """

  private enum Keys {
    static let url = RequiredField<WebService>(
      "url", "the address of the service, ending in `/ImageServer`; reference, extent and attribution are asked of it")
    static let renderingRule = OptionalField<ArcGISRule>(
      "renderingRule", written: "the service's default",
      "how values become colours: the name of one of the service's raster functions, or a function written out")
    static let mosaicRule = OptionalField<ArcGISRule>(
      "mosaicRule", written: "the service's default", "which images lie above which, written out as ArcGIS does")
    static let bandIds = OptionalField<OneOrMany<BoundedInteger<BandBounds>>>(
      "bandIds", written: "the service's default",
      "which bands are drawn, counted from 0, in the order of red, green and blue")
    static let noData = OptionalField<OneOrMany<Double>>(
      "noData", written: "the service's default", "the value of pixels that hold nothing, or one for each band")
    static let time = OptionalField<ArcGISTime>(
      "time", written: "the service's default",
      "of services with a time: a moment, or two with `/` between them, in UTC")
    static let format = DefaultedField<ArcGISImageFormat>(
      "format", default: .jpgpng, written: "jpgpng",
      "the format of the pictures; `jpgpng` is JPEG where all of the picture is covered, else PNG")
    static let delivery = ArcGISKeys.delivery
  }

  let address: ServiceAddress
  private let renderingRule: ArcGISRule?
  private let mosaicRule: ArcGISRule?
  private let bands: [Int]
  private let emptyValues: [Double]
  private let time: ArcGISTime?
  private let format: ArcGISImageFormat
  private let delivery: ArcGISDelivery

  var addresses: [String] { [address.text] }

  init?(from reader: MappingReader) {
    let url = reader.read(Keys.url)
    renderingRule = reader.read(Keys.renderingRule)
    mosaicRule = reader.read(Keys.mosaicRule)
    bands = reader.read(Keys.bandIds)?.values.map(\.value) ?? []
    emptyValues = reader.read(Keys.noData)?.values ?? []
    time = reader.read(Keys.time)
    format = reader.read(Keys.format)
    delivery = reader.read(Keys.delivery)
    if let mosaicRule, case .name(let name) = mosaicRule {
      reader.context.report(
        Diagnostic(
          .wrongType, "`\(name)` stands where a mosaic rule is expected", at: reader.range(of: Keys.mosaicRule),
          hint: Hint("write it out: `{mosaicMethod: esriMosaicNorthwest}`")))
      return nil
    }
    guard let url, ArcGISKeys.isService(url, reader, Keys.url) else { return nil }
    address = url.address
  }

  func open(_ layer: Layer, _ keys: TiledKeys, in context: SourceContext) async throws(SourceError) -> any TileSource {
    try ArcGISServer.requireName(of: layer.reference?.value)
    let request = AddressedTiles.RequestTemplate(layer, keys)
    let service = try await ArcGISDescription.drawing(of: address, isImageService: true, request, in: context)
    var parameters = [("format", format.rawValue)]
    if case .name(let name)? = renderingRule { try service.check(rasterFunction: name, key: Keys.renderingRule.name) }
    if let rule = renderingRule { parameters.append(("renderingRule", rule.json(named: "rasterFunction"))) }
    if let rule = mosaicRule { parameters.append(("mosaicRule", rule.json(named: "mosaicMethod"))) }
    if !bands.isEmpty { parameters.append(("bandIds", bands.map(String.init).joined(separator: ","))) }
    if !emptyValues.isEmpty {
      parameters.append(("noData", emptyValues.map(Self.shown).joined(separator: ",")))
    }
    if let time { parameters.append(("time", try service.checked(time))) }
    let (base, query) = ArcGISTiles.base(of: address)
    let server = ArcGISServer(
      base: base, query: query, operation: "exportImage", parameters: parameters, saysDots: false, delivery: delivery,
      request)
    return DrawnPictures(
      service.description(format: format.rawValue, sublayers: []), of: server, pixelRatio: context.pixelRatio)
  }

  private static func shown(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : "\(value)"
  }

  static func inspect(
    _ candidate: InspectionCandidate, at address: ServiceAddress, in context: SourceContext
  ) async throws(SourceError) -> InspectionReport {
    let service = try await ArcGISDescription.drawing(of: address, isImageService: true, .ofInspection, in: context)
    return InspectionReport(
      kind: typeName, candidate,
      DescribedSource(service.description(format: "jpgpng", sublayers: [])),
      .init(
        identifier: service.title.map { InspectionReport.identifier(from: $0) },
        remarks: ["it makes each picture when it is asked, in any reference"],
        keys: [("url", YAMLText.inDocument(address.text))]))
  }
}

/// The number of a band.
enum BandBounds: NumberBounds {
  static let lower = 0.0
  static let upper: Double? = 9999
}

/// `format` of an image service.
enum ArcGISImageFormat: String, DocumentWord {
  case jpgpng, png, png8, png24, png32, jpg, gif

  static var what: String { "a format of image services" }
}

/// A rule of an image service: the name of one that it has, or one that is written out, as a map or as JSON.
enum ArcGISRule: DocumentValue, Hashable {
  case name(String)
  /// In one line of JSON.
  case written(String)

  static func read(_ node: Node, in context: ReadingContext) -> ArcGISRule? {
    if case .mapping = node.content {
      guard let bad = node.firstOutsideJSON else { return .written(node.json.text()) }
      context.report(
        Diagnostic(
          .wrongType, "\(bad.shown) stands where a number is expected that JSON can hold", at: bad.range))
      return nil
    }
    guard let text = NonEmptyText.read(node, in: context)?.text else { return nil }
    guard text.trimmingSpaces.hasPrefix("{") else { return .name(text) }
    do throws(JSONTextError) {
      return .written(try JSONText.read(SourceFile(path: "", bytes: Array(text.utf8))).json.text())
    } catch {
      context.report(
        Diagnostic(
          .wrongType, "the JSON of this rule cannot be read: \(error.reason)", at: node.range,
          hint: Hint("write it as a map, without quotes around it")))
      return nil
    }
  }

  /// - Parameter key: Under which a service looks for a name.
  func json(named key: String) -> String {
    switch self {
    case .name(let name): JSONValue.object([.init(key: key, value: .string(name))]).text()
    case .written(let text): text
    }
  }

  static var schema: JSONValue { ["type": ["string", "object"]] }
  static var words: String { "a name, or a map of a rule's parts" }
}

extension Node {
  /// The first number in it that is not finite.
  fileprivate var firstOutsideJSON: Node? {
    switch content {
    case .scalar(.double(let value, _)): value.isFinite ? nil : self
    case .scalar: nil
    case .sequence(let items): items.lazy.compactMap(\.firstOutsideJSON).first
    case .mapping(let entries): entries.lazy.compactMap(\.value.firstOutsideJSON).first
    }
  }
}
