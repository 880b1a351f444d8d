import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Colour, progress, and documents that cannot be read.
@Suite(.timeLimit(.minutes(15))) struct OutputFormTests {
  private static let wrong = "mapdoc: 1\nlayers:\n  - {id: w, type: builtin, opactiy: 1}\n"
  private static let right = "mapdoc: 1\ncanvas: {size: [16, 16]}\nlayers:\n  - {id: w, type: builtin}\n"

  private func mapdoc(
    _ words: [String], _ files: [String: String], _ environment: [String: String] = [:]
  ) async throws -> (outcome: Program.Outcome, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let all = ["MAPDOC_CACHE": folder.path + "/cache"].merging(environment) { $1 }
    return (try await Program(Program.mapdoc, environment: all, folder: folder.path).run(words), folder)
  }

  @Test func isNotColouredIntoAFile() async throws {
    for environment in [[:], ["NO_COLOR": "1"], ["TERM": "xterm-256color"]] {
      let (outcome, _) = try await mapdoc(["check"], ["maps/a.yaml": Self.wrong], environment)
      #expect(outcome.status == 1 && !outcome.text.contains("\u{1B}"))
    }
  }

  @Test func isColouredWhereAskedFor() async throws {
    let (always, _) = try await mapdoc(["check", "--color", "always"], ["maps/a.yaml": Self.wrong], ["NO_COLOR": "1"])
    #expect(always.text.contains("\u{1B}["))
    let (render, _) = try await mapdoc(
      ["render", "--color", "always", "--progress", "none"], ["maps/a.yaml": Self.wrong])
    #expect(render.errors.contains("\u{1B}["))
    let (never, _) = try await mapdoc(["check", "--color", "never"], ["maps/a.yaml": Self.wrong])
    #expect(!never.text.contains("\u{1B}"))
    let (json, _) = try await mapdoc(["check", "--color", "always", "--format", "json"], ["maps/a.yaml": Self.wrong])
    #expect(!json.text.contains("\u{1B}"), "a form for programs has no colour")
  }

  @Test(.enabled(if: Program.named("script") != nil, "script is not here")) func onATerminalColourDependsOnNO_COLOR()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.wrong, to: "maps/a.yaml")
    func onTerminal(_ environment: [String: String]) async throws -> String {
      try await #require(Program.named("script")).onTerminal(
        "\(Program.mapdoc) check", environment.merging(["TERM": "xterm"]) { $1 }, folder.path)
    }
    #expect(try await onTerminal([:]).contains("\u{1B}["))
    #expect(try await !onTerminal(["NO_COLOR": "1"]).contains("\u{1B}["))
  }

  @Test func plainProgressIsALineForEachMap() async throws {
    let files = [".mapdoc.yaml": "{}\n", "maps/a.yaml": Self.right, "maps/b.yaml": Self.right]
    let (plain, folder) = try await mapdoc(["render", "--progress", "plain"], files)
    #expect(plain.status == 0 && plain.text.isEmpty)
    let lines = plain.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(plain.errors)")
    #expect(lines.count { $0.hasPrefix("build/") && $0.contains("rendered in") } == 2)
    #expect(lines.last?.hasPrefix("2 rendered in ") == true)
    #expect(!plain.errors.contains("\r") && !plain.errors.contains("\u{1B}"))
    let again = try await Program(Program.mapdoc, folder: folder.path).run(["render", "--progress", "plain"])
    #expect(again.errors.hasPrefix("2 up to date in ") && again.errors.split(separator: "\n").count == 1)
    let (silent, _) = try await mapdoc(["render", "--progress", "none"], files)
    #expect(silent.status == 0 && silent.errors.isEmpty, "\(silent.errors)")
  }

  /// As another user than root, who may read everything.
  @Test(.enabled(if: geteuid() != 0 || Program.named("setpriv") != nil, "setpriv is not here"))
  func aFileThatMayNotBeReadIsAnErrorOfItsOwn() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.right, to: "maps/a.yaml")
    let secret = try folder.write(Self.right, to: "maps/b.yaml")
    chmod(secret, 0)
    defer { chmod(secret, 0o644) }
    chmod(folder.path, 0o777)
    let words = ["render", "--out-dir", folder.path + "/out"]
    let outcome: Program.Outcome
    if geteuid() == 0 {
      // The program is copied to where everybody may run it.
      try folder.write(Array(Data(contentsOf: URL(filePath: Program.mapdoc))), to: "mapdoc")
      chmod(folder.path + "/mapdoc", 0o755)
      let setpriv = try #require(Program.named("setpriv"))
      outcome = try await Program(setpriv.path, environment: ["MAPDOC_CACHE": folder.path + "/c"], folder: folder.path)
        .run(["--reuid=65534", "--regid=65534", "--clear-groups", folder.path + "/mapdoc"] + words)
    } else {
      outcome = try await Program(Program.mapdoc, folder: folder.path).run(words)
    }
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("maps/b.yaml:1:1: error[MD001]")
        && outcome.errors.contains("its permissions do not allow it"))
    #expect(try folder.names(in: "out") == ["a.png"], "the other one is drawn")
  }

  @Test func aFolderWithoutDocumentsIsSaid() async throws {
    for command in ["check", "render"] {
      let (outcome, _) = try await mapdoc([command], ["maps/notes.txt": "none here\n"])
      #expect(outcome.status == 0)
      #expect((outcome.text + outcome.errors).contains("warning[MD"), "\(outcome.text)\(outcome.errors)")
      #expect((outcome.text + outcome.errors).contains("maps"))
    }
    let (missing, _) = try await mapdoc(["check"], [:])
    #expect(missing.status == 2 && missing.errors.contains("`maps/`"))
  }

  @Test func otherYAMLIsAWarningAndATemplateNone() async throws {
    let (outcome, _) = try await mapdoc(
      ["check"],
      ["maps/a.yaml": Self.right, "maps/other.yaml": "key: value\n", "maps/t.yaml": Self.right + "template: true\n"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("maps/other.yaml:1:1: warning[MD002]"), "\(outcome.text)")
    #expect(!outcome.text.contains("t.yaml"))
  }
}

extension Program {
  /// What a command writes on a terminal of its own: this is util-linux's `script`.
  fileprivate func onTerminal(_ command: String, _ environment: [String: String], _ folder: String) async throws
    -> String
  {
    try await Program(path, environment: environment, folder: folder).run(["-qec", command, "/dev/null"]).text
  }
}
