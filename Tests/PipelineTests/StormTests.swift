import Diagnostics
import Rendering
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// Servers that are overloaded for a while: nothing is lost, nothing is drawn as a hole.
@Suite(.timeLimit(.minutes(10))) struct StormTests {
  private static let document = """
    mapdoc: 1
    canvas: {size: [512, 512]}
    initialExtent: {center: [0, 0], level: 3, snap: level}
    layers:
      - {id: t, type: xyz, url: "ADDRESS/{z}/{x}/{y}.png"}

    """

  /// - Parameter failures: How often each tile is refused before it comes.
  private func render(failures: Int, _ status: Int) async throws -> (
    report: RenderReport, requests: Int, picture: [UInt8]?
  ) {
    let seen = Mutex<[String: Int]>([:])
    let tile = GreyTile.png
    let server = try ScriptedServer { request in
      let count = seen.withLock { seen in
        seen[request.target, default: 0] += 1
        return seen[request.target, default: 0]
      }
      return count <= failures ? .status(status) : .ok(tile)
    }
    let project = try PipelineProject(["map.yaml": Self.document.replacing("ADDRESS", with: server.baseAddress)])
    let report = try await project.render()
    return (report, server.requests.count, try? project.folder.read("build/map.png"))
  }

  @Test(arguments: [429, 503, 500]) func whatPassesIsDrawnWhole(status: Int) async throws {
    let calm = try await render(failures: 0, status)
    let storm = try await render(failures: 3, status)
    #expect(storm.report.findings.diagnostics.isEmpty)
    #expect(storm.picture == calm.picture)
    #expect(storm.requests == calm.requests * 4)
    let layer = storm.report.json["maps"]?[0]?["layers"]?[0]
    #expect(layer?["coverage"]?.numbers == [1])
    #expect(layer?["requests"] == .int(storm.requests))
  }

  @Test func whatDoesNotPassFailsTheMapOnce() async throws {
    let storm = try await render(failures: 1000, 503)
    #expect(storm.report.findings.diagnostics.map(\.code) == [.serverUnavailable])
    #expect(storm.report.count(.failed) == 1 && storm.picture == nil)
  }
}
