import Rendering
import TestSupport
import Testing

/// Layers of `type: wmts` on MapProxy's capabilities, over tiles of nginx.
@Suite(
  .enabled(if: NginxServer.isHere, "nginx or openssl is not here"),
  .enabled(if: MapProxyServer.isHere, "\(MapProxyServer.absence)"), .timeLimit(.minutes(15)))
struct MapProxyWMTSTests {
  @Test(arguments: [
    ("service?REQUEST=GetCapabilities&SERVICE=WMTS", "GET /service?", "TILEMATRIX=02"),
    ("wmts/1.0.0/WMTSCapabilities.xml", "GET /wmts/tiles/webmercator/", "/02/1/1.png"),
  ])
  func itsTilesAreDrawnBitByBit(url: String, asked: String, tile: String) async throws {
    let nginx = try NginxServer.withTilesOfLevel2()
    let server = try await MapProxyServer(
      MapProxyServer.configuration(tilesAt: "http://127.0.0.1:\(nginx.port)/tiles"))
    let project = try MapProject([
      "maps/m.yaml": """
      mapdoc: 1
      canvas: {size: [512, 512]}
      initialExtent: {center: [0, 0], resolution: 39135.75848201024}
      layers:
        - {id: t, type: wmts, url: "\(server.address)/\(url)", layer: tiles, timeout: 60}

      """
    ])
    let check = try await project.mapdoc("check", "--online", "maps")
    #expect(check.status == 0, "\(check.text)\n\(server.log)")
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)\n\(server.log)")
    let picture = try PictureDecoder.decode(project.folder.read("build/m.png"))
    #expect(picture.countOfDifferences(from: .fourTiles()) == 0)
    #expect(server.log.contains(asked) && server.log.contains(tile), "\(server.log)")
    let inspected = try await project.mapdoc("inspect", "\(server.address)/wmts/1.0.0/WMTSCapabilities.xml")
    #expect(inspected.status == 0 && inspected.text.contains("layer: tiles"), "\(inspected.errors)")
  }

  @Test func aLayerThatItDoesNotHaveIsNamedAtItsKey() async throws {
    let server = try await MapProxyServer(MapProxyServer.configuration(tilesAt: "http://127.0.0.1:1"))
    let project = try MapProject([
      "maps/m.yaml": """
      mapdoc: 1
      layers:
        - {id: t, type: wmts, url: "\(server.address)/service", layer: tile, timeout: 60}

      """
    ])
    let outcome = try await project.mapdoc("check", "--online", "maps")
    #expect(outcome.status == 1)
    #expect(
      outcome.text.contains("no layer `tile`") && outcome.text.contains("did you mean `tiles`?"), "\(outcome.text)")
  }
}
