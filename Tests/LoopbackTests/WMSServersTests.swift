import Rendering
import TestSupport
import Testing

/// Layers of `type: wms` on servers that others wrote: the same place in degrees and in metres, in both versions, drawn as the
/// server answers another client that asks in the order of axes that nobody doubts (1.1.1: east first).
@Suite(.timeLimit(.minutes(15))) struct WMSServersTests {
  private static func document(_ address: String, srs: String, version: String, keys: String = "") -> String {
    let resolution = srs == "EPSG:4326" ? "0.1" : srs == "EPSG:3857" ? "10000" : "5000"
    return """
      mapdoc: 1
      srs: \(srs)
      canvas: {size: [300, 200]}
      initialExtent: {center: [10, 50], resolution: \(resolution)}
      layers:
        - id: w
          type: wms
          url: "\(address)"
          layers: land
          version: \(version)
          transparent: false
          timeout: 60
          \(keys)

      """
  }

  /// Renders the four, and compares each with what the server answers to another client.
  private static func compare(_ address: String, log: () -> String) async throws {
    for srs in ["EPSG:4326", "EPSG:3857", "EPSG:25832"] {
      var drawn: [Picture] = []
      for version in ["1.1.1", "1.3.0"] {
        let project = try MapProject(["maps/m.yaml": document(address, srs: srs, version: version)])
        let outcome = try await project.render()
        try #require(outcome.status == 0, "\(srs) \(version): \(outcome.errors)\n\(log())")
        drawn.append(try PictureDecoder.decode(project.folder.read("build/m.png")))
        guard version == "1.1.1" else { continue }
        let plan = try await project.mapdoc("plan", "--format", "json", "maps/m.yaml").text
        let extent = plan.split(separator: "\"extent\"")[1].split(separator: "[")[1].split(separator: "]")[0]
        let box = extent.split { $0 == "," || $0.isWhitespace }.joined(separator: ",")
        let bytes = try await MapServers.answer(
          "\(address)SERVICE=WMS&REQUEST=GetMap&VERSION=1.1.1&LAYERS=land&STYLES=&FORMAT=image/png"
            + "&TRANSPARENT=FALSE&SRS=\(srs)&BBOX=\(box)&WIDTH=300&HEIGHT=200", in: project.folder)
        drawn.append(try PictureDecoder.decode(bytes))
      }
      // Of lines whose ends are told in other last digits some pixels are a shade lighter or darker.
      #expect(drawn[0].differences(from: drawn[1], above: 8) <= 20, "\(srs) 1.1.1")
      #expect(drawn[2].differences(from: drawn[1], above: 8) <= 20, "\(srs) 1.3.0")
      #expect(Set(drawn[1].bytes).count > 8, "an empty picture of \(srs) would say nothing")
    }
  }

  @Test(.enabled(if: CGIServer.MapProgram.mapserver.isHere, "\(CGIServer.MapProgram.mapserver.absence)"))
  func mapServerIsDrawnAsItAnswersOthers() async throws {
    let server = try await MapServers.mapserver()
    try await Self.compare(server.address + "/wms?") { server.log }
  }

  @Test(.enabled(if: CGIServer.MapProgram.qgis.isHere, "\(CGIServer.MapProgram.qgis.absence)"))
  func qgisServerIsDrawnAsItAnswersOthers() async throws {
    let server = try await MapServers.qgis()
    try await Self.compare(server.address + "/wms?") { server.log }
  }

  @Test(
    .enabled(if: CGIServer.MapProgram.mapserver.isHere, "\(CGIServer.MapProgram.mapserver.absence)"),
    .enabled(if: MapProxyServer.isHere, "\(MapProxyServer.absence)"))
  func mapProxyIsDrawnAsItAnswersOthers() async throws {
    let server = try await MapServers.mapserver()
    let proxy = try await MapProxyServer(MapServers.cascade(server.address))
    try await Self.compare(proxy.address + "/service?") { proxy.log + server.log }
  }

  /// GDAL's WMS driver asks for the same box at the same size, in one block without overviews.
  @Test(
    .enabled(if: CGIServer.MapProgram.mapserver.isHere, "\(CGIServer.MapProgram.mapserver.absence)"),
    .enabled(if: ChildProcess.has(gdal), "gdal_translate is not here"),
    arguments: [("EPSG:4326", "1.3.0"), ("EPSG:4326", "1.1.1"), ("EPSG:3857", "1.3.0"), ("EPSG:3857", "1.1.1")])
  func drawsWhatGDALsDriverGets(_ srs: String, _ version: String) async throws {
    let server = try await MapServers.mapserver()
    let project = try MapProject([
      "maps/m.yaml": Self.document(server.address + "/wms?", srs: srs, version: version)
    ])
    let outcome = try await project.render()
    try #require(outcome.status == 0, "\(outcome.errors)\n\(server.log)")
    // The centre of the document, which is a whole number in degrees alone, and its resolution.
    let center = srs == "EPSG:4326" ? (10.0, 50.0, 0.1) : (1_113_194.9079327358, 6_446_275.841017158, 10_000)
    let (left, top) = (center.0 - 150 * center.2, center.1 + 100 * center.2)
    let (right, bottom) = (center.0 + 150 * center.2, center.1 - 100 * center.2)
    let description = """
      <GDAL_WMS><Service name="WMS"><Version>1.1.1</Version><ServerUrl>\(server.address)/wms?</ServerUrl>
        <SRS>\(srs)</SRS><ImageFormat>image/png</ImageFormat><Layers>land</Layers><Styles></Styles><Transparent>FALSE</Transparent></Service>
        <DataWindow><UpperLeftX>\(left)</UpperLeftX><UpperLeftY>\(top)</UpperLeftY><LowerRightX>\(right)</LowerRightX>
        <LowerRightY>\(bottom)</LowerRightY><SizeX>300</SizeX><SizeY>200</SizeY></DataWindow><OverviewCount>0</OverviewCount>
        <BlockSizeX>300</BlockSizeX><BlockSizeY>200</BlockSizeY><BandsCount>3</BandsCount><Projection>\(srs)</Projection>
      </GDAL_WMS>
      """
    let path = try project.folder.write(description, to: "gdal.xml")
    let result = project.folder.path + "/gdal.png"
    let other = try await Program(Self.gdal, environment: ["no_proxy": "*"], folder: project.folder.path)
      .run(["-q", "-of", "PNG", path, result])
    try #require(other.status == 0, "\(other.errors)")
    let (own, theirs) = (
      try PictureDecoder.decode(project.folder.read("build/m.png")),
      try PictureDecoder.decode(project.folder.read("gdal.png"))
    )
    #expect(own.differences(from: theirs, above: 8) <= 20)
  }

  private static let gdal = "/usr/bin/gdal_translate"

  @Test(.enabled(if: CGIServer.MapProgram.mapserver.isHere, "\(CGIServer.MapProgram.mapserver.absence)"))
  func mapServersOwnErrorsLimitsAndLayersAreTold() async throws {
    let server = try await MapServers.mapserver()
    let wrong = Self.document(server.address + "/wms?", srs: "EPSG:2056", version: "1.3.0", keys: "srs: EPSG:2056")
    let large = Self.document(server.address + "/wms?", srs: "EPSG:3857", version: "1.3.0")
      .replacing("size: [300, 200]", with: "size: [900, 700]")
    let project = try MapProject(["maps/wrong.yaml": wrong, "maps/large.yaml": large])
    let outcome = try await project.render()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("an error of the service") && outcome.errors.contains("CRS"), "\(outcome.errors)")
    // Larger than the server draws: joined from pieces.
    let picture = try PictureDecoder.decode(project.folder.read("build/large.png"))
    #expect(picture.size.width == 900 && picture.size.height == 700)
    let inspected = try await project.mapdoc("inspect", server.address + "/wms?")
    #expect(inspected.status == 0 && inspected.text.contains("layers: land"), "\(inspected.text)\(inspected.errors)")
    let packed = try await project.mapdoc("pack", "maps/large.yaml", "-o", "x.mbtiles", "--levels", "1-2", "--yes")
    #expect(packed.status != 0 && packed.errors.contains("its server draws each picture"), "\(packed.errors)")
  }
}

extension Picture {
  /// How many pixels differ by more than a number of shades in any channel.
  fileprivate func differences(from other: Picture, above shades: Int) -> Int {
    guard size == other.size else { return .max }
    return stride(from: 0, to: bytes.count, by: 4).count { start in
      (start..<start + 4).contains { abs(Int(bytes[$0]) - Int(other.bytes[$0])) > shades }
    }
  }
}
