import Diagnostics
import Rendering
import TestSupport
import Testing
import Transport

@testable import Pipeline

/// Archives of `type: pmtiles` that lie on the web.
@Suite(.timeLimit(.minutes(15))) struct PMTilesOnWebTests {
  /// Level 2, each tile showing its number; four further directories of four tiles, and room between all parts, so that
  /// no request gets two of them.
  private static let archive: [UInt8] = {
    var maker = PMTilesMaker()
    _ = maker.add([UInt8](repeating: 0, count: 20_000))
    // Their numbers along the curve: `pmtiles.tile.zxy_to_tileid(2, x, y)` of the Python package 3.4.1, from 5 on.
    let curve = [
      (0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (0, 3), (1, 3), (1, 2), (2, 2), (2, 3), (3, 3), (3, 2), (3, 1), (2, 1),
      (2, 0), (3, 0),
    ]
    let tiles = curve.map { maker.add(PlainPicture.tile(level: 2, column: $0.0, row: $0.1).png) }
    maker.root = stride(from: 0, to: 16, by: 4).map { start in
      let leaf = maker.leaf((start..<start + 4).map { .init(UInt64(5 + $0), tiles[$0]) })
      return .init(UInt64(5 + start), run: 0, leaf)
    }
    maker.levels = (2, 2)
    // Metadata lie between the root and the leaves.
    maker.metadata =
      Array("{\"name\":\"numbers\"".utf8)
      + [UInt8](repeating: UInt8(ascii: " "), count: 20_000) + Array("}".utf8)
    return maker.bytes()
  }()

  private static func map(_ address: String) -> String {
    """
    mapdoc: 1
    canvas: {size: [512, 512]}
    initialExtent: {center: [0, 0], level: 2, snap: level}
    layers:
      - {id: t, type: pmtiles, path: "\(address)/a.pmtiles"}

    """
  }

  private static let tag = [("ETag", "\"a\""), ("Cache-Control", "max-age=1000")]

  @Test func drawsTilesBitByBitAndAsksForWhatItNeeds() async throws {
    let server = try ScriptedServer { .part(of: Self.archive, $0, Self.tag) }
    var project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
    #expect(picture.bytes == PlainPicture.fourTilesOfLevel2)
    // Header and root, metadata, the first tile; four directories; four tiles. Each once.
    let ranges = server.requests.compactMap { $0.header("Range") }
    #expect(ranges.first == "bytes=0-16383")
    #expect(ranges.count == 11 && Set(ranges).count == 11, "\(ranges)")
    let asked = ranges.map { $0.split { !$0.isNumber }.compactMap { Int($0) } }.map { $0[1] - $0[0] + 1 }.reduce(0, +)
    #expect(asked < Self.archive.count)

    // Another run confirms the archive, and has the rest.
    #expect(try await project.render().count(.upToDate) == 1)
    #expect(server.requests.count == 12)
    #expect(try await project.render { $0.force = true }.count(.rendered) == 1)
    #expect(server.requests.count == 13)
    server.stop()
    project.options.mode = .offline
    #expect(try await project.render { $0.force = true }.count(.rendered) == 1)
    #expect(try PictureDecoder.decode(project.folder.read("build/map.png")).bytes == PlainPicture.fourTilesOfLevel2)
  }

  @Test func checkAsksNobody() async throws {
    let server = try ScriptedServer { .part(of: Self.archive, $0, Self.tag) }
    let project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    let findings = try await project.check()
    #expect(findings.map(\.code) == [.notKnownOffline])
    #expect(server.requests.isEmpty)
  }

  @Test func planAsksForNoTileOfTheMap() async throws {
    let server = try ScriptedServer { .part(of: Self.archive, $0, Self.tag) }
    let project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    let plan = try await project.plan()
    #expect(plan["layers"]?[0]?["action"] == "draw")
    #expect(plan["layers"]?[0]?["tiles"] == 4)
    // Header and root, the first and the last directory, the first tile, the metadata.
    #expect(server.requests.count == 5, "\(server.requests.compactMap { $0.header("Range") })")
  }

  @Test func aServerWithoutRangesGivesASmallArchiveOnce() async throws {
    let server = try ScriptedServer { _ in .ok(Self.archive, type: "application/octet-stream", Self.tag) }
    let project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    #expect(try PictureDecoder.decode(project.folder.read("build/map.png")).bytes == PlainPicture.fourTilesOfLevel2)
    #expect(server.requests.count == 1)
  }

  @Test func aServerWithoutRangesAndALargeArchiveIsAnError() async throws {
    let server = try ScriptedServer { _ in .ok(Self.archive, type: "application/octet-stream") }
    var project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    project.options.alsoAdjust { $0.bodyLimit = 30_000 }
    let findings = try await project.render().findings.diagnostics
    #expect(findings.map(\.code) == [.serviceAnswerUnusable])
    #expect(findings.first?.message.contains("its server knows no byte ranges") == true, "\(findings.map(\.message))")
  }

  @Test func anArchiveThatChangesWhileItIsReadIsAnError() async throws {
    let server = try ScriptedServer { request in
      .part(of: Self.archive, request, [("ETag", request.number <= 5 ? "\"a\"" : "\"b\"")])
    }
    let project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    let report = try await project.render()
    let messages = report.findings.diagnostics.map(\.message)
    #expect(messages.contains { $0.contains("another version of the file (`\"b\"`, after `\"a\"`)") }, "\(messages)")
    #expect(report.count(.rendered) == 0)
    // The next run takes the new one, whole.
    let next = try await project.render()
    #expect(next.count(.rendered) == 1, "\(next.findings.diagnostics.map(\.message))")
    #expect(try PictureDecoder.decode(project.folder.read("build/map.png")).bytes == PlainPicture.fourTilesOfLevel2)
  }

  @Test func anArchiveThatWasReplacedIsDrawnAnew() async throws {
    let isNew = Flag()
    let server = try ScriptedServer { request in
      .part(of: Self.archive, request, [("ETag", isNew.isSet ? "\"b\"" : "\"a\""), ("Cache-Control", "max-age=1000")])
    }
    let project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    #expect(try await project.render().count(.rendered) == 1)
    #expect(try await project.render().count(.upToDate) == 1)
    isNew.set()
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
  }

  @Test func whereTheServerNamesNoVersionEachRunAsksForAllParts() async throws {
    let isNew = Flag()
    // The same places, another picture.
    var other = Self.archive
    other.replaceSubrange((other.count - 100)..., with: [UInt8](repeating: 0, count: 100))
    let changed = other
    let server = try ScriptedServer {
      .part(of: isNew.isSet ? changed : Self.archive, $0, [("Cache-Control", "max-age=1000")])
    }
    let project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    #expect(try await project.render().count(.rendered) == 1)
    let asked = server.requests.count
    isNew.set()
    #expect(try await project.render { $0.force = true }.count(.rendered) == 1)
    #expect(server.requests.count == 2 * asked)
  }

  @Test func aKeyGoesWithEachPartAndIntoNoReport() async throws {
    let server = try ScriptedServer { request in
      request.target == "/a.pmtiles?k=s3cret" ? .part(of: Self.archive, request, Self.tag) : .status(403)
    }
    var project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [512, 512]}
      initialExtent: {center: [0, 0], level: 2, snap: level}
      credentials:
        mine: {type: key, key: "${env:MAPDOC_TEST_KEY}", allowInsecure: true}
      layers:
        - {id: t, type: pmtiles, path: "\(server.baseAddress)/a.pmtiles?k={key}", credentials: mine}

      """
    ])
    project.options.environment = ["MAPDOC_TEST_KEY": "s3cret"]
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    #expect(server.requests.count == 11)
    project.options.environment = ["MAPDOC_TEST_KEY": "wr0ng"]
    let refused = try await project.render { $0.force = true }.findings.diagnostics
    #expect(refused.map(\.code) == [.requestRefused], "\(refused.map(\.message))")
    #expect(!"\(refused)".contains("wr0ng"))
  }

  @Test(arguments: [
    ([UInt8]("<!DOCTYPE html><html><body>Sign in</body></html>".utf8), "an HTML page"),
    ([UInt8]("nothing of the kind".utf8), "plain text"),
    (Array(archive[..<100]), "it ends in its header"),
  ])
  func whatIsNoArchiveIsNotKept(body: [UInt8], words: String) async throws {
    let server = try ScriptedServer { _ in .ok(body, type: "text/html") }
    let project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    for _ in 0..<2 {
      let findings = try await project.render().findings.diagnostics
      #expect(findings.map(\.code) == [.serviceAnswerUnusable])
      #expect(findings.first?.message.contains(words) == true, "\(findings.map(\.message))")
    }
    #expect(server.requests.count == 2)
  }

  @Test func anArchiveThatIsNotThereIsAnErrorAtItsPath() async throws {
    let server = try ScriptedServer { _ in .status(404) }
    let project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    let findings = try await project.render().findings.diagnostics
    #expect(findings.map(\.code) == [.requestRefused])
    #expect(findings.first?.message.contains("HTTP status 404; expected a PMTiles archive") == true)
    let finding = try #require(findings.first)
    #expect(finding.range.start.line == 5 && finding.range.start.column == 34, "\(finding.range)")
  }

  @Test func aDirectoryThatIsDamagedIsNotKept() async throws {
    // All further directories but the first and the last one, which are read when it is opened.
    let isMended = Flag()
    let server = try ScriptedServer { request in
      let reply = ScriptedServer.Reply.part(of: Self.archive, request, Self.tag)
      guard request.number > 5, !isMended.isSet, case .answer(206, let headers, let body) = reply, body.count < 100
      else { return reply }
      return .answer(status: 206, headers: headers, body: [UInt8](repeating: 0xFF, count: body.count))
    }
    let project = try PipelineProject(["map.yaml": Self.map(server.baseAddress)])
    let report = try await project.render()
    let messages = report.findings.diagnostics.map(\.message)
    #expect(messages.contains { $0.contains("a directory is damaged at its byte") }, "\(messages)")
    isMended.set()
    let next = try await project.render()
    #expect(next.count(.rendered) == 1, "\(next.findings.diagnostics.map(\.message))")
  }

  @Test func inspectSaysWhatItIs() async throws {
    let server = try ScriptedServer { .part(of: Self.archive, $0, Self.tag) }
    let project = try PipelineProject()
    let outcome = await InspectVerb(Run(project.options)).inspect(server.baseAddress + "/a.pmtiles?v=1")
    guard case .report(let report) = outcome else { throw PipelineProject.Unexpected(what: "\(outcome)") }
    #expect(report.kind == "pmtiles" && report.title == "numbers")
  }
}
