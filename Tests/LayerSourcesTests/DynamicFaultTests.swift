import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// Layers of services and pictures that are written wrongly, or whose services say what cannot be.
@Suite struct DynamicFaultTests {
  private static func codes(_ layer: String, credentials: String = "") throws -> [String] {
    try LayerInDocument(layer, credentials: credentials).findings.filter { $0.severity == .error }.map(\.code.name)
  }

  // MARK: - Nothing is asked of a source whose secret is wrong

  @Test(arguments: [
    ("type: wms\nurl: https://h.example/wms?token=literal-secret\nlayers: a", "MD130"),
    ("type: wms\nurl: https://h.example/wms?authkey=literal-secret\nlayers: a", "MD130"),
    ("type: wms\nurl: https://h.example/wms\nlayers: a\nparams: {AuthKey: literal-secret}", "MD130"),
    ("type: wms\nurl: https://h.example/wms\nlayers: a\nheaders: {Authorization: Bearer literal}", "MD130"),
    ("type: wms\nurl: https://h.example/wms\nlayers: a\nheaders: {X-Key: \"${env:MAPDOC_TEST_NONE}\"}", "MD209"),
    ("type: wms\nurl: https://h.example/wms\nlayers: a\nheaders: {Host: other.example}", "MD111"),
    ("type: wms\nurl: https://h.example/wms\nlayers: a\nheaders: {content-length: \"5\"}", "MD111"),
    ("type: xyz\nurl: https://h.example/{z}/{x}/{y}?token=literal-secret", "MD130"),
    ("type: wms\nurl: https://h.example/wms\nlayers: a\ncredentials: none", "MD214"),
    ("type: wms\nurl: https://h.example/wms\nlayers: a\ncredentials: unset", "MD209"),
    ("type: wms\nurl: https://h.example/wms\nlayers: a\ncredentials: elsewhere", "MD215"),
    ("type: wms\nurl: http://h.example/wms\nlayers: a\ncredentials: mine", "MD216"),
    ("type: wms\nurl: https://h.example/wms?k={key}\nlayers: a", "MD217"),
    ("type: wms\nurl: https://h.example/wms\nlayers: a\nsrs: EPSG:999999", "MD305"),
  ])
  func isNotAskedFor(_ keys: String, _ code: String) throws {
    let credentials = """
      unset: {type: bearer, token: "${env:MAPDOC_TEST_NONE}"}
        elsewhere: {type: bearer, token: "${env:MAPDOC_TEST_KEY}", hosts: [other.example]}
        mine: {type: bearer, token: "${env:MAPDOC_TEST_KEY}"}
      """
    let layer = try LayerInDocument(keys, credentials: credentials)
    #expect(try layer.layer.problem?.code.name == code, "\(layer.findings.map(\.message))")
    #expect(layer.findings.contains { $0.code.name == code })
    // A layer without such a mistake is read.
    let sound = try LayerInDocument(
      "type: wms\nurl: https://h.example/wms\nlayers: a\ncredentials: mine", credentials: credentials)
    #expect(try sound.layer.problem == nil, "\(sound.findings.map(\.message))")
  }

  // MARK: - What a document says

  @Test(arguments: [
    ("[[[0, 0], [1e12, 0], [1e12, 10], [0, 10], [0, 0]]]", "longitude `1e12` is outside -540 to 540"),
    ("[[[0, 0], [-541, 0], [0, 10], [0, 0]]]", "longitude `-541` is outside -540 to 540"),
  ])
  func aClipFarOutsideOfTheEarthIsFound(_ rings: String, _ words: String) throws {
    let findings = try LayerInDocument(
      "type: builtin\nname: world\nclip: {type: Polygon, coordinates: \(rings)}"
    ).findings
    #expect(findings.contains { $0.code == .badGeometry && $0.message.contains(words) }, "\(findings.map(\.message))")
  }

  @Test func aClipInMetresFarOutsideOfTheEarthIsFound() throws {
    let crs = "crs: {type: name, properties: {name: EPSG:3857}}"
    let rings = "[[[0, 0], [1e12, 0], [1e12, 10], [0, 10], [0, 0]]]"
    #expect(
      Set(try Self.codes("type: builtin\nclip: {type: Polygon, \(crs), coordinates: \(rings)}")) == ["MD115"])
    let good = "[[[0, 0], [540, 0], [0, 9], [0, 0]]]"
    #expect(try Self.codes("type: builtin\nclip: {type: Polygon, coordinates: \(good)}").isEmpty)
  }

  @Test(arguments: [
    ("wms", "params: {FOO: a, foo: b}"), ("wms", "vendor: mapserver\nparams: {map_resolution: 72}"),
    ("wms", "vendor: qgis\nparams: {Dpi: 72}"), ("wms", "vendor: geoserver\nparams: {FORMAT_OPTIONS: \"dpi:72\"}"),
    ("wms", "format: image/jpeg\ntransparent: true"), ("arcgis-dynamic", "format: jpg\ntransparent: true"),
  ])
  func parametersThatOtherKeysSayAreFound(_ type: String, _ keys: String) throws {
    let own =
      type == "wms" ? "url: https://h.example/wms\nlayers: a" : "url: https://h.example/rest/services/S/MapServer"
    #expect(try Self.codes("type: \(type)\n\(own)\n\(keys)") == ["MD111"])
  }

  @Test func optionsOfGeoServerGoTogether() async throws {
    let source = try await WMSText.open(
      WMSText.capabilities(), "layers: land\nvendor: geoserver\nparams: {Format_Options: \"antialias:off\", A: b}",
      ratio: 2)
    let address = try #require(try source.asked()?.address)
    #expect(PercentEncoding.decoded(address).contains("FORMAT_OPTIONS=antialias:off;dpi:192"), "\(address)")
    #expect(address.contains("A=b"))
    #expect(address.lowercased().components(of: "format_options") == 1)
  }

  @Test(arguments: [
    ("time: 2021-02-30", "MD103"), ("time: 2021-01-01/2020-01-01", "MD104"), ("sublayers: []", "MD102"),
  ])
  func valuesThatCannotBeMeantAreFound(_ keys: String, _ code: String) throws {
    #expect(
      try Self.codes("type: arcgis-dynamic\nurl: https://h.example/rest/services/S/MapServer\n\(keys)") == [code])
  }

  @Test(arguments: ["2021-02-29", "2021-04-31", "1900-02-29"])
  func daysThatThereAreNotAreNoTimes(_ day: String) {
    #expect(ArcGISTime(day) == nil && ArcGISTime("2024-02-29") != nil && ArcGISTime("2021-12-31") != nil)
  }

  @Test(arguments: ["{a: .nan}", "{a: [1, .inf]}", "\"\""])
  func rulesThatJSONCannotHoldAreFound(_ rule: String) throws {
    #expect(
      try Self.codes(
        "type: arcgis-image\nurl: https://h.example/rest/services/S/ImageServer\nrenderingRule: \(rule)"
      ).count == 1)
  }

  @Test(arguments: [
    ("arcgis-dynamic", "MapServer/0", "and write `sublayers: [0]`"),
    ("arcgis-dynamic", "MapServer/export", "end it in"),
    ("arcgis-image", "ImageServer/exportImage?f=image", "end it in"),
  ])
  func anAddressOfAPartOfAServiceIsFound(_ type: String, _ end: String, _ hint: String) throws {
    let findings = try LayerInDocument("type: \(type)\nurl: https://h.example/rest/services/S/\(end)").findings
    #expect(
      findings.contains {
        $0.code.name == "MD113" && $0.message.contains("cannot be the address of a service")
          && $0.hint?.text.contains(hint) == true
      }, "\(findings.map(\.message))")
  }

  @Test(arguments: [
    ("wms", "url: https://h.example/wms\nlayers: a"),
    ("arcgis-dynamic", "url: https://h.example/rest/services/S/MapServer"),
  ])
  func aReferenceThatNoServiceCanBeAskedForIsFoundBeforeItIsAsked(_ type: String, _ keys: String) async throws {
    let layer = try LayerInDocument("type: \(type)\n\(keys)\nsrs: GCJ02:3857")
    do {
      _ = try await layer.open()
      Issue.record("opened")
    } catch let error as SourceError {
      guard case .badKey("srs", _, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  // MARK: - What a service says

  @Test(arguments: [
    ("https://h.example/wms?apikey={key}&amp;x=1&amp;", "https://h.example/wms?x=1&SERVICE"),
    ("https://h.example/{key}/wms?", "https://h.example/wms?SERVICE"),
  ])
  func theKeysPlaceInAnAnswerIsNotAskedForAsItStands(_ address: String, _ start: String) async throws {
    let layer = try LayerInDocument(
      "type: wms\nurl: https://h.example/wms?\nlayers: land\ncredentials: mine",
      credentials: "mine: {type: key, key: \"${env:MAPDOC_TEST_KEY}\", name: apikey}")
    let source = try await layer.open(services: ScriptedServices(WMSText.capabilities(address: address)))
    let asked = try #require(try source.asked()?.address)
    #expect(asked.hasPrefix(start) && !asked.contains("%7B"), "\(asked)")
  }

  @Test func layersWithoutACommonReferenceAreFound() async throws {
    let layers = "<Layer><Name>a</Name><CRS>EPSG:3857</CRS></Layer><Layer><Name>b</Name><CRS>EPSG:4326</CRS></Layer>"
    let text = WMSText.capabilities(root: "", layers: layers)
    guard case .badKey("layers", let reason, _)? = try await WMSText.failure(text, "layers: [a, b]") else {
      Issue.record("no finding")
      return
    }
    #expect(reason.contains("`b` in `EPSG:4326`") && reason.contains("`EPSG:3857`"))
    #expect(try await WMSText.failure(text, "layers: [a, b]\nsrs: EPSG:3857") == nil)
    #expect(try await WMSText.failure(text, "layers: a") == nil)
  }

  @Test func namesWithACommaAreFound() async throws {
    let text = WMSText.capabilities(
      layers: "<Layer><Name>a</Name></Layer><Layer><Name>b</Name></Layer><Layer><Name>c,d</Name></Layer>")
    guard case .badKey("layers", _, "write a list: `[a, b]`")? = try await WMSText.failure(text, "layers: \"a,b\""),
      case .badKey("layers", let reason, _)? = try await WMSText.failure(text, "layers: \"c,d\"")
    else {
      Issue.record("no finding")
      return
    }
    #expect(reason.contains("holds a comma"))
  }

  private static func service(_ layers: String) -> String {
    """
    {"currentVersion": 10.81, "layers": [\(layers)], "spatialReference": {"wkid": 25833}}
    """
  }

  private static func open(_ text: String, _ keys: String) async throws -> any TileSource {
    let url = "https://h.example/rest/services/S/MapServer"
    let layer = try LayerInDocument("type: arcgis-dynamic\nurl: \(url)\n\(keys)")
    return try await layer.open(services: ScriptedServices(text))
  }

  @Test(arguments: [
    ("definition: {a: \"A=1\", 0: \"B=2\"}", "definition", "`a` and `0` are one sublayer, 0"),
    ("sublayers: [twin]", "sublayers", "`twin` is the name of 2 sublayers: 1, 2"),
  ])
  func sublayersThatAreNotClearAreFound(_ keys: String, _ key: String, _ words: String) async throws {
    let text = Self.service(#"{"id": 0, "name": "a"}, {"id": 1, "name": "twin"}, {"id": 2, "name": "twin"}"#)
    do {
      _ = try await Self.open(text, keys)
      Issue.record("opened")
    } catch let error as SourceError {
      guard case .badKey(key, words, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    _ = try await Self.open(text, "sublayers: [2]")
  }

  @Test(arguments: [
    (#""extent": {"xmin": 0, "ymin": 0, "xmax": 10, "ymax": 10}"#, "another extent"),
    (#""width": 1e300, "height": 200"#, "where 400 x 200 pixels were asked for"),
    (#""width": 200, "height": 100"#, "where 400 x 200 pixels were asked for"),
  ])
  func aLinkToAnotherPictureThanWasAskedForIsRefused(_ said: String, _ words: String) async throws {
    let source = try await Self.open(Self.service(#"{"id": 0, "name": "a"}"#), "delivery: link")
    let box = Extent(xmin: 100_000, ymin: 6_500_000, xmax: 140_000, ymax: 6_520_000)
    let drawing = source.drawing(box, in: try SpatialReference.parse("EPSG:25833"))
    guard case .after(_, let next) = try drawing.tile(TileIndex(level: 0, column: 0, row: 0)) else {
      Issue.record("no question")
      return
    }
    let good = """
      "width": 400, "height": 200, "extent": {"xmin": 1e5, "ymin": 65e5, "xmax": 1.4e5, "ymax": 6520000.00001}
      """
    _ = try next(.ok(Array("{\"href\": \"https://h.example/a.png\", \(good)}".utf8)))
    do {
      _ = try next(.ok(Array("{\"href\": \"https://h.example/a.png\", \(said)}".utf8)))
      Issue.record("taken")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  // MARK: - Reports of errors

  @Test func reportsAreReadInUTF16AndWithControlCharacters() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?><ServiceExceptionReport><ServiceException>sixteen"
      + "</ServiceException></ServiceExceptionReport>"
    for isBig in [false, true] {
      let units = "\u{FEFF}\(text)".utf16
      let body = units.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      #expect(OGCReport(in: body)?.words == "an error of the service: `sixteen`")
    }
    let odd = "<ServiceExceptionReport><ServiceException>\u{1B}[31mred\u{7}</ServiceException></ServiceExceptionReport>"
    #expect(OGCReport(in: Array(odd.utf8))?.words == "an error of the service: `[31mred`")
    #expect(OGCReport(in: [0xFF, 0xFE]) == nil && OGCReport(in: [0xFF, 0xFE, 0x3C]) == nil)
  }

  @Test func allExceptionsAreToldAsTheyAreWritten() {
    let text = """
      <ogc:ServiceExceptionReport xmlns:ogc="http://x"><ogc:ServiceException code="InvalidCRS"><![CDATA[bad <crs> & \
      such]]></ogc:ServiceException><ogc:ServiceException>two</ogc:ServiceException></ogc:ServiceExceptionReport>
      """
    #expect(OGCReport(in: Array(text.utf8))?.words == "an error of the service (InvalidCRS): `bad <crs> & such; two`")
    let page =
      "<ServiceExceptionReport><ServiceException>&lt;b&gt;no&lt;/b&gt; map</ServiceException></ServiceExceptionReport>"
    #expect(OGCReport(in: Array(page.utf8))?.words == "an error of the service: `no map`")
  }

  @Test func aReportThatSaysItIsHTMLIsReadAllTheSame() {
    let text =
      "<ows:ExceptionReport xmlns:ows='x'><ows:Exception><ows:ExceptionText>bbox bad</ows:ExceptionText>"
      + "</ows:Exception></ows:ExceptionReport>"
    #expect(ServerWords.words(of: Array(text.utf8), contentType: "text/html") == "bbox bad")
    #expect(ServerWords.words(of: Array("<p>log in</p>".utf8), contentType: "text/html") == nil)
  }
}

extension String {
  fileprivate func components(of word: String) -> Int { ranges(of: word).count }
}
