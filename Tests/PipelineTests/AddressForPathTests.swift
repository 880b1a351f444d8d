import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// An address where a kind of layer, or a symbol, names a file.
@Suite struct AddressForPathTests {
  @Test(arguments: [
    "type: raster, path: ADDRESS", "type: image, path: ADDRESS, bbox: [0, 0, 1, 1]", "type: features, path: ADDRESS",
    "type: mbtiles, path: ADDRESS", "type: geopackage, path: ADDRESS", "type: tpk, path: ADDRESS",
    "type: tpkx, path: ADDRESS", "type: exploded-cache, path: ADDRESS", "type: compact-cache, path: ADDRESS",
    "type: webmap, path: ADDRESS", "type: pattern, image: ADDRESS, where: x == 1",
    "type: graphics, graphics: [{point: [0, 0]}], symbol: {type: marker, image: ADDRESS}",
    "type: graphics, graphics: [{point: [0, 0]}], symbol: {type: fill, image: ADDRESS}",
  ])
  func isSaidToBeOne(_ keys: String) async throws {
    let layer = keys.replacing("ADDRESS", with: "\"https://e.org/data//a.tif?token=SEKRET1234\"")
    let project = try PipelineProject([
      "map.yaml": "mapdoc: 1\nlayers: [{id: world, type: builtin}, {id: a, \(layer)}]\n"
    ])
    let findings = try await project.check().filter { $0.code != .literalSecret }
    #expect(findings.count == 1, "\(findings.map(\.message))")
    let finding = try #require(findings.first)
    #expect(finding.code == .wrongType && finding.message.contains("the address `https://e.org/data//a.tif"))
    #expect(finding.hint?.text.contains("fetch the file") == true && !finding.message.contains("SEKRET"))
  }

  @Test func anArchiveOfTilesMayHaveOne() async throws {
    for (path, count) in [("https://e.org/a.pmtiles", 0), ("ftp://e.org/a.pmtiles", 1)] {
      let project = try PipelineProject([
        "map.yaml": "mapdoc: 1\nlayers: [{id: world, type: builtin}, {id: a, type: pmtiles, path: \"\(path)\"}]\n"
      ])
      #expect(try await project.check().count { $0.severity == .error } == count)
    }
  }
}
