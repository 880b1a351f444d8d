import FoundationEssentials
import Rendering
import TestSupport
import Testing

/// A golden says that nothing has changed, not that it is right: look at each before you accept it.
@Suite(.timeLimit(.minutes(10))) struct GoldenTests {
  private static let writes = ProcessInfo.processInfo.environment["MAPDOC_WRITE_GOLDENS"] == "1"

  @Test(arguments: GoldenCase.all)
  func looksLikeItsGolden(_ example: GoldenCase) async throws {
    let file = try await example.file(processors: 4)
    let isSame = try await example.file(processors: 1) == file
    #expect(isSame, "the number of processors shows in the picture")
    if Self.writes {
      try Data(file).write(to: URL(filePath: example.golden))
      return
    }
    let golden = try #require(
      FileManager.default.contents(atPath: example.golden), "no expected.png: `make goldens` writes it; look at it")
    let comparison = GoldenComparison(
      expected: try PictureDecoder.decode(Array(golden)), actual: try PictureDecoder.decode(file))
    if !comparison.isEqual { try keep(file, comparison, of: example) }
    #expect(comparison.isEqual, "\(example.name): \(comparison)")
  }

  @Test func thereAreCases() { #expect(GoldenCase.all.count >= 15) }

  /// Writes what was drawn, and what differs, under `.build/goldens/NAME`.
  private func keep(_ file: [UInt8], _ comparison: GoldenComparison, of example: GoldenCase) throws {
    let folder = Showcase.path(".build/goldens/\(example.name)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(file).write(to: URL(filePath: folder + "/actual.png"))
    if let difference = comparison.picture {
      try Data(difference.png).write(to: URL(filePath: folder + "/difference.png"))
    }
  }
}

@Suite struct GoldenComparisonTests {
  private func picture(_ change: (inout PlainPicture) -> Void = { _ in }) throws -> Picture {
    var picture = PlainPicture.tile(level: 0, column: 0, row: 0, size: 8)
    change(&picture)
    return try PictureDecoder.decode(picture.png)
  }

  @Test func saysHowManyPixelsDifferByHowMuchAndWhere() throws {
    let actual = try picture {
      $0.bytes[(2 * 8 + 5) * 4] &+= 3
      $0.bytes[(6 * 8 + 1) * 4 + 2] &+= 9
    }
    let comparison = GoldenComparison(expected: try picture(), actual: actual)
    #expect(!comparison.isEqual)
    #expect(
      "\(comparison)"
        == "8 x 8 pixels, of which 2 differ, by 9 of 255 at most, within columns 1 to 5 and rows 2 to 6")
    #expect(comparison.picture?.bytes[(2 * 8 + 5) * 4] == 24)
  }

  @Test func comparesSizesFirst() throws {
    let other = try PictureDecoder.decode(PlainPicture.tile(level: 0, column: 0, row: 0, size: 9).png)
    #expect("\(GoldenComparison(expected: try picture(), actual: other))" == "expected 8 x 8 pixels, drawn 9 x 9")
  }

  @Test func equalOnesAreEqual() throws {
    #expect(GoldenComparison(expected: try picture(), actual: try picture()).isEqual)
  }
}
