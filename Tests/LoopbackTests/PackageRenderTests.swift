import Rendering
import TestSupport
import Testing

/// The example packages of `maps/data`, drawn beside the cache and the package that their tiles were taken from.
@Suite(.timeLimit(.minutes(15))) struct PackageRenderTests {
  /// The source, those that must look the same, and a view of whole tiles of its level 1.
  static let groups: [(source: String, packages: [String], extent: String)] = [
    (
      "type: exploded-cache, path: nordholm",
      [
        "type: compact-cache, path: nordholm-compact", "type: tpk, path: nordholm.tpk",
        "type: tpkx, path: nordholm.tpkx", "type: geopackage, path: nordholm.gpkg, table: relief",
      ],
      // The origin, 122000, 7378000, and 256 pixels of 264.583333 m beside it.
      "{center: [189733.33333333334, 7310266.666666667], srs: EPSG:25833, level: 1, snap: level}"
    ),
    (
      "type: mbtiles, path: archipelago.mbtiles", ["type: pmtiles, path: archipelago.pmtiles"],
      "{center: [0, 0], srs: EPSG:3857, level: 1, snap: level}"
    ),
  ]

  @Test(arguments: groups)
  func packagesLookLikeTheirSource(_ group: (source: String, packages: [String], extent: String)) async throws {
    let expected = try await draw(group.source, group.extent)
    #expect(Set(expected.bytes).count > 60, "hardly anything was drawn")
    for package in group.packages {
      #expect(try await draw(package, group.extent).countOfDifferences(from: expected) == 0, "\(package)")
    }
  }

  private func draw(_ layer: String, _ extent: String) async throws -> Picture {
    let project = try MapProject([
      "maps/m.yaml": """
      mapdoc: 1
      canvas: {size: [512, 512], background: transparent}
      initialExtent: \(extent)
      layers:
        - {id: p, \(layer.replacing("path: ", with: "path: " + Showcase.path("maps/data/")))}

      """
    ])
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try PictureDecoder.decode(project.folder.read("build/m.png"))
  }
}
