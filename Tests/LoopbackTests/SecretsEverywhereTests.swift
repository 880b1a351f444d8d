import FoundationEssentials
import TestSupport
import Testing

/// Every byte that the program writes while known secrets are in use: what it says, pictures, stamps, reports, the cache,
/// packages, and what a stopped pack leaves behind.
@Suite(.timeLimit(.minutes(10))) struct SecretsEverywhereTests {
  /// By the variable that has it.
  private static let secrets = [
    "T_KEY": "k3y/+Secret==1", "T_BASIC": "b4sic/+Secret==2", "T_BEARER": "b3arer/+Secret==3",
    "T_HEADER": "h3ader/+Secret==4", "T_TOKEN": "p4ssword/+Secret==5", "T_LAYER": "l4yer/+Secret==6",
  ]
  private static let ofNetrc = "n3trc/+Secret==7"

  private static let credentials = """
    credentials:
      key: {type: key, key: "${env:T_KEY}", name: apikey, allowInsecure: true}
      basic: {type: basic, user: maps, password: "${env:T_BASIC}", allowInsecure: true}
      bearer: {type: bearer, token: "${env:T_BEARER}", allowInsecure: true}
      header: {type: header, name: X-Team, value: "Team ${env:T_HEADER}", allowInsecure: true}
      home: {type: netrc, allowInsecure: true}

    """

  private let server: ScriptedServer
  private let portal: ScriptedPortal
  private let folder: TemporaryFolder
  private let home: TemporaryFolder

  init() throws {
    server = try ScriptedServer { Self.reply(to: $0) }
    portal = try ScriptedPortal { Double(Date().timeIntervalSince1970) }
    portal.change {
      $0.passwords = ["maps": Self.secrets["T_TOKEN"] ?? ""]
      $0.content = { request in
        let told = request.header("X-Esri-Authorization") ?? "nothing"
        if request.target.contains("f=json") {
          let text = MapDescription.world.replacing("COPYRIGHT", with: "Survey \(told)")
          return .ok(text, type: "application/json", [("Cache-Control", "max-age=3600")])
        }
        return request.target.contains("/1/1/") ? Self.refusal(told) : Self.tile
      }
    }
    folder = try TemporaryFolder()
    try folder.write(Self.credentials, to: ".mapdoc.yaml")
    // Outside of the folder whose every file is looked at.
    home = try TemporaryFolder()
    try home.write("machine 127.0.0.1 login maps password \(Self.ofNetrc)\n", to: ".netrc")
  }

  private static let tile = ScriptedServer.Reply.ok(GreyTile.png, [("Cache-Control", "max-age=3600")])

  private static func refusal(_ told: String) -> ScriptedServer.Reply {
    .answer(
      status: 403, headers: [("Content-Type", "application/json"), ("ETag", "\"\(told)\""), ("X-Told", told)],
      body: Array("{\"error\": \"no \(told)\"}".utf8))
  }

  /// All that a client sends, back to it.
  private static func reply(to request: ScriptedServer.Request) -> ScriptedServer.Reply {
    let told = ([request.target] + request.headers.map(\.value)).joined(separator: " ")
    let query = request.target.split(separator: "?").dropFirst().joined()
    if request.target.hasPrefix("/wmts") {
      let text = WMTSDescription.capabilities.replacing("QUERY", with: query.replacing("&", with: "&amp;"))
        .replacing("HOST", with: request.header("Host") ?? "")
      return .ok(text, type: "text/xml", [("Cache-Control", "max-age=3600"), ("ETag", "\"\(query)\"")])
    }
    if request.target.contains("/2/1/1.") { return refusal(told) }
    if request.target.contains("/2/2/1.") { return .redirect(to: "ftp://other.example.org/?told=\(query)") }
    if request.target.contains("/2/1/2.") {
      // A picture with all that it was asked for with in a chunk of text.
      let text = Array("tEXtComment\u{0}".utf8) + Array(told.utf8)
      let size = text.count - 4
      let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
      let end = GreyTile.png.count - 12
      return .ok(
        GreyTile.png[..<end] + length + text + crc(text) + GreyTile.png[end...], [("Cache-Control", "max-age=3600")])
    }
    return tile
  }

  /// Of PNG, annex D.
  private static func crc(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~crc >> $0) }
  }

  private var layers: [(id: String, text: String)] {
    let base = server.baseAddress
    let own = ["key", "basic", "bearer", "header", "home"].map { name in
      (name, "type: xyz, url: \"\(base)/\(name)/{z}/{x}/{y}.png\", credentials: \(name)")
    }
    return own + [
      ("path", "type: xyz, url: \"\(base)/path/{key}/{z}/{x}/{y}.png\", credentials: key"),
      (
        "named",
        "type: xyz, url: \"\(base)/named/{z}/{x}/{y}.png\", "
          + "headers: {X-Own: {value: \"Own ${env:T_LAYER}\", allowInsecure: true}}"
      ),
      ("wmts", "type: wmts, url: \"\(base)/wmts?service=WMTS\", layer: ground, credentials: key"),
      ("ground", "type: arcgis-tiled, url: \"\(portal.service)\", credentials: gis"),
    ]
  }

  private func document(_ layers: [(id: String, text: String)]) -> String {
    """
    mapdoc: 1
    canvas: {size: [512, 512]}
    initialExtent: {center: [0, 0], level: 2, snap: level}
    credentials:
      gis: {type: token, user: maps, password: "${env:T_TOKEN}", portal: "\(portal.address)", allowInsecure: true}
    layers:

    """ + layers.map { "  - {id: \($0.id), onError: warn, \($0.text)}\n" }.joined()
      + "outputs: [{path: \"${map}.png\"}]\n"
  }

  @Test func noByteOfThemIsWritten() async throws {
    var environment = Self.secrets
    environment["MAPDOC_CACHE"] = folder.path + "/cache"
    environment["NETRC"] = home.path + "/.netrc"
    let program = Program(Program.mapdoc, environment: environment, folder: folder.path)
    var runs: [[String]] = []
    try folder.write(document(layers), to: "all.yaml")
    for format in ["human", "json", "sarif", "junit", "github"] {
      runs += [["check", "--format", format, "all.yaml"], ["check", "--online", "--format", format, "all.yaml"]]
    }
    runs += [
      ["plan", "all.yaml"], ["plan", "--format", "json", "all.yaml"],
      ["render", "--report", "report.json", "all.yaml"],
      ["render", "--offline", "--force", "--report", "offline.json", "all.yaml"],
      ["inspect", "all.png"], ["cache", "info"],
    ]
    let targets = ["mbtiles", "gpkg", "pmtiles", "tpkx"]
    for (number, layer) in layers.enumerated() {
      try folder.write(document([layer]), to: "\(layer.id).yaml")
      let target = "\(layer.id).\(targets[number % 4])"
      runs += [
        ["render", "\(layer.id).yaml"],
        ["pack", "\(layer.id).yaml", "-o", target, "--levels", "0-1", "--rewrite", "new-\(layer.id).yaml"],
        // Some of whose tiles fail: what has come is left for another time.
        ["pack", "\(layer.id).yaml", "-o", "rest-\(layer.id).mbtiles", "--levels", "2"],
      ]
    }
    var said = ""
    var statuses: [String: Int32] = [:]
    for words in runs {
      let outcome = try await program.run(words)
      said += outcome.text + outcome.errors
      statuses[words.joined(separator: " ")] = outcome.status
    }
    #expect(statuses["check --format human all.yaml"] == 0, "\(said)")
    expectThatTheyWereUsed(said)
    try expectNone(in: said)
  }

  /// A test of what is nowhere says little where nothing happened.
  private func expectThatTheyWereUsed(_ said: String) {
    let asked = (server.requests + portal.server.requests).map { request in
      ([request.target, request.body] + request.headers.map(\.value)).joined(separator: "\n")
    }.joined(separator: "\n")
    for (name, secret) in Self.secrets where name != "T_BASIC" {
      #expect(Self.forms(of: secret).contains { asked.contains($0) }, "\(name) was sent to nobody")
    }
    for pair in ["maps:\(Self.secrets["T_BASIC"] ?? "")", "maps:\(Self.ofNetrc)"] {
      #expect(asked.contains(Data(pair.utf8).base64EncodedString()))
    }
    #expect(!portal.tokens.isEmpty && asked.contains(portal.tokens[0]))
    #expect(asked.contains("/tiles/web/"), "the tiles of the WMTS were asked for")
    #expect(said.contains("the server says `no "), "\(said)")
    #expect(said.contains("***"))
    #expect(said.contains("ftp://other.example.org"))
    #expect(FileManager.default.fileExists(atPath: folder.path + "/all.png"), "\(said)")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/cache/tiles.sqlite"))
    for name in ["key.mbtiles", "basic.gpkg", "bearer.pmtiles", "header.tpkx", "new-key.yaml", "offline.json"] {
      #expect(FileManager.default.fileExists(atPath: folder.path + "/" + name), "\(name): \(said)")
    }
  }

  /// As it is, as addresses and base64 have it.
  private static func forms(of secret: String) -> [String] {
    let escaped = secret.replacing("/", with: "%2F").replacing("+", with: "%2B").replacing("=", with: "%3D")
    return [
      secret, escaped, escaped.lowercased(), String(secret.prefix { $0 != "/" }),
      String(Data(secret.utf8).base64EncodedString().prefix { $0 != "=" }),
    ]
  }

  private func expectNone(in said: String) throws {
    var forms = (Self.secrets.values + [Self.ofNetrc]).flatMap(Self.forms(of:))
    forms += portal.tokens.flatMap { [$0, String($0.drop { $0 != "+" })] }
    for pair in ["maps:\(Self.secrets["T_BASIC"] ?? "")", "maps:\(Self.ofNetrc)"] {
      forms.append(String(Data(pair.utf8).base64EncodedString().prefix { $0 != "=" }))
    }
    let spoken = Array(said.utf8)
    for form in forms where ByteSearch.contains(spoken, Array(form.utf8)) {
      let lines = said.split(separator: "\n").filter { $0.contains(form) }
      Issue.record("said: \(form) in \(lines.prefix(3))")
    }
    var files = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      guard let content = FileManager.default.contents(atPath: folder.path + "/" + name) else { continue }
      files += 1
      let bytes = [UInt8](content)
      for form in forms where ByteSearch.contains(bytes, Array(form.utf8)) { Issue.record("\(form) in \(name)") }
    }
    #expect(files > 40, "\(files) files")
    let document = try folder.read("all.yaml")
    #expect(ByteSearch.contains(document, Array("${env:T_TOKEN}".utf8)), "what is there is found")
  }
}

/// A cached map service of ArcGIS: the world in Web Mercator, levels 0 to 2.
private enum MapDescription {
  static let world = """
    {"currentVersion": 11.1, "singleFusedMapCache": true, "copyrightText": "COPYRIGHT", "capabilities": "Map",
     "spatialReference": {"wkid": 102100, "latestWkid": 3857},
     "tileInfo": {"rows": 256, "cols": 256, "dpi": 96, "format": "PNG",
       "origin": {"x": -20037508.342787, "y": 20037508.342787},
       "spatialReference": {"wkid": 102100, "latestWkid": 3857},
       "lods": [{"level": 0, "resolution": 156543.033928, "scale": 591657527.591555},
                {"level": 1, "resolution": 78271.516964, "scale": 295828763.795777},
                {"level": 2, "resolution": 39135.758482, "scale": 147914381.897889}]},
     "fullExtent": {"xmin": -20037508.342787, "ymin": -20037508.342787, "xmax": 20037508.342787,
       "ymax": 20037508.342787, "spatialReference": {"wkid": 102100}}}
    """
}

/// Capabilities that repeat what they were asked for with in the address of the tiles, as many servers' do.
private enum WMTSDescription {
  static let capabilities = """
    <?xml version="1.0" encoding="UTF-8"?>
    <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" version="1.0.0">
    <Contents><Layer><ows:Title>Ground QUERY</ows:Title><ows:Identifier>ground</ows:Identifier>
    <Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style><Format>image/png</Format>
    <TileMatrixSetLink><TileMatrixSet>web</TileMatrixSet></TileMatrixSetLink>
    <ResourceURL format="image/png" resourceType="tile"
      template="http://HOST/tiles/{TileMatrixSet}/{TileMatrix}/{TileCol}/{TileRow}.png?QUERY"/></Layer>
    <TileMatrixSet><ows:Identifier>web</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>
    \(matrices)</TileMatrixSet></Contents></Capabilities>
    """

  private static let matrices = (0...2).map { level in
    """
    <TileMatrix><ows:Identifier>\(level)</ows:Identifier>
    <ScaleDenominator>\(559_082_264.0287178 / Double(1 << level))</ScaleDenominator>
    <TopLeftCorner>-20037508.3428 20037508.3428</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight>
    <MatrixWidth>\(1 << level)</MatrixWidth><MatrixHeight>\(1 << level)</MatrixHeight></TileMatrix>
    """
  }.joined()
}
