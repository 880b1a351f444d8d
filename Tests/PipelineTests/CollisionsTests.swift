import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

@Suite struct CollisionsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{}\n", to: ".mapdoc.yaml")
  }

  private func codes(of document: String, to name: String = "maps/own.yaml") async throws -> [String] {
    let path = try folder.write(document, to: name)
    guard case .report(let report) = await CheckVerb(Run(Run.Options())).check([path]) else { return ["wrong usage"] }
    return report.diagnostics.map(\.code.name)
  }

  private static let layers = "mapdoc: 1\nlayers: [{id: w, type: builtin, name: world}]\n"

  @Test(arguments: ["maps/own.yaml", "./maps/../maps/own.yaml", ".mapdoc.yaml"])
  func anOutputMayNotOverwriteWhatItIsMadeFrom(path: String) async throws {
    #expect(try await codes(of: Self.layers + "outputs: [{path: \"\(path)\", format: png}]\n") == ["MD501"])
  }

  @Test func anOutputMayNotOverwriteData() async throws {
    try folder.write("not looked at", to: "maps/d.mbtiles")
    let document = """
      mapdoc: 1
      layers:
        - {id: w, type: builtin, name: world}
        - {id: d, type: mbtiles, path: d.mbtiles, visible: false}
      outputs: [{path: maps/d.mbtiles, format: png}]
      """
    #expect(try await codes(of: document).contains("MD501"))
  }

  @Test func worldFilesCountAsOutputs() async throws {
    let shared = "outputs: [{path: s.jpg, georeference: worldfile}, {path: s.jpeg, georeference: worldfile}]\n"
    #expect(try await codes(of: Self.layers + shared) == ["MD501"])
    let picture = "outputs: [{path: s.jpg, georeference: worldfile}, {path: s.jgw, format: png}]\n"
    #expect(try await codes(of: Self.layers + picture) == ["MD501"])
  }

  @Test func twoPicturesMayShareTheirReference() async throws {
    let outputs = "outputs: [{path: s.jpg, georeference: worldfile}, {path: s.png, georeference: worldfile}]\n"
    #expect(try await codes(of: Self.layers + outputs).isEmpty)
  }
}
