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

  /// An item that says only a part of a layer, and takes the rest from a template: `type` may be in neither.
  @Test(arguments: [
    (
      "  - {id: base, opacity: 0.25}\n",
      "  - {id: base, type: mbtiles, path: area.mbtiles, opacity: 0.25, title: \"Base\"}\n"
    ),
    (
      "  - id: base\n    maxLevel: 7\n    opacity: 1\n  # the rest\n",
      "  - {id: base, type: mbtiles, path: area.mbtiles, opacity: 1, title: \"Base\", maxLevel: 7}\n  # the rest\n"
    ),
    (
      "  - {id: base, url: \"SERVER/{z}/{x}/{y}.png?a=1\", clip: near.geojson, resampling: nearest}\n",
      "  - {id: base, type: mbtiles, path: area.mbtiles, opacity: 0.5, title: \"Base\", clip: \"near.geojson\", resampling: \"nearest\"}\n"
    ),
  ])
  func anItemOverALayerOfATemplateKeepsWhatTheTemplateSays(item: String, expected: String) async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let project = try TemporaryFolder()
    try project.write("{}\n", to: ".mapdoc.yaml")
    try project.write(Self.near, to: "near.geojson")
    try project.write(
      "template: true\nlayers:\n"
        + "  - {id: base, type: xyz, url: \"\(server.baseAddress)/{z}/{x}/{y}.png\", opacity: 0.5, title: Base}\n",
      to: "templates/t.yaml")
    let head =
      "mapdoc: 1\nextends: templates/t.yaml\ncanvas: {size: [200, 200]}\n"
      + "initialExtent: {center: [9, 9], level: 2}\nlayers:\n"
    try project.write(head + item.replacing("SERVER", with: server.baseAddress), to: "m.yaml")
    let text = try await Self.pack(project)
    #expect(text == head + expected, "\(text)")
  }

  @Test func aPathOfATemplateIsSeenFromTheNewDocument() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let project = try TemporaryFolder()
    try project.write("{}\n", to: ".mapdoc.yaml")
    try project.write(Self.near, to: "templates/near.geojson")
    try project.write(
      "template: true\nlayers:\n"
        + "  - {id: base, type: xyz, url: \"\(server.baseAddress)/{z}/{x}/{y}.png\", clip: near.geojson}\n",
      to: "templates/t.yaml")
    try project.write(
      "mapdoc: 1\nextends: templates/t.yaml\ninitialExtent: {center: [9, 9], level: 2}\n", to: "m.yaml")
    let text = try await Self.pack(project)
    #expect(text.contains("clip: \"templates/near.geojson\""), "\(text)")
  }

  /// Every path that the document names is seen from its new place, wherever it stands.
  @Test func pathsAreSeenFromTheNewFolder() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let project = try TemporaryFolder()
    try project.write("{}\n", to: ".mapdoc.yaml")
    try project.write("template: true\ncanvas: {size: [200, 200]}\n", to: "templates/t.yaml")
    try project.write(Self.near, to: "maps/near.geojson")
    try project.write(Self.near, to: "data/${x} far.geojson")
    try project.write(GreyTile.png, to: "data/mark.png")
    try project.write(GreyTile.png, to: "maps/tiles/0/0/0.png")
    let text = """
      mapdoc: 1
      extends: ../templates/t.yaml
      params: {data: ../data}
      initialExtent: {center: [9, 9], level: 2}
      layers:
        - {id: base, type: xyz, url: "\(server.baseAddress)/{z}/{x}/{y}.png"}
        - {id: local, type: xyz, url: "tiles/{z}/{x}/{y}.png", visible: false}
        - {id: near, type: features, path: near.geojson, clip: ./near.geojson}
        - id: far
          type: features
          path: ${data}/$${x} far.geojson
          renderer:
            type: uniqueValue
            field: a
            values:
              - {value: 1, symbol: {type: marker, image: "${data}/mark.png"}}
              - {value: 2, symbol: [{type: marker, image: ../data/mark.png}]}
      outputs: [{path: "build/${map}.png"}]

      """
    try project.write(text, to: "maps/m.yaml")
    let moved = try await Self.pack(project, from: "maps/m.yaml", to: "new/deep/n.yaml")
    for line in [
      "extends: ../../templates/t.yaml", "path: ../../area.mbtiles", "url: \"../../maps/tiles/{z}/{x}/{y}.png\"",
      "path: ../../maps/near.geojson, clip: ../../maps/near.geojson", "../../maps/${data}/$${x} far.geojson",
      "../../maps/${data}/mark.png", "image: ../../data/mark.png", "build/${map}.png",
    ] { #expect(moved.contains(line), "\(line)\n\(moved)") }
  }

  /// What cannot be rewritten is said before anything is asked for.
  @Test(arguments: [
    (
      "  - &base {id: base, type: xyz, url: 'TILES/{z}/{x}/{y}.png'}\n  - {<<: *base, id: b, opacity: 0.5}\n",
      "n.yaml", "layer `b` would be changed too"
    ),
    (
      "  - {id: world, type: builtin, x-t: &t {type: xyz, url: 'TILES/{z}/{x}/{y}.png'}}\n  - {<<: *t, id: base}\n",
      "n.yaml", "takes keys from an anchor"
    ),
    ("  - {id: base, type: xyz, url: 'TILES/{z}/{x}/{y}.png'}\n", "m.yaml/n.yaml", "`m.yaml` is not a folder"),
    ("  - {id: base, type: xyz, url: 'TILES/{z}/{x}/{y}.png'}\n", ".", "it is a folder"),
  ])
  func whatIsNotPossibleIsRefusedBeforeTheFirstRequest(_ layers: String, _ path: String, _ words: String) async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let project = try TemporaryFolder()
    let head = "mapdoc: 1\ncanvas: {size: [200, 200]}\ninitialExtent: {center: [9, 9], zoom: 2}\nlayers:\n"
    try project.write(head + layers.replacing("TILES", with: server.baseAddress), to: "m.yaml")
    var options = PackVerb.Options(output: project.path + "/area.gpkg")
    options.layers = ["base"]
    options.rewrite = project.path + "/" + path
    guard case .refused(let reason) = await PackVerb(Run(Run.Options()), options).prepare(project.path + "/m.yaml")
    else {
      Issue.record("it was not refused")
      return
    }
    let shown = reason.replacing(project.path + "/", with: "")
    #expect(shown.contains(words), "\(reason)")
    #expect(server.requests.isEmpty)
  }

  @Test func templatesOutsideOfTheNewProjectAreRefused() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let (project, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    try project.write("template: true\ncanvas: {size: [200, 200]}\n", to: "t.yaml")
    try project.write(
      "mapdoc: 1\nextends: t.yaml\ninitialExtent: {center: [9, 9], level: 2}\nlayers:\n"
        + "  - {id: base, type: xyz, url: '\(server.baseAddress)/{z}/{x}/{y}.png'}\n", to: "m.yaml")
    var options = PackVerb.Options(output: project.path + "/area.gpkg")
    options.rewrite = elsewhere.path + "/n.yaml"
    guard case .refused(let reason) = await PackVerb(Run(Run.Options()), options).prepare(project.path + "/m.yaml")
    else {
      Issue.record("it was not refused")
      return
    }
    #expect(reason.contains("lies outside of the project's folder"), "\(reason)")
  }

  private static let near = #"{"type": "Polygon", "coordinates": [[[0, 0], [20, 0], [20, 20], [0, 20], [0, 0]]]}"#

  /// - Returns: The document that uses the package.
  private static func pack(
    _ project: TemporaryFolder, from document: String = "m.yaml", to path: String = "n.yaml",
    package: String = "area.mbtiles"
  ) async throws -> String {
    var options = PackVerb.Options(output: project.path + "/" + package)
    options.rewrite = project.path + "/" + path
    var surroundings = Run.Options()
    surroundings.cacheFolder = project.path + "/cache"
    let run = Run(surroundings)
    guard case .ready(let pack) = await PackVerb(run, options).prepare(project.path + "/" + document) else {
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
