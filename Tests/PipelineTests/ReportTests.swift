import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// The JSON form of a render's report, key by key.
@Suite(.timeLimit(.minutes(10))) struct ReportTests {
  private static let tile = PlainPicture.tile(level: 2, column: 1, row: 1).png

  /// 384 x 256 pixels at level 2 whose centre is the corner of four tiles: 192 pixels to the left and to the right of it.
  private func document(_ address: String, _ keys: String = "") -> String {
    """
    mapdoc: 1
    canvas: {size: [384, 256]}
    initialExtent: {center: [0, 0], level: 2, snap: level}
    layers:
      - {id: t, type: xyz, url: "\(address)/{z}/{x}/{y}.png"\(keys)}
      - {id: fine, type: debug, minScale: 1000}

    """
  }

  @Test func hasTheKeysOfTheInterface() async throws {
    let server = try ScriptedServer { _ in .ok(Self.tile, [("Cache-Control", "max-age=3600")]) }
    let project = try PipelineProject(["map.yaml": document(server.baseAddress)])
    let report = try await project.render { $0.wantsDigests = true }
    let json = report.json
    #expect(json.keys == ["maps", "totals"])
    let map = try #require(json["maps"]?[0])
    #expect(map.keys == ["document", "output", "bookmark", "status", "seconds", "bytes", "sha256", "layers"])
    #expect(map["document"] == .string(project.path("map.yaml")))
    #expect(map["output"] == .string(project.path("build/map.png")))
    #expect(map["bookmark"] == .null && map["status"] == "rendered")
    let picture = try project.folder.read("build/map.png")
    #expect(map["bytes"] == .int(picture.count))
    // Another program's word.
    if let sha256sum = Program.named("sha256sum") {
      let digest = try await sha256sum.run([project.path("build/map.png")]).text.prefix(64)
      #expect(map["sha256"] == .string(String(digest)))
    }
    let layer = try #require(map["layers"]?[0])
    #expect(layer.keys == ["id", "status", "message", "coverage", "tiles", "requests", "bytes"])
    #expect(layer["id"] == "t" && layer["status"] == "loaded" && layer["message"] == .null)
    #expect(layer["coverage"]?.numbers == [1])
    #expect(layer["tiles"]?.keys == ["drawn", "absent", "failed", "fromCache", "fetched"])
    #expect(layer["tiles"] == ["drawn": 4, "absent": 0, "failed": 0, "fromCache": 0, "fetched": 4])
    #expect(layer["requests"] == 4 && layer["bytes"] == .int(4 * Self.tile.count))
    #expect(map["layers"]?[1]?["status"] == "skipped" && map["layers"]?[1]?["coverage"]?.numbers == [0])
    #expect(json["totals"]?.keys == ["rendered", "upToDate", "failed", "requests", "bytes", "seconds"])
    #expect(json["totals"]?["rendered"] == 1 && json["totals"]?["requests"] == 4)
    let again = try await project.render { $0.force = true }.json["maps"]?[0]?["layers"]?[0]
    #expect(again?["tiles"] == ["drawn": 4, "absent": 0, "failed": 0, "fromCache": 4, "fetched": 0])
    #expect(again?["requests"] == 0 && again?["bytes"] == 0)
  }

  @Test func upToDateMapsKeepTheirDigest() async throws {
    let project = try PipelineProject([
      "map.yaml": "mapdoc: 1\ncanvas: {size: [8, 8]}\nlayers: [{id: w, type: builtin}]\n"
    ])
    let first = try await project.render { $0.wantsDigests = true }.json
    let second = try await project.render { $0.wantsDigests = true }.json
    #expect(second["maps"]?[0]?["status"] == "upToDate" && second["totals"]?["upToDate"] == 1)
    #expect(second["maps"]?[0]?["sha256"] == first["maps"]?[0]?["sha256"])
    #expect(second["maps"]?[0]?["bytes"] == first["maps"]?[0]?["bytes"])
  }

  /// Of 384 columns the west two tiles show 192: half of the picture has data.
  @Test func coverageIsTheShareThatHasData() async throws {
    let server = try ScriptedServer { $0.target.hasPrefix("/2/1/") ? .ok(Self.tile) : .status(404) }
    let project = try PipelineProject(["map.yaml": document(server.baseAddress)])
    let layer = try await project.render().json["maps"]?[0]?["layers"]?[0]
    #expect(layer?["coverage"]?.numbers == [0.5])
    #expect(layer?["tiles"] == ["drawn": 2, "absent": 2, "failed": 0, "fromCache": 0, "fetched": 4])
  }

  /// Only the north-west tile is there: a quarter.
  @Test func coverageOfOneTile() async throws {
    let server = try ScriptedServer { $0.target == "/2/1/1.png" ? .ok(Self.tile) : .status(404) }
    let project = try PipelineProject(["map.yaml": document(server.baseAddress)])
    #expect(try await project.render().json["maps"]?[0]?["layers"]?[0]?["coverage"]?.numbers == [0.25])
  }

  /// `bounds` of the west half, of which the northern tile is there: a half of what the layer should show.
  @Test func coverageIsWithinTheLayersBounds() async throws {
    let server = try ScriptedServer { $0.target == "/2/1/1.png" ? .ok(Self.tile) : .status(404) }
    let bounds = ", bounds: {bbox: [-20037508, -20037508, 0, 20037508], srs: EPSG:3857}"
    let project = try PipelineProject(["map.yaml": document(server.baseAddress, bounds)])
    let layer = try await project.render().json["maps"]?[0]?["layers"]?[0]
    #expect(layer?["coverage"]?.numbers == [0.5])
    #expect(server.requests.allSatisfy { $0.target.hasPrefix("/2/1/") }, "tiles outside its bounds were asked for")
  }

  /// A tile scaled up from a coarser level is data of the source, as a person sees it: it was drawn.
  @Test func parentsAreData() async throws {
    let server = try ScriptedServer { $0.target.hasPrefix("/2/") ? .status(404) : .ok(Self.tile) }
    let project = try PipelineProject(["map.yaml": document(server.baseAddress, ", onMissingTile: parent")])
    let layer = try await project.render().json["maps"]?[0]?["layers"]?[0]
    #expect(layer?["tiles"]?["absent"] == 4)
    #expect(layer?["coverage"]?.numbers == [1])
  }

  @Test func aFailedLayerSaysWhy() async throws {
    let server = try ScriptedServer { $0.target == "/2/1/1.png" ? .status(403) : .ok(Self.tile) }
    let project = try PipelineProject(["map.yaml": document(server.baseAddress, ", onError: warn")])
    let report = try await project.render()
    #expect(report.findings.diagnostics.map(\.code).contains(.requestRefused) && report.findings.errors == 0)
    let layer = report.json["maps"]?[0]?["layers"]?[0]
    #expect(layer?["status"] == "failed" && layer?["tiles"]?["failed"] == 1 && layer?["tiles"]?["drawn"] == 3)
    #expect(layer?["coverage"]?.numbers == [0.75])
    guard case .string(let message)? = layer?["message"] else {
      Issue.record("no message")
      return
    }
    #expect(message.contains("403") && message.contains("/2/1/1.png"))
  }

  @Test func aMapWithoutAPictureHasNoDigest() async throws {
    let server = try ScriptedServer { _ in .status(403) }
    let project = try PipelineProject(["map.yaml": document(server.baseAddress)])
    let json = try await project.render { $0.wantsDigests = true }.json
    #expect(json["maps"]?[0]?["status"] == "failed" && json["maps"]?[0]?["sha256"] == .null)
    #expect(json["maps"]?[0]?["bytes"] == 0 && json["totals"]?["failed"] == 1)
  }
}
