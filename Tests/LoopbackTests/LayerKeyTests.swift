import TestSupport
import Testing

/// What a layer's keys, and the project's, make of requests and answers.
@Suite struct LayerKeyTests {
  private func render(_ layer: String, project: String = "", zoom: Int = 3) async throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(project, to: ".mapdoc.yaml")
    try folder.write(
      """
      mapdoc: 1
      canvas: {size: [64, 64]}
      initialExtent: {center: [10, 50], zoom: \(zoom)}
      layers:
        - {id: base, type: xyz, \(layer)}
      """, to: "m.yaml")
    return try await Program(
      Program.mapdoc, environment: ["MAPDOC_CACHE": folder.path + "/cache"], folder: folder.path
    ).run(["render", "m.yaml"])
  }

  @Test func aHeaderOfALayerIsSentOnce() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let outcome = try await render("url: '\(server.baseAddress)/{z}/{x}/{y}.png', headers: {X-Season: winter}")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let request = try #require(server.requests.first)
    #expect(request.headers.filter { $0.name.lowercased() == "x-season" }.map(\.value) == ["winter"])
  }

  /// A parent that is refused is a failure like any other, not a hole.
  @Test func aParentThatCannotBeHadFailsTheMap() async throws {
    let server = try ScriptedServer { $0.target.hasPrefix("/3/") ? .status(404) : .status(403) }
    let outcome = try await render("url: '\(server.baseAddress)/{z}/{x}/{y}.png', onMissingTile: parent")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error[MD404]"), "\(outcome.errors)")
  }

  @Test(arguments: [
    (403, "hint: see what the provider asks for: a key under `credentials:`, a `headers:` entry, or an agreement"),
    (401, "hint: see what the provider asks for: a key under `credentials:`, a `headers:` entry, or an agreement"),
    (418, ""),
    (206, "hint: if that is how its server says that there is no such tile, list the status under `absentStatus`"),
  ])
  func aRefusalSaysWhatToDo(_ status: Int, _ hint: String) async throws {
    let server = try ScriptedServer { _ in .status(status) }
    let outcome = try await render("url: '\(server.baseAddress)/{z}/{x}/{y}.png'")
    #expect(outcome.errors.contains("error[MD404]"), "\(outcome.errors)")
    #expect(hint.isEmpty ? !outcome.errors.contains("hint:") : outcome.errors.contains(hint), "\(outcome.errors)")
  }

  @Test func theProjectWeighsWhatRenderingFinds() async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let layer = """
      url: '\(server.baseAddress)/{z}/{x}/{y}.png',
          tilingScheme: {srs: EPSG:3857, origin: [-20037508.342789244, 20037508.342789244], tileSize: 512,
            levels: [{level: 2, resolution: 19567.87924100512}]}
      """
    let warned = try await render(layer)
    #expect(warned.status == 0 && warned.errors.contains("warning[MD411]"), "\(warned.errors)")
    #expect(warned.errors.contains("if they are to be enlarged, say so: `tileSize: 512`"), "\(warned.errors)")
    #expect(try await !render(layer, project: "lint: {MD411: off}\n").errors.contains("MD411"))
    #expect(try await render(layer, project: "lint: {MD411: error}\n").errors.contains("error[MD411]"))
  }
}
