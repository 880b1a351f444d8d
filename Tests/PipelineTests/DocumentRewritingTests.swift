import TestSupport
import Testing

@testable import Pipeline

/// `pack --rewrite`: everything but the packed layers stays as it is written.
@Suite struct DocumentRewritingTests {
  @Test func seesAPathFromAFolder() {
    #expect(DocumentRewriting.relative("/a/b/c.mbtiles", from: "/a/b") == "c.mbtiles")
    #expect(DocumentRewriting.relative("/a/c.mbtiles", from: "/a/b/d") == "../../c.mbtiles")
    #expect(DocumentRewriting.relative("/c", from: "/") == "c")
  }

  /// `url` and what belongs to it go; the other keys, their order, their comments and their style stay.
  @Test(arguments: [
    (
      """
      layers:
        # the streets
        - id: base       # first
          type: xyz
          url: "TILES/{z}/{x}/{y}.png"
          # of the server
          headers:
            X-Who: me
          opacity: 0.5   # pale
      """,
      """
      layers:
        # the streets
        - id: base       # first
          type: mbtiles
          path: area.mbtiles
          # of the server
          opacity: 0.5   # pale

      """
    ),
    (
      """
      layers:
        - url: TILES/{z}/{x}/{y}.png
          maxLevel: 9
          type: xyz
          id: base
          values: {a: b}
      # the end
      """,
      """
      layers:
        - path: area.mbtiles
          maxLevel: 9
          type: mbtiles
          id: base
      # the end

      """
    ),
    (
      "layers: [{id: base, timeout: 9, type: xyz, url: 'TILES/{z}/{x}/{y}.png', opacity: 0.5}]  # all\n",
      "layers: [{id: base, path: area.mbtiles, type: mbtiles, opacity: 0.5}]  # all\n"
    ),
  ])
  func changesThePackedLayerAlone(text: String, expected: String) async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let head = "mapdoc: 1\ncanvas: {size: [200, 200]}\ninitialExtent: {center: [9, 9], level: 2}\n"
    let project = try TemporaryFolder()
    try project.write("{}\n", to: ".mapdoc.yaml")
    let written = text.replacing("TILES", with: server.baseAddress)
    try project.write(head + written + (written.hasSuffix("\n") ? "" : "\n"), to: "m.yaml")
    #expect(try await Self.pack(project) == head + expected)
  }

  @Test func aLayerOfATemplateIsReplacedByItsId() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let project = try TemporaryFolder()
    try project.write("{}\n", to: ".mapdoc.yaml")
    try project.write(
      "template: true\nlayers:\n  - {id: base, type: xyz, url: \"\(server.baseAddress)/{z}/{x}/{y}.png\", opacity: 0.5}\n",
      to: "templates/t.yaml")
    let text =
      "mapdoc: 1\nextends: templates/t.yaml\ncanvas: {size: [200, 200]}\ninitialExtent: {center: [9, 9], level: 2}\n"
    try project.write(text, to: "m.yaml")
    #expect(
      try await Self.pack(project)
        == text + "layers:\n  - {id: base, type: mbtiles, path: area.mbtiles, opacity: 0.5}\n")
    // In another folder the paths are seen from there.
    let moved = try await Self.pack(project, to: "out/m.yaml", package: "b.mbtiles")
    #expect(moved.contains("extends: ../templates/t.yaml\n") && moved.contains("path: ../b.mbtiles"), "\(moved)")
  }

  /// - Returns: The document that uses the package.
  private static func pack(
    _ project: TemporaryFolder, to path: String = "n.yaml", package: String = "area.mbtiles"
  ) async throws -> String {
    var options = PackVerb.Options(output: project.path + "/" + package)
    options.rewrite = project.path + "/" + path
    var surroundings = Run.Options()
    surroundings.cacheFolder = project.path + "/cache"
    let run = Run(surroundings)
    guard case .ready(let pack) = await PackVerb(run, options).prepare(project.path + "/m.yaml") else {
      Issue.record("the document is not accepted")
      return ""
    }
    let outcome = await pack.fill { _ in }
    await run.shutdown()
    guard case .written = outcome else {
      Issue.record("\(outcome)")
      return ""
    }
    let again = await Run(surroundings).open(project.path + "/" + path)
    #expect(again.findings.allSatisfy { $0.severity != .error }, "\(again.findings.map(\.message))")
    return String(decoding: try project.read(path), as: UTF8.self)
  }
}
