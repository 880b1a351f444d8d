import Diagnostics
import LayerSources
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// What is wrong with a layer of `type: image`, and where the document says so.
@Suite(.timeLimit(.minutes(10))) struct ImageFaultTests {
  /// Boxes of many worlds, and of one far away, on a map that goes on beyond its edges.
  @Test(arguments: [
    "[0, 0, 1.0e+300, 1.0e+300]", "[-1.0e+9, -1.0e+9, 1.0e+9, 1.0e+9]", "[1.0e+15, 0, 1.1e+15, 1.0e+14]",
  ])
  func takesBoxesOfAnySize(_ box: String) async throws {
    let project = try PipelineProject([
      "map.yaml": ImageRenderTests.document(
        "srs: EPSG:3857, bbox: \(box)", "wrapAround: true\n" + ImageRenderTests.extent)
    ])
    try project.folder.write(ImageRenderTests.waves.png, to: "waves.png")
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
  }

  @Test func pointsAtTheKeyThatIsWrong() async throws {
    let project = try PipelineProject([
      "map.yaml": ImageRenderTests.document(
        "srs: EPSG:3857, corners: [[0, 0], [1, 1], [2, 2], [3, 3]]", ImageRenderTests.extent)
    ])
    try project.folder.write(ImageRenderTests.waves.png, to: "waves.png")
    let finding = try #require(try await project.check().first { $0.layer == "photo" })
    #expect(finding.code == .badExtent && finding.message.contains("lie on one line"))
    #expect(finding.range.start.line == 7 && finding.range.start.column == 72, "\(finding.range.start)")
  }

  @Test(arguments: [
    "[500000, 5500000, 600000, 5600000]", "[0, 0, 400000, 10]", "[2, -100, 12, 100]", "[600, 0, 610, 10]",
  ])
  func aBoxBeyondTheEarthIsFoundByCheck(_ box: String) async throws {
    let project = try PipelineProject([
      "map.yaml": ImageRenderTests.document("srs: EPSG:4326, bbox: \(box)", ImageRenderTests.extent)
    ])
    try project.folder.write(ImageRenderTests.waves.png, to: "waves.png")
    #expect(try await project.check().filter { $0.severity == .error }.map(\.code) == [.badExtent])
  }

  /// What `render` could not read, `check` finds; the file is named at its key.
  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), arguments: ["png", "jpg"])
  func aPictureThatIsCutShortIsFoundByCheck(_ suffix: String) async throws {
    let project = try PipelineProject([
      "map.yaml": ImageRenderTests.document("srs: EPSG:3857, bbox: [0, 0, 1000, 1000]", ImageRenderTests.extent)
        .replacing("waves.png", with: "cut.\(suffix)")
    ])
    let whole =
      suffix == "png" ? ImageRenderTests.waves.png : try Fixtures.bytes("tile-images/pillow/hopper_orientation_6.jpg")
    try project.folder.write(Array(whole.prefix(whole.count - 100)), to: "cut.\(suffix)")
    let finding = try #require(try await project.check().first { $0.severity == .error })
    #expect(finding.code == .sourceUnreadable && finding.message.contains("is cut short there"), "\(finding.message)")
    #expect(finding.message.contains("cut.\(suffix)") && finding.range.start.line == 7)
  }

  @Test func aDamagedPictureIsNamedAtItsKey() async throws {
    let project = try PipelineProject([
      "map.yaml": ImageRenderTests.document(
        "srs: EPSG:3857, bbox: [0, 0, 1000, 1000]",
        "initialExtent: {bbox: [0, 0, 1000, 1000], srs: EPSG:3857}")
    ])
    var bytes = ImageRenderTests.waves.png
    for place in 60..<bytes.count - 40 { bytes[place] = 0x55 }
    try project.folder.write(bytes, to: "waves.png")
    let findings = try await project.render().findings.diagnostics
    let finding = try #require(findings.first { $0.code == .tileUndecodable }, "\(findings)")
    #expect(finding.message.contains("waves.png` is") && !finding.message.contains("level 0"), "\(finding.message)")
    #expect(finding.range.start.line == 7 && finding.range.start.column > 20)
  }

  @Test func isAsLargeAsAnyPicture() {
    let limit = PictureLimit.standard
    #expect(limit == PictureLimit(side: ImageBounds.side, pixels: ImageBounds.pixels))
  }
}
