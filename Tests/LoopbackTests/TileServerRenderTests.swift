import Glibc
import TestSupport
import Testing

/// Whole renders of the built program against a scripted server: what servers do, and what a user then sees.
@Suite struct TileServerRenderTests {
  /// An 8-bit grey PNG of 256 x 256 pixels, all of one value; made by Python's zlib.
  private static let tile: [UInt8] = GreyTile.png

  private func project(_ address: String, keys: String = "", document: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("hosts: {}\n", to: ".mapdoc.yaml")
    try folder.write(
      """
      mapdoc: 1
      canvas: {size: [300, 200]}
      initialExtent: {center: [10, 50], zoom: 5}
      layers:
        - id: base
          type: xyz
          url: \(address)/{z}/{x}/{y}.png
          timeout: 2
          attribution: test
      \(keys)
      \(document)
      """, to: "maps/m.yaml")
    return folder
  }

  private func render(_ folder: TemporaryFolder, _ words: String...) async throws -> Program.Outcome {
    try await Program(Program.mapdoc, environment: ["MAPDOC_CACHE": folder.path + "/cache"], folder: folder.path)
      .run(["render", "--report", "report.json"] + words)
  }

  private func report(_ folder: TemporaryFolder) throws -> String {
    String(decoding: try folder.read("report.json"), as: UTF8.self)
  }

  @Test func eachTileIsAskedForOnceAndThenCached() async throws {
    let server = try ScriptedServer { _ in .ok(Self.tile, [("Cache-Control", "max-age=3600")]) }
    let folder = try project(server.baseAddress)
    #expect(try await render(folder).status == 0)
    let asked = server.requests.map(\.target)
    #expect(Set(asked).count == asked.count)
    #expect(asked.count >= 4)
    #expect(try await render(folder, "--force").status == 0)
    #expect(server.requests.count == asked.count, "the second run asked again")
    #expect(try report(folder).contains("\"fetched\": 0"))
    #expect(try await render(folder, "--force", "--offline").status == 0)
    #expect(try await render(folder, "--refresh").status == 0)
    #expect(server.requests.count == asked.count * 2, "--refresh did not ask each tile once")
  }

  @Test func theUserAgentNamesUs() async throws {
    let server = try ScriptedServer { _ in .ok(Self.tile) }
    let folder = try project(server.baseAddress)
    try folder.write("contact: maps@example.org\n", to: ".mapdoc.yaml")
    #expect(try await render(folder).status == 0)
    let agent = try #require(server.requests.first?.header("User-Agent"))
    #expect(agent.hasPrefix("mapdoc/0.1.0 (+http") && agent.hasSuffix("; maps@example.org)"), "\(agent)")
  }

  @Test(arguments: [404, 204, 410])
  func anAbsentTileIsTransparentAndNoError(status: Int) async throws {
    let server = try ScriptedServer { _ in .status(status) }
    let folder = try project(server.baseAddress)
    #expect(try await render(folder).status == 0)
    #expect(try report(folder).contains("\"coverage\": 0"))
    #expect(try !folder.read("build/m.png").isEmpty)
  }

  @Test func aRefusedTileFailsTheMapAndLeavesNoFile() async throws {
    let server = try ScriptedServer { _ in .status(403) }
    let folder = try project(server.baseAddress)
    let outcome = try await render(folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("maps/m.yaml:7:10: error[MD404]"), "\(outcome.errors)")
    #expect(throws: (any Error).self) { try folder.read("build/m.png") }
    #expect(try report(folder).contains("\"failed\": 1"))
  }

  @Test func aFailureMayBeAWarning() async throws {
    let server = try ScriptedServer { _ in .status(403) }
    let folder = try project(server.baseAddress, keys: "    onError: warn")
    let outcome = try await render(folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("warning[MD404]"))
    #expect(try !folder.read("build/m.png").isEmpty)
    // A picture that lacks something never counts as up to date.
    _ = try await render(folder)
    #expect(try report(folder).contains("\"upToDate\": 0"))
  }

  @Test func aPageInPlaceOfATileIsFoundOutAndNotCached() async throws {
    let server = try ScriptedServer { _ in .ok("<!DOCTYPE html><html>log in</html>", type: "text/html") }
    let folder = try project(server.baseAddress)
    let outcome = try await render(folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD410") && outcome.errors.contains("HTML"), "\(outcome.errors)")
    let first = server.requests.count
    _ = try await render(folder)
    #expect(server.requests.count > first, "the page was cached")
  }

  @Test(arguments: [202, 205])
  func aStatusThatIsNoAnswerIsNoAbsentTile(status: Int) async throws {
    let server = try ScriptedServer { _ in .status(status) }
    let folder = try project(server.baseAddress)
    let outcome = try await render(folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD404") && outcome.errors.contains("HTTP status \(status)"), "\(outcome.errors)")
    try folder.write(
      String(decoding: try folder.read("maps/m.yaml"), as: UTF8.self) + "    absentStatus: [\(status)]\n",
      to: "maps/m.yaml")
    #expect(try await render(folder).status == 0)
  }

  @Test func aHugeTileIsRefusedByItsHead() async throws {
    // The head of 8000 x 8000 grey pixels, which alone is looked at; its checksum by Python's zlib.
    var tile = Self.tile
    tile.replaceSubrange(16..<24, with: [0, 0, 0x1f, 0x40, 0, 0, 0x1f, 0x40])
    tile.replaceSubrange(29..<33, with: [0x23, 0x9a, 0xf2, 0x28])
    let huge = tile
    let server = try ScriptedServer { _ in .ok(huge) }
    let outcome = try await render(try project(server.baseAddress))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD410") && outcome.errors.contains("8000 x 8000 pixels"), "\(outcome.errors)")
  }

  @Test func busyServersAreAskedAgain() async throws {
    let server = try ScriptedServer { request in
      request.number % 2 == 1 ? .status(500) : .ok(Self.tile)
    }
    let folder = try project(server.baseAddress)
    #expect(try await render(folder).status == 0)
  }

  @Test func retryAfterIsHonoured() async throws {
    let server = try ScriptedServer { request in
      request.number == 1 ? .status(429, [("Retry-After", "1")]) : .ok(Self.tile)
    }
    let folder = try project(server.baseAddress)
    let start = ContinuousClock.now
    #expect(try await render(folder).status == 0)
    #expect(ContinuousClock.now - start >= .seconds(1))
  }

  @Test func aHangingServerIsLeft() async throws {
    let server = try ScriptedServer { _ in .silence }
    let folder = try project(server.baseAddress, keys: "    onError: fail")
    let outcome = try await render(folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD408"), "\(outcome.errors)")
  }

  @Test func nobodyListening() async throws {
    let server = try ScriptedServer { _ in .status(404) }
    let address = server.baseAddress
    server.stop()
    let outcome = try await render(try project(address))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD406"), "\(outcome.errors)")
  }

  @Test func theNameDoesNotExist() async throws {
    let outcome = try await render(try project("http://tiles.nowhere.invalid"))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD406") && outcome.errors.contains("tiles.nowhere.invalid"), "\(outcome.errors)")
  }

  @Test func offlineWithoutACacheSaysSo() async throws {
    let server = try ScriptedServer { _ in .ok(Self.tile) }
    let outcome = try await render(try project(server.baseAddress), "--offline")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD413"), "\(outcome.errors)")
    #expect(server.requests.isEmpty)
  }

  @Test func manyMapsShareTheirTiles() async throws {
    let server = try ScriptedServer { _ in .ok(Self.tile) }
    let folder = try project(server.baseAddress)
    let text = String(decoding: try folder.read("maps/m.yaml"), as: UTF8.self)
    for number in 0..<8 { try folder.write(text, to: "maps/n\(number).yaml") }
    #expect(try await render(folder).status == 0)
    let asked = server.requests.map(\.target)
    #expect(Set(asked).count == asked.count, "a tile was asked for twice")
  }

  @Test func anInterruptLeavesNoHalfWrittenFile() async throws {
    let server = try ScriptedServer { request in
      .after(seconds: 30, .ok(Self.tile, [("X-Number", "\(request.number)")]))
    }
    let folder = try project(server.baseAddress)
    try folder.write("old picture", to: "build/m.png")
    let running = try Program(
      Program.mapdoc, environment: ["MAPDOC_CACHE": folder.path + "/cache"], folder: folder.path
    ).start(["render"], output: folder.path + "/out", errors: folder.path + "/err")
    let ended = await running.end(bySignal: SIGINT) { !server.requests.isEmpty }
    #expect(ended == 130)
    #expect(try folder.read("build/m.png") == Array("old picture".utf8))
    #expect(try folder.names(in: "build") == ["m.png"])
    // Who stops it knows why nothing came of it.
    #expect(try folder.read("out").isEmpty && folder.read("err").isEmpty)
  }
}
