import FoundationEssentials
import TestSupport
import Testing

/// A secret goes to its server and nowhere else: every byte that the program writes is looked at.
@Suite(.timeLimit(.minutes(15))) struct CredentialRenderTests {
  private static let secret = "s3cret/+value"
  private static let escaped = "s3cret%2F%2Bvalue"

  private static func document(_ address: String) -> String {
    """
    mapdoc: 1
    canvas: {size: [300, 200]}
    initialExtent: {center: [10, 50], zoom: 5}
    credentials:
      key: {type: key, key: "${env:TEST_SECRET}", name: apikey, allowInsecure: true}
      user: {type: basic, user: maps, password: "${env:TEST_SECRET}", allowInsecure: true}
    layers:
      - {id: base, type: xyz, url: "\(address)/{z}/{x}/{y}.png", credentials: key}
      - {id: path, type: xyz, url: "\(address)/{key}/{z}/{x}/{y}.png", credentials: key}
      - {id: user, type: xyz, url: "\(address)/user/{z}/{x}/{y}.png", credentials: user}
      - {id: team, type: xyz, url: "\(address)/team/{z}/{x}/{y}.png", credentials: team}
    outputs: [{path: map.png}]

    """
  }

  private static let projectFile = """
    credentials:
      team: {type: header, name: X-Team, value: "Team ${env:TEST_SECRET}", allowInsecure: true}
      unused: {type: bearer, token: "${env:TEST_NOT_SET}"}

    """

  /// Every file below a folder, and what the program said.
  private static func expectNoSecret(_ texts: [String], in folder: TemporaryFolder) throws {
    for text in texts {
      #expect(!text.contains("s3cret") && !text.contains("bWFwczpzM2NyZXQ"), "\(text)")
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(names.contains { $0.hasSuffix("tiles.sqlite") })
    for name in names {
      guard let bytes = FileManager.default.contents(atPath: folder.path + "/" + name) else { continue }
      for form in [secret, escaped, "s3cret", "bWFwczpzM2NyZXQ"] {
        #expect(bytes.firstRange(of: Data(form.utf8)) == nil, "\(name)")
      }
    }
  }

  @Test func noSecretIsWrittenAnywhere() async throws {
    let server = try ScriptedServer { request in
      // The tiles of one column are refused, with the secret in what the server says of it.
      if request.target.contains("/17/") {
        return .answer(
          status: 403, headers: [("Content-Type", "text/plain")],
          body: Array("no \(Self.secret) \(Self.escaped) \(request.header("Authorization") ?? "")".utf8))
      }
      return .ok(GreyTile.png, [("Cache-Control", "max-age=3600")])
    }
    let folder = try TemporaryFolder()
    try folder.write(Self.projectFile, to: ".mapdoc.yaml")
    try folder.write(Self.document(server.baseAddress), to: "map.yaml")
    let program = Program(
      Program.mapdoc, environment: ["MAPDOC_CACHE": folder.path + "/cache", "TEST_SECRET": Self.secret],
      folder: folder.path)
    var texts: [String] = []
    for words in [
      ["check", "map.yaml"], ["check", "--format", "json", "map.yaml"], ["plan", "map.yaml"],
      ["plan", "--format", "json", "map.yaml"], ["render", "--report", "report.json", "map.yaml"],
      ["render", "--offline", "--report", "offline.json", "map.yaml"], ["cache", "info"],
    ] {
      let outcome = try await program.run(words)
      texts += [outcome.text, outcome.errors]
      if words[0] == "check" { #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)") }
    }
    #expect(texts.contains { $0.contains("the server says `no *** ***") }, "\(texts)")
    #expect(server.requests.contains { $0.target.hasSuffix("?apikey=" + Self.escaped) })
    #expect(server.requests.contains { $0.target.hasPrefix("/\(Self.escaped)/") })
    #expect(server.requests.contains { $0.header("Authorization")?.hasPrefix("Basic bWFwczpzM2NyZXQ") == true })
    #expect(server.requests.contains { $0.header("X-Team") == "Team " + Self.secret })
    try Self.expectNoSecret(texts, in: folder)
  }

  @Test func aServiceBehindAPortalIsDrawnWithATokenOfOneQuestion() async throws {
    let portal = try ScriptedPortal { Double(Date().timeIntervalSince1970) }
    portal.change {
      $0.passwords = ["maps": Self.secret]
      $0.content = { request in
        let fresh = [("Cache-Control", "max-age=3600")]
        return request.target.contains("f=json")
          ? .ok(Self.service, type: "application/json", fresh) : .ok(GreyTile.png, fresh)
      }
    }
    let folder = try TemporaryFolder()
    try folder.write(
      """
      mapdoc: 1
      canvas: {size: [512, 512]}
      initialExtent: {center: [0, 0], level: 1, snap: level}
      credentials:
        gis: {type: token, user: maps, password: "${env:TEST_SECRET}", portal: "\(portal.address)", allowInsecure: true}
      layers:
        - {id: a, type: arcgis-tiled, url: "\(portal.service)", credentials: gis}
        - {id: b, type: arcgis-tiled, url: "\(portal.service)", credentials: gis, opacity: 0.5}

      """, to: "map.yaml")
    func program(_ secret: String, _ cache: String) -> Program {
      Program(
        Program.mapdoc, environment: ["MAPDOC_CACHE": folder.path + cache, "TEST_SECRET": secret], folder: folder.path)
    }
    let online = try await program(Self.secret, "/one").run(["check", "--online", "map.yaml"])
    #expect(online.status == 0, "\(online.text)\(online.errors)")
    let drawn = try await program(Self.secret, "/two").run(["render", "-o", "a.png", "map.yaml"])
    #expect(drawn.status == 0, "\(drawn.errors)")
    // One of the portal and one for its server, in each of the two runs.
    #expect(portal.grants.count == 4)
    let asked = portal.server.requests.count
    let again = try await program(Self.secret, "/two").run(["render", "--force", "-o", "b.png", "map.yaml"])
    #expect(again.status == 0, "\(again.errors)")
    #expect(portal.server.requests.count == asked, "the cache has it all, and no token is asked for")
    #expect(try folder.read("a.png") == folder.read("b.png"))

    let refused = try await program("wr0ng-word", "/three").run(["render", "-o", "c.png", "map.yaml"])
    #expect(refused.status == 1)
    let words = "`\(portal.address)/sharing/rest/generateToken` gives no token (code 400): the server says"
    #expect(refused.errors.contains("error[MD431]: layer `a`: \(words)"), "\(refused.errors)")
    #expect(!(refused.text + refused.errors).contains("wr0ng"))
    #expect(portal.grants.count == 5, "a wrong password is tried once")
  }

  /// A cached map service of ArcGIS: the world in Web Mercator, levels 0 and 1.
  private static let service = """
    {"currentVersion": 11.1, "singleFusedMapCache": true, "capabilities": "Map", "spatialReference": {"wkid": 102100},
     "tileInfo": {"rows": 256, "cols": 256, "dpi": 96, "format": "PNG", "spatialReference": {"wkid": 102100},
       "origin": {"x": -20037508.342787, "y": 20037508.342787},
       "lods": [{"level": 0, "resolution": 156543.033928, "scale": 591657527.591555},
                {"level": 1, "resolution": 78271.516964, "scale": 295828763.795777}]},
     "fullExtent": {"xmin": -20037508.342787, "ymin": -20037508.342787, "xmax": 20037508.342787,
       "ymax": 20037508.342787, "spatialReference": {"wkid": 102100}}}
    """

  /// Without `hosts` a credential is for the host that the document names, whatever the service there says of others.
  @Test(arguments: [false, true])
  func aHostThatAServiceNamesGetsNothing(_ isWrittenDown: Bool) async throws {
    let tiles = try ScriptedServer { _ in .ok(GreyTile.png) }
    let service = try ScriptedServer { [port = tiles.port] _ in
      .ok(
        """
        {"currentVersion": 10.1, "singleFusedMapCache": true, "tileServers": ["http://localhost:\(port)/tiles"],
         "spatialReference": {"wkid": 102100}, "tileInfo": {"rows": 256, "cols": 256, "dpi": 96, "format": "PNG",
           "origin": {"x": -20037508.342787, "y": 20037508.342787}, "spatialReference": {"wkid": 102100},
           "lods": [{"level": 0, "resolution": 156543.033928, "scale": 591657527.591555}]},
         "fullExtent": {"xmin": -20037508.342787, "ymin": -20037508.342787, "xmax": 20037508.342787,
           "ymax": 20037508.342787, "spatialReference": {"wkid": 102100}}}
        """, type: "application/json")
    }
    let folder = try TemporaryFolder()
    let hosts = isWrittenDown ? ", hosts: [127.0.0.1, localhost]" : ""
    try folder.write(
      """
      mapdoc: 1
      canvas: {size: [64, 64]}
      initialExtent: {center: [0, 0], level: 0}
      credentials: {mine: {type: bearer, token: "${env:TEST_SECRET}", allowInsecure: true\(hosts)}}
      layers:
        - {id: g, type: arcgis-tiled, url: "\(service.baseAddress)/arcgis/rest/services/G/MapServer", credentials: mine}

      """, to: "map.yaml")
    let outcome = try await Program(
      Program.mapdoc, environment: ["TEST_SECRET": Self.secret], folder: folder.path
    ).run(["render", "-o", "map.png", "map.yaml"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(service.requests.map { $0.header("Authorization") } == ["Bearer \(Self.secret)"])
    #expect(tiles.requests.map { $0.header("Authorization") } == [isWrittenDown ? "Bearer \(Self.secret)" : nil])
  }

  @Test func aVariableThatIsNotSetIsAnErrorWhereALayerNeedsIt() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.projectFile, to: ".mapdoc.yaml")
    try folder.write(Self.document("http://127.0.0.1:1"), to: "map.yaml")
    let outcome = try await Program(Program.mapdoc, folder: folder.path).run(["check", "map.yaml"])
    #expect(outcome.status == 1)
    let lines = outcome.text.split(separator: "\n").filter { $0.contains("MD209") }
    // Each once, at its place; that of the project where the layer names it.
    #expect(lines.map { $0.split(separator: ":")[1] } == ["5", "6", "11"], "\(outcome.text)")
    #expect(!outcome.text.contains("TEST_NOT_SET"))
  }
}
