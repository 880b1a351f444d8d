import Diagnostics
import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct XYZTests {
  @Test func asksForTilesOfWebMercator() async throws {
    let source = try await LayerInDocument("type: xyz\nurl: https://h.example/{z}/{x}/{y}.png\ntimeout: 7").open()
    #expect(source.description.tilingSchemes == [.webMercator])
    #expect(source.description.fullExtent == TilingScheme.webMercatorWorld)
    #expect(source.description.isRemote)
    guard case .remote(let request) = try source.tile(TileIndex(level: 3, column: 4, row: 2)) else {
      Issue.record("no request")
      return
    }
    #expect(request.address == "https://h.example/3/4/2.png")
    #expect(request.timeout == .seconds(7))
    #expect(request.absentStatuses == [204, 404, 410])
    #expect(request.layer == "tested")
    #expect(request.connectionLimit == nil)
  }

  @Test(arguments: [(3, -1, 0), (3, 8, 0), (3, 0, 8), (3, 0, -1), (31, 0, 0), (-1, 0, 0)])
  func asksForNothingOutsideTheWorld(_ level: Int, _ column: Int, _ row: Int) async throws {
    let source = try await LayerInDocument("type: xyz\nurl: https://h.example/{z}/{x}/{y}.png").open()
    #expect(try source.isAbsent(level, column, row))
  }

  @Test func countsRowsFromTheSouth() async throws {
    // Row 2 of the 8 of level 3 is row 5 of TMS; of the 4 rows of level 2 of whole degrees, row 0 is 3.
    for keys in ["url: https://h/{z}/{x}/{-y}", "scheme: tms\nurl: https://h/{z}/{x}/{y}"] {
      let source = try await LayerInDocument("type: xyz\n" + keys).open()
      #expect(try source.address(3, 4, 2) == "https://h/3/4/5")
      let degrees = try await LayerInDocument("type: xyz\ntilingScheme: wgs84\n" + keys).open()
      #expect(try degrees.address(2, 7, 0) == "https://h/2/7/3")
      #expect(try degrees.isAbsent(2, 8, 0))
    }
  }

  @Test func takesASchemeThatIsWrittenOut() async throws {
    let source = try await LayerInDocument(
      """
      type: xyz
      url: https://h/{z}/{x}/{y}
      tilingScheme: {srs: EPSG:25833, origin: [-2500000, 9045984], tileSize: 512, levels: [{level: 7, resolution: 10.5}, {level: 5, resolution: 40}]}
      """
    ).open()
    let scheme = try #require(source.description.tilingSchemes.first)
    #expect(scheme.reference == (try SpatialReference.parse("EPSG:25833")))
    #expect(scheme.origin == Position(x: -2_500_000, y: 9_045_984))
    #expect(scheme.tileSize == PixelSize(width: 512, height: 512))
    #expect(scheme.levels == [.init(number: 5, resolution: 40), .init(number: 7, resolution: 10.5)])
    #expect(source.description.fullExtent == nil)
    #expect(try source.address(7, -3, 12) == "https://h/7/-3/12")
    #expect(try source.isAbsent(6, 0, 0))
  }

  @Test func countsRowsOfAnOwnSchemeNorthwardsFromItsOrigin() async throws {
    let source = try await LayerInDocument(
      """
      type: xyz
      url: https://h/{z}/{x}/{y}
      scheme: tms
      tilingScheme: {srs: EPSG:25833, origin: [0, 6000000], levels: [{level: 0, resolution: 100}]}
      """
    ).open()
    // The tile right above the origin is row -1 when rows count downwards from it, and 0 upwards.
    #expect(try source.address(0, 2, -1) == "https://h/0/2/0")
    #expect(try source.address(0, 2, -4) == "https://h/0/2/3")
  }

  @Test func namesQuadkeysFromLevelOne() async throws {
    let source = try await LayerInDocument("type: xyz\nurl: https://h/{q}.jpg\nsubdomains: [t0, t1]").open()
    #expect(try source.address(3, 3, 5) == "https://h/213.jpg")
    #expect(try source.isAbsent(0, 0, 0))
    #expect(source.description.levels?.lowerBound == 1)
  }

  @Test(arguments: [("abc", "b"), ("[x, y]", "y"), ("'mt0,mt1'", "mt1"), ("1234", "2")])
  func takesSubdomainsAsAListOrLetters(_ written: String, _ second: String) async throws {
    let source = try await LayerInDocument(
      "type: xyz\nurl: 'https://{s}.h/{z}/{x}/{y}'\nsubdomains: \(written)"
    ).open()
    #expect(try source.address(1, 1, 0) == "https://\(second).h/1/1/0")
  }

  @Test func hasOneIdentityForOneSetOfTiles() async throws {
    let base = "type: xyz\nurl: https://h/{z}/{x}/{y}"
    let identity = try await LayerInDocument(base).open().identity
    #expect(try await LayerInDocument(base + "\nsubdomains: [q]\ntitle: Other").open().identity == identity)
    #expect(try await LayerInDocument(base).open(pixelRatio: 2).identity == identity)
    for other in ["\nscheme: tms", "\ntilingScheme: wgs84", "?x=1", "\nheaders: {Accept: image/webp}"] {
      #expect(try await LayerInDocument(base + other).open().identity != identity, "\(other)")
    }
    let sharp = try LayerInDocument("type: xyz\nurl: https://h/{z}/{x}/{y}{r}")
    #expect(try await sharp.open().identity != (try await sharp.open(pixelRatio: 2).identity))
  }

  @Test func readsFilesBesideTheDocument() async throws {
    let folder = try TemporaryFolder()
    try folder.write([1, 2, 3], to: "maps/tiles/3/4/2.png")
    try folder.write([], to: "maps/tiles/3/4/3.png")
    try folder.write([9], to: "maps/tiles/3/4/4.png/inside")
    for url in [
      "tiles/{z}/{x}/{y}.png", "file:tiles/{z}/{x}/{y}.png", "file://\(folder.path)/maps/tiles/{z}/{x}/{y}.png",
    ] {
      let layer = try LayerInDocument("type: xyz\nurl: \(url)", in: folder)
      #expect(layer.findings.isEmpty)
      let source = try await layer.open()
      #expect(!source.description.isRemote)
      #expect(try source.bytes(3, 4, 2) == [1, 2, 3])
      #expect(try source.isAbsent(3, 4, 3), "an empty file")
      #expect(try source.isAbsent(3, 0, 0), "no file")
      #expect(throws: SourceError.self) { try source.bytes(3, 4, 4) }
      #expect(try layer.kind.localFiles == [folder.path + "/maps/tiles"])
    }
  }

  @Test func decodesTheEscapesOfAFileAddress() async throws {
    let folder = try TemporaryFolder()
    try folder.write([7], to: "my tiles/0/0/0.png")
    let layer = try LayerInDocument(
      "type: xyz\nurl: file://localhost\(folder.path)/my%20tiles/{z}/{x}/{y}.png", in: folder)
    #expect(try await layer.open().bytes(0, 0, 0) == [7])
  }

  @Test func takesAForgottenSchemeForAMistake() async throws {
    let layer = try LayerInDocument("type: xyz\nurl: tile.example.com/{z}/{x}/{y}.png")
    await #expect(throws: SourceError.self) { try await layer.open() }
    do { _ = try await layer.open() } catch {
      #expect("\(error)".contains("write `https://` in front"))
    }
    let missing = try LayerInDocument("type: xyz\nurl: nowhere/{z}/{x}/{y}.png")
    await #expect(throws: SourceError.notFound(path: missing.folder.path + "/maps/nowhere")) {
      try await missing.open()
    }
  }

  @Test func doesNotTakeDegreesForWebMercator() async throws {
    let layer = try LayerInDocument("type: xyz\nurl: https://h/{z}/{x}/{y}\nsrs: EPSG:4326")
    await #expect(throws: SourceError.self) { try await layer.open() }
    let right = try LayerInDocument("type: xyz\nurl: https://h/{z}/{x}/{y}\nsrs: EPSG:4326\ntilingScheme: wgs84")
    #expect(try await right.open().description.tilingSchemes == [.wgs84])
  }
}

@Suite struct XYZMistakeTests {
  /// Keys of a layer, the code, the message, and where it points: line and column in the document.
  static let mistakes: [(String, String, String, String)] = [
    (
      "url: 'https://h/{z}/{x}/{yy}'", "MD113", "`{yy}` stands for nothing of a tile",
      "6:29 did you mean `{y}`?"
    ),
    ("url: https://h/{zoom}/{col}/{row}", "MD113", "`{zoom}` stands for nothing of a tile", "6:20 did you mean `{z}`?"),
    (
      "url: https://h/{z}/{x}/{y}?t={stlye}\nvalues: {style: a}", "MD113", "`{stlye}` stands for nothing of a tile",
      "6:34 did you mean `{style}`?"
    ),
    (
      "url: https://h/{z}/{x}/{y}?t={qwertz}", "MD113", "`{qwertz}` stands for nothing of a tile",
      "6:34 give `qwertz` a value under `values:`, or write `{{` for a brace"
    ),
    (
      "url: https://h/wms?bbox={bbox-epsg-3857}", "MD113", "`{bbox-epsg-3857}` stands for nothing of a tile",
      "6:29 use a `wms` layer: an address by box is that of a service that draws pictures, not of tiles"
    ),
    (
      "url: https://h/{z}/tile.png", "MD113", "the address has no `{x}` and `{y}`: many tiles would share one",
      "6:10 write `{z}`, `{x}` and `{y}` where level, column and row stand, or `{q}` for a quadkey"
    ),
    (
      "url: 'https://h/{z}/{x}/{y'", "MD113",
      "`https://h/{z}/{x}/{y` cannot be the address of tiles: `{y` has no `}`",
      "6:10 close the placeholder, or write `{{` for a brace"
    ),
    (
      "url: ftp://h/{z}/{x}/{y}", "MD113",
      "`ftp://h/{z}/{x}/{y}` cannot be the address of tiles: `ftp:` is not a scheme that tiles come by",
      "6:10 use `https:`, `http:` or a path"
    ),
    (
      "url: http:///{z}/{x}/{y}", "MD113", "`http:///{z}/{x}/{y}` cannot be the address of tiles: it names no host",
      "6:10 "
    ),
    (
      "url: http://h:99999/{z}/{x}/{y}", "MD113",
      "`http://h:99999/{z}/{x}/{y}` cannot be the address of tiles: `99999` is not a port, a number from 1 to 65535",
      "6:10 "
    ),
    (
      "url: //h/{z}/{x}/{y}", "MD113", "`//h/{z}/{x}/{y}` cannot be the address of tiles: it has no scheme",
      "6:10 write `https:` in front of it"
    ),
    (
      "url: https://h/{q}\ntilingScheme: wgs84", "MD113",
      "`{q}` numbers the tiles of Web Mercator, and `tilingScheme` is another",
      "7:19 write `{z}`, `{x}` and `{y}` in the address, or take out `tilingScheme`"
    ),
    (
      "url: https://h/{z}/{x}/{y}\nscheme: tsm", "MD105", "`tsm` is not an order of rows, which is `xyz` or `tms`",
      "7:13 did you mean `tms`?"
    ),
    (
      "url: https://h/{z}/{x}/{y}\nsubdomains: ['a b']", "MD103",
      "a list stands where a list of 1 to 64 names, or a text of letters is expected, each of letters, digits, `-` and `.`",
      "7:17 "
    ),
    (
      "url: https://h/{z}/{x}/{y}\ntilingScheme: webmercatr", "MD105",
      "`webmercatr` is not a tiling scheme, which is `webmercator` or `wgs84`", "7:19 did you mean `webmercator`?"
    ),
    (
      "url: https://h/{z}/{x}/{y}\ntilingScheme: {srs: 3857, origin: [0], levels: [{level: 1, resolution: 1}]}",
      "MD103",
      "a list stands where a corner as `[x, y]` is expected", "7:39 "
    ),
    (
      "url: https://h/{z}/{x}/{y}\ntilingScheme: {srs: 3857, origin: [0, 0], levels: [{level: 1, resolution: 0}]}",
      "MD104", "`0` is not a number above 0", "7:79 "
    ),
    (
      "url: https://h/{z}/{x}/{y}\ntilingScheme: {srs: 3857, origin: [0, 0], levels: []}", "MD104",
      "a tiling scheme has 1 to 100 levels, these are 0", "7:55 "
    ),
    (
      "url: https://h/{z}/{x}/{y}\ntilingScheme: {srs: 3857, origin: [0, 0], levels: [{level: 1, resolution: 2}, {level: 1, resolution: 1}]}",
      "MD111", "level `1` stands twice", "7:83 "
    ),
  ]

  @Test(arguments: mistakes)
  func isFoundWhereItStands(_ keys: String, _ code: String, _ message: String, _ place: String) throws {
    let findings = try LayerInDocument("type: xyz\n" + keys).findings
    let finding = try #require(findings.first)
    #expect(finding.code.name == code)
    #expect(finding.message == message)
    #expect("\(finding.range.start.line):\(finding.range.start.column) \(finding.hint?.text ?? "")" == place)
  }

  @Test func allAreFoundInOneRun() throws {
    let findings = try LayerInDocument(
      "type: xyz\nurl: 'https://h/{a1}/{b1}'\nscheme: q\nsubdomains: []\ntilingScheme: {}"
    ).findings
    #expect(findings.count == 7, "\(findings.map(\.message))")
  }

  @Test func theSuggestionIsAnEditOfThePlaceholderAlone() throws {
    let finding = try #require(try LayerInDocument("type: xyz\nurl: https://h/{z}/{x}/{Y}").findings.first)
    #expect(finding.hint?.edit?.replacement == "{y}")
    #expect(finding.hint?.edit?.range == finding.range)
    #expect(finding.range.end.column - finding.range.start.column == 3)
  }
}

@Suite struct OpenStreetMapTests {
  @Test func followsTheUsagePolicy() async throws {
    let source = try await LayerInDocument("type: osm").open(contact: "maps@example.com")
    #expect(source.description.levels == 0...19)
    #expect(source.description.attribution == "© OpenStreetMap contributors")
    #expect(source.description.attributionIsObligatory)
    #expect(source.remarks.isEmpty)
    guard case .remote(let request) = try source.tile(TileIndex(level: 7, column: 67, row: 40)) else {
      Issue.record("no request")
      return
    }
    #expect(request.address == "https://tile.openstreetmap.org/7/67/40.png")
    #expect(request.connectionLimit == 2)
    #expect(try source.isAbsent(20, 0, 0))
  }

  @Test func remarksThatNobodyIsNamed() async throws {
    let remarks = try await LayerInDocument("type: osm").open().remarks
    guard case .policyNotMet(let text, let hint) = remarks.first else {
      Issue.record("\(remarks)")
      return
    }
    #expect(text.contains("https://operations.osmfoundation.org/policies/tiles/"))
    #expect(hint == "write `contact:` with an address into `.mapdoc.yaml`")
  }

  @Test func asksAMirrorWithoutTheFoundationsBounds() async throws {
    let source = try await LayerInDocument("type: osm\nurl: http://127.0.0.1:8080/osm/{z}/{x}/{y}.png").open()
    #expect(source.remarks.isEmpty)
    #expect(source.description.attributionIsObligatory)
    guard case .remote(let request) = try source.tile(TileIndex(level: 0, column: 0, row: 0)) else {
      Issue.record("no request")
      return
    }
    #expect(request.address == "http://127.0.0.1:8080/osm/0/0/0.png")
    #expect(request.connectionLimit == nil)
  }

  @Test func aMirrorThatIsTheFoundationKeepsItsBounds() async throws {
    let source = try await LayerInDocument("type: osm\nurl: https://a.tile.openstreetmap.org/{z}/{x}/{y}.png").open()
    guard case .remote(let request) = try source.tile(TileIndex(level: 0, column: 0, row: 0)) else {
      Issue.record("no request")
      return
    }
    #expect(request.connectionLimit == 2)
  }

  @Test func checksTheAddressOfAMirror() throws {
    #expect(try LayerInDocument("type: osm\nurl: http://h/{z}/{x}").findings.map(\.code.name) == ["MD113"])
    #expect(try LayerInDocument("type: osm\nurl: http://h/{z}/{x}/{w}").findings.map(\.code.name) == ["MD113"])
  }
}
