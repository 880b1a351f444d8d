import Rendering
import TestSupport
import Testing

/// Whole renders from a real server, over HTTP/1.1 and HTTP/2 with TLS.
@Suite(.enabled(if: NginxServer.isHere, "nginx or openssl is not here"), .timeLimit(.minutes(15)))
struct NginxRenderTests {
  enum Way: String, CaseIterable { case plain, oldSecure, secure }

  private func address(_ way: Way, of server: NginxServer) -> String {
    switch way {
    case .plain: "http://127.0.0.1:\(server.port)/tiles"
    case .oldSecure: "https://localhost:\(server.oldSecurePort)/tiles"
    case .secure: "https://localhost:\(server.securePort)/tiles"
    }
  }

  @Test(arguments: Way.allCases)
  func theirTilesAreDrawnBitByBit(way: Way) async throws {
    let server = try NginxServer.withTilesOfLevel2()
    let project = try MapProject(
      settings: "hosts: {localhost: {caFile: \(server.certificate)}}\n",
      ["maps/m.yaml": MapProject.fourTiles(address(way, of: server))])
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let picture = try PictureDecoder.decode(project.folder.read("build/m.png"))
    #expect(picture.countOfDifferences(from: .fourTiles()) == 0)
    if way != .plain {
      let log = try server.log()
      #expect(log.count == 4 && log.allSatisfy { $0[1] == (way == .secure ? "HTTP/2.0" : "HTTP/1.1") })
    }
    // The server's own validators make a second run ask and get nothing again.
    #expect(try await project.render("--refresh").status == 0)
    #expect(try project.report.contains("\"fetched\": 0"))
  }

  @Test func aRelativeCertificateFileLiesBesideTheProjectFile() async throws {
    let server = try NginxServer.withTilesOfLevel2()
    let project = try MapProject(
      settings: "hosts: {localhost: {caFile: keys/ca.pem}}\n",
      ["maps/m.yaml": MapProject.fourTiles(address(.secure, of: server))])
    try project.folder.write(try server.folder.read("cert.pem"), to: "keys/ca.pem")
    let elsewhere = try TemporaryFolder()
    let outcome = try await Program(
      Program.mapdoc, environment: ["MAPDOC_CACHE": project.folder.path + "/cache"], folder: elsewhere.path
    ).run(["render", project.folder.path + "/maps"])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func withoutTheAuthorityItSaysHowToNameIt() async throws {
    let server = try NginxServer.withTilesOfLevel2()
    let project = try MapProject(["maps/m.yaml": MapProject.fourTiles(address(.secure, of: server))])
    let outcome = try await project.render()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error[MD407]") && outcome.errors.contains("`caFile`"), "\(outcome.errors)")
  }
}
