import Rendering
import TestSupport
import Testing

/// Whole renders from MapProxy, which others wrote, over tiles of nginx: the row orders and levels that real servers have.
@Suite(
  .enabled(if: NginxServer.isHere, "nginx or openssl is not here"),
  .enabled(if: MapProxyServer.isHere, "\(MapProxyServer.absence)"), .timeLimit(.minutes(15)))
struct MapProxyRenderTests {
  /// How MapProxy gives out one and the same tiles.
  struct Way {
    let words: String
    /// After the server's address.
    let url: String
    /// The same of the tile that is column 1 and, from the north, row 1 of level 2.
    let firstTile: String
    var keys = ""
  }

  private static let ways = [
    Way(
      words: "rows from the north", url: "tiles/tiles/webmercator/{z}/{x}/{y}.png?origin=nw",
      firstTile: "tiles/tiles/webmercator/2/1/1.png?origin=nw"),
    Way(
      words: "rows from the south", url: "tiles/tiles/webmercator/{z}/{x}/{y}.png?origin=sw",
      firstTile: "tiles/tiles/webmercator/2/1/2.png?origin=sw",
      keys: ", scheme: tms"),
    Way(
      words: "rows from the south, by the address", url: "tiles/tiles/webmercator/{z}/{x}/{-y}.png?origin=sw",
      firstTile: "tiles/tiles/webmercator/2/1/2.png?origin=sw"),
    Way(
      words: "RESTful WMTS, by its pattern", url: "wmts/tiles/webmercator/{z}/{x}/{y}.png",
      firstTile: "wmts/tiles/webmercator/2/1/1.png"),
    // TMS 1.0.0 in the profile `global-mercator` begins with four tiles: its level 1 is level 2 of others. Its capabilities
    // give this origin and these resolutions.
    Way(
      words: "TMS 1.0.0", url: "tms/1.0.0/tiles/webmercator/{z}/{x}/{y}.png",
      firstTile: "tms/1.0.0/tiles/webmercator/1/1/2.png",
      keys: """
        , scheme: tms, tilingScheme: {srs: EPSG:3857, origin: [-20037508.342789244, -20037508.342789244],
             levels: [{level: 0, resolution: 78271.51696402048}, {level: 1, resolution: 39135.75848201024}]}
        """),
  ]

  /// One server for all ways: it takes seconds to start.
  @Test func itsTilesAreDrawnBitByBit() async throws {
    let nginx = try NginxServer.withTilesOfLevel2()
    let server = try await MapProxyServer(
      MapProxyServer.configuration(tilesAt: "http://127.0.0.1:\(nginx.port)/tiles"))
    for way in Self.ways { try await expectItsTiles(way, of: server) }
  }

  private func expectItsTiles(_ way: Way, of server: MapProxyServer) async throws {
    let project = try MapProject([
      "maps/m.yaml": """
      mapdoc: 1
      canvas: {size: [512, 512]}
      initialExtent: {center: [0, 0], resolution: 39135.75848201024}
      layers:
        - {id: t, type: xyz, url: "\(server.address)/\(way.url)", timeout: 60\(way.keys)}

      """
    ])
    let outcome = try await project.render()
    try #require(outcome.status == 0, "\(way.words): \(outcome.errors)\n\(server.log)")
    let picture = try PictureDecoder.decode(project.folder.read("build/m.png"))
    #expect(picture.countOfDifferences(from: .fourTiles()) == 0, "\(way.words)")
    #expect(server.log.contains("GET /" + way.firstTile), "\(way.words): \(server.log)")
    // A second run asks nobody.
    let before = server.log
    #expect(try await project.render().status == 0)
    #expect(server.log == before, "\(way.words)")
  }

  @Test func itsErrorIsToldAndNoPictureIsWritten() async throws {
    let nginx = try NginxServer.withTilesOfLevel2()
    let server = try await MapProxyServer(
      MapProxyServer.configuration(tilesAt: "http://127.0.0.1:\(nginx.port)/nothing-here"))
    let project = try MapProject([
      "maps/m.yaml": MapProject.fourTiles(server.address + "/tiles/tiles/webmercator").replacing(
        "{y}.png", with: "{y}.png?origin=nw")
    ])
    let outcome = try await project.render()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error[MD4") && outcome.errors.contains("500"), "\(outcome.errors)")
    #expect(throws: (any Error).self) { try project.folder.read("build/m.png") }
  }

  @Test func whatKeepsItFromStartingIsInTheMessage() async throws {
    do {
      _ = try await MapProxyServer("services: {tms: {}}\nlayers: [{name: none-such\n")
      Issue.record("it started")
    } catch let error as PythonServer.NotReady {
      #expect("\(error)".contains("ended") && "\(error)".contains("mapproxy.yaml"), "\(error)")
    }
  }
}
