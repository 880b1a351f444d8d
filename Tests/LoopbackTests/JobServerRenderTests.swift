import TestSupport
import Testing

/// Below a real `make -j`.
@Suite(.enabled(if: Program.named("make") != nil, "make is not here"), .timeLimit(.minutes(15)))
struct JobServerRenderTests {
  @Test func mapsShareTheJobsOfMake() async throws {
    let script = PyramidScript()
    let server = try ScriptedServer { .after(seconds: 0.02, script.reply(to: $0.target)) }
    let project = try MapProject()
    for number in 0..<12 {
      // A tile of its own for each map, so that requests at once are maps at once.
      try project.folder.write(
        """
        mapdoc: 1
        canvas: {size: [16, 16]}
        initialExtent: {center: [\(number * 20 - 119), 10], level: 6}
        layers:
          - {id: t, type: xyz, url: "\(server.baseAddress)/{z}/{x}/{y}.png"}

        """, to: "maps/m\(number).yaml")
    }
    try project.folder.write("all:\n\t+\(Program.mapdoc) render --progress plain\n", to: "Makefile")
    let make = try #require(Program.named("make"))
    let outcome = try await Program(
      make.path, environment: ["MAPDOC_CACHE": project.folder.path + "/cache"], folder: project.folder.path
    ).run(["-j3"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("jobserver"), "make missed a token: \(outcome.errors)")
    #expect(try project.folder.names(in: "build").count == 12)
    #expect(server.mostAtOnce <= 3)
  }
}
