import FoundationEssentials
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

  @Test func aPrivateItemIsReadWithACredentialOfTheProject() async throws {
    let portal = try ScriptedPortal(clock: { Date().timeIntervalSince1970 })
    let id = "0123456789abcdef0123456789abcdef"
    let layer = #"{"url": "\#(portal.address)/S/MapServer"}, {"url": "https://other.example.org/T/MapServer"}"#
    portal.change { $0.content = { _ in .ok("{\"operationalLayers\": [\(layer)]}", type: "application/json") } }
    let folder = try TemporaryFolder()
    try folder.write(
      """
      credentials:
        gis: {type: token, portal: "\(portal.address)", user: map, password: "${env:GIS}", allowInsecure: true}

      """, to: ".mapdoc.yaml")
    let environment = ["GIS": "pass/+wörd9", "MAPDOC_CACHE": folder.path + "/cache"]
    let program = Program(Program.mapdoc, environment: environment, folder: folder.path)
    let outcome = try await program.run([
      "import", id, "--portal", portal.address, "--credentials", "gis", "-o", "map.yaml",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = String(decoding: try folder.read("map.yaml"), as: UTF8.self)
    // The credential goes to the portal's own host alone.
    #expect(text.contains("url: \(portal.address)/S/MapServer\n    credentials: gis\n"), "\(text)")
    #expect(text.split(separator: "\n").count { $0.contains("credentials: gis") } == 1)
    #expect(!text.contains("pass") && portal.tokens.allSatisfy { !text.contains($0) })
    #expect(try await program.run(["check", "map.yaml"]).status == 0)
  }
}
