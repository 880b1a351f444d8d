import Diagnostics
import Geodesy
import TestSupport
import Testing

@testable import Pipeline

/// Layers of which a picture shows nothing, though nothing went wrong.
@Suite(.timeLimit(.minutes(10))) struct EmptyLayerTests {
  /// Tiles under `/tiles`; of level 3 under `/west` only those of the western half; nothing anywhere else.
  private static func server() throws -> ScriptedServer {
    try ScriptedServer { request in
      let parts = request.target.split(separator: "/")
      guard parts.count == 4, let level = Int(parts[1]), let column = Int(parts[2]) else { return .status(404) }
      let isThere = parts[0] == "tiles" || parts[0] == "west" && column < 4 || parts[0] == "coarse" && level < 2
      return isThere ? .ok(PlainPicture.tile(level: level, column: column, row: 0).png) : .status(404)
    }
  }

  private func emptied(_ layers: String, more: String = "") async throws -> (
    findings: [Diagnostic], report: RenderReport
  ) {
    let server = try Self.server()
    let text = """
      mapdoc: 1
      canvas: {size: [512, 256]}
      initialExtent: {center: [90, 40], zoom: 3}
      layers:
      \(layers.replacing("SERVER", with: server.baseAddress))
      \(more)
      """
    let project = try PipelineProject(["map.yaml": text])
    try project.folder.write(PlainPicture.tile(level: 0, column: 0, row: 0).png, to: "base.png")
    let report = try await project.render()
    return (report.findings.diagnostics.filter { $0.code == .layerWithoutTilesHere }, report)
  }

  @Test func aMisspeltAddressIsSaidWithTheNumberOfTilesAndAnAddress() async throws {
    let (found, report) = try await emptied(
      #"  - {id: streets, type: xyz, url: "SERVER/tilse/{z}/{x}/{y}.png"}"#)
    let finding = try #require(found.first)
    #expect(found.count == 1 && finding.severity == .warning && finding.layer == "streets")
    #expect(
      finding.message.hasPrefix(
        "layer `streets` is empty: none of the 4 tiles that the picture asks for exists, such as `http://127.0.0.1:"),
      "\(finding.message)")
    #expect(finding.message.contains("/tilse/3/5/2.png"), "\(finding.message)")
    #expect(report.count(.rendered) == 1 && !report.hasFailed)
  }

  @Test(arguments: ["transparent", "parent", "\"#ff0000\""])
  func isSaidWhateverStandsInForMissingTiles(_ wish: String) async throws {
    let (found, _) = try await emptied(
      #"  - {id: streets, type: xyz, onMissingTile: \#(wish), url: "SERVER/none/{z}/{x}/{y}.png"}"#)
    #expect(found.count == 1)
  }

  @Test func isNotSaidWhereCoarserTilesStandIn() async throws {
    let (found, report) = try await emptied(
      #"  - {id: streets, type: xyz, onMissingTile: parent, url: "SERVER/coarse/{z}/{x}/{y}.png"}"#)
    #expect(found.isEmpty)
    #expect(report.maps.first?.layers.first?.coverage == 1)
  }

  @Test func isNotSaidOfALayerWhoseBoundsLieElsewhereOrThatMapdocDraws() async throws {
    let (found, _) = try await emptied(
      """
        - {id: base, type: xyz, url: "SERVER/tiles/{z}/{x}/{y}.png"}
        - {id: west, type: xyz, bounds: [-60, 0, -10, 60], url: "SERVER/none/{z}/{x}/{y}.png"}
        - {id: marks, type: pattern, where: "x < 0", image: base.png}
      """)
    #expect(found.isEmpty, "\(found.map(\.message))")
  }

  @Test func anOverlayThatAnotherPictureShowsIsNotBlamedAndTheBasemapIs() async throws {
    let bookmarks = """
      bookmarks:
        - {name: west, extent: {center: [-90, 40], zoom: 3}}
        - {name: east, extent: {center: [90, 40], zoom: 3}}
      outputs: [{path: "${bookmark}.png", bookmarks: all}]
      """
    let (overlay, report) = try await emptied(
      """
        - {id: base, type: xyz, url: "SERVER/tiles/{z}/{x}/{y}.png"}
        - {id: trails, type: xyz, url: "SERVER/west/{z}/{x}/{y}.png"}
      """, more: bookmarks)
    #expect(report.count(.rendered) == 2 && overlay.isEmpty, "\(overlay.map(\.message))")
    let (base, _) = try await emptied(
      #"  - {id: trails, type: xyz, url: "SERVER/west/{z}/{x}/{y}.png"}"#, more: bookmarks)
    #expect(base.count == 1, "\(base.map(\.message))")
    let (both, _) = try await emptied(
      #"  - {id: trails, type: xyz, url: "SERVER/none/{z}/{x}/{y}.png"}"#, more: bookmarks)
    #expect(both.count == 1, "once for a document: \(both.map(\.message))")
  }
}
