import Glibc
import TestSupport
import Testing

@Suite struct RenderCommandTests {
  private static let world = """
    mapdoc: 1
    canvas: {size: [64, 32]}
    initialExtent: [-180, -60, 180, 60]
    layers:
      - {id: w, type: builtin, name: world}
    bookmarks:
      - {name: here, extent: [0, 40, 20, 50]}
      - {name: there, extent: [100, -10, 120, 0]}
    """

  private func project(_ documents: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("contact: test@example.org\n", to: ".mapdoc.yaml")
    for (name, text) in documents { try folder.write(text, to: name) }
    return folder
  }

  private func mapdoc(_ folder: TemporaryFolder, _ words: String...) async throws -> Program.Outcome {
    try await Program(Program.mapdoc, environment: ["MAPDOC_CACHE": folder.path + "/cache"], folder: folder.path).run(
      words)
  }

  @Test func rendersTheFolderMapsToBuild() async throws {
    let folder = try project(["maps/a.yaml": Self.world, "maps/deep/b.yaml": Self.world])
    let outcome = try await mapdoc(folder, "render")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.isEmpty, "results are the files")
    for name in ["build/a.png", "build/b.png"] {
      #expect(try folder.read(name).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }

  @Test func aDocumentThatCannotBeReadCountsAsFailed() async throws {
    let folder = try project(["maps/a.yaml": Self.world, "maps/b.yaml": "mapdoc: 1\nlayers: [\n"])
    let outcome = try await mapdoc(folder, "render", "--report", "report.json")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("build/b.png  failed\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains("1 rendered, 1 failed in "), "\(outcome.errors)")
  }

  @Test func aMapWithoutItsWorldFileIsOutOfDate() async throws {
    let output = "\noutputs: [{path: build/a.png, georeference: worldfile}]\n"
    let folder = try project(["maps/a.yaml": Self.world + output])
    #expect(try await mapdoc(folder, "render").status == 0)
    #expect(try await mapdoc(folder, "render").errors.contains("up to date"))
    #expect(unlink(folder.path + "/build/a.pgw") == 0)
    #expect(try await !mapdoc(folder, "render").errors.contains("up to date"))
    #expect(try !folder.read("build/a.pgw").isEmpty)
  }

  /// A time of change that no count of nanoseconds holds.
  @Test func aPictureFromTheFarFutureIsNoMatter() async throws {
    let folder = try project(["maps/a.yaml": Self.world])
    #expect(try await mapdoc(folder, "render").status == 0)
    var times = [timespec(tv_sec: 1 << 40, tv_nsec: 0), timespec(tv_sec: 1 << 40, tv_nsec: 0)]
    _ = utimensat(AT_FDCWD, folder.path + "/build/a.png", &times, 0)
    #expect(try await mapdoc(folder, "render").status == 0)
  }

  @Test func theFormatThatIsWrittenGoesBeforeTheSuffix() async throws {
    let output = "\noutputs: [{path: build/a.png, format: jpg}]\n"
    let folder = try project(["maps/a.yaml": Self.world + output])
    #expect(try await mapdoc(folder, "render").status == 0)
    #expect(try folder.read("build/a.png").starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(try await mapdoc(folder, "render", "-o", "b.webp").status == 0)
    #expect(try folder.read("b.webp").starts(with: Array("RIFF".utf8)))
  }

  @Test func whatIsUpToDateIsNotDrawnAgain() async throws {
    let folder = try project(["maps/a.yaml": Self.world])
    #expect(try await mapdoc(folder, "render").status == 0)
    let second = try await mapdoc(folder, "render", "--report", "report.json")
    #expect(second.status == 0)
    #expect(String(decoding: try folder.read("report.json"), as: UTF8.self).contains("\"upToDate\": 1"))
    try folder.write(Self.world.replacing("60]", with: "61]"), to: "maps/a.yaml")
    _ = try await mapdoc(folder, "render", "--report", "report.json")
    #expect(String(decoding: try folder.read("report.json"), as: UTF8.self).contains("\"rendered\": 1"))
  }

  @Test func oneBrokenDocumentDoesNotStopTheOthers() async throws {
    let folder = try project(["maps/a.yaml": Self.world, "maps/b.yaml": Self.world + "\noutptus: []\n"])
    let outcome = try await mapdoc(folder, "render")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("maps/b.yaml:9:1: error[MD101]"), "\(outcome.errors)")
    #expect(outcome.errors.contains("did you mean `outputs`?"))
    #expect(try !folder.read("build/a.png").isEmpty)
    #expect(throws: (any Error).self) { try folder.read("build/b.png") }
  }

  @Test func anOldPictureStaysWhenItsDocumentBreaks() async throws {
    let folder = try project(["maps/a.yaml": Self.world])
    #expect(try await mapdoc(folder, "render").status == 0)
    let before = try folder.read("build/a.png")
    try folder.write("mapdoc: 1\nlayers: 3\n", to: "maps/a.yaml")
    #expect(try await mapdoc(folder, "render").status == 1)
    #expect(try folder.read("build/a.png") == before)
  }

  @Test func bookmarksAreDrawnOnRequest() async throws {
    let folder = try project(["maps/a.yaml": Self.world])
    #expect(try await mapdoc(folder, "render", "--all-bookmarks").status == 0)
    #expect(try folder.read("build/a-here.png") != folder.read("build/a-there.png"))
    #expect(try await mapdoc(folder, "render", "--bookmark", "here", "-o", "one.webp").status == 0)
    #expect(try folder.read("one.webp").starts(with: Array("RIFF".utf8)))
    let unknown = try await mapdoc(folder, "render", "--bookmark", "heer")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("did you mean `here`?"))
  }

  @Test func outputNamesOnePictureOnly() async throws {
    let folder = try project(["maps/a.yaml": Self.world, "maps/b.yaml": Self.world])
    let outcome = try await mapdoc(folder, "render", "-o", "one.png")
    #expect(outcome.status == 2)
    #expect(throws: (any Error).self) { try folder.read("one.png") }
  }

  @Test func twoRenderingsWithOnePathAreAnErrorBeforeAnythingIsDrawn() async throws {
    let folder = try project([
      "maps/a.yaml": Self.world + "\noutputs: [{path: same.png}]\n",
      "maps/b.yaml": Self.world + "\noutputs: [{path: same.png}]\n",
    ])
    let outcome = try await mapdoc(folder, "render")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD501"))
  }

  @Test func aReadOnlyOutputFolderIsSaid() async throws {
    try #require(geteuid() != 0 || access("/proc/1", R_OK) == 0)
    let folder = try project(["maps/a.yaml": Self.world + "\noutputs: [{path: /proc/nowhere/a.png}]\n"])
    let outcome = try await mapdoc(folder, "render")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD504"), "\(outcome.errors)")
  }

  /// Its picture is 40 pixels wide and the tiles 256: it fills them, without a warning, and is read anew when it changes.
  @Test func aPatternFillsTheTilesThatItsConditionNames() async throws {
    let document = """
      mapdoc: 1
      canvas: {size: [512, 512]}
      initialExtent: {center: [0, 0], level: 1}
      layers:
        - {id: w, type: builtin, name: world}
        - {id: dots, type: pattern, image: dots.png, where: (x + y) % 2 == 1, resampling: nearest}
      """
    let folder = try project(["maps/a.yaml": document])
    try folder.write(GreyTile.smallDark, to: "maps/dots.png")
    let outcome = try await mapdoc(folder, "render", "--report", "report.json")
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("MD"), "\(outcome.errors)")
    let report = String(decoding: try folder.read("report.json"), as: UTF8.self)
    #expect(report.contains("\"coverage\": 0.5"), "\(report)")
    let before = try folder.read("build/a.png")
    try folder.write(GreyTile.smallLight, to: "maps/dots.png")
    #expect(try await mapdoc(folder, "render").status == 0)
    #expect(try folder.read("build/a.png") != before)
  }

  @Test func aPatternWithoutItsPictureIsAnErrorOfTheLayer() async throws {
    let document = Self.world.replacing(
      "bookmarks:", with: "  - {id: d, type: pattern, image: no.png, where: true}\nbookmarks:")
    let outcome = try await mapdoc(try project(["maps/a.yaml": document]), "check")
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("MD401"), "\(outcome.text)")
    #expect(outcome.text.contains("no.png"))
  }

  @Test func standardOutputOfCheckIsTheReport() async throws {
    let folder = try project(["maps/a.yaml": Self.world])
    let outcome = try await mapdoc(folder, "check", "--format", "json")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("\"documents\": 1"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func aDiagnosticIsShownWithItsLine() async throws {
    let folder = try project([
      "maps/a.yaml": Self.world.replacing("size: [64, 32]", with: "size: [64, 32], backgroud: red")
    ])
    let outcome = try await mapdoc(folder, "check")
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("maps/a.yaml:2:26: error[MD101]"), "\(outcome.text)")
    #expect(outcome.text.contains("^~~~~~~~"))
    #expect(outcome.text.contains("did you mean `background`?"))
  }

  @Test func oneFileIsWrittenFromADocumentOfManyOutputs() async throws {
    let outputs =
      "\noutputs:\n  - path: build/a.png\n  - {path: \"build/a-${bookmark}.webp\", bookmarks: all}\n"
      + "  - {path: build/a@2x.png, canvas: {pixelRatio: 2}}\n"
    let folder = try project(["maps/a.yaml": Self.world + outputs])
    #expect(try await mapdoc(folder, "render", "-o", "start.png").status == 0)
    #expect(try await mapdoc(folder, "render", "--bookmark", "here", "-o", "here.png").status == 0)
    #expect(try folder.read("start.png") != folder.read("here.png"))
    #expect(try await mapdoc(folder, "render", "--all-bookmarks", "-o", "two.png").status == 2)
    #expect(throws: (any Error).self, "another file was written") { try folder.names(in: "build") }
    #expect(try await mapdoc(folder, "render", "--bookmark", "there").status == 0)
    #expect(try folder.names(in: "build") == ["a-there.webp"], "only the output that shows bookmarks draws one")
  }
}
