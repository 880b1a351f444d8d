import CSQLite
import Rendering
import TestSupport
import Testing

/// One cache and several processes, one of which may be killed.
@Suite(.timeLimit(.minutes(15))) struct SharedCacheTests {
  private func picture(_ project: MapProject, _ name: String = "build/m.png") throws -> Picture {
    try PictureDecoder.decode(project.folder.read(name))
  }

  @Test func twoProcessesAtOnceDrawTheSame() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { .after(seconds: 0.02, script.reply(to: $0.target)) }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let one = try project.startRender("-o", "one.png", "maps/m.yaml")
    let other = try await project.render("-o", "other.png", "maps/m.yaml")
    let status = await one.end()
    let errors = try project.errors
    #expect(status == 0, "\(errors)")
    #expect(other.status == 0, "\(other.errors)")
    #expect(!other.errors.contains("MD415"))
    #expect(try picture(project, "one.png").countOfDifferences(from: .fourTiles()) == 0)
    #expect(try picture(project, "other.png").countOfDifferences(from: .fourTiles()) == 0)
    let asked = server.requests.count
    #expect(try await project.render("--force").status == 0)
    #expect(server.requests.count == asked, "a tile that one of them fetched is in the cache")
  }

  @Test func aDamagedCacheIsSetAsideWithAWarning() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { script.reply(to: $0.target) }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    try project.folder.write(String(repeating: "not a database. ", count: 1000), to: "cache/tiles.sqlite")
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("warning[MD415]") && outcome.errors.contains("set aside"), "\(outcome.errors)")
    #expect(try picture(project).countOfDifferences(from: .fourTiles()) == 0)
    let again = try await project.render("--force", "--offline")
    #expect(again.status == 0 && !again.errors.contains("MD415"), "\(again.errors)")
    #expect(try project.folder.names(in: "cache").contains { $0.hasPrefix("tiles.sqlite") && $0.count > 17 })
  }

  @Test func aCacheThatAnotherProgramHoldsIsDoneWithout() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { script.reply(to: $0.target) }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    #expect(try await project.render().status == 0)
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    #expect(sqlite3_open(project.folder.path + "/cache/tiles.sqlite", &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
    // What is in it can still be read, and what is new is drawn although it cannot be stored.
    let old = try await project.render("--force", "--offline")
    #expect(old.status == 0, "\(old.errors)")
    try project.folder.write(
      MapProject.fourTiles(server.baseAddress).replacing("level: 2", with: "level: 3"), to: "maps/m.yaml")
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(sqlite3_exec(handle, "COMMIT", nil, nil, nil) == SQLITE_OK)
  }

  @Test func afterAKillTheNextRunIsGood() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { request in
      // Two tiles come; the others never do while the first process lives.
      request.number <= 2 || request.number > 4 ? script.reply(to: request.target) : .silence
    }
    let project = try MapProject([
      "maps/m.yaml": MapProject.fourTiles(server.baseAddress).replacing("timeout: 10", with: "timeout: 60")
    ])
    try project.folder.write("old picture", to: "build/m.png")
    let killed = try project.startRender()
    let status = await killed.end(bySignal: 9) { server.requests.count >= 4 }
    #expect(status == -9)
    #expect(try project.folder.read("build/m.png") == Array("old picture".utf8))
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("MD415"), "a killed process leaves a sound cache")
    #expect(try picture(project).countOfDifferences(from: .fourTiles()) == 0)
  }

  @Test(arguments: [(Int32(15), Int32(143)), (2, 130), (1, 129)])
  func aSignalEndsTheRunInOrder(signal: Int32, status: Int32) async throws {
    let server = try ScriptedServer { _ in .silence }
    let project = try MapProject([
      "maps/m.yaml": MapProject.fourTiles(server.baseAddress).replacing("timeout: 10", with: "timeout: 60")
    ])
    try project.folder.write("old picture", to: "build/m.png")
    let running = try project.startRender()
    let ended = await running.end(bySignal: signal) { !server.requests.isEmpty }
    #expect(ended == status)
    #expect(try project.folder.names(in: "build") == ["m.png"])
    #expect(try project.folder.read("build/m.png") == Array("old picture".utf8))
  }
}
