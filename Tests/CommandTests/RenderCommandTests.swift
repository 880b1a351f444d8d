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

  private func mapdoc(_ folder: TemporaryFolder, _ words: String...) throws -> Program.Outcome {
    try Program(Program.mapdoc, environment: ["MAPDOC_CACHE": folder.path + "/cache"], folder: folder.path).run(words)
  }

  @Test func rendersTheFolderMapsToBuild() throws {
    let folder = try project(["maps/a.yaml": Self.world, "maps/deep/b.yaml": Self.world])
    let outcome = try mapdoc(folder, "render")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.isEmpty, "results are the files")
    for name in ["build/a.png", "build/b.png"] {
      #expect(try folder.read(name).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }

  @Test func aMapWithoutItsWorldFileIsOutOfDate() throws {
    let output = "\noutputs: [{path: build/a.png, georeference: worldfile}]\n"
    let folder = try project(["maps/a.yaml": Self.world + output])
    #expect(try mapdoc(folder, "render").status == 0)
    #expect(try mapdoc(folder, "render").errors.contains("up to date"))
    #expect(unlink(folder.path + "/build/a.pgw") == 0)
    #expect(try !mapdoc(folder, "render").errors.contains("up to date"))
    #expect(try !folder.read("build/a.pgw").isEmpty)
  }

  /// A time of change that no count of nanoseconds holds.
  @Test func aPictureFromTheFarFutureIsNoMatter() throws {
    let folder = try project(["maps/a.yaml": Self.world])
    #expect(try mapdoc(folder, "render").status == 0)
    var times = [timespec(tv_sec: 1 << 40, tv_nsec: 0), timespec(tv_sec: 1 << 40, tv_nsec: 0)]
    _ = utimensat(AT_FDCWD, folder.path + "/build/a.png", &times, 0)
    #expect(try mapdoc(folder, "render").status == 0)
  }

  @Test func theFormatThatIsWrittenGoesBeforeTheSuffix() throws {
    let output = "\noutputs: [{path: build/a.png, format: jpg}]\n"
    let folder = try project(["maps/a.yaml": Self.world + output])
    #expect(try mapdoc(folder, "render").status == 0)
    #expect(try folder.read("build/a.png").starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(try mapdoc(folder, "render", "-o", "b.webp").status == 0)
    #expect(try folder.read("b.webp").starts(with: Array("RIFF".utf8)))
  }

  @Test func whatIsUpToDateIsNotDrawnAgain() throws {
    let folder = try project(["maps/a.yaml": Self.world])
    #expect(try mapdoc(folder, "render").status == 0)
    let second = try mapdoc(folder, "render", "--report", "report.json")
    #expect(second.status == 0)
    #expect(String(decoding: try folder.read("report.json"), as: UTF8.self).contains("\"upToDate\": 1"))
    try folder.write(Self.world.replacing("60]", with: "61]"), to: "maps/a.yaml")
    _ = try mapdoc(folder, "render", "--report", "report.json")
    #expect(String(decoding: try folder.read("report.json"), as: UTF8.self).contains("\"rendered\": 1"))
  }

  @Test func oneBrokenDocumentDoesNotStopTheOthers() throws {
    let folder = try project(["maps/a.yaml": Self.world, "maps/b.yaml": Self.world + "\noutptus: []\n"])
    let outcome = try mapdoc(folder, "render")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("maps/b.yaml:9:1: error[MD101]"), "\(outcome.errors)")
    #expect(outcome.errors.contains("did you mean `outputs`?"))
    #expect(try !folder.read("build/a.png").isEmpty)
    #expect(throws: (any Error).self) { try folder.read("build/b.png") }
  }

  @Test func anOldPictureStaysWhenItsDocumentBreaks() throws {
    let folder = try project(["maps/a.yaml": Self.world])
    #expect(try mapdoc(folder, "render").status == 0)
    let before = try folder.read("build/a.png")
    try folder.write("mapdoc: 1\nlayers: 3\n", to: "maps/a.yaml")
    #expect(try mapdoc(folder, "render").status == 1)
    #expect(try folder.read("build/a.png") == before)
  }

  @Test func bookmarksAreDrawnOnRequest() throws {
    let folder = try project(["maps/a.yaml": Self.world])
    #expect(try mapdoc(folder, "render", "--all-bookmarks").status == 0)
    #expect(try folder.read("build/a-here.png") != folder.read("build/a-there.png"))
    #expect(try mapdoc(folder, "render", "--bookmark", "here", "-o", "one.webp").status == 0)
    #expect(try folder.read("one.webp").starts(with: Array("RIFF".utf8)))
    let unknown = try mapdoc(folder, "render", "--bookmark", "heer")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("did you mean `here`?"))
  }

  @Test func outputNamesOnePictureOnly() throws {
    let folder = try project(["maps/a.yaml": Self.world, "maps/b.yaml": Self.world])
    let outcome = try mapdoc(folder, "render", "-o", "one.png")
    #expect(outcome.status == 2)
    #expect(throws: (any Error).self) { try folder.read("one.png") }
  }

  @Test func twoRenderingsWithOnePathAreAnErrorBeforeAnythingIsDrawn() throws {
    let folder = try project([
      "maps/a.yaml": Self.world + "\noutputs: [{path: same.png}]\n",
      "maps/b.yaml": Self.world + "\noutputs: [{path: same.png}]\n",
    ])
    let outcome = try mapdoc(folder, "render")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD501"))
  }

  @Test func aReadOnlyOutputFolderIsSaid() throws {
    try #require(geteuid() != 0 || access("/proc/1", R_OK) == 0)
    let folder = try project(["maps/a.yaml": Self.world + "\noutputs: [{path: /proc/nowhere/a.png}]\n"])
    let outcome = try mapdoc(folder, "render")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("MD504"), "\(outcome.errors)")
  }

  @Test func standardOutputOfCheckIsTheReport() throws {
    let folder = try project(["maps/a.yaml": Self.world])
    let outcome = try mapdoc(folder, "check", "--format", "json")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("\"documents\": 1"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func aDiagnosticIsShownWithItsLine() throws {
    let folder = try project([
      "maps/a.yaml": Self.world.replacing("size: [64, 32]", with: "size: [64, 32], backgroud: red")
    ])
    let outcome = try mapdoc(folder, "check")
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("maps/a.yaml:2:26: error[MD101]"), "\(outcome.text)")
    #expect(outcome.text.contains("^~~~~~~~"))
    #expect(outcome.text.contains("did you mean `background`?"))
  }
}
