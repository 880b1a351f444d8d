import Diagnostics
import DocumentModel
import Geodesy
import Transport

/// The addresses of questions to a layer of features ("Query (Feature Service/Layer)" of the ArcGIS REST API). Pure: the same
/// question, the same address.
struct ArcGISFeatureQuery: Sendable {
  private let service: ArcGISFeatureService
  /// `…/query?` with what the layer's own address has.
  private let start: String
  private let definition: String?
  /// As the server calls what geometries are asked for in; `nil`: its own, which it has no number for.
  private let reference: String?
  /// Without secrets, for messages.
  let shown: String

  /// - Throws: `badKey` for a reference that cannot be told to a server.
  init(
    _ service: ArcGISFeatureService, at address: ServiceAddress, definition: String?, reference: SpatialReference?
  ) throws(SourceError) {
    self.service = service
    self.definition = definition
    let (base, query) = ArcGISTiles.base(of: address)
    start = "\(base)/query?" + (query.isEmpty ? "" : query + "&")
    shown = Address.redacted(base)
    if let reference {
      self.reference = try ArcGISServer.name(of: reference)
    } else {
      self.reference =
        service.reference.definition.hasPrefix("EPSG:") || service.reference.definition.hasPrefix("ESRI:")
        ? try ArcGISServer.name(of: service.reference) : nil
    }
  }

  /// A page of features from a number on.
  func page(at offset: Int, _ query: FeatureQuery) -> String {
    address(
      condition(), query,
      [
        ("orderByFields", service.identifier), ("resultOffset", String(offset)),
        ("resultRecordCount", String(service.pageSize)),
      ])
  }

  /// The numbers of all features.
  func identifiers(_ query: FeatureQuery) -> String {
    start
      + Self.text([("where", condition())] + place(query) + [("returnIdsOnly", "true"), ("f", "json")])
  }

  /// How many features there are.
  func count(_ query: FeatureQuery) -> String {
    start + Self.text([("where", condition())] + place(query) + [("returnCountOnly", "true"), ("f", "json")])
  }

  /// The features with numbers in a range.
  func window(_ ids: ClosedRange<Int>, _ query: FeatureQuery) -> String {
    let own = "\(service.identifier) >= \(ids.lowerBound) AND \(service.identifier) <= \(ids.upperBound)"
    return address(definition.map { "(\($0)) AND \(own)" } ?? own, query, [])
  }

  /// Of the reference that a question is about.
  private func name(_ query: FeatureQuery) -> String? {
    query.reference.flatMap { try? ArcGISServer.name(of: $0) } ?? reference
  }

  private func condition() -> String { definition ?? "1=1" }

  private func address(_ condition: String, _ query: FeatureQuery, _ more: [(String, String)]) -> String {
    let known = Set(service.fields.map(\.name))
    var names = query.fieldNames.filter { known.contains($0) }
    if !names.contains(service.identifier) { names.append(service.identifier) }
    var parameters = [("where", condition), ("outFields", names.joined(separator: ","))]
    parameters += place(query)
    parameters += [("returnGeometry", "true"), ("returnZ", "false"), ("returnM", "false")]
    if let reference = name(query) { parameters.append(("outSR", reference)) }
    if let resolution = query.resolution, resolution > 0, resolution.isFinite, service.kind != .point {
      // A quarter of a device pixel, with few digits, so that two maps of one scale ask for the same.
      parameters.append(("maxAllowableOffset", Self.short(resolution / 4)))
    }
    return start + Self.text(parameters + more + [("f", "json")])
  }

  /// Only what may touch the picture.
  private func place(_ query: FeatureQuery) -> [(String, String)] {
    guard let box = query.box, let reference = name(query) else { return [] }
    let pixel = (query.resolution ?? max(box.width, box.height) / 1000)
    // Outwards to whole pixels.
    func down(_ value: Double) -> String { Self.short((value / pixel).rounded(.down) * pixel) }
    func up(_ value: Double) -> String { Self.short((value / pixel).rounded(.up) * pixel) }
    guard pixel > 0, pixel.isFinite, box.isFinite else { return [] }
    return [
      ("geometry", "\(down(box.xmin)),\(down(box.ymin)),\(up(box.xmax)),\(up(box.ymax))"),
      ("geometryType", "esriGeometryEnvelope"), ("inSR", reference), ("spatialRel", "esriSpatialRelEnvelopeIntersects"),
    ]
  }

  private static func text(_ parameters: [(String, String)]) -> String {
    parameters.map { "\($0.0)=\(AddressEscaping.encoded($0.1, in: .query))" }.joined(separator: "&")
  }

  /// Nine digits: a millimetre of the earth's girth.
  private static func short(_ value: Double) -> String {
    ReadableNumber.significant(value, digits: 11, places: 0...12)
  }
}
