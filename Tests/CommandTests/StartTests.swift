import TestSupport
import Testing

@Suite struct StartTests {
  private let mapdoc = Program(Program.mapdoc)

  @Test func versionIsOneLine() async throws {
    let outcome = try await mapdoc.run(["version"])
    #expect(outcome.status == 0)
    #expect(outcome.text.hasPrefix("mapdoc 0."))
    #expect(outcome.text.split(separator: "\n").count == 1)
    #expect(outcome.errors.isEmpty)
  }

  @Test func aMisspeltCommandGetsASuggestion() async throws {
    let outcome = try await mapdoc.run(["chekc"])
    #expect(outcome.status == 2)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.contains("`chekc`") && outcome.errors.contains("`check`"))
  }

  @Test func aMisspeltOptionGetsASuggestionAndDoesNothing() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mapdoc: 1\nlayers:\n  - {id: w, type: builtin, name: world}\n", to: "maps/a.yaml")
    let outcome = try await Program(Program.mapdoc, folder: folder.path).run(["render", "--fromat", "png"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("`--format`"))
    #expect(throws: (any Error).self) { try folder.read("build/a.png") }
  }

  @Test(arguments: [
    "check", "plan", "render", "inspect", "import", "cache", "schema", "init", "completions", "version",
  ])
  func everyCommandHasOneScreenOfHelp(command: String) async throws {
    for words in [["help", command], [command, "--help"]] {
      let outcome = try await mapdoc.run(words)
      #expect(outcome.status == 0)
      #expect(outcome.text.contains("mapdoc \(command)"))
      #expect(outcome.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 48)
      #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
  }

  @Test(arguments: ["watch", "serve", "lock", "test", "diff"])
  func aCommandOfLaterSaysSo(command: String) async throws {
    let outcome = try await mapdoc.run([command, "x"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("not yet supported"))
  }

  @Test(arguments: [
    ["render", "--locked"], ["render", "--update-lock"], ["render", "--depfile", "maps.d"], ["render", "--frames=1-9"],
  ])
  func anOptionOfLaterSaysSo(words: [String]) async throws {
    let outcome = try await mapdoc.run(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("is not yet supported by this version"))
  }

  @Test func aPathThatDoesNotExistIsWrongUsage() async throws {
    let outcome = try await mapdoc.run(["check", "/nonexistent/map.yaml"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("/nonexistent/map.yaml"))
  }
}
