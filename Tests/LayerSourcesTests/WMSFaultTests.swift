import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// `type: wms`: what is wrong with documents, capabilities and answers.
@Suite struct WMSFaultTests {
  private static let styled = """
    <Layer><Name>land</Name><Title>Continents</Title><Style><Name>day</Name></Style></Layer><Layer><Name>sea</Name></Layer>
    """

  @Test(arguments: [
    ("layers: lnd", "layers", "the service has no layer `lnd`; it has `land`, `sea`", "did you mean `land`?"),
    (
      "layers: Continents", "layers", "`Continents` is the title of a layer, and the service calls it `land`",
      "write `land`"
    ),
    ("layers: land\nstyles: dya", "styles", "`land` of the service has no style `dya`", "did you mean `day`?"),
    ("layers: [land, sea]\nstyles: day", "styles", "1 style for 2 layers", "write one for each"),
    ("layers: land\nformat: image/tiff", "format", "the service has no format `image/tiff`", ""),
    ("layers: land\ntime: now", "time", "that there is no dimension `time`", "under `params` as `TIME`"),
    ("layers: [land, sea]", "layers", "2 layers at once, and the service draws at most 1", "spread them"),
  ])
  func whatTheServiceDoesNotHaveIsNamedAtItsKey(_ keys: String, _ key: String, _ reason: String, _ hint: String)
    async throws
  {
    let limit = keys.hasPrefix("layers: [") && !keys.contains("styles") ? "<LayerLimit>1</LayerLimit>" : ""
    let text = WMSText.capabilities(layers: Self.styled, service: limit)
    guard case .badKey(let named, let said, let hinted)? = try await WMSText.failure(text, keys) else {
      Issue.record("no finding at a key")
      return
    }
    #expect(named == key && said.contains(reason) && (hinted ?? "").contains(hint), "\(named): \(said) \(hinted ?? "")")
  }

  @Test(arguments: [
    ("layers: land\nparams: {bbox: 1}", "MD106"), ("layers: land\ntime: a\nparams: {TIME: b}", "MD106"),
    ("layers: []", "MD102"), ("version: 1.0.0\nlayers: a", "MD105"), ("layers: a\nvendor: esri", "MD105"),
  ])
  func keysThatCannotBeMeantAreFoundWithoutTheService(_ keys: String, _ code: String) throws {
    let findings = try LayerInDocument("type: wms\nurl: https://h.example/wms\n\(keys)").findings
    #expect(findings.contains { $0.severity == .error }, "\(findings.map(\.message))")
    if code != "MD106" { #expect(findings.contains { $0.code.name == code }, "\(findings.map { $0.code.name })") }
  }

  @Test(arguments: [
    ("wms", "https://h.example/wms?map=a&REQUEST=GetMap&bbox=1,2,3,4&WIDTH=5", "`REQUEST`, `bbox`, `WIDTH`"),
    ("wmts", "https://h.example/wmts?a=b&REQUEST=GetTile&TileMatrix=3&LAYER=x", "`REQUEST`, `TileMatrix`, `LAYER`"),
    ("arcgis-dynamic", "https://h.example/rest/services/S/MapServer?f=json&bbox=1,2,3,4&size=5,6", "`bbox`, `size`"),
  ])
  func anAddressOfOnePictureIsTakenForThatOfTheService(_ type: String, _ url: String, _ names: String) throws {
    let layers = type == "wms" ? "\nlayers: a" : type == "wmts" ? "\nlayer: a" : ""
    let findings = try LayerInDocument("type: \(type)\nurl: \(url)\(layers)").findings
    #expect(findings.map(\.code.name) == ["MD119"], "\(findings.map(\.message))")
    #expect(findings.first?.message.hasPrefix(names + " in this address say of one picture") == true)
    let address = try ServiceAddress(url, beside: nil)
    let asked =
      type == "arcgis-dynamic"
      ? ArcGISTiles.question(for: address)
      : OGCDocument(service: type.uppercased(), version: "1.3.0").question(for: address)
    let lower = asked.lowercased()
    let taken = ["getmap", "gettile", "bbox", "width", "tilematrix", "size"]
    #expect(taken.allSatisfy { !lower.contains($0) }, "\(asked)")
    #expect(type == "arcgis-dynamic" || lower.contains("request=getcapabilities"), "\(asked)")
    #expect(type != "wms" || asked.contains("map=a"))
  }

  /// Capabilities often name the host that a server has inside its own network.
  @Test(arguments: [
    ("http://geoserver.internal.lan:8080/ows?", ["maps.example.org"], "https://maps.example.org/wms?"),
    ("http://maps-2.example.org/ows?", ["maps.example.org"], "https://maps.example.org/wms?"),
    ("http://maps-2.example.org/ows?", ["maps.example.org", "maps-2.example.org"], "http://maps-2.example.org/ows?"),
    // Nothing is known of names at all: a proxy may know them.
    ("http://maps-2.example.org/ows?", [], "http://maps-2.example.org/ows?"),
  ])
  func aHostThatNobodyKnowsIsNotAsked(_ given: String, _ known: [String], _ expected: String) throws {
    let address = try WMSMapAddress(
      given, of: ServiceAddress("https://maps.example.org/wms?", beside: nil), credential: nil, source: "",
      isKnown: { known.contains($0) })
    #expect(address.text == expected)
  }

  @Test func anExceptionInJSONIsRead() throws {
    let text = #"{"version": "1.3.0", "exceptions": [{"code": "StyleNotDefined", "text": "no style x"}]}"#
    #expect(OGCReport(in: Array(text.utf8))?.words == "an error of the service (StyleNotDefined): `no style x`")
    #expect(OGCReport(in: Array(#"{"type": "FeatureCollection"}"#.utf8)) == nil)
  }

  @Test func aSecretAmongTheParametersIsFound() throws {
    func codes(_ params: String) throws -> [String] {
      try LayerInDocument("type: wms\nurl: https://h.example/wms\nlayers: a\nparams: {\(params)}").findings.map(
        \.code.name)
    }
    #expect(try codes("Token: abc") == ["MD130"] && codes("map: abc, viewparams: \"a:1\"").isEmpty)
  }

  @Test(arguments: [
    ("", "reason: \"empty\""), ("<html><body>Log in</body></html>", "an HTML page, not the capabilities of a WMS"),
    ("{\"error\": 1}", "a JSON document"), ("<WMS_Capabilities>", "line 1"), ("<a/>", "the element `a` stands"),
    ("<WMS_Capabilities/>", "capabilities without `Capability`"),
    ("<WMS_Capabilities><Capability/></WMS_Capabilities>", "list no layer with a name"),
    ("<WMT_MS_Capabilities version='1.0.0'/>", "speaks version 1.0.0"),
    (
      "<ServiceExceptionReport><ServiceException code='A'>no such map</ServiceException></ServiceExceptionReport>",
      "an error of the service (A): `no such map`"
    ),
    (
      "<!DOCTYPE a [<!ENTITY x 'y'>]><WMS_Capabilities><Capability/></WMS_Capabilities>", "a document type or entities"
    ),
    (
      "<!DOCTYPE a '<b' [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><WMS_Capabilities>&x;</WMS_Capabilities>",
      "a document type or entities"
    ),
    ("<Capabilities><Contents><TileMatrixSet/></Contents></Capabilities>", "that is `wmts`"),
  ])
  func saysWhatCameInPlaceOfCapabilities(_ text: String, _ words: String) async throws {
    let failure = try #require(try await WMSText.failure(text))
    #expect("\(failure)".contains(words), "\(failure)")
  }

  /// The DTD that every answer of 1.1.1 names is not fetched (port 1 refuses), and entities are not expanded.
  @Test func readsADocumentTypeWithoutEntities() async throws {
    let source = try await WMSText.open(WMSText.capabilities("1.1.1"))
    #expect(try source.parameters()["VERSION"] == "1.1.1")
    let bomb = "<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/x.dtd'><a>&lol;</a>"
    #expect(throws: XMLElement.Failure.self) { try XMLElement.root(of: Array(bomb.utf8), limit: .ofServices) }
  }

  @Test func listsOfThousandsOfLayersAreCutInMessages() async throws {
    let layers = (0..<5000).map { "<Layer><Name>layer\($0)</Name></Layer>" }.joined()
    guard case .badKey(_, let reason, _)? = try await WMSText.failure(WMSText.capabilities(layers: layers)) else {
      Issue.record("no finding at a key")
      return
    }
    #expect(reason.contains("and 4980 more") && reason.count < 600)
  }

  @Test func numbersOfServersAreHeldWithinBounds() async throws {
    let wild = """
      <BoundingBox CRS="EPSG:3857" minx="-4e23" miny="nan" maxx="4e23" maxy="inf"/>
      <EX_GeographicBoundingBox><westBoundLongitude>-1e9</westBoundLongitude><eastBoundLongitude>1e9</eastBoundLongitude>
      <southBoundLatitude>-1e9</southBoundLatitude><northBoundLatitude>1e9</northBoundLatitude></EX_GeographicBoundingBox>
      <MinScaleDenominator>1e309</MinScaleDenominator><MaxScaleDenominator>-5</MaxScaleDenominator>
      """
    let text = WMSText.capabilities(
      layers: "<Layer><Name>land</Name>\(wild)</Layer>",
      service: "<MaxWidth>99999999999999999999</MaxWidth><MaxHeight>-3</MaxHeight>")
    let description = try await WMSText.open(text).description
    #expect(description.fullExtent == TilingScheme.wgs84World)
    let drawing = try #require(description.drawing)
    #expect(drawing.boxes.isEmpty && drawing.scales == nil && drawing.mostColumns == nil && drawing.mostRows == nil)
  }

  @Test(arguments: [
    (
      "<?xml version='1.0'?><ServiceExceptionReport version='1.3.0'><ServiceException code='LayerNotDefined'>No land"
        + "</ServiceException></ServiceExceptionReport>", "an error of the service (LayerNotDefined): `No land`"
    ),
    (
      "<!DOCTYPE ServiceExceptionReport SYSTEM 'http://127.0.0.1:1/e.dtd'><ServiceExceptionReport><ServiceException>"
        + "Busy &lt;now&gt;</ServiceException></ServiceExceptionReport>", "an error of the service: `Busy"
    ),
    (
      "<ows:ExceptionReport xmlns:ows='a'><ows:Exception exceptionCode='X'><ows:ExceptionText>no</ows:ExceptionText>"
        + "</ows:Exception></ows:ExceptionReport>", "an error of the service (X): `no`"
    ),
  ])
  func anErrorInPlaceOfAPictureIsToldInItsWords(_ body: String, _ words: String) async throws {
    let source = try await WMSText.open(WMSText.capabilities())
    let request = try #require(try source.asked())
    do {
      _ = try source.answer(to: .ok(Array(body.utf8)), for: request)
      Issue.record("taken for a picture")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test func aReferenceWithoutANameCannotBeAskedFor() async throws {
    let source = try await WMSText.open(WMSText.capabilities())
    let own = try SpatialReference.parse("+proj=laea +lat_0=52 +lon_0=10 +ellps=bessel")
    #expect(throws: SourceError.self) {
      try source.asked(Extent(xmin: 0, ymin: 0, xmax: 4, ymax: 2), in: own)
    }
  }
}
