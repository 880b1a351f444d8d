import Rendering
import TestSupport
import Testing

/// What a server sees of us.
@Suite(.timeLimit(.minutes(15))) struct PolitenessRenderTests {
  @Test func fiftyMapsShareTilesAndTwoConnections() async throws {
    let script = PyramidScript()
    // Slow enough that more than two would meet.
    let server = try ScriptedServer { .after(seconds: 0.01, script.reply(to: $0.target)) }
    let project = try MapProject(settings: "hosts: {127.0.0.1: {connections: 2}}\n")
    for number in 0..<50 {
      try project.folder.write(
        """
        mapdoc: 1
        canvas: {size: [64, 64]}
        initialExtent: {center: [\(number - 25), 10], level: 4}
        layers:
          - {id: t, type: xyz, url: "\(server.baseAddress)/{z}/{x}/{y}.png"}

        """, to: "maps/m\(number).yaml")
    }
    let outcome = try await project.render("--jobs", "16")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try project.folder.names(in: "build").count == 50)
    #expect(server.mostAtOnce <= 2 && server.mostConnections <= 2)
    let asked = server.requests.map(\.target)
    #expect(Set(asked).count == asked.count, "a tile was asked for twice")
  }

  @Test func aRedirectToAnotherHostDropsTheLayersHeaders() async throws {
    let script = PyramidScript()
    let other = try ScriptedServer { script.reply(to: $0.target) }
    let port = other.port
    let first = try ScriptedServer { .redirect(to: "http://localhost:\(port)\($0.target)") }
    let project = try MapProject([
      "maps/m.yaml": MapProject.fourTiles(
        first.baseAddress, ", headers: {X-Customer: {value: \"${env:CUSTOMER}\", allowInsecure: true}}")
    ])
    let outcome = try await Program(
      Program.mapdoc, environment: ["MAPDOC_CACHE": project.folder.path + "/cache", "CUSTOMER": "hush-hush"],
      folder: project.folder.path
    ).run(["render"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(first.requests.count == 4 && first.requests.allSatisfy { $0.header("X-Customer") == "hush-hush" })
    #expect(other.requests.count == 4 && other.requests.allSatisfy { $0.header("X-Customer") == nil })
    #expect(!outcome.errors.contains("hush"))
  }

  @Test func theProxyOfAHostIsAsked() async throws {
    let script = PyramidScript()
    let proxy = try ScriptedServer { request in
      // The whole address stands in the request line (RFC 9112, section 3.2.2).
      let path = request.target.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).joined(
        separator: "/")
      return script.reply(to: "/" + path)
    }
    let project = try MapProject(
      settings: "hosts: {tiles.nowhere.invalid: {proxy: '\(proxy.baseAddress)'}}\n",
      ["maps/m.yaml": MapProject.fourTiles("http://tiles.nowhere.invalid")])
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let wanted = ["1/1", "1/2", "2/1", "2/2"].map { "http://tiles.nowhere.invalid/2/\($0).png" }
    #expect(proxy.requests.map(\.target).sorted() == wanted)
  }

  @Test func serversOnIPv6AreAsked() async throws {
    let script = PyramidScript()
    guard let server = try? ScriptedServer(isIPv6: true, { script.reply(to: $0.target) }) else {
      return
    }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(server.requests.count == 4)
  }

  @Test func theBytesDecideNotTheContentType() async throws {
    let script = PyramidScript(type: "text/plain; charset=utf-8")
    let server = try ScriptedServer { script.reply(to: $0.target) }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try PictureDecoder.decode(project.folder.read("build/m.png")).countOfDifferences(from: .fourTiles()) == 0)
  }
}
