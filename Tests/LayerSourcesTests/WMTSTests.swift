import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// What a layer of a WMTS asks for.
@Suite struct WMTSTests {
  @Test func asksByParametersInTheQuery() async throws {
    let text = Capabilities.text(layer: Capabilities.png + Capabilities.link("web"), sets: Capabilities.webMercator)
    let source = try await Capabilities.open(text)
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
    let text = Capabilities.text(layer: resource + Capabilities.png + Capabilities.link("EPSG:3857/a"), sets: set)
    #expect(
      try await Capabilities.open(text).address(1, 0, 1)
        == "https://t.example/day%20light/2026-01-01/EPSG:3857%2Fa/1/1/0.png?set=EPSG%3A3857%2Fa")
    #expect(
      try await Capabilities.open(text, "dimensions: {time: \"2026-02-03\"}\nstyle: plain").address(1, 0, 1)
        == "https://t.example/plain/2026-02-03/EPSG:3857%2Fa/1/1/0.png?set=EPSG%3A3857%2Fa")
    #expect(try await Capabilities.open(text, "format: image/jpeg").address(1, 0, 1) == "https://t.example/j/1/1/0")
  }

  @Test func addressesOfTheSameHostAreAskedOverHTTPSToo() async throws {
    let resource = """
      <ResourceURL format="image/jpeg" resourceType="tile" template="http://h.example/{TileMatrix}/{TileRow}/{TileCol}"/>
      """
    let text = Capabilities.text(
      layer: resource + Capabilities.png + Capabilities.link("web"), sets: Capabilities.webMercator, operations: "")
    // No PNG without a template for it, and nobody takes parameters: the JPEG is what there is.
    #expect(try await Capabilities.open(text).address(1, 0, 1) == "https://h.example/1/1/0")
    let other = text.replacing("http://h.example/", with: "http://h.example.org/")
    #expect(try await Capabilities.open(other).address(1, 0, 1) == "http://h.example.org/1/1/0")
  }

  @Test func offersAllItsTilingSchemesAndServesTheChosenOne() async throws {
    let text = Capabilities.text(
      layer: Capabilities.png + Capabilities.link("web") + Capabilities.link("degrees"),
      sets: Capabilities.webMercator + Capabilities.wgs84)
    let source = try await Capabilities.open(text)
    let schemes = source.description.tilingSchemes
    #expect(schemes.map(\.reference) == [.webMercator, .wgs84])
    #expect(schemes[1].origin == Position(x: -180, y: 90))
    #expect(abs(schemes[1].levels[0].resolution - 0.703125) < 1e-9)
    let degrees = source.serving(schemes[1])
    #expect(try degrees.address(1, 3, 0)?.hasSuffix("TILEMATRIXSET=degrees&TILEMATRIX=1&TILEROW=0&TILECOL=3") == true)
    #expect(degrees.identity != source.identity)
    let one = try await Capabilities.open(text, "matrixSet: degrees")
    #expect(one.description.tilingSchemes.map(\.reference) == [.wgs84])
  }

  @Test func tilesBeyondTheLimitsAreAbsent() async throws {
    let limits = """
      <TileMatrixSetLimits><TileMatrixLimits><TileMatrix>2</TileMatrix><MinTileRow>1</MinTileRow>
        <MaxTileRow>2</MaxTileRow><MinTileCol>2</MinTileCol><MaxTileCol>3</MaxTileCol></TileMatrixLimits>
        <TileMatrixLimits><TileMatrix>3</TileMatrix><MinTileRow>2</MinTileRow>
        <MaxTileRow>4</MaxTileRow><MinTileCol>4</MinTileCol><MaxTileCol>7</MaxTileCol></TileMatrixLimits></TileMatrixSetLimits>
      """
    let text = Capabilities.text(
      layer: Capabilities.png + Capabilities.link("web", limits), sets: Capabilities.webMercator)
    let source = try await Capabilities.open(text)
    #expect(source.description.tilingSchemes[0].levels.map(\.number) == [2, 3])
    #expect(try source.isAbsent(2, 1, 1))
    #expect(try source.isAbsent(2, 2, 3))
    #expect(try source.address(2, 2, 1) != nil)
    let extent = try #require(source.description.fullExtent)
    #expect(abs(extent.xmin) < 1 && abs(extent.ymax - 10_018_754.17) < 1)
  }

  /// As Tianditu's capabilities have it: `tiles` is no media type, and says nothing of what the tiles are.
  @Test func aFormatThatIsNoMediaTypeIsAskedForAsItIs() async throws {
    let source = try await Capabilities.open(
      Capabilities.text(layer: "<Format>tiles</Format>" + Capabilities.link("web"), sets: Capabilities.webMercator))
    #expect(source.description.mediaType == "tiles")
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
      Capabilities.text(layer: Capabilities.png + Capabilities.link("web"), sets: Capabilities.webMercator),
      to: "maps/caps.xml"
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
      layer: Capabilities.png + Capabilities.link("web") + other + Capabilities.png + Capabilities.link("web"),
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
