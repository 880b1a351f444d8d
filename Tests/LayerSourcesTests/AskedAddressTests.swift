import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// `inspect` of addresses whose names do not say what is there.
@Suite struct AskedAddressTests {
  private static let capabilities = Capabilities.text(
    layer: Capabilities.png + Capabilities.link("web"), sets: Capabilities.webMercator)

  /// What a server says of an address that it does not like.
  private static let complaint = """
    <?xml version="1.0"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1">\
    <ows:Exception exceptionCode="MissingParameterValue"/></ows:ExceptionReport>
    """

  private func inspected(
    _ source: String, _ answer: @escaping @Sendable (String) -> [UInt8]
  ) async throws -> InspectionReport {
    let context = SourceContext(painter: WordPainter(), services: ScriptedServices { answer($0.address) })
    return try await Inspection.inspect(source: source, context: context)
  }

  private func reason(_ source: String, _ answer: @escaping @Sendable (String) -> [UInt8]) async throws -> String {
    do {
      return try await inspected(source, answer).kind
    } catch SourceError.otherKind(_, let reason) {
      return reason
    }
  }

  @Test func capabilitiesAreFoundUnderAnyName() async throws {
    let report = try await inspected("https://h.example/maps/ground.xml") { _ in Array(Self.capabilities.utf8) }
    #expect(report.kind == "wmts")
    #expect(report.layer == "- id: ground\n  type: wmts\n  url: https://h.example/maps/ground.xml\n  layer: ground\n")
  }

  @Test func aServiceIsAskedForItsCapabilities() async throws {
    let report = try await inspected("https://h.example/service?map=a") { address in
      Array((address.contains("GetCapabilities") ? Self.capabilities : Self.complaint).utf8)
    }
    #expect(report.kind == "wmts" && report.reference == .webMercator)
  }

  // The second one answers any question with them; the third one has the name of a service of ArcGIS.
  @Test(arguments: [("SERVICE=WMS", "ground"), ("SERVICE", "ground"), ("SERVICE=WMS", "mapserver")])
  func aMapServiceIsAskedForItsCapabilities(answering: String, name: String) async throws {
    let report = try await inspected("https://h.example/\(name)?map=a") { address in
      Array((address.contains(answering) ? WMSText.capabilities() : Self.complaint).utf8)
    }
    #expect(report.kind == "wms" && report.layer.contains("layers: land"))
  }

  @Test func aServiceOfArcGISIsFoundBehindAProxyOfAnotherName() async throws {
    let report = try await inspected("https://h.example/maps/ground") { address in
      Array((address.contains("f=json") ? ArcGISTiledTests.service() : "<html><body>Ground</body></html>").utf8)
    }
    #expect(report.kind == "arcgis-tiled")
    #expect(report.layer.contains("url: https://h.example/maps/ground\n"))
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func anArchiveIsFoundUnderAnyName() async throws {
    let bytes = try Fixtures.bytes("pmtiles/ne_png8_z0-3.pmtiles")
    let report = try await inspected("https://h.example/download/7") { _ in bytes }
    #expect(report.kind == "pmtiles")
  }

  @Test func saysWhatCameWhereNoKindReadsIt() async throws {
    let page = try await reason("https://h.example/") { _ in Array("<html><body>Welcome</body></html>".utf8) }
    #expect(page.hasPrefix("it answers an HTML page; an address of tiles has"), "\(page)")
    let png = try await reason("https://h.example/map.png") { _ in PlainPicture.tile(level: 0, column: 0, row: 0).png }
    #expect(png == "it answers a PNG picture; `type: image` lays one on the ground, with `bbox` or `corners`")
  }

  @Test(arguments: [
    ("https://h.example/tiles/3/4/2.png?key=k", "https://h.example/tiles/{z}/{x}/{y}.png?key=k"),
    ("https://h.example/tiles/3/4/2@2x.png", "https://h.example/tiles/{z}/{x}/{y}@2x.png"),
    ("https://h.example/Ground/MapServer/tile/3/2/4", "https://h.example/Ground/MapServer/tile/{z}/{y}/{x}"),
  ])
  func theAddressOfOneTileLeadsToThatOfAll(_ address: String, _ template: String) async throws {
    let reason = try await reason(address) { _ in [] }
    #expect(reason == "it looks like the address of one tile; that of all of them may be `\(template)`")
  }

  @Test(arguments: ["https://h.example/2026/01/02/news", "https://h.example/1/2", "/tmp/3/4/2.png"])
  func otherNumbersAreNoTile(_ address: String) {
    #expect(InspectionCandidate(address).guessedTemplate == nil)
  }
}
