import Glibc
import Synchronization
import TestSupport
import Testing

/// `mapdoc pack` that is stopped, killed, held up or without room, and goes on.
@Suite(.timeLimit(.minutes(15))) struct PackStoppingTests {
  @Test func aStoppedPackGoesOnAndAsksForNothingTwice() async throws {
    let server = try ScriptedServer { _ in .after(seconds: 0.05, .ok(GreyTile.png)) }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let words = ["pack", "maps/m.yaml", "-o", "a.mbtiles", "--levels", "2-5"]
    let running = try Program(
      Program.mapdoc, environment: ["MAPDOC_CACHE": project.folder.path + "/cache"], folder: project.folder.path
    ).start(words, output: project.folder.path + "/out.txt", errors: project.folder.path + "/err.txt")
    let status = await running.end(bySignal: SIGINT) { server.requests.count > 40 }
    #expect(status == 130)
    let first = server.requests.map(\.target)
    #expect(first.count < 340)
    #expect(access(project.folder.path + "/a.mbtiles", F_OK) != 0)
    #expect(access(project.folder.path + "/a.mbtiles.packing", F_OK) == 0)
    let second = try await project.mapdoc(words[0], words[1], words[2], words[3], words[4], words[5])
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.errors.contains("goes on where it stopped: \(first.count) tiles"), "\(second.errors)")
    #expect(second.text.contains("a.mbtiles  340 tiles"), "\(second.text)")
    let all = server.requests.map(\.target)
    #expect(all.count == 340 && Set(all).count == 340)
  }

  /// A process that is killed says goodbye to nobody: what came in its last half second may be asked for again, no more.
  @Test func aKilledPackGoesOnWithWhatCame() async throws {
    let server = try ScriptedServer { _ in .after(seconds: 0.05, .ok(GreyTile.png)) }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let words = ["pack", "maps/m.yaml", "-o", "a.gpkg", "--levels", "2-5"]
    let running = try Program(
      Program.mapdoc, environment: ["MAPDOC_CACHE": project.folder.path + "/cache"], folder: project.folder.path
    ).start(words, output: project.folder.path + "/out.txt", errors: project.folder.path + "/err.txt")
    #expect(await running.end(bySignal: SIGKILL) { server.requests.count > 200 } == -SIGKILL)
    let first = server.requests.count
    #expect(first < 340)
    #expect(access(project.folder.path + "/a.gpkg", F_OK) != 0)
    let second = try await project.mapdoc(words[0], words[1], words[2], words[3], words[4], words[5])
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.errors.contains("goes on where it stopped"), "\(second.errors)")
    #expect(second.text.contains("a.gpkg  340 tiles"), "\(second.text)")
    let all = server.requests.map(\.target)
    // Six connections and 50 ms a tile are 60 tiles in half a second; a busy machine commits later.
    #expect(all.count < 340 + first && Set(all).count == 340, "\(all.count) requests, \(first) before the kill")
  }

  @Test func aServerThatFailsInTheMiddleLeavesWhatCame() async throws {
    let script = PyramidScript()
    let isWell = Atomic(false)
    let server = try ScriptedServer { request in
      if request.target == "/2/1/1.png" { return .status(404) }
      if request.target == "/2/2/2.png", !isWell.load(ordering: .relaxed) { return .status(500) }
      return script.reply(to: request.target)
    }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let first = try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.pmtiles")
    #expect(first.status == 1)
    #expect(first.errors.contains("HTTP status 500") && first.errors.contains("MD4"), "\(first.errors)")
    #expect(first.errors.contains("1 tile could not be had; 3 of 4 are in `a.pmtiles.packing`"), "\(first.errors)")
    #expect(access(project.folder.path + "/a.pmtiles", F_OK) != 0)
    isWell.store(true, ordering: .relaxed)
    let before = server.requests.count
    let second = try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.pmtiles")
    #expect(second.status == 0, "\(second.errors)")
    // The tile that is absent is remembered as well as the pictures.
    #expect(server.requests.dropFirst(before).map(\.target) == ["/2/2/2.png"])
    #expect(second.text.contains("3 tiles") && second.text.contains("1 absent"), "\(second.text)")
  }

  @Test func aTileThatIsNoPictureFailsUnlessTheDocumentWarns() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { request in
      request.target == "/2/2/2.png" ? .ok("<html>busy</html>", type: "text/html") : script.reply(to: request.target)
    }
    let project = try MapProject([
      "maps/m.yaml": MapProject.fourTiles(server.baseAddress),
      "maps/w.yaml": MapProject.fourTiles(server.baseAddress, ", onError: warn"),
    ])
    let strict = try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.gpkg")
    #expect(strict.status == 1)
    #expect(strict.errors.contains("level 2, row 2, column 2 is an HTML page, not a picture"), "\(strict.errors)")
    let lenient = try await project.mapdoc("pack", "maps/w.yaml", "-o", "b.gpkg")
    #expect(lenient.status == 0 && lenient.errors.contains("warning["), "\(lenient.errors)")
    #expect(lenient.text.contains("3 tiles"), "\(lenient.text)")
  }

  @Test func otherAreasBeginAnew() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { request in
      request.target == "/2/2/2.png" ? .status(403) : script.reply(to: request.target)
    }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    #expect(try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.tpkx").status == 1)
    let other = try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.tpkx", "--levels", "1")
    #expect(other.status == 0 && other.errors.contains("it begins anew"), "\(other.errors)")
  }

  @Test func theProjectsRateIsSaidAndKeptAndPausesAreWaitedFor() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { request in
      request.number == 2 ? .status(429, [("Retry-After", "1")]) : script.reply(to: request.target)
    }
    let project = try MapProject(
      settings: "hosts: {127.0.0.1: {connections: 1, requestsPerSecond: 20}}\n",
      ["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let packed = try await project.mapdoc("pack", "maps/m.yaml", "-o", "a.mbtiles")
    #expect(packed.status == 0, "\(packed.errors)")
    #expect(packed.errors.contains("at most 1 connection, 20 requests a second at most: 0 s at least"))
    #expect(server.mostAtOnce == 1 && server.requests.count == 5)
  }

  // MARK: - Disks

  @Test(.enabled(if: SmallDisk.areAllowed, "only root may mount a small disk"))
  func aFullDiskLeavesWhatWasCommitted() async throws {
    // Tiles that differ, of 256 kB each as they are written.
    let script = PyramidScript()
    let server = try ScriptedServer { script.reply(to: $0.target) }
    guard let disk = try SmallDisk("size=2m") else { return }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let packed = try await project.mapdoc("pack", "maps/m.yaml", "-o", disk.folder.path + "/a.gpkg", "--levels", "2-4")
    #expect(packed.status == 1)
    #expect(packed.errors.contains("the disk is full"), "\(packed.errors)")
    #expect(!FileNames.exists(disk.folder.path + "/a.gpkg"))
  }

  @Test(.enabled(if: SmallDisk.areAllowed, "only root may mount a small disk"))
  func aReadOnlyTargetIsSaidSo() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    guard let disk = try SmallDisk("size=1m"), disk.makeReadOnly() else { return }
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(server.baseAddress)])
    let packed = try await project.mapdoc("pack", "maps/m.yaml", "-o", disk.folder.path + "/sub/a.mbtiles")
    #expect(packed.status == 1)
    #expect(packed.errors.contains("cannot write") && packed.errors.contains("read-only"), "\(packed.errors)")
    #expect(server.requests.isEmpty)
  }
}
