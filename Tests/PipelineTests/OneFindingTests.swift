import Diagnostics
import TestSupport
import Testing

@testable import Pipeline

/// One mistake is one finding, though several stages of a run meet it.
@Suite(.timeLimit(.minutes(10))) struct OneFindingTests {
  private static let base = "mapdoc: 1\nlayers:\n  - {id: base, type: builtin}\n"

  @Test(arguments: [
    ("MD202", base + "outputs: [{path: h.png, bookmarks: [zz]}]\n"),
    ("MD104", base + "  - {id: a, type: debug, minScale: 5, maxScale: 10}\n"),
    ("MD103", base + "outputs: [{path: \"\"}, {id: b}]\n"),
    ("MD103", base + "outputs: [{path: build/}, {path: build/map.png}, {path: build/other.png}]\n"),
    ("MD112", base + "outputs: [{path: h.pdf}]\n"),
    ("MD008", base.replacing("layers:", with: "layers: &l") + "  - {id: g, type: group, layers: *l}\n"),
    ("MD104", base + "  - {id: a, type: debug, minLevel: 5, maxLevel: 3}\n"),
    ("MD105", "mapdoc: 1\nlayers:\n  - {id: d, type: debug, tilingScheme: wgs48}\n"),
    ("MD010", base + "  - {<<: *none, id: a, type: debug}\n"),
    ("MD010", base + "  - {<<: [*none], id: a, type: debug}\n"),
    ("MD201", base + "  - {id: base, type: debug, tilingScheme: wgs84, detail: 50}\n"),
    ("MD508", base + "canvas: {size: [70000, 10]}\noutputs: [{path: h.jpg}]\n"),
    (
      "MD118",
      base + "bookmarks: [{name: a/b, extent: [0, 0, 1, 1]}]\noutputs: [{path: h.png, bookmarks: [a/b]}]\n"
    ),
  ])
  func isReportedOnce(_ code: String, _ text: String) async throws {
    let findings = try await PipelineProject(["map.yaml": text]).check()
    #expect(findings.map(\.code.name) == [code], "\(findings.map(\.message))")
  }
}
