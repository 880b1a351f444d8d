import TestSupport
import Testing

@Suite struct ImportCommandTests {
  private static let map = #"""
    {"operationalLayers": [{"layerType": "OpenStreetMap", "title": "Streets"}, {"layerType": "VectorTileLayer"}]}
    """#

  private func run(_ words: String..., text: String = map) async throws -> (Program.Outcome, TemporaryFolder) {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "map.json")
    return (try await Program(Program.mapdoc, folder: folder.path).run(["import"] + words), folder)
  }

  @Test func theDocumentGoesToStandardOutputAndWhatIsLeftOutToStandardError() async throws {
    let (outcome, _) = try await run("map.json")
    #expect(outcome.status == 0)
    #expect(outcome.text.hasSuffix("mapdoc: 1\nlayers:\n  - id: streets\n    type: osm\n    title: Streets\n"))
    #expect(outcome.errors.hasPrefix("mapdoc import: left out: `operationalLayers[1]`: a vector tile layer"))
  }

  @Test func aFileIsWrittenInPlaceOfIt() async throws {
    let (outcome, folder) = try await run("map.json", "-o", "maps/new.yaml", "--basemap", "builtin")
    #expect(outcome.status == 0 && outcome.text.isEmpty)
    #expect(try folder.read("maps/new.yaml").starts(with: "# Made by `mapdoc import` from `map.json`.".utf8))
  }

  @Test(
    arguments: [
      (["none.json"], 2, "does not exist"), ([], 2, "SOURCE"), (["map.json", "--basemap", "x"], 2, "--basemap"),
      (["map.json", "--layer", "x"], 2, "--layer"), (["map.json", "--portal", "https://e.org"], 2, "--portal"),
      (["map.json", "-o", "map.json"], 2, "what is imported"), (["map.json", "-o", "."], 1, "is a folder"),
    ] as [([String], Int32, String)])
  func whatIsWrongIsSaidWithItsStatus(_ words: [String], _ status: Int32, _ said: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.map, to: "map.json")
    let outcome = try await Program(Program.mapdoc, folder: folder.path).run(["import"] + words)
    #expect(outcome.status == status && outcome.text.isEmpty)
    #expect(outcome.errors.contains(said), "\(outcome.errors)")
  }
}
