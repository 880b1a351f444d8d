import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// Capabilities that tests write.
enum Capabilities {
  /// - Parameters:
  ///   - layer: Elements of one layer `ground`, behind its identifier and style.
  ///   - sets: Tile matrix sets.
  static func text(layer: String, sets: String, operations: String = kvp) -> String {
    """
    <?xml version="1.0"?>
    <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1"
        xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
      \(operations)
      <Contents>
        <Layer><ows:Title>Ground</ows:Title><ows:Identifier>ground</ows:Identifier>
          <Style><ows:Identifier>plain</ows:Identifier></Style>
          <Style isDefault="true"><ows:Identifier>day light</ows:Identifier></Style>
          \(layer)
        </Layer>
        \(sets)
      </Contents>
    </Capabilities>
    """
  }

  static let kvp = """
    <ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP>
      <ows:Get xlink:href="https://h.example/rest/"><ows:Constraint name="GetEncoding">
        <ows:AllowedValues><ows:Value>RESTful</ows:Value></ows:AllowedValues></ows:Constraint></ows:Get>
      <ows:Get xlink:href="https://h.example/wmts?map=a"><ows:Constraint name="GetEncoding">
        <ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint></ows:Get>
    </ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
    """

  static func link(_ set: String, _ limits: String = "") -> String {
    "<TileMatrixSetLink><TileMatrixSet>\(set)</TileMatrixSet>\(limits)</TileMatrixSetLink>"
  }

  static func set(_ name: String, _ crs: String, _ matrices: [String]) -> String {
    "<TileMatrixSet><ows:Identifier>\(name)</ows:Identifier><ows:SupportedCRS>\(crs)</ows:SupportedCRS>"
      + matrices.joined() + "</TileMatrixSet>"
  }

  static func matrix(
    _ name: String, _ denominator: Double, _ corner: String, _ columns: Int, _ rows: Int, size: Int = 256
  ) -> String {
    """
    <TileMatrix><ows:Identifier>\(name)</ows:Identifier><ScaleDenominator>\(denominator)</ScaleDenominator>
      <TopLeftCorner>\(corner)</TopLeftCorner><TileWidth>\(size)</TileWidth><TileHeight>\(size)</TileHeight>
      <MatrixWidth>\(columns)</MatrixWidth><MatrixHeight>\(rows)</MatrixHeight></TileMatrix>
    """
  }

  /// The world of Web Mercator at level 0, in pixels of 0.28 mm.
  static let mercator = 559_082_264.0287178
  /// The whole of WGS 84 in two tiles.
  static let degrees = 279_541_132.0143589

  static let webMercator = set(
    "web", "urn:ogc:def:crs:EPSG::3857",
    (0...3).map { matrix("\($0)", mercator / Double(1 << $0), "-20037508.34 20037508.34", 1 << $0, 1 << $0) })
  static let wgs84 = set(
    "degrees", "urn:ogc:def:crs:EPSG::4326",
    (0...2).map { matrix("\($0)", degrees / Double(1 << $0), "90 -180", 2 << $0, 1 << $0) })
}

@Suite struct WMTSTests {
  static func open(_ text: String, _ keys: String = "") async throws -> any TileSource {
    let layer = try LayerInDocument("type: wmts\nurl: https://h.example/wmts?map=a\n\(keys)")
    return try await layer.open(services: ScriptedServices(text))
  }

  static func failure(_ text: String, _ keys: String = "") async throws -> SourceError? {
    do {
      _ = try await open(text, keys)
      return nil
    } catch let error as SourceError {
      return error
    }
  }

  private static let png = "<Format>image/png</Format>"

  @Test func asksByParametersInTheQuery() async throws {
    let text = Capabilities.text(layer: Self.png + Capabilities.link("web"), sets: Capabilities.webMercator)
    let source = try await Self.open(text)
    #expect(
      try source.address(2, 3, 1)
        == "https://h.example/wmts?map=a&SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=ground&STYLE=day%20light"
        + "&FORMAT=image%2Fpng&TILEMATRIXSET=web&TILEMATRIX=2&TILEROW=1&TILECOL=3")
    #expect(try source.isAbsent(2, 4, 1))
    #expect(try source.isAbsent(7, 0, 0))
  }

  @Test func asksByTheTemplateOfTheLayer() async throws {
    let resource = """
      <ResourceURL format="image/jpeg" resourceType="tile" template="https://t.example/j/{TileMatrix}/{TileRow}/{TileCol}"/>
      <ResourceURL format="image/png" resourceType="FeatureInfo" template="https://t.example/info"/>
      <ResourceURL format="image/png" resourceType="tile"
        template="https://t.example/{style}/{Time}/{tileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png?set={TileMatrixSet}"/>
      <Dimension><ows:Identifier>Time</ows:Identifier><Default>2026-01-01</Default><Value>2026-01-01</Value></Dimension>
      """
    let set = Capabilities.webMercator.replacing(">web<", with: ">EPSG:3857/a<")
    let text = Capabilities.text(layer: resource + Self.png + Capabilities.link("EPSG:3857/a"), sets: set)
    #expect(
      try await Self.open(text).address(1, 0, 1)
        == "https://t.example/day%20light/2026-01-01/EPSG:3857%2Fa/1/1/0.png?set=EPSG%3A3857%2Fa")
    #expect(
      try await Self.open(text, "dimensions: {time: \"2026-02-03\"}\nstyle: plain").address(1, 0, 1)
        == "https://t.example/plain/2026-02-03/EPSG:3857%2Fa/1/1/0.png?set=EPSG%3A3857%2Fa")
    #expect(try await Self.open(text, "format: image/jpeg").address(1, 0, 1) == "https://t.example/j/1/1/0")
  }

  @Test func addressesOfTheSameHostAreAskedOverHTTPSToo() async throws {
    let resource = """
      <ResourceURL format="image/jpeg" resourceType="tile" template="http://h.example/{TileMatrix}/{TileRow}/{TileCol}"/>
      """
    let text = Capabilities.text(
      layer: resource + Self.png + Capabilities.link("web"), sets: Capabilities.webMercator, operations: "")
    // No PNG without a template for it, and nobody takes parameters: the JPEG is what there is.
    #expect(try await Self.open(text).address(1, 0, 1) == "https://h.example/1/1/0")
    let other = text.replacing("http://h.example/", with: "http://h.example.org/")
    #expect(try await Self.open(other).address(1, 0, 1) == "http://h.example.org/1/1/0")
  }

  @Test(arguments: [
    ("layer: grund", "layer", "ground"), ("style: plai", "style", "plain"), ("matrixSet: Web", "matrixSet", "web"),
    ("format: image/pgn", "format", "image/png"), ("dimensions: {Tim: x}", "dimensions", "Time"),
  ])
  func whatIsNotOfferedIsListed(_ keys: String, _ key: String, _ near: String) async throws {
    let dimension = "<Dimension><ows:Identifier>Time</ows:Identifier><Default>now</Default></Dimension>"
    let text = Capabilities.text(layer: dimension + Self.png + Capabilities.link("web"), sets: Capabilities.webMercator)
    guard case .badKey(key, let reason, let hint)? = try await Self.failure(text, keys) else {
      Issue.record("\(keys) was taken")
      return
    }
    #expect(reason.contains("`\(near)`") && hint == "did you mean `\(near)`?", "\(reason); \(hint ?? "")")
  }

  @Test func theLayerMustBeNamedWhereThereAreSeveral() async throws {
    let other = "</Layer><Layer><ows:Identifier>snow</ows:Identifier>"
    let text = Capabilities.text(layer: other + Self.png + Capabilities.link("web"), sets: Capabilities.webMercator)
    guard case .badKey("layer", let reason, _)? = try await Self.failure(text) else {
      Issue.record("a layer was chosen")
      return
    }
    #expect(reason == "the service has 2 layers: `ground`, `snow`")
  }

  @Test func offersAllItsTilingSchemesAndServesTheChosenOne() async throws {
    let text = Capabilities.text(
      layer: Self.png + Capabilities.link("web") + Capabilities.link("degrees"),
      sets: Capabilities.webMercator + Capabilities.wgs84)
    let source = try await Self.open(text)
    let schemes = source.description.tilingSchemes
    #expect(schemes.map(\.reference) == [.webMercator, .wgs84])
    #expect(schemes[1].origin == Position(x: -180, y: 90))
    #expect(abs(schemes[1].levels[0].resolution - 0.703125) < 1e-9)
    let degrees = source.serving(schemes[1])
    #expect(try degrees.address(1, 3, 0)?.hasSuffix("TILEMATRIXSET=degrees&TILEMATRIX=1&TILEROW=0&TILECOL=3") == true)
    #expect(degrees.identity != source.identity)
    let one = try await Self.open(text, "matrixSet: degrees")
    #expect(one.description.tilingSchemes.map(\.reference) == [.wgs84])
  }

  @Test func tilesBeyondTheLimitsAreAbsent() async throws {
    let limits = """
      <TileMatrixSetLimits><TileMatrixLimits><TileMatrix>2</TileMatrix><MinTileRow>1</MinTileRow>
        <MaxTileRow>2</MaxTileRow><MinTileCol>2</MinTileCol><MaxTileCol>3</MaxTileCol></TileMatrixLimits>
        <TileMatrixLimits><TileMatrix>3</TileMatrix><MinTileRow>2</MinTileRow>
        <MaxTileRow>4</MaxTileRow><MinTileCol>4</MinTileCol><MaxTileCol>7</MaxTileCol></TileMatrixLimits></TileMatrixSetLimits>
      """
    let text = Capabilities.text(layer: Self.png + Capabilities.link("web", limits), sets: Capabilities.webMercator)
    let source = try await Self.open(text)
    #expect(source.description.tilingSchemes[0].levels.map(\.number) == [2, 3])
    #expect(try source.isAbsent(2, 1, 1))
    #expect(try source.isAbsent(2, 2, 3))
    #expect(try source.address(2, 2, 1) != nil)
    let extent = try #require(source.description.fullExtent)
    #expect(abs(extent.xmin) < 1 && abs(extent.ymax - 10_018_754.17) < 1)
  }

  @Test(arguments: [
    ("-180 90", "auto", true), ("90 -180", "auto", false), ("-180 90", "xy", false), ("90 -180", "yx", false),
  ])
  func readsCornersInTheOrderThatPutsThemOnTheMap(_ corner: String, _ order: String, _ warns: Bool) async throws {
    let text = Capabilities.text(
      layer: Self.png + Capabilities.link("degrees"), sets: Capabilities.wgs84.replacing("90 -180", with: corner))
    let source = try await Self.open(text, "axisOrder: \(order)")
    #expect(source.description.tilingSchemes[0].origin == Position(x: -180, y: 90))
    #expect(source.remarks.isEmpty == !warns, "\(source.remarks)")
  }

  /// In EPSG's own order northing comes first; the short form of the name is written east first.
  @Test(arguments: [
    ("urn:ogc:def:crs:EPSG::31467", "6100000 3200000"), ("EPSG:31467", "3200000 6100000"),
    ("http://www.opengis.net/def/crs/EPSG/0/31467", "6100000 3200000"),
  ])
  func theOrderIsThatOfTheName(_ crs: String, _ corner: String) throws {
    let text = Capabilities.text(
      layer: "", sets: Capabilities.set("a", crs, [Capabilities.matrix("0", 1_000_000, corner, 20, 20)]))
    let root = try XMLElement.root(of: Array(text.utf8))
    let capabilities = try WMTSCapabilities(root, source: "test")
    let grid = try WMTSGrid(
      capabilities.matrixSets[0], axisOrder: .auto, area: Extent(xmin: 6, ymin: 50, xmax: 12, ymax: 55), source: "test")
    #expect(grid.scheme.origin == Position(x: 3_200_000, y: 6_100_000))
  }

  /// Tianditu's capabilities: denominators for 96 dots an inch, the corner north first under a name that says east first,
  /// matrices from 1.
  @Test func readsDenominatorsThatAreMeantFor96Dots() async throws {
    let sets = Capabilities.set(
      "w", "urn:ogc:def:crs:EPSG::900913",
      (1...3).map {
        Capabilities.matrix(
          "\($0)", 5.916587109091312e8 / Double(1 << $0), "20037508.3427892 -20037508.3427892", 1 << $0, 1 << $0)
      })
    let source = try await Self.open(
      Capabilities.text(layer: "<Format>tiles</Format>" + Self.png + Capabilities.link("w"), sets: sets))
    let scheme = source.description.tilingSchemes[0]
    #expect(scheme.levels.map(\.number) == [1, 2, 3])
    #expect(abs(scheme.levels[0].resolution - 78271.517) < 0.01)
    #expect(abs(scheme.origin.x + 20037508.34) < 0.01 && abs(scheme.origin.y - 20037508.34) < 0.01)
    #expect(source.remarks.count == 2)
  }

  @Test func leavesOutALevelThatIsCentredOnAnother() async throws {
    // GoogleCRS84Quad: one tile of 360 by 360 degrees, then two of 180.
    let sets = Capabilities.set(
      "quad", "urn:ogc:def:crs:OGC:1.3:CRS84",
      [Capabilities.matrix("0", 2 * Capabilities.degrees, "-180 180", 1, 1)]
        + (1...3).map {
          Capabilities.matrix("\($0)", 2 * Capabilities.degrees / Double(1 << $0), "-180 90", 1 << $0, 1 << ($0 - 1))
        })
    let source = try await Self.open(Capabilities.text(layer: Self.png + Capabilities.link("quad"), sets: sets))
    #expect(source.description.tilingSchemes[0].levels.map(\.number) == [1, 2, 3])
    #expect(source.description.tilingSchemes[0].origin == Position(x: -180, y: 90))
    #expect(try source.address(1, 1, 0)?.hasSuffix("TILEMATRIX=1&TILEROW=0&TILECOL=1") == true)
  }

  @Test func countsRowsOfSetsThatAreAlignedAtTheBottom() async throws {
    // GeoServer's grid sets in national references: the bottom edge is common, the top is not.
    let metre = 1 / 0.00028
    let sets = Capabilities.set(
      "utm", "urn:ogc:def:crs:EPSG::25832",
      [
        Capabilities.matrix("utm:0", 1000 * metre, "0 5768000", 3, 3),
        Capabilities.matrix("utm:1", 500 * metre, "0 5640000", 5, 5),
        Capabilities.matrix("utm:2", 250 * metre, "0 5576000", 9, 9),
      ])
    let source = try await Self.open(Capabilities.text(layer: Self.png + Capabilities.link("utm"), sets: sets))
    let scheme = source.description.tilingSchemes[0]
    #expect(scheme.origin == Position(x: 0, y: 5_768_000) && scheme.levels.map(\.number) == [0, 1, 2])
    // The top row of level 2 begins at 5,576,000, three of its tiles below the origin.
    #expect(try source.address(2, 4, 3)?.hasSuffix("TILEMATRIX=utm%3A2&TILEROW=0&TILECOL=4") == true)
    #expect(try source.isAbsent(2, 4, 2))
    #expect(source.remarks.isEmpty)
  }

  @Test(arguments: [
    (["0", "1", "2"], [0, 1, 2]), (["EPSG:3857:0", "EPSG:3857:1", "EPSG:3857:2"], [0, 1, 2]),
    (["L05", "L06", "L07"], [5, 6, 7]), (["2g", "1g", "g"], [0, 1, 2]), (["a1", "b2", "c3"], [0, 1, 2]),
    (["1e9", "5e8", "3e8"], [0, 1, 2]), (["7", "7x", "9"], [0, 1, 2]), (["100", "101", "102"], [0, 1, 2]),
  ])
  func levelsHaveTheNumbersOfTheirNames(_ names: [String], _ numbers: [Int]) {
    #expect(LevelNumbers.of(names, coarsestFirst: [3, 2, 1]) == numbers)
  }

  @Test(arguments: [
    (
      "<ows:ExceptionReport xmlns:ows='o'><ows:Exception exceptionCode='NoApplicableCode' locator='x'><ows:ExceptionText>no such map</ows:ExceptionText></ows:Exception></ows:ExceptionReport>",
      "an error of the service (NoApplicableCode, x): `no such map`"
    ),
    ("<html><body>hello</body></html>", "HTML"), ("", "empty"), ("<Capabilities/>", "without `Contents`"),
    ("<Other/>", "`Other` stands where `Capabilities` is expected"), ("<Capabilities><Contents/>", "line 1"),
    ("<Capabilities><Contents/></Capabilities>", "no layer"),
  ])
  func refusesWhatAreNoCapabilities(_ text: String, _ words: String) async throws {
    guard case .notAnswered(.unusable(_, _, let reason), _)? = try await Self.failure(text) else {
      Issue.record("it was taken")
      return
    }
    #expect(reason.contains(words), "\(reason)")
  }

  @Test(arguments: [
    ("<ScaleDenominator>x</ScaleDenominator>", "ScaleDenominator", "`x` is not a number above 0"),
    ("<ScaleDenominator>-1</ScaleDenominator>", "ScaleDenominator", "`-1` is not a number above 0"),
    ("", "TileMatrix", "`ScaleDenominator` is missing"),
    ("<ScaleDenominator>1</ScaleDenominator><TopLeftCorner>a b</TopLeftCorner>", "TopLeftCorner", "not two numbers"),
  ])
  func namesTheElementOfAMatrixThatIsWrong(_ element: String, _ place: String, _ words: String) async throws {
    let sets = Capabilities.set(
      "bad", "EPSG:3857", ["<TileMatrix><ows:Identifier>0</ows:Identifier>\(element)</TileMatrix>"])
    let text = Capabilities.text(layer: Self.png + Capabilities.link("bad"), sets: sets)
    guard case .unreadable(_, let where_?, let reason)? = try await Self.failure(text) else {
      Issue.record("it was taken")
      return
    }
    #expect(where_.contains("element \(place)") && reason.contains(words), "\(where_): \(reason)")
  }

  @Test func aMissingMatrixSetIsNamed() async throws {
    let text = Capabilities.text(layer: Self.png + Capabilities.link("gone"), sets: Capabilities.webMercator)
    guard case .unreadable(_, let place, let reason)? = try await Self.failure(text) else {
      Issue.record("it was taken")
      return
    }
    #expect(place == "layer `ground`" && reason.contains("`gone`"))
  }

  @Test func anUnknownReferenceIsNamed() async throws {
    let set = Capabilities.webMercator.replacing("EPSG::3857", with: "EPSG::999999")
    guard
      case .unknownReference(let definition, _, _)? = try await Self.failure(
        Capabilities.text(layer: Self.png + Capabilities.link("web"), sets: set))
    else {
      Issue.record("it was taken")
      return
    }
    #expect(definition == "urn:ogc:def:crs:EPSG::999999")
  }

  /// As Tianditu's capabilities have it: `tiles` is no media type, and says nothing of what the tiles are.
  @Test func aFormatThatIsNoMediaTypeIsAskedForAsItIs() async throws {
    let source = try await Self.open(
      Capabilities.text(layer: "<Format>tiles</Format>" + Capabilities.link("web"), sets: Capabilities.webMercator))
    #expect(source.description.mediaType == "tiles")
  }

  @Test func vectorTilesAreAnotherKind() async throws {
    let text = Capabilities.text(
      layer: "<Format>application/vnd.mapbox-vector-tile</Format>" + Capabilities.link("web"),
      sets: Capabilities.webMercator)
    guard case .otherKind(_, let reason)? = try await Self.failure(text) else {
      Issue.record("it was taken")
      return
    }
    #expect(reason.contains("vectors"))
  }

  @Test func anExceptionInPlaceOfATileIsNoPicture() async throws {
    let source = try await Self.open(
      Capabilities.text(layer: Self.png + Capabilities.link("web"), sets: Capabilities.webMercator))
    let request = Request(address: "https://h.example/t")
    func report(_ code: String) -> Response {
      .ok(
        Array(
          """
          <?xml version="1.0"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1">
          <ows:Exception exceptionCode="\(code)"><ows:ExceptionText>sorry</ows:ExceptionText></ows:Exception>
          </ows:ExceptionReport>
          """.utf8))
    }
    #expect(throws: SourceError.noTile(reason: "an error of the service (InvalidParameterValue): `sorry`")) {
      try source.answer(to: report("InvalidParameterValue"), for: request)
    }
    #expect(try source.answer(to: report("TileOutOfRange"), for: request) == .absent)
    // GeoServer and MapProxy refuse such a tile with status 400: its words are looked at.
    guard case .remote(let asked) = try source.tile(TileIndex(level: 0, column: 0, row: 0)) else {
      Issue.record("the tile is not asked for")
      return
    }
    #expect(asked.judgedStatuses == [400])
    let page = Response(status: 400, contentType: nil, body: [0x21], origin: .network(requests: 1), digest: "")
    #expect(throws: SourceError.noTile(reason: "no report of a missing tile")) {
      try source.answer(to: page, for: asked)
    }
  }

  @Test(arguments: [
    ("https://h.example/wmts", "https://h.example/wmts?SERVICE=WMTS&REQUEST=GetCapabilities&VERSION=1.0.0"),
    (
      "https://h.example/wmts?service=wmts&request=GetCapabilities&map=a",
      "https://h.example/wmts?service=wmts&request=GetCapabilities&map=a&VERSION=1.0.0"
    ),
    ("https://h.example/1.0.0/WMTSCapabilities.xml", "https://h.example/1.0.0/WMTSCapabilities.xml"),
  ])
  func asksForCapabilities(_ url: String, _ asked: String) async throws {
    let layer = try LayerInDocument("type: wmts\nurl: \"\(url)\"")
    await #expect(throws: SourceError.mayNotAsk(address: asked)) { try await layer.open() }
  }

  @Test func readsCapabilitiesThatWereSaved() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Capabilities.text(layer: Self.png + Capabilities.link("web"), sets: Capabilities.webMercator), to: "maps/caps.xml"
    )
    let layer = try LayerInDocument("type: wmts\nurl: caps.xml", in: folder)
    #expect(try await layer.open().address(0, 0, 0)?.hasPrefix("https://h.example/wmts?map=a&SERVICE=WMTS") == true)
    #expect(try layer.kind.localFiles == [folder.path + "/maps/caps.xml"])
    let missing = try LayerInDocument("type: wmts\nurl: none.xml", in: folder)
    await #expect(throws: SourceError.notFound(path: folder.path + "/maps/none.xml")) { try await missing.open() }
  }

  @Test func inspectionListsTheLayers() async throws {
    let folder = try TemporaryFolder()
    let other = "</Layer><Layer><ows:Identifier>snow</ows:Identifier>"
    let text = Capabilities.text(
      layer: Self.png + Capabilities.link("web") + other + Self.png + Capabilities.link("web"),
      sets: Capabilities.webMercator)
    try folder.write(text, to: "caps.xml")
    let report = try await Inspection.inspect(
      source: folder.path + "/caps.xml", context: SourceContext(painter: WordPainter()))
    #expect(report.kind == "wmts" && report.levels.count == 4)
    #expect(
      report.layer
        == "- id: ground\n  type: wmts\n  url: \(folder.path)/caps.xml\n  layer: ground\n"
        + "- id: snow\n  type: wmts\n  url: \(folder.path)/caps.xml\n  layer: snow\n")
  }
}
