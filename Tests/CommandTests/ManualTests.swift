import FoundationEssentials
import TestSupport
import Testing

/// What the manual shows works as it is written there.
@Suite struct ManualTests {
  /// The examples of the manual, each with the heading above it.
  static let examples: [Example] = {
    // The committed one: `make fresh` holds it against the program's.
    let path = repository + "/Sources/DocumentModel/Schema/MANUAL.md"
    guard let manual = FileManager.default.contents(atPath: path).map({ String(decoding: $0, as: UTF8.self) }) else {
      return []
    }
    var examples: [Example] = []
    var (title, lines, isInside) = ("", [String](), false)
    for line in manual.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("## ") {
        title = String(line.dropFirst(3))
      } else if line.hasPrefix("```") {
        if isInside { examples.append(Example(title: title, text: lines.joined(separator: "\n") + "\n")) }
        (lines, isInside) = ([], !isInside)
      } else if isInside {
        lines.append(line)
      }
    }
    return examples
  }()

  struct Example: CustomTestStringConvertible {
    let title: String
    let text: String
    var isProjectFile: Bool { text.hasPrefix("# .mapdoc.yaml") }
    var testDescription: String { title }
  }

  private static let repository = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// A project with the repository's data and templates, and the manual's own project file.
  private func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["data", "templates"] {
      let from = Self.repository + (name == "data" ? "/maps/data" : "/templates")
      let to = folder.path + (name == "data" ? "/maps/data" : "/templates")
      try FileManager.default.createDirectory(atPath: folder.path + "/maps", withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: from, toPath: to)
    }
    let files = Self.examples.filter(\.isProjectFile)
    let file = try #require(files.first)
    try folder.write(file.text, to: ".mapdoc.yaml")
    return folder
  }

  @Test(arguments: examples) func checkAcceptsEveryExample(_ example: Example) async throws {
    let folder = try project()
    try folder.write(
      example.isProjectFile ? "mapdoc: 1\nlayers: [{id: w, type: builtin}]\n" : example.text, to: "maps/example.yaml")
    let outcome = try await Program(
      Program.mapdoc,
      environment: [
        "TILES_KEY": "k", "SURVEY_PASSWORD": "p", "GIS_PASSWORD": "p", "TIANDITU_KEY": "k", "BING_KEY": "k",
      ], folder: folder.path
    ).run(["check", "--strict", "maps/example.yaml"])
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
  }

  @Test func everyKindOfLayerHasAnExample() async throws {
    let manual = try await Program(Program.mapdoc).run(["schema", "--format", "markdown"]).text
    let titles = manual.split(separator: "\n").filter { $0.hasPrefix("## Layer type ") }.map { String($0.dropFirst(3)) }
    #expect(titles.count >= 7)
    for title in titles { #expect(Self.examples.contains { $0.title == title }, "\(title) has no example") }
    for title in ["Extents", "Layers", "Outputs", "Project file", "Merging"] {
      #expect(Self.examples.contains { $0.title == title }, "\(title) has no example")
    }
  }

  @Test func theProjectFileHasASchemaOfItsOwn() async throws {
    let outcome = try await Program(Program.mapdoc).run(["schema", "--project"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("\"requestsPerSecond\""))
    #expect(try await Program(Program.mapdoc).run(["schema", "--project", "--format", "man"]).status == 2)
  }

  @Test(
    .enabled(if: Program.named("groff") != nil, "groff is not here"),
    arguments: [["help", "--man"], ["schema", "--format", "man"]])
  func groffReadsThePages(_ words: [String]) async throws {
    let folder = try TemporaryFolder()
    try await folder.write(Program(Program.mapdoc).run(words).text, to: "page")
    let groff = try #require(Program.named("groff"))
    let outcome = try await groff.run(["-man", "-ww", "-Tutf8", folder.path + "/page"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.text.contains("render") || outcome.text.contains("layers"))
  }
}
