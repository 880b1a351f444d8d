import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Commands on a whole project: `init`, `cache`, `inspect`, `schema`, `completions`.
@Suite(.timeLimit(.minutes(15))) struct ProjectCommandTests {
  private func mapdoc(
    _ words: [String], in folder: TemporaryFolder, _ environment: [String: String] = [:]
  ) async throws -> Program.Outcome {
    let all = ["MAPDOC_CACHE": folder.path + "/cache"].merging(environment) { $1 }
    return try await Program(Program.mapdoc, environment: all, folder: folder.path).run(words)
  }

  private func tiles(_ address: String) -> String {
    """
    mapdoc: 1
    canvas: {size: [64, 64]}
    initialExtent: {center: [0, 0], level: 1}
    layers:
      - {id: streets, type: xyz, url: "\(address)/{z}/{x}/{y}.png"}

    """
  }

  @Test func aNewProjectChecksAndRenders() async throws {
    let folder = try TemporaryFolder()
    let begun = try await mapdoc(["init", "atlas"], in: folder)
    #expect(begun.status == 0, "\(begun.errors)")
    #expect(begun.errors.contains("made atlas/maps/first.yaml"))
    let project = Program(Program.mapdoc, folder: folder.path + "/atlas")
    let check = try await project.run(["check", "--strict"])
    #expect(check.status == 0, "\(check.text)")
    let render = try await project.run(["render"])
    #expect(render.status == 0, "\(render.errors)")
    #expect(try folder.read("atlas/build/first.png").starts(with: [0x89, 0x50]))
    // A second time everything is left as it is.
    try folder.write("mine\n", to: "atlas/Makefile")
    let again = try await mapdoc(["init", "atlas"], in: folder)
    #expect(again.status == 0 && again.errors.contains("left atlas/Makefile as it is"))
    #expect(try folder.read("atlas/Makefile") == Array("mine\n".utf8))
  }

  @Test(arguments: ["new map #1", "l'été", "plain-1.2"]) func theNextStepCanBePasted(name: String) async throws {
    let folder = try TemporaryFolder()
    let begun = try await mapdoc(["init", name], in: folder)
    let next = try #require(begun.errors.split(separator: "\n").last { $0.hasPrefix("next: ") })
    let step = next.dropFirst(6).prefix { $0 != "&" }
    let shell = try await Program("/bin/sh", folder: folder.path).run(["-c", "\(step) && test -f maps/first.yaml"])
    #expect(shell.status == 0, "\(next)")
  }

  @Test(.enabled(if: Program.named("make") != nil, "make is not here")) func itsMakefileWorks() async throws {
    let folder = try TemporaryFolder()
    #expect(try await mapdoc(["init"], in: folder).status == 0)
    let make = Program("/usr/bin/make", environment: ["MAPDOC_CACHE": folder.path + "/cache"], folder: folder.path)
    let outcome = try await make.run(["-j3", "check", "all", "MAPDOC=\(Program.mapdoc)"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("jobserver"), "\(outcome.errors)")
    #expect(try folder.names(in: "build") == ["first.png"])
    #expect(try await make.run(["clean"]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/build"))
  }

  @Test func aFileInThePlaceOfAFolderIsSaid() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a file\n", to: "maps")
    let outcome = try await mapdoc(["init"], in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("mapdoc init: `") && outcome.errors.contains("maps/first.yaml"), "\(outcome.errors)")
  }

  @Test func theCacheIsShownAndEmptied() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png, [("Cache-Control", "max-age=3600")]) }
    let folder = try TemporaryFolder()
    try folder.write(tiles(server.baseAddress), to: "maps/m.yaml")
    #expect(try await mapdoc(["render"], in: folder).status == 0)
    let info = try await mapdoc(["cache", "info"], in: folder)
    #expect(info.status == 0, "\(info.errors)")
    #expect(info.text.contains("answers  4,") && info.text.contains("127.0.0.1") && info.text.contains("streets"))
    #expect(info.text.contains(folder.path + "/cache"))
    // Nothing of another host or layer goes.
    #expect(
      try await mapdoc(["cache", "clear", "--host", "elsewhere.example"], in: folder).text == "removed 0 answers\n")
    #expect(try await mapdoc(["cache", "clear", "--layer", "other"], in: folder).text == "removed 0 answers\n")
    #expect(try await mapdoc(["cache", "prune", "--older-than", "1d"], in: folder).text == "removed 0 answers\n")
    #expect(try await mapdoc(["cache", "prune", "--size", "1GB"], in: folder).text == "removed 0 answers\n")
    // One tile of about 400 bytes stays.
    #expect(try await mapdoc(["cache", "prune", "--size", "\(GreyTile.png.count + 300)"], in: folder).status == 0)
    let rest = try await mapdoc(["cache", "info"], in: folder).text
    #expect(!rest.contains("answers  4,"), "\(rest)")
    #expect(try await mapdoc(["cache", "clear", "--layer", "streets"], in: folder).status == 0)
    #expect(try await mapdoc(["cache", "info"], in: folder).text.contains("answers  0,"))
    #expect(try await mapdoc(["render", "--force", "--offline"], in: folder).status == 1)
  }

  @Test(arguments: [["info"], ["clear"], ["prune", "--size", "1GB"]])
  func lookingForACacheMakesNone(words: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write("cache: {limit: 5MB}\n", to: ".mapdoc.yaml")
    let outcome = try await mapdoc(["cache"] + words, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.text.contains(words == ["info"] ? "none yet, at most 5 MB" : "removed 0 answers"), "\(outcome.text)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/cache"))
  }

  @Test func theOptionWeighsMoreThanTheEnvironmentAndThatMoreThanTheProject() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png, [("Cache-Control", "max-age=3600")]) }
    let folder = try TemporaryFolder()
    try folder.write("cache: {folder: of-project}\n", to: ".mapdoc.yaml")
    try folder.write(tiles(server.baseAddress), to: "maps/m.yaml")
    func made() -> [String] {
      ["of-project", "of-environment", "of-option"].filter {
        FileManager.default.fileExists(atPath: "\(folder.path)/\($0)/tiles.sqlite")
      }
    }
    let environment = ["MAPDOC_CACHE": folder.path + "/of-environment"]
    #expect(try await mapdoc(["render", "--force", "--cache", "of-option"], in: folder, environment).status == 0)
    #expect(made() == ["of-option"])
    #expect(try await mapdoc(["render", "--force"], in: folder, environment).status == 0)
    #expect(made() == ["of-environment", "of-option"])
    #expect(try await mapdoc(["render", "--force"], in: folder, ["MAPDOC_CACHE": ""]).status == 0)
    #expect(made() == ["of-project", "of-environment", "of-option"])
    #expect(try await mapdoc(["cache", "info"], in: folder, ["MAPDOC_CACHE": ""]).text.contains("/of-project"))
  }

  @Test(arguments: [
    "clear --size 1MB", "info --host a", "prune", "prune --size lots", "prune --older-than 3x", "shrink",
  ])
  func wrongWordsOfCacheAreWrongUsage(words: String) async throws {
    let outcome = try await mapdoc(["cache"] + words.split(separator: " ").map(String.init), in: try TemporaryFolder())
    #expect(outcome.status == 2 && outcome.text.isEmpty && !outcome.errors.isEmpty)
  }

  @Test(arguments: ["maps/data/archipelago.mbtiles", "maps/data/nordholm"])
  func inspectPrintsALayerThatWorks(source: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await mapdoc(["inspect", Showcase.path(source)], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // The layer stands at the end, ready to be pasted.
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.contains("- id: ") || $0.hasPrefix("layers:") }, "\(outcome.text)")
    let layer = lines[start...].filter { !$0.hasPrefix("layers:") }.joined(separator: "\n")
    try folder.write("mapdoc: 1\ncanvas: {size: [64, 64]}\nlayers:\n\(layer)\n", to: "maps/m.yaml")
    let check = try await mapdoc(["check"], in: folder)
    #expect(check.status == 0, "\(check.text)\n\(outcome.text)")
    #expect(try await mapdoc(["render"], in: folder).status == 0)
    let json = try await mapdoc(["inspect", Showcase.path(source), "--format", "json"], in: folder)
    #expect(throws: Never.self) { try JSONDecoder().decode(Anything.self, from: Data(json.output)) }
  }

  @Test func inspectOfATemplateOfTheWeb() async throws {
    let outcome = try await mapdoc(["inspect", "https://tiles.example.org/{z}/{x}/{y}.png"], in: try TemporaryFolder())
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("type: xyz") && outcome.text.contains("EPSG:3857"))
  }

  @Test(arguments: ["nothing.mbtiles", "https://tiles.example.org/"])
  func inspectOfNothingIsSaid(source: String) async throws {
    let outcome = try await mapdoc(["inspect", source], in: try TemporaryFolder())
    #expect([1, 2].contains(outcome.status) && outcome.text.isEmpty && outcome.errors.contains(source))
  }

  @Test func theSchemaIsJSON() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await mapdoc(["schema"], in: folder)
    #expect(throws: Never.self) { try JSONDecoder().decode(Anything.self, from: Data(outcome.output)) }
    #expect(outcome.text.contains("https://json-schema.org/draft/2020-12/schema"))
    #expect(try await mapdoc(["schema", "--format", "man"], in: folder).text.hasPrefix(".TH "))
    #expect(try await mapdoc(["schema", "--format", "markdown"], in: folder).text.hasPrefix("# "))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsAreSound(shell: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await mapdoc(["completions", shell], in: folder)
    #expect(outcome.status == 0 && outcome.text.contains("mapdoc"))
    let file = try folder.write(outcome.output, to: "completions")
    guard let program = Program.named(shell) else { return }  // not installed
    let parsed = try await program.run(["-n", file])
    #expect(parsed.status == 0, "\(parsed.errors)")
  }

  @Test func bashCompletesACommandAndAnOption() async throws {
    guard let bash = Program.named("bash") else { return }
    let folder = try TemporaryFolder()
    let file = try folder.write(try await mapdoc(["completions", "bash"], in: folder).output, to: "completions")
    func completed(_ words: String...) async throws -> [Substring] {
      let script = """
        source \(file); COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
        f=$(complete -p mapdoc | sed 's/.*-F \\([^ ]*\\).*/\\1/'); $f mapdoc "${COMP_WORDS[COMP_CWORD]}" ""; printf '%s\\n' "${COMPREPLY[@]}"
        """
      return try await bash.run(["-c", script]).text.split(separator: "\n").map { $0.drop { $0 == " " } }
    }
    #expect(try await completed("mapdoc", "ren").contains { $0.hasPrefix("render") })
    #expect(try await completed("mapdoc", "render", "--off").contains { $0.hasPrefix("--offline") })
  }
}

/// Any JSON value, for whether a text is one.
private struct Anything: Decodable {
  init(from decoder: any Decoder) throws {
    if var list = try? decoder.unkeyedContainer() {
      while !list.isAtEnd { _ = try list.decode(Anything.self) }
    } else if let object = try? decoder.container(keyedBy: Name.self) {
      for name in object.allKeys { _ = try object.decode(Anything.self, forKey: name) }
    } else {
      _ = try decoder.singleValueContainer()
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
