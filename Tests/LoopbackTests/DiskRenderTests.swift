import Glibc
import TestSupport
import Testing

/// Disks that are full, read-only or not ours.
@Suite(.timeLimit(.minutes(15))) struct DiskRenderTests {
  /// A picture of 600 x 600 pixels with four kinds of noise: far more than the disk has.
  private func project(output: String) throws -> (MapProject, ScriptedServer) {
    let script = PyramidScript()
    let server = try ScriptedServer { script.reply(to: $0.target) }
    let document = MapProject.fourTiles(server.baseAddress) + "outputs: [{path: \(output)}]\n"
    return (try MapProject(["maps/m.yaml": document.replacing("level: 2, snap: level", with: "zoom: 2.3")]), server)
  }

  @Test(.enabled(if: SmallDisk.areAllowed, "only root may mount a small disk"))
  func aFullDiskLeavesTheOldPictureAndNothingElse() async throws {
    guard let disk = try SmallDisk("size=64k") else { return }
    try disk.folder.write("old picture", to: "m.png")
    let (project, server) = try project(output: disk.folder.path + "/m.png")
    let outcome = try await project.render()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error[MD504]") && outcome.errors.contains("the disk is full"), "\(outcome.errors)")
    #expect(try disk.folder.names(in: "") == ["m.png"])
    #expect(try disk.folder.read("m.png") == Array("old picture".utf8))
    #expect(!server.requests.isEmpty)
  }

  @Test(.enabled(if: SmallDisk.areAllowed, "only root may mount a small disk"))
  func aReadOnlyOutputFolderIsSaid() async throws {
    guard let disk = try SmallDisk("size=1m"), disk.makeReadOnly() else { return }
    let (project, server) = try project(output: disk.folder.path + "/m.png")
    let outcome = try await project.render()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error[MD504]") && outcome.errors.contains("read-only"), "\(outcome.errors)")
    server.stop()
  }

  @Test(.enabled(if: SmallDisk.areAllowed, "only root may mount a small disk"))
  func aFullDiskUnderTheCacheCostsNoPicture() async throws {
    guard let disk = try SmallDisk("size=200k") else { return }
    let (project, server) = try project(output: "build/m.png")
    let outcome = try await project.render("--cache", disk.folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try !project.folder.read("build/m.png").isEmpty)
    server.stop()
    #expect(
      outcome.errors.contains("warning[MD415]") && outcome.errors.contains("the disk is full"), "\(outcome.errors)")
  }
}
