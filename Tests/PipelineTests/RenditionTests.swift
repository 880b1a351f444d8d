import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// Which pictures a document asks for, and where they go.
@Suite(.timeLimit(.minutes(10))) struct RenditionTests {
  private static let world = """
    mapdoc: 1
    canvas: {size: [16, 8]}
    initialExtent: [-180, -60, 180, 60]
    layers:
      - {id: w, type: builtin, name: world}
    bookmarks:
      - {name: here, extent: [0, 40, 20, 50]}
      - {name: there & far, extent: [100, -10, 120, 0]}

    """

  private func outputs(
    _ more: String = "", name: String = "map.yaml", _ change: (inout RenderVerb.Options) -> Void = { _ in }
  ) async throws -> [String] {
    let project = try PipelineProject([".mapdoc.yaml": "{}\n", name: Self.world + more])
    let report = try await project.render(name) {
      change(&$0)
      // A folder that a test names is one of its project.
      if let folder = $0.renditions.outputFolder { $0.renditions.outputFolder = project.path(folder) }
      if let file = $0.renditions.outputFile { $0.renditions.outputFile = project.path(file) }
    }
    #expect(report.maps.allSatisfy { $0.status == .rendered }, "\(report.findings.diagnostics.map(\.message))")
    let root = project.folder.path + "/"
    return try report.maps.map { map in
      let file = try #require(map.output.hasPrefix(root) ? String(map.output.dropFirst(root.count)) : nil)
      #expect(try !project.folder.read(file).isEmpty)
      return file
    }
  }

  @Test func oneForTheInitialExtentByDefault() async throws {
    #expect(try await outputs() == ["build/map.png"])
    #expect(try await outputs(name: "maps/deep/Harbour West.v2.yaml") == ["build/Harbour West.v2.png"])
  }

  @Test func namesOfTheMapAndTheBookmarkStandInPaths() async throws {
    #expect(
      try await outputs("outputs: [{path: 'out/${map}/${bookmark}.webp', bookmarks: all}]\n")
        == ["out/map/here.webp", "out/map/there & far.webp"])
    #expect(
      try await outputs("outputs: [{path: 'a.png'}, {path: '${bookmark}.jpg', bookmarks: [here]}]\n")
        == ["a.png", "here.jpg"])
  }

  @Test(arguments: ["there/far", "..", "."]) func aNameThatWouldOpenAnotherFolderIsAnError(name: String) async throws {
    let project = try PipelineProject([
      "map.yaml": Self.world + "outputs: [{path: '${bookmark}/a.png', bookmarks: all}]\n"
    ])
    let text = String(decoding: try project.folder.read("map.yaml"), as: UTF8.self)
    try project.folder.write(text.replacing("there & far", with: name), to: "map.yaml")
    #expect(try await project.check().contains { $0.severity == .error })
    let report = try await project.render()
    #expect(report.hasFailed && report.count(.rendered) == 0)
    #expect(try project.folder.names(in: "") == ["map.yaml"])
    // The name of a file may hold such a part, and is one part.
    #expect(FilePaths.fileName(name) == (name == "there/far" ? "there_far" : "_"))
  }

  @Test func aBookmarkWithoutOneIsAnError() async throws {
    let project = try PipelineProject(["map.yaml": Self.world + "outputs: [{path: '${bookmark}.png'}]\n"])
    #expect(try await project.check().contains { $0.code == .undefinedParameter && $0.severity == .error })
  }

  @Test func theCommandLineChoosesBookmarks() async throws {
    #expect(try await outputs { $0.renditions.bookmarks = ["here"] } == ["build/map-here.png"])
    #expect(
      try await outputs { $0.renditions.allBookmarks = true }
        == ["build/map-here.png", "build/map-there & far.png"])
    // The picture of the initial extent is not overwritten by one of a bookmark.
    #expect(
      try await outputs("outputs: [{path: big.png}]\n") { $0.renditions.bookmarks = ["here"] } == ["big-here.png"])
  }

  @Test func theCommandLineChoosesPlaceAndFormat() async throws {
    #expect(try await outputs { $0.renditions.outputFolder = "elsewhere" } == ["elsewhere/map.png"])
    #expect(
      try await outputs("outputs: [{path: deep/er/a.png}]\n") { $0.renditions.outputFolder = "elsewhere" }
        == ["elsewhere/a.png"])
    #expect(try await outputs { $0.renditions.format = .webp } == ["build/map.webp"])
    #expect(try await outputs { $0.renditions.format = .jpg } == ["build/map.jpg"])
    #expect(try await outputs { $0.renditions.outputFile = "one/two.jpeg" } == ["one/two.jpeg"])
  }

  @Test func theFormatIsThatOfTheSuffixOrAsSaid() async throws {
    let project = try PipelineProject([
      "map.yaml": Self.world
        + "outputs: [{path: a.PNG}, {path: b.jpeg}, {path: c.webp}, {path: picture, format: webp}]\n"
    ])
    try await project.render()
    #expect(try project.folder.read("a.PNG").starts(with: [0x89, 0x50]))
    #expect(try project.folder.read("b.jpeg").starts(with: [0xFF, 0xD8]))
    #expect(try project.folder.read("c.webp").starts(with: Array("RIFF".utf8)))
    #expect(try project.folder.read("picture").starts(with: Array("RIFF".utf8)))
  }

  @Test func dpiOfTheCommandLineWeighsMost() async throws {
    let project = try PipelineProject([
      "map.yaml": Self.world + "outputs: [{path: a.png, canvas: {pixelRatio: 3}}]\n"
    ])
    try await project.render { $0.renditions.dpi = 192 }
    // Width and height in the IHDR.
    #expect(try Array(project.folder.read("a.png")[16..<24]) == [0, 0, 0, 32, 0, 0, 0, 16])
  }

  @Test func aWorldFileStandsBesideItsPicture() async throws {
    let project = try PipelineProject([
      "map.yaml": Self.world + "outputs: [{path: a.png, georeference: worldfile}]\n"
    ])
    try await project.render()
    let lines = String(decoding: try project.folder.read("a.pgw"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 6)
    // 2 * 20037508.34 m over 16 pixels, as the box is wider than the picture.
    let numbers = try lines.map { try #require(Double($0)) }
    #expect(abs(numbers[0] - 40_075_016.685578488 / 16) < 1e-6 && numbers[1] == 0 && numbers[2] == 0)
    #expect(numbers[3] == -numbers[0])
    #expect(abs(numbers[4] - (-20_037_508.342789244 + numbers[0] / 2)) < 1e-6)
    #expect(abs(numbers[5] - numbers[0] * 3.5) < 1e-6)
    #expect(try project.folder.names(in: "") == [".mapdoc", "a.pgw", "a.png", "a.prj", "map.yaml"])
  }
}
