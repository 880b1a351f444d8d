import Diagnostics
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Clips of several polygons, pixel by pixel: inside one of them is inside.
@Suite(.timeLimit(.minutes(10))) struct ClipTests {
  private static let west = "[[-60, -40], [10, -40], [10, 40], [-60, 40], [-60, -40]]"
  private static let east = "[[-20, -20], [-20, 20], [60, 20], [60, -20], [-20, -20]]"
  private static let both =
    "[[-60, -40], [10, -40], [10, -20], [60, -20], [60, 20], [10, 20], [10, 40], [-60, 40], [-60, -40]]"
  private static let hole = "[[-50, -30], [-30, -30], [-30, 30], [-50, 30], [-50, -30]]"

  private func bytes(_ clip: String, findings: [Code] = []) async throws -> [UInt8] {
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [256, 256]}
      initialExtent: {center: [0, 0], level: 0}
      layers: [{id: base, type: builtin, clip: \(clip)}]
      outputs: [{path: map.png}]
      """
    ])
    let report = try await project.render()
    #expect(report.findings.diagnostics.map(\.code) == findings, "\(report.findings.diagnostics.map(\.message))")
    return Array(try project.folder.read("map.png"))
  }

  @Test func whatIsInOneOfSeveralPolygonsIsInside() async throws {
    let union = try await bytes("{type: Polygon, coordinates: [\(Self.both)]}")
    let (west, east) = (Self.west, Self.east)
    for clip in [
      "{type: MultiPolygon, coordinates: [[\(west)], [\(east)]]}",
      "{type: MultiPolygon, coordinates: [[\(east)], [\(west)], [\(west)]]}",
      "{type: GeometryCollection, geometries: "
        + "[{type: Polygon, coordinates: [\(west)]}, {type: Polygon, coordinates: [\(east)]}]}",
    ] {
      #expect(try await bytes(clip) == union, "\(clip)")
    }
    let once = try await bytes("{type: Polygon, coordinates: [\(west), \(Self.hole)]}")
    #expect(try await bytes("{type: Polygon, coordinates: [\(west)]}") != once)
    let twice = "{type: MultiPolygon, coordinates: [[\(west), \(Self.hole)], [\(west), \(Self.hole)]]}"
    #expect(try await bytes(twice) == once)
  }

  /// A box about Fiji is cut at the antimeridian, as its two parts are that are written apart; that it goes there is said.
  @Test func aPolygonOverTheAntimeridianIsAtBothEnds() async throws {
    func box(_ west: Int, _ east: Int) -> String {
      "[[\(west), -40], [\(east), -40], [\(east), 40], [\(west), 40], [\(west), -40]]"
    }
    let apart = try await bytes("{type: MultiPolygon, coordinates: [[\(box(150, 180))], [\(box(-180, -140))]]}")
    let over = "{type: Polygon, coordinates: [\(box(150, -140))]}"
    #expect(try await bytes(over, findings: [.geometryOverAntimeridian]) == apart)
  }
}
