import DocumentModel
import Geodesy
import Synchronization
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// `type: arcgis-feature` against servers that answer as real ones do.
@Suite struct ArcGISFeatureTests {
  /// What a server does wrong.
  fileprivate enum Fault: Sendable, CaseIterable {
    /// The first page, whatever is asked for, ids too.
    case samePage
    /// New features on every page, more than it says that there are.
    case noEnd
    /// Nothing, and the promise of more.
    case nothing
    /// Degrees, whatever is asked for.
    case degrees
  }

  /// A layer of some features, and what it was asked.
  private final class Server: Sendable {
    let asked = Mutex<[String]>([])
    let count: Int
    let hasPages: Bool
    let ignoresPages: Bool
    /// Features that an answer really has; the description says 3.
    let room: Int
    let fault: Fault?

    init(count: Int, hasPages: Bool = true, ignoresPages: Bool = false, room: Int = 3, fault: Fault? = nil) {
      (self.count, self.hasPages, self.ignoresPages, self.room) = (count, hasPages, ignoresPages, room)
      self.fault = fault
    }

    var services: ScriptedServices { ScriptedServices { [self] request in Array(answer(to: request.address).utf8) } }

    private func answer(to address: String) -> String {
      asked.withLock { $0.append(address) }
      let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
      guard parts[0].hasSuffix("/query") else { return description }
      var values: [String: String] = [:]
      for part in parts[1].split(separator: "&") {
        let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
        values[pair[0]] = pair.count > 1 ? pair[1] : ""
      }
      let ids = (1...max(1, count)).filter { $0 <= count }
      if values["returnIdsOnly"] == "true" {
        return "{\"objectIdFieldName\": \"FID\", \"objectIds\": \(Array(ids.reversed()))}"
      }
      if values["returnCountOnly"] == "true" { return "{\"count\": \(count)}" }
      if values["where"] == "broken" { return "{\"error\": {\"code\": 400, \"message\": \"Invalid where\"}}" }
      var chosen = ids
      if let text = values["where"], let range = Self.range(in: text) { chosen = ids.filter { range.contains($0) } }
      let start = ignoresPages ? 0 : Int(values["resultOffset"] ?? "0") ?? 0
      var page = Array(chosen.dropFirst(start).prefix(room))
      switch fault {
      case .samePage: page = Array(ids.prefix(room))
      case .noEnd: page = Array(start + 1...start + room)
      case .nothing: page = []
      case .degrees, nil: break
      }
      let features = page.map {
        "{\"attributes\": {\"FID\": \($0), \"name\": \"n\($0)\", \"when\": 981173106000}, \"geometry\": {\"x\": \($0), \"y\": 2}}"
      }
      let hasMore = start + page.count < chosen.count || fault != nil && fault != .degrees
      return "{\"objectIdFieldName\": \"FID\", \"features\": [\(features.joined(separator: ","))]"
        + (hasMore ? ", \"exceededTransferLimit\": true" : "")
        + ", \"spatialReference\": {\"wkid\": \(fault == .degrees ? "4326" : values["outSR"] ?? "102100")}}"
    }

    /// `FID >= 1 AND FID <= 3`, escaped.
    private static func range(in text: String) -> ClosedRange<Int>? {
      let numbers = text.replacing("%20", with: " ").replacing("+", with: " ").split(separator: " ").compactMap {
        Int($0)
      }
      return numbers.count == 2 ? numbers[0]...numbers[1] : nil
    }

    private var description: String {
      """
      {"currentVersion": 10.81, "id": 0, "name": "Places", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
       "maxRecordCount": 3, "objectIdField": "FID", "copyrightText": "City",
       "advancedQueryCapabilities": {"supportsPagination": \(hasPages)},
       "drawingInfo": {"transparency": 40},
       "extent": {"xmin": 0, "ymin": 0, "xmax": 10, "ymax": 5, "spatialReference": {"wkid": 102100, "latestWkid": 3857}},
       "fields": [{"name": "FID", "type": "esriFieldTypeOID"}, {"name": "name", "type": "esriFieldTypeString"},
        {"name": "when", "type": "esriFieldTypeDate"}, {"name": "shape", "type": "esriFieldTypeGeometry"}]}
      """
    }
  }

  private static func source(
    _ server: Server, definition: String? = nil,
    url: String = "https://a.example/arcgis/rest/services/P/FeatureServer/0"
  ) async throws(SourceError) -> ArcGISFeatureSource {
    let address: ServiceAddress
    do throws(TileAddress.Objection) { address = try ServiceAddress(url, beside: nil) } catch {
      throw .notFound(path: url)
    }
    let context = SourceContext(painter: WordPainter(), services: server.services)
    let service = try await ArcGISFeatureService.asked(of: address, .ofInspection, in: context)
    return try ArcGISFeatureSource(
      service, at: address, definition: definition, asked: nil, .ofInspection, server.services)
  }

  @Test func saysWhatTheServiceSaysOfItself() async throws {
    let source = try await Self.source(Server(count: 1))
    let description = source.description
    #expect(description.title == "Places" && description.attribution == "City" && description.isRemote)
    #expect(description.fullExtent == Extent(xmin: 0, ymin: 0, xmax: 10, ymax: 5))
    #expect(description.features?.reference == .webMercator && description.features?.kinds == [.point])
    #expect(description.features?.fields.map(\.name) == ["FID", "name", "when"] && source.service.opacity == 0.6)
  }

  @Test(arguments: [0, 1, 3, 4, 7, 9]) func readsPageAfterPage(_ count: Int) async throws {
    let server = Server(count: count)
    let reading = await FeatureReading(try await Self.source(server), ["name", "when"])
    #expect(reading.error == nil)
    #expect(reading.lines == (0..<count).map { "'n\($0 + 1)'|'2001-02-03T04:05:06Z' point \($0) [\($0 + 1) 2]" })
  }

  @Test(arguments: [1, 2]) func goesOnBehindShortPages(_ room: Int) async throws {
    let reading = await FeatureReading(try await Self.source(Server(count: 7, room: room)), ["name"])
    #expect(reading.error == nil && reading.featureCount == 7)
  }

  @Test func readsWindowsOfObjectIdsWhereThereAreNoPages() async throws {
    let server = Server(count: 7, hasPages: false)
    let reading = await FeatureReading(try await Self.source(server, definition: "a = 'b'"), ["name"])
    #expect(reading.error == nil && reading.lines.count == 7)
    let asked = server.asked.withLock { $0 }
    #expect(asked.filter { $0.contains("returnIdsOnly=true") }.count == 1)
    #expect(
      asked.last?.contains("where=%28a%20%3D%20%27b%27%29%20AND%20FID%20%3E%3D%207%20AND%20FID%20%3C%3D%207") == true,
      "\(asked.last ?? "")")
  }

  @Test func readsWindowsWhereAServerGivesTheFirstPageAlways() async throws {
    let reading = await FeatureReading(try await Self.source(Server(count: 8, ignoresPages: true)), ["name"])
    #expect(reading.error == nil)
    #expect(Set(reading.batches.flatMap(\.values)) == Set((1...8).map { .text("n\($0)") }) && reading.featureCount == 8)
  }

  /// What such servers give is drawn, what is missing is said, and none is asked without end.
  @Test(arguments: Fault.allCases) fileprivate func saysWhatDoesNotComeAndStops(_ fault: Fault) async throws {
    let server = Server(count: 40, fault: fault)
    let reading = await FeatureReading(try await Self.source(server), ["name"])
    let expected =
      switch fault {
      case .samePage: (3, "the service names 37 more features by their ids, and 37 of them are in no answer")
      case .noEnd: (153, "the service says that it has 40 features, and goes on giving more after 153")
      case .nothing: (0, "the service names 40 more features by their ids, and 40 of them are in no answer")
      case .degrees: (0, "the service answers in EPSG:4326, and was asked for EPSG:3857; with `srs: EPSG:4326`")
      }
    #expect(reading.featureCount == expected.0)
    #expect(reading.error?.placed.contains(expected.1) == true, "\(reading.error?.placed ?? "")")
    #expect(server.asked.withLock { $0.count } < 60)
  }

  @Test func asksForWhatTheMapShowsInItsDetail() async throws {
    let server = Server(count: 1)
    let source = try await Self.source(server)
    _ = await FeatureReading(
      source,
      FeatureQuery(fieldNames: ["name", "unknown"], box: Extent(xmin: 1, ymin: 2, xmax: 30, ymax: 40), resolution: 10))
    let asked = try #require(server.asked.withLock { $0.last })
    #expect(asked.contains("outFields=name%2CFID&") && asked.contains("&outSR=102100&"), "\(asked)")
    #expect(asked.contains("&geometry=0%2C0%2C30%2C40&geometryType=esriGeometryEnvelope&inSR=102100&"))
    #expect(
      asked.contains("&orderByFields=FID&resultOffset=0&resultRecordCount=3&f=json") && asked.contains("returnZ=false"))
    #expect(!asked.contains("maxAllowableOffset"), "points have no detail")
  }

  /// In the map's reference where the map wants it: the box then too.
  @Test func asksInTheReferenceOfTheMap() async throws {
    let server = Server(count: 4)
    let source = try await Self.source(server)
    #expect(source.description.features?.isAskedInAny == true)
    let box = Extent(xmin: 500_000, ymin: 5_900_000, xmax: 500_100, ymax: 5_900_100)
    _ = await FeatureReading(
      source,
      FeatureQuery(
        fieldNames: ["name"], reference: try SpatialReference.parse("EPSG:25832"), box: box, resolution: 10))
    for asked in server.asked.withLock({ $0 }).dropFirst() {
      #expect(asked.contains("&outSR=25832&") && asked.contains("&inSR=25832&"), "\(asked)")
      #expect(asked.contains("&geometry=500000%2C5900000%2C500100%2C5900100&"))
    }
    #expect(server.asked.withLock { $0.count } == 3)
  }

  @Test func saysWhatTheServerSaysIsWrong() async throws {
    let reading = await FeatureReading(try await Self.source(Server(count: 1), definition: "broken"), [])
    guard case .notAnswered(.unusable(_, _, let reason), _)? = reading.error else {
      Issue.record("\(String(describing: reading.error))")
      return
    }
    #expect(reason == "an error of the service (code 400): `Invalid where`")
  }

  @Test func asksForTheLayerOfAService() async throws {
    let services = ScriptedServices(
      "{\"layers\": [{\"id\": 0, \"name\": \"Roads\"}, {\"id\": 3, \"name\": \"Parks\"}]}")
    let address = try ServiceAddress("https://a.example/rest/services/P/FeatureServer", beside: nil)
    do throws(SourceError) {
      _ = try await ArcGISFeatureService.asked(
        of: address, .ofInspection, in: SourceContext(painter: WordPainter(), services: services))
      Issue.record("a service is no layer")
    } catch {
      #expect(
        error.placed.hasPrefix(
          "url: the address is that of a service, and one of its layers is drawn: 0 `Roads`, 3 `Parks`"))
    }
  }

  @Test(.enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)))
  func takesTheServicesOwnLook() throws {
    let name = "arcgis-service-json/terria_parks_layer.json"
    let service = try ArcGISFeatureService(JSONElement(of: Fixtures.bytes(name), source: name), version: "")
    guard case .simple(let symbols)? = service.look.renderer, case .fill(let fill)? = symbols.first else {
      Issue.record("\(String(describing: service.look))")
      return
    }
    #expect(fill.color == .fixed(Color(red: 215, green: 203, blue: 247)) && fill.outline != nil)
  }

  /// Real answers.
  @Test(
    .enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)),
    arguments: [
      ("terria_parks_query.json", 2, ShapeKind.polygon), ("restjs_LineHasZM.json", 3, .line),
      ("restjs_PolygonHasM.json", 4, .polygon), ("restjs_arcGISPolygonResponse.json", 1, .polygon),
      ("restjs_arcGISPointResponse.json", 1, .point), ("terria_water_network_query_wkt.json", 13, .point),
    ])
  func readsRealAnswers(_ name: String, _ count: Int, _ kind: ShapeKind) throws {
    let bytes = MemoryBytes(path: name, bytes: try Fixtures.bytes("arcgis-service-json/\(name)"))
    var batches: [FeatureBatch] = []
    var reader = GeoJSONReader(bytes, FeatureQuery(fieldNames: []), isInDegrees: false, isEsri: true)
    try reader.read { batch throws(SourceError) in batches.append(batch) }
    #expect(reader.facts.features == count && batches.flatMap(\.features).allSatisfy { $0.kind == kind })
    // Holes run the other way than outer rings, of which the first is one.
    for batch in batches where kind == .polygon {
      for feature in batch.features { #expect(batch.paths.signedArea(of: feature.paths.lowerBound) > 0) }
    }
  }

  @Test(
    .enabled(if: Fixtures.areHere, Comment(rawValue: Fixtures.absence)),
    arguments: [
      ("terria_parks_layer.json", true, "fid"), ("us-ca-carson-metadata.json", false, "OBJECTID"),
      ("us-esri-test-metadata.json", true, "objectid"), ("terria_water_network_layer.json", true, "objectid"),
    ])
  func readsRealDescriptions(_ name: String, _ hasPages: Bool, _ identifier: String) throws {
    let json = try JSONElement(of: Fixtures.bytes("arcgis-service-json/\(name)"), source: name)
    let service = try ArcGISFeatureService(json, version: "")
    // Its own renderer, as a document would write it.
    #expect(service.look.renderer != nil || !service.look.omissions.isEmpty)
    #expect(service.hasPages == hasPages && service.identifier == identifier && service.extent != nil)
  }
}
