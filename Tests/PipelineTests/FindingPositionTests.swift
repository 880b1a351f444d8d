import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// Findings that need sources or a view still point at the value that is wrong: the mark `↓` of each document.
@Suite(.timeLimit(.minutes(10))) struct FindingPositionTests {
  private static let base = "layers:\n  - {id: base, type: builtin}\n"

  @Test(arguments: [
    ("MD203", "initialExtent:\n  fit: ↓zz\n" + base), ("MD202", "initialExtent:\n  bookmark: ↓zz\n" + base),
    ("MD308", "initialExtent:\n  center: [0, 0]\n  level: ↓50\n" + base),
    ("MD203", base + "bookmarks:\n  - name: a\n    extent:\n      padding: 5\n      fit: ↓zz\n"),
    ("MD208", base + "bookmarks:\n  - name: a\n    extent:\n      bookmark: ↓a\n"),
    ("MD308", "layers:\n  - {id: base, type: builtin, opacity: 1, detail: ↓50}\n"),
    ("MD334", base + "  - {id: a, type: debug, opacity: 1, minLevel: ↓9}\n"),
    ("MD333", base + "  - id: g\n    type: group\n    layers:\n      - {id: a, type: debug, minScale: ↓1000}\n"),
    ("MD333", base + "  - {id: a, type: debug, minScale: 0, maxScale: ↓4e9}\n"),
    (
      "MD333",
      "initialExtent: [0, 0, 40, 30]\n" + base
        + "  - {id: a, type: debug, clip: ↓{type: Polygon, coordinates: [[[50, 50], [60, 50], [60, 60], [50, 50]]]}}\n"
    ),
    (
      "MD304",
      base + "  - {id: a, type: xyz, url: \"http://127.0.0.1:1/{z}/{x}/{y}\", tilingScheme: wgs84, reproject: ↓never}\n"
    ),
    ("MD104", "canvas:\n  size: [↓.inf, 5]\n" + base),
    (
      "MD104",
      base + "  - id: a\n    type: debug\n    tilingScheme:\n      srs: EPSG:3857\n"
        + "      levels: [{level: 0, resolution: 1}]\n      origin: [1e308, ↓.inf]\n"
    ),
    ("MD203", base + "  - {id: two, type: debug, before: ↓two}\n"),
    ("MD402", base + "  - {id: a, type: exploded-cache, onError: fail, path: ↓empty}\n"),
    ("MD402", base + "  - {id: a, type: mbtiles, opacity: 1, path: ↓map.yaml}\n"),
    ("MD402", base + "  - {id: a, type: exploded-cache, path: ↓map.yaml}\n"),
    ("MD402", base + "  - {id: a, type: compact-cache, path: ↓map.yaml}\n"),
    ("MD402", base + "  - {id: a, type: xyz, url: ↓\"map.yaml/{z}/{x}/{y}.png\"}\n"),
    ("MD401", base + "  - {id: a, type: pattern, where: x == 1, image: ↓none.png}\n"),
    ("MD402", base + "  - {id: a, type: pattern, where: x == 1, image: ↓empty}\n"),
    ("MD403", base + "  - {id: a, type: pattern, where: x == 1, image: ↓map.yaml}\n"),
    (
      "MD446",
      base + "  - {id: a, type: graphics, graphics: [{point: [0, 0], symbol: {type: marker, image: ↓nope.png}}]}\n"
    ),
    (
      "MD446",
      base + "  - id: a\n    type: graphics\n    graphics: [{point: [0, 0]}]\n    renderer:\n      type: uniqueValue\n"
        + "      field: v\n      values:\n        - {value: 1, symbol: {type: fill, image: ↓map.yaml}}\n"
    ),
    ("MD417", base + "  - {id: a, type: mbtiles, opacity: 1, path: ↓empty.mbtiles}\n"),
  ])
  func pointsAtTheValue(_ code: String, _ marked: String) async throws {
    let project = try PipelineProject()
    try project.folder.write("nothing", to: "empty/readme")
    try MBTilesMaking.make(project.path("empty.mbtiles"), tiles: [])
    let text = "mapdoc: 1\n" + marked
    try project.folder.write(text.replacing("↓", with: ""), to: "map.yaml")
    let findings = try await project.check()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("↓") })
    let column = lines[line].unicodeScalars.prefix { $0 != "↓" }.count
    let found = findings.map { "\($0.range.start.line):\($0.range.start.column) \($0.code.name)" }
    #expect(found == ["\(line + 1):\(column + 1) \(code)"], "\(findings.map(\.message))")
  }

  @Test func theMissingTileThatFailsPointsAtItsKey() async throws {
    let project = try PipelineProject()
    try MBTilesMaking.make(
      project.path("a.mbtiles"), tiles: [(0, 0, 0, PlainPicture.tile(level: 0, column: 0, row: 0).png)])
    try MBTilesMaking.run(
      "INSERT INTO tiles VALUES (1, 0, 0, (SELECT tile_data FROM tiles))", on: project.path("a.mbtiles"))
    try project.folder.write(
      """
      mapdoc: 1
      canvas: {size: [256, 256]}
      initialExtent: {center: [90, 40], level: 1}
      layers:
        - {id: a, type: mbtiles, path: a.mbtiles, onMissingTile: fail}
      """, to: "map.yaml")
    let findings = try await project.render().findings.diagnostics
    let found = findings.map { "\($0.range.start.line):\($0.range.start.column) \($0.code.name)" }
    #expect(found == ["5:60 MD412"], "\(findings.map(\.message))")
  }
}
