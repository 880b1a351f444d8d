import Diagnostics
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Pictures past the sizes that most programs can open.
@Suite(.timeLimit(.minutes(15))) struct LargePictureTests {
  private func project(side: Int, output: String, limits: String?) throws -> PipelineProject {
    var files = [
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [\(side), 3]}
      initialExtent: {center: [0, 0], zoom: 9}
      layers:
        - {id: world, type: builtin, maxLevel: 5}
      outputs: [{path: \(output)}]
      """
    ]
    if let limits { files[".mapdoc.yaml"] = "limits: \(limits)\n" }
    return try PipelineProject(files)
  }

  @Test func aProjectMayAskForWiderPicturesThan16BitsHold() async throws {
    let refused = try project(side: 70_000, output: "map.png", limits: nil)
    let finding = try #require(try await refused.check().first)
    #expect(finding.code == .pictureTooLarge && finding.hint?.text.contains("`limits` in `.mapdoc.yaml`") == true)
    #expect(try await refused.render().count(.failed) == 1)

    let raised = try project(side: 70_000, output: "map.png", limits: "{pictureSide: 80000}")
    let report = try await raised.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    let picture = try PictureDecoder.decode(
      raised.folder.read("map.png"), limit: PictureLimit(side: 80_000, pixels: 1_000_000))
    #expect(picture.size.width == 70_000 && picture.size.height == 3)
  }

  @Test(arguments: [("map.jpg", 65_501), ("map.webp", 16_384), ("map.jpg", 70_000)])
  func formatsKeepTheirOwnBounds(_ output: String, _ side: Int) async throws {
    let project = try project(side: side, output: output, limits: "{pictureSide: 80000}")
    #expect(try await project.check().map(\.code) == [.tooLargeForFormat])
  }

  @Test func aProjectMayForbidLargePictures() async throws {
    let project = try project(side: 300, output: "map.png", limits: "{picturePixels: 800}")
    let finding = try #require(try await project.check().first)
    #expect(finding.message == "the picture is 300 x 3 pixels, at most 65,535 a side and 800 in all")
  }
}
