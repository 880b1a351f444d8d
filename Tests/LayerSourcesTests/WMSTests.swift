import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// `type: wms`: what is asked for.
@Suite struct WMSTests {
  @Test(arguments: [
    // The version, the reference that the service lists, what the document says, and which number comes first.
    ("1.3.0", "EPSG:4326", "auto", "CRS=EPSG:4326 40,0,60,40"), ("1.3.0", "CRS:84", "auto", "CRS=CRS:84 0,40,40,60"),
    ("1.1.1", "EPSG:4326", "auto", "SRS=EPSG:4326 0,40,40,60"),
    ("1.3.0", "EPSG:4326", "xy", "CRS=EPSG:4326 0,40,40,60"),
    ("1.1.1", "EPSG:4326", "yx", "SRS=EPSG:4326 40,0,60,40"),
    ("1.3.0", "urn:ogc:def:crs:EPSG::4326", "auto", "CRS=urn:ogc:def:crs:EPSG::4326 40,0,60,40"),
    ("1.3.0", "http://www.opengis.net/def/crs/OGC/1.3/CRS84", "auto", ""),
  ])
  func theFirstNumberOfABoxIsWhatVersionAndReferenceSay(
    _ version: String, _ crs: String, _ order: String, _ expected: String
  ) async throws {
    let source = try await WMSText.open(
      WMSText.capabilities(version, root: "<CRS>\(crs)</CRS>"), "layers: land\naxisOrder: \(order)")
    let asked = try source.parameters()
    if expected.isEmpty {
      #expect(asked["BBOX"] == "0,40,40,60")
    } else {
      let name = version == "1.3.0" ? "CRS" : "SRS"
      #expect("\(name)=\(asked[name] ?? "") \(asked["BBOX"] ?? "")" == expected)
    }
    #expect(asked["VERSION"] == version)
  }

  /// EPSG:31468 (Gauss-Kruger) has its northing first, EPSG:25832 its easting.
  @Test(arguments: [
    ("EPSG:31468", "5500000,4400000,5600000,4600000"), ("EPSG:25832", "4400000,5500000,4600000,5600000"),
  ])
  func theDatabaseSaysWhichAxisIsFirst(_ crs: String, _ box: String) async throws {
    let source = try await WMSText.open(WMSText.capabilities(root: "<CRS>\(crs)</CRS>"))
    let asked = try source.parameters(
      Extent(xmin: 4_400_000, ymin: 5_500_000, xmax: 4_600_000, ymax: 5_600_000), in: SpatialReference.parse(crs))
    #expect(asked["BBOX"] == box && asked["CRS"] == crs)
  }

  @Test func saysAllThatTheDocumentChooses() async throws {
    let layers = """
      <Layer><Name>a b</Name><Style><Name>day</Name></Style><Dimension name="time" units="ISO8601"/></Layer>
      <Layer><Name>c;d</Name><Style><Name>night</Name></Style></Layer>
      """
    let source = try await WMSText.open(
      WMSText.capabilities(layers: layers),
      """
      layers: [a b, "c;d"]
      styles: ["", night]
      format: image/jpeg
      time: 2026-03-01T00:00:00Z/PT1H
      params: {CQL_FILTER: "a > 5 & b = 'x'", SLD: "", map: z}
      """)
    let asked = try source.parameters()
    #expect(asked["LAYERS"] == "a%20b,c%3Bd" && asked["STYLES"] == ",night" && asked["FORMAT"] == "image%2Fjpeg")
    #expect(asked["TRANSPARENT"] == "FALSE" && asked["TIME"] == "2026-03-01T00%3A00%3A00Z%2FPT1H")
    #expect(asked["CQL_FILTER"] == "a%20%3E%205%20%26%20b%20%3D%20%27x%27" && asked["SLD"] == "" && asked["map"] == "z")
    #expect(asked["WIDTH"] == "400" && asked["HEIGHT"] == "200" && asked["SERVICE"] == "WMS")
    #expect(source.description.title == "a b, c;d" && source.description.mediaType == "image/jpeg")
  }

  @Test(arguments: [
    (["image/gif", "image/png; mode=8bit", "image/jpeg"], "image%2Fpng%3B%20mode%3D8bit", "TRUE"),
    (["image/jpeg", "image/webp"], "image%2Fwebp", "TRUE"), (["image/jpeg"], "image%2Fjpeg", "FALSE"),
    (["image/png8", "image/png"], "image%2Fpng", "TRUE"), ([], "image%2Fpng", "TRUE"),
  ])
  func asksForTheBestFormat(_ formats: [String], _ format: String, _ transparent: String) async throws {
    let asked = try await WMSText.open(WMSText.capabilities(formats: formats)).parameters()
    #expect(asked["FORMAT"] == format && asked["TRANSPARENT"] == transparent)
  }

  @Test(arguments: [
    ("mapserver", "MAP_RESOLUTION", "300"), ("geoserver", "FORMAT_OPTIONS", "dpi:300"), ("qgis", "DPI", "300"),
    ("none", "DPI", nil as String?),
  ])
  func tellsTheServerTheOutputsDots(_ vendor: String, _ name: String, _ value: String?) async throws {
    let source = try await WMSText.open(WMSText.capabilities(), "layers: land\nvendor: \(vendor)", ratio: 300.0 / 96)
    #expect(try source.parameters()[name] == value)
  }

  @Test(arguments: [
    // What the document says, what the capabilities say, what is asked.
    ("https://h.example/wms?map=a", "https://h.example/wms?map=b&x=1&", "https://h.example/wms?map=a&x=1&"),
    ("https://h.example/wms", "http://h.example/wms?", "https://h.example/wms?"),
    ("https://h.example/wms", "http://h.example:8080/geo/wms?", "https://h.example/geo/wms?"),
    ("https://h.example/wms?service=WMS&REQUEST=GetCapabilities", "https://h.example/draw", "https://h.example/draw?"),
    ("https://h.example/wms", "http://localhost:8080/wms?", "https://h.example/wms?"),
    ("https://h.example/wms", "http://10.1.2.3/wms?", "https://h.example/wms?"),
    ("https://h.example/wms", "http://mapserver/wms?", "https://h.example/wms?"),
    ("https://h.example/wms", "https://draw.example/wms?service=WMS&", "https://draw.example/wms?"),
    ("https://h.example/caps.xml", "https://draw.example/wms?", "https://draw.example/wms?"),
    ("https://h.example/wms", "/other?", "https://h.example/other?"),
    ("https://h.example/wms", "ftp://h.example/", "https://h.example/wms?"),
  ])
  func asksWhereTheCapabilitiesSayAsFarAsTheyCanBeBelieved(
    _ document: String, _ given: String, _ asked: String
  ) async throws {
    let source = try await WMSText.open(
      WMSText.capabilities(address: given.replacing("&", with: "&amp;")), url: document)
    let address = try #require(try source.asked()?.address)
    #expect(address.hasPrefix(asked + "SERVICE=WMS&REQUEST=GetMap&"), "\(address)")
  }

  @Test func headersGoToTheDocumentsHostAlone() async throws {
    for (address, count) in [("https://h.example/wms?", 1), ("https://draw.example/wms?", 0)] {
      let source = try await WMSText.open(
        WMSText.capabilities(address: address), "layers: land\nheaders: {X-Own: a}")
      #expect(try source.asked()?.headers.count == count)
    }
  }

  /// Servers repeat the query that asks for their capabilities.
  @Test func aKeyThatTheServerRepeatsIsNotWrittenIntoAddresses() async throws {
    for given in ["https://h.example/wms?apikey=s3cret&amp;x=1&amp;", "https://h.example/s3cret/wms?x=1"] {
      let layer = try LayerInDocument(
        "type: wms\nurl: https://h.example/wms\nlayers: land\ncredentials: mine",
        credentials: "mine: {type: key, key: \"${env:MAPDOC_TEST_KEY}\", in: query, name: apikey}")
      let source = try await layer.open(services: ScriptedServices(WMSText.capabilities(address: given)))
      let request = try #require(try source.asked())
      #expect(!request.address.contains("s3cret") && request.credential != nil)
      #expect(request.address.contains("x=1") == given.contains("apikey"))
    }
  }

  // MARK: - What it says of itself

  @Test func offersWhatAllOfItsLayersOffer() async throws {
    let layers = """
      <Layer><Name>a</Name><CRS>EPSG:25832</CRS><CRS>EPSG:31467</CRS><Attribution><Title>A &amp; Co</Title></Attribution>
        <EX_GeographicBoundingBox><westBoundLongitude>5</westBoundLongitude><eastBoundLongitude>10</eastBoundLongitude>
        <southBoundLatitude>40</southBoundLatitude><northBoundLatitude>50</northBoundLatitude></EX_GeographicBoundingBox>
        <MinScaleDenominator>100</MinScaleDenominator><MaxScaleDenominator>5000</MaxScaleDenominator></Layer>
      <Layer><Name>b</Name><CRS>EPSG:25832</CRS><Attribution><Title>B</Title></Attribution>
        <EX_GeographicBoundingBox><westBoundLongitude>8</westBoundLongitude><eastBoundLongitude>12</eastBoundLongitude>
        <southBoundLatitude>45</southBoundLatitude><northBoundLatitude>55</northBoundLatitude></EX_GeographicBoundingBox>
        <MaxScaleDenominator>9000</MaxScaleDenominator></Layer>
      """
    let text = WMSText.capabilities(
      root: "<CRS>EPSG:4326</CRS><CRS>EPSG:900913</CRS>", layers: layers,
      service: "<MaxWidth>2000</MaxWidth><MaxHeight>0</MaxHeight>")
    let description = try await WMSText.open(text, "layers: [a, b]").description
    let drawing = try #require(description.drawing)
    #expect(drawing.references == .listed(["EPSG:25832", "EPSG:4326", "EPSG:3857"]))
    #expect(description.fullExtent == Extent(xmin: 5, ymin: 40, xmax: 12, ymax: 55))
    #expect(drawing.scales == 0...9000 && drawing.mostColumns == 2000 && drawing.mostRows == nil)
    #expect(description.attribution == "A & Co, B" && description.tilingSchemes.isEmpty && description.isRemote)
    // Asked for by the name that the service has for it.
    let asked = try await WMSText.open(text, "layers: [a, b]").parameters(in: .webMercator)
    #expect(asked["CRS"] == "EPSG:900913")
  }

  @Test func turnsBoxesThatAreWrittenNorthFirst() async throws {
    let box = "<BoundingBox CRS=\"EPSG:4326\" minx=\"40\" miny=\"5\" maxx=\"50\" maxy=\"10\"/>"
    let text = WMSText.capabilities(layers: "<Layer><Name>land</Name>\(box)</Layer>")
    let boxes = try #require(try await WMSText.open(text).description.drawing).boxes
    #expect(boxes == [.init(definition: "EPSG:4326", extent: Extent(xmin: 5, ymin: 40, xmax: 10, ymax: 50))])
  }

  @Test(arguments: [
    ("https://h.example/wms?", true), ("https://h.example/geoserver/ows?service=WMS", true),
    ("https://h.example/cgi-bin/mapserv?map=a.map", true),
    ("https://h.example/arcgis/services/S/MapServer/WMSServer", true),
    ("https://h.example/wmts?", false), ("https://h.example/wms/{z}/{x}/{y}.png", false),
  ])
  func inspectKnowsAServiceByItsAddress(_ source: String, _ isOne: Bool) async throws {
    #expect(WMSLayer.recognises(InspectionCandidate(source)) == isOne)
    guard isOne else { return }
    let layers = "<Layer><Name>land</Name><Title>Land</Title></Layer><Layer><Name>sea: all</Name></Layer>"
    let context = SourceContext(
      painter: WordPainter(), services: ScriptedServices(WMSText.capabilities(layers: layers)))
    let report = try await Inspection.inspect(source: source, context: context)
    #expect(report.kind == "wms" && report.format == "PNG" && report.title == "Land")
    #expect(report.layer.contains("- id: land\n  type: wms\n") && report.layer.contains("layers: \"sea: all\""))
    #expect(report.remarks.contains { $0.contains("it draws in EPSG:4326, EPSG:3857") })
  }

  // MARK: - Boxes

  @Test func boxesHaveNoNoiseInTheirNumbers() async throws {
    let source = try await WMSText.open(WMSText.capabilities())
    let noisy = Extent(xmin: 0.1 + 0.2, ymin: 40, xmax: 0.1 + 0.2 + 4, ymax: 42)
    #expect(try source.parameters(noisy)["BBOX"] == "40,0.3,42,4.3")
    let metres = Extent(xmin: 1_234_567.890123, ymin: 6e6, xmax: 1_234_967.890123, ymax: 6e6 + 200)
    #expect(try source.parameters(metres, in: .webMercator)["BBOX"] == "1234567.89,6000000,1234967.89,6000200")
  }

  @Test func theWorldBeyondItsEdgeIsAskedForWithinIt() async throws {
    let source = try await WMSText.open(WMSText.capabilities())
    let beyond = Extent(xmin: 180, ymin: 0, xmax: 200, ymax: 10)
    #expect(try source.parameters(beyond)["BBOX"] == "0,-180,10,-160")
    #expect(try source.parameters(Extent(xmin: -200, ymin: 0, xmax: -180, ymax: 10))["BBOX"] == "0,160,10,180")
  }

  @Test func aGutterIsAskedForAndCutAway() async throws {
    let source = try await WMSText.open(WMSText.capabilities())
    let box = Extent(xmin: 0, ymin: 0, xmax: 4, ymax: 2)
    let address = try #require(try source.asked(box, gutter: 10)?.address)
    #expect(address.contains("BBOX=-0.1,-0.1,2.1,4.1&WIDTH=420&HEIGHT=220"))
    let drawing = source.drawing(box, gutter: 10)
    let request = try #require(try source.asked(box, gutter: 10))
    let tile = TileIndex(level: 0, column: 0, row: 0)
    let answer = try drawing.answer(to: .ok(header(420, 220)), for: request, of: tile)
    guard case .picture(let picture) = answer else { throw LayerInDocument.NotTiled() }
    #expect(picture.margins == PixelMargins(left: 10, top: 10, right: 10, bottom: 10))
    #expect(throws: SourceError.noTile(reason: "a picture of 400 x 200 pixels, where 420 x 220 were asked for")) {
      try drawing.answer(to: .ok(header(400, 200)), for: request, of: tile)
    }
  }

  @Test func aGutterEndsWhereTheWorldDoes() async throws {
    let source = try await WMSText.open(WMSText.capabilities())
    // 5 pixels from the right edge of the world, at its upper edge.
    let corner = Extent(xmin: 175.95, ymin: 88, xmax: 179.95, ymax: 90)
    let address = try #require(try source.asked(corner, gutter: 10)?.address)
    #expect(address.contains("BBOX=87.9,175.85,90,180&WIDTH=415&HEIGHT=210"), "\(address)")
    let request = try #require(try source.asked(corner, gutter: 10))
    let answer = try source.drawing(corner, gutter: 10).answer(
      to: .ok(header(415, 210)), for: request, of: TileIndex(level: 0, column: 0, row: 0))
    guard case .picture(let picture) = answer else { throw LayerInDocument.NotTiled() }
    #expect(picture.margins == PixelMargins(left: 10, top: 0, right: 5, bottom: 10))
  }

  /// The head of a PNG of a size, which is all that is looked at.
  private func header(_ width: Int, _ height: Int) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { [0, 0, UInt8(value >> 8), UInt8(value & 255)] }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + word(width)
      + word(height)
      + [8, 6, 0, 0, 0]
  }
}
