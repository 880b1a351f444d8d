import Diagnostics
import TestSupport
import Testing

@testable import DocumentModel

@Suite struct ProjectFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func load(_ text: String, environment: [String: String] = [:]) throws -> (
    settings: ProjectSettings, findings: [Diagnostic]
  ) {
    try folder.write(text, to: ".mapdoc.yaml")
    let (settings, findings) = ProjectSettings.load(root: folder.path, environment: environment)
    return (settings, findings)
  }

  @Test func readsEveryKey() throws {
    try folder.write("-", to: "certs/ca.pem")
    let (settings, findings) = try load(
      """
      cache: {folder: tiles, limit: 1.5GB}
      contact: maps@example.org
      userAgent: my-maps/1
      hosts:
        "127.0.0.1": {connections: 64}
        Tiles.Example.org:8080:
          connections: 2
          requestsPerSecond: 0.5
          proxy: http://u:${env:P}@proxy:3128
          caFile: certs/ca.pem
          headers: {X-A: b}
      defaults: {canvas: {dpi: 192}, layers: {timeout: 5}}
      limits: {pictureSide: 200000, picturePixels: 10000000000}
      lint: {MD310: error, md400: "off"}
      """, environment: ["P": "pw"])
    #expect(findings.isEmpty, "\(findings.map(\.message))")
    #expect(settings.cacheFolder == folder.path + "/tiles" && settings.cacheLimit == 1_500_000_000)
    #expect(settings.contact == "maps@example.org" && settings.userAgent == "my-maps/1")
    #expect(settings.hosts["127.0.0.1"] == HostSettings(connections: 64))
    #expect(
      settings.hosts["tiles.example.org:8080"]
        == HostSettings(
          connections: 2, requestsPerSecond: 0.5, proxy: "http://u:pw@proxy:3128",
          certificateFile: folder.path + "/certs/ca.pem", headers: [.init(name: "X-A", value: "b")]))
    #expect(settings.defaults?["canvas"] != nil)
    #expect(settings.pictureBounds.side == 200_000 && settings.pictureBounds.pixels == 10_000_000_000)
    #expect(settings.lint[.otherGrid] == .some(.error) && settings.lint[.notKnownOffline] == .some(nil))
  }

  @Test(arguments: [
    ("cache: /var/tiles", "/var/tiles"), ("cache: ~/tiles", "/home/ann/tiles"), ("cache: {folder: ./a/../b}", "ROOT/b"),
    ("cache: {limit: 5GiB}", nil),
  ])
  func findsTheCache(_ text: String, _ expected: String?) throws {
    let settings = try load(text, environment: ["HOME": "/home/ann"]).settings
    #expect(settings.cacheFolder == expected?.replacing("ROOT", with: folder.path))
  }

  @Test(arguments: [
    ("limits: {pictureSide: 1000001}", Code.outOfRange), ("limits: {picturePixels: 0}", .outOfRange),
    ("limits: 5", .wrongType), ("limits: {side: 5}", .unknownKey),
    ("cache: []", Code.wrongType), ("cache: {limit: lots}", .wrongType), ("cache: {limit: -1}", .wrongType),
    ("cache: {size: 1GB}", .unknownKey), ("cache: {limit: 999kB}", .outOfRange), ("cache: {limit: 0}", .outOfRange),
    ("hosts: {a: {proxy: proxy}}", .wrongType), ("hosts: {a: {proxy: 'ftp://proxy:21'}}", .wrongType),
    ("hosts: {a: {proxy: 'http://'}}", .wrongType), ("hosts: {a: {proxy: 'http://p:99999'}}", .wrongType),
    ("hosts: {a: {caFile: nowhere.pem}}", .sourceNotFound), ("hosts: {a: {caFile: .}}", .sourceNotFound),
    ("contact: \"\"", .wrongType), ("userAgent: \"a\\nb: c\"", .wrongType), ("hosts: {\"https://a/\": {}}", .wrongType),
    ("hosts: {a: {connections: 0}}", .outOfRange), ("hosts: {a: {conections: 3}}", .unknownKey),
    ("hosts: {a: {headers: {Cookie: x}}}", .literalSecret),
    ("hosts: {a: {proxy: \"http://u:p@h\"}}", .literalSecret), ("credentials: {a: {}}", .missingKey),
    ("credentials: {a: {type: bearer, token: abc}}", .literalSecret), ("credentials: [a]", .wrongType),
    ("credentials: {a: {type: token, user: u, password: \"${env:P}\", portal: gis}}", .wrongType),
    ("defaults: {layers: {id: a}}", .unknownKey),
    ("defaults: {layers: {opacity: 5}}", .outOfRange),
    ("defaults: {canvas: {dpi: 1, pixelRatio: 2}}", .conflictingKeys),
    ("lint: {MD999: off}", .unknownValue), ("lint: {MD310: fatal}", .unknownValue), ("lint: {MD310: 5}", .wrongType),
    ("contct: a", .unknownKey),
    ("- a", .wrongType), ("a: [", .yamlSyntax),
  ])
  func refusesWhatCannotBe(_ text: String, _ code: Code) throws {
    #expect(try load(text).findings.map(\.code.name) == [code.name])
  }

  @Test(arguments: [
    "http://proxy", "http://proxy:3128/", "https://10.0.0.1:8080", "socks5://[::1]:1080", "socks5h://proxy:1080",
  ])
  func takesTheAddressOfAProxy(_ address: String) throws {
    let (settings, findings) = try load("hosts: {a: {proxy: '\(address)'}}")
    #expect(findings.isEmpty && settings.hosts["a"]?.proxy == address)
  }

  @Test func aFindingAboutAFileOfAuthoritiesPointsAtIt() throws {
    let findings = try load("hosts:\n  a.example.org:\n    caFile: nowhere.pem\n").findings
    #expect(findings.map(\.range.start.line) == [3] && findings.map(\.range.start.column) == [13])
  }

  @Test func anEmptyOneMarksTheRoot() throws {
    let (settings, findings) = try load("# nothing yet\n")
    #expect(findings.isEmpty && settings.file != nil)
  }

  @Test func withoutOneAllIsDefault() {
    let (settings, findings) = ProjectSettings.load(root: folder.path)
    #expect(findings.isEmpty && settings.file == nil && settings.cacheLimit == 2 << 30)
  }

  @Test(arguments: [
    ("2GB", 2_000_000_000), ("2 GiB", 2 << 30), ("500kB", 500_000), ("10", 10), ("10B", 10), ("1T", 1_000_000_000_000),
  ])
  func countsBytes(_ text: String, _ bytes: Int) throws {
    #expect(FileSize(text)?.bytes == bytes)
  }

  @Test(arguments: ["GB", "-1GB", "1 XB", "1e400GB", ""])
  func refusesWhatIsNoSize(_ text: String) {
    #expect(FileSize(text) == nil)
  }
}
