import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// `type: arcgis-feature`: features of one layer of a feature or map service of ArcGIS.
struct ArcGISFeatureLayer: FeatureLayerKind {
  static let typeName = "arcgis-feature"
  static let summary = """
    places, lines or areas of one layer of a feature service or map service of ArcGIS, asked for page by page, as far as the \
    map shows them and in as much detail; in the map's reference, or in its own where that is on another datum or lines would \
    bend on their way
    """
  static let fields: [any FieldDeclaration] = [Keys.url, Keys.definition]

  static let example: String? = """
    mapdoc: 1
    initialExtent: {center: [-118.25, 33.85], zoom: 8}
    layers:
      - {id: world, type: builtin, name: world}
      - id: addresses
        type: arcgis-feature
        url: https://services.example.org/arcgis/rest/services/Addresses/FeatureServer/0
        definition: STATUS = 'active'        # the server's SQL
        where: floors > 3                    # mapdoc's own, on what comes
    """

  private enum Keys {
    static let url = RequiredField<WebService>(
      "url",
      "the address of the layer, ending in its number: `.../FeatureServer/0` or `.../MapServer/0`; fields, reference and extent "
        + "are asked of it")
    static let definition = OptionalField<NonEmptyText>(
      "definition", "which of its features are asked for, in the service's SQL: `POP2000 > 100000`")
  }

  let address: ServiceAddress
  let definition: String?

  var addresses: [String] { [address.text] }
  /// Of the service's own look; real ones have a few.
  private static let mostRemarks = 50

  init?(from reader: MappingReader) {
    let url = reader.read(Keys.url)
    definition = reader.read(Keys.definition)?.text
    guard let url else { return nil }
    address = url.address
  }

  func open(_ layer: Layer, _ keys: FeatureKeys, in context: SourceContext) async throws(SourceError)
    -> any FeatureSource
  {
    guard let services = context.services else {
      throw .mayNotAsk(address: Address.redacted(ArcGISTiles.question(for: address)))
    }
    let template = AddressedTiles.RequestTemplate(layer, .ofDynamicLayers)
    let service = try await ArcGISFeatureService.asked(of: address, template, in: context)
    var source = try ArcGISFeatureSource(
      service, at: address, definition: definition, asked: layer.reference?.value, template, services)
    // What the document says itself is not missing.
    let left =
      (keys.renderer == nil ? service.look.omissionsOfRenderer : [])
      + (keys.labels == nil ? service.look.omissionsOfLabels : [])
    source.remarks = left.prefix(Self.mostRemarks).map { .lookLeftOut($0) }
    return source
  }
}

/// What a layer of a service says of itself (`?f=json`; "Layer" of the ArcGIS REST API).
struct ArcGISFeatureService: Sendable {
  /// Of the extent, and what geometries are in where nothing else is asked for.
  let reference: SpatialReference
  let extent: Extent?
  let title: String?
  let copyright: String?
  let fields: [Field]
  /// Of the field that tells features apart.
  let identifier: String
  /// Features of an answer.
  let pageSize: Int
  let hasPages: Bool
  let kind: ShapeKind?
  /// 0 to 1.
  let opacity: Double
  let look: ServiceLook
  /// 1:n at 96 dots an inch; `nil` where it is shown at any.
  let scales: ClosedRange<Double>?
  /// Changes when the service or its data have, as far as it says.
  let version: String

  struct Field: Sendable, Hashable {
    let name: String
    let type: ExpressionType
    let isDate: Bool
  }

  /// Real ones have up to a few hundred.
  private static let mostFields = 4096
  private static let pageSizes = 1...10_000

  static func asked(
    of address: ServiceAddress, _ template: AddressedTiles.RequestTemplate, in context: SourceContext
  ) async throws(SourceError) -> ArcGISFeatureService {
    let asked = ArcGISTiles.question(for: address)
    let shown = Address.redacted(asked)
    return try await context.ask(
      template.request(forDescriptionAt: asked), expecting: "the description of a layer of features (`f=json`)"
    ) { response throws(UnusableAnswer) -> Result<ArcGISFeatureService, SourceError> in
      let json = try ArcGISAnswer.description(in: response, source: shown)
      do throws(SourceError) {
        return .success(try ArcGISFeatureService(json, version: response.digest))
      } catch {
        if case .unreadable = error { throw UnusableAnswer(reason: error.placeAndReason) }
        return .failure(error)
      }
    }.get()
  }

  /// - Throws: `badKey` for a service in place of one of its layers, `otherKind` for a layer without features,
  ///   `unknownReference`, `unreadable` with the element.
  init(_ json: JSONElement, version: String) throws(SourceError) {
    let type = json.child("type")?.text
    guard type == "Feature Layer" || type == nil && json.child("geometryType") != nil else {
      throw Self.anotherThing(json, type)
    }
    guard let geometry = json.child("geometryType")?.text, geometry != "esriGeometryNull" else {
      throw .otherKind(path: json.source, reason: "a layer without geometries")
    }
    kind = Self.kinds[geometry]
    let box = json.child("extent")
    let places = [box?.child("spatialReference"), json.child("spatialReference"), json.child("sourceSpatialReference")]
    guard let written = places.lazy.compactMap(\.self).first else {
      throw json.failure("it says no `spatialReference`")
    }
    let own = try written.spatialReference()
    reference = own
    extent = box.flatMap { try? EsriExtent($0) }?.projected(to: own)
    title = json.child("name")?.text?.trimmingSpaces
    copyright = json.child("copyrightText")?.text.map { PlainText.ofHTML($0) }?.nonEmpty
    fields = (json.child("fields")?.items ?? []).prefix(Self.mostFields).compactMap { Field($0) }
    let listed = json.child("fields")?.items ?? []
    identifier =
      json.child("objectIdField")?.text?.nonEmpty
      ?? listed.first { $0.child("type")?.text == "esriFieldTypeOID" }?.child("name")?.text ?? "OBJECTID"
    let most = json.child("maxRecordCount")?.whole ?? 1000
    pageSize = min(max(most, Self.pageSizes.lowerBound), Self.pageSizes.upperBound)
    let capabilities = json.child("advancedQueryCapabilities") ?? json
    hasPages = capabilities.child("supportsPagination")?.flag ?? json.child("supportsPagination")?.flag ?? false
    look = ServiceLook(json)
    let transparency = json.child("drawingInfo")?.child("transparency")?.number ?? 0
    opacity = 1 - min(max(transparency, 0), 100) / 100
    func scale(_ name: String) -> Double? { json.child(name)?.number.flatMap { $0 > 0 ? $0 : nil } }
    scales = DrawingOnRequest.scales(from: scale("maxScale"), to: scale("minScale"))
    self.version = version
  }

  private static let kinds: [String: ShapeKind] = [
    "esriGeometryPoint": .point, "esriGeometryMultipoint": .point, "esriGeometryPolyline": .line,
    "esriGeometryPolygon": .polygon, "esriGeometryEnvelope": .polygon,
  ]

  private static func anotherThing(_ json: JSONElement, _ type: String?) -> SourceError {
    let layers = (json.child("layers")?.items ?? []).compactMap { layer -> String? in
      layer.child("id")?.whole.map { "\($0) `\(layer.child("name")?.text ?? "")`" }
    }
    if !layers.isEmpty {
      let shown =
        layers.prefix(20).joined(separator: ", ") + (layers.count > 20 ? " and \(layers.count - 20) more" : "")
      return .badKey(
        key: "url", reason: "the address is that of a service, and one of its layers is drawn: \(shown)",
        hint: "add the number of the layer: `.../0`")
    }
    if let type {
      return .otherKind(path: json.source, reason: "a `\(type.prefix(40))`, which has no features to draw")
    }
    return .unreadable(
      path: json.source, place: nil, reason: "a JSON document that is not the description of a layer of features")
  }
}

extension ArcGISFeatureService.Field {
  fileprivate init?(_ json: JSONElement) {
    guard let name = json.child("name")?.text, !name.isEmpty else { return nil }
    let written = json.child("type")?.text ?? ""
    if written == "esriFieldTypeGeometry" || written == "esriFieldTypeBlob" || written == "esriFieldTypeRaster" {
      return nil
    }
    self.name = name
    isDate = written == "esriFieldTypeDate"
    let numbers: Set = [
      "esriFieldTypeSmallInteger", "esriFieldTypeInteger", "esriFieldTypeSingle", "esriFieldTypeDouble",
      "esriFieldTypeOID", "esriFieldTypeBigInteger",
    ]
    type = numbers.contains(written) ? .number : .text
  }
}
