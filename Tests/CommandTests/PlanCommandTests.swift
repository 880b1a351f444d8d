import TestSupport
import Testing

@Suite struct PlanCommandTests {
  private func plan(_ words: String...) async throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      mapdoc: 1
      canvas: {size: [64, 32]}
      layers:
        - {id: w, type: builtin, name: world}
      bookmarks:
        - {name: here, extent: [0, 40, 20, 50]}
      """, to: "a.yaml")
    return try await Program(Program.mapdoc, folder: folder.path).run(["plan", "a.yaml"] + words)
  }

  @Test(arguments: ["1e300", "-1", "0", "2401", "nan", "x"])
  func refusesADPIThatNoPictureHas(_ word: String) async throws {
    let outcome = try await plan("--dpi=" + word)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("`\(word)` stands for `--dpi` where a number from 1 to 2400 is expected"))
  }

  @Test func theDPIHoldsForABookmarkThatNoOutputNames() async throws {
    let outcome = try await plan("--bookmark", "here", "--dpi", "192")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("128 x 64 pixels at 192 dpi"), "\(outcome.text)")
  }
}
