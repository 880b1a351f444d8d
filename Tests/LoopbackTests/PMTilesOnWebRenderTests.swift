import Rendering
import TestSupport
import Testing

/// Archives of `type: pmtiles` on a real server, which knows byte ranges.
@Suite(.enabled(if: NginxServer.isHere, "nginx or openssl is not here"), .timeLimit(.minutes(15)))
struct PMTilesOnWebRenderTests {
  private static func map(_ path: String) -> String {
    """
    mapdoc: 1
    canvas: {size: [512, 512], background: transparent}
    initialExtent: {center: [0, 0], srs: EPSG:3857, level: 1, snap: level}
    layers:
      - {id: p, type: pmtiles, path: "\(path)", timeout: 20}

    """
  }

  @Test(arguments: [false, true]) func looksLikeTheFile(isSecure: Bool) async throws {
    let archive = Showcase.path("maps/data/archipelago.pmtiles")
    let server = try NginxServer()
    try server.folder.write(try Showcase.bytes("maps/data/archipelago.pmtiles"), to: "www/a.pmtiles")
    let address =
      isSecure ? "https://localhost:\(server.securePort)/a.pmtiles" : "http://127.0.0.1:\(server.port)/a.pmtiles"
    let project = try MapProject(
      settings: "hosts: {localhost: {caFile: \(server.certificate)}}\n",
      ["maps/file.yaml": Self.map(archive), "maps/web.yaml": Self.map(address)])
    let checked = try await project.mapdoc("check", "maps")
    #expect(checked.status == 0, "\(checked.text)")
    let online = try await project.mapdoc("check", "--online", "maps")
    #expect(online.status == 0, "\(online.text)")
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let picture = try PictureDecoder.decode(project.folder.read("build/web.png"))
    let expected = try PictureDecoder.decode(project.folder.read("build/file.png"))
    #expect(Set(expected.bytes).count > 60, "hardly anything was drawn")
    #expect(picture.countOfDifferences(from: expected) == 0)

    let inspected = try await project.mapdoc("inspect", isSecure ? archive : address)
    #expect(inspected.status == 0 && inspected.text.contains("type: pmtiles"), "\(inspected.errors)")

    // From the cache alone.
    let offline = try await project.render("--offline", "--force")
    #expect(offline.status == 0, "\(offline.errors)")

    // The server gives an archive that has been replaced another tag.
    try server.folder.write(try Showcase.bytes("maps/data/archipelago.pmtiles") + [0], to: "www/a.pmtiles")
    let replaced = try await project.render("--force")
    #expect(replaced.status == 0, "\(replaced.errors)")
    if isSecure { #expect(try server.log().contains { $0[1] == "HTTP/2.0" }) }
  }
}
