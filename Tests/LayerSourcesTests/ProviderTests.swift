import Diagnostics
import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

@Suite struct TiandituTests {
  private static let credentials = #"mine: {type: key, key: "${env:MAPDOC_TEST_KEY}"}"#

  private func source(_ keys: String = "") async throws -> any TileSource {
    try await LayerInDocument("type: tianditu\ncredentials: mine\n" + keys, credentials: Self.credentials).open()
  }

  @Test(arguments: [
    ("vec", "w", 5, 26, 12, "6"), ("cva", "c", 1, 1, 0, "1"), ("img", "w", 18, 215_849, 99_324, "5"),
    ("cia", "c", 18, 0, 131_071, "7"), ("ter", "w", 1, 0, 0, "0"), ("cta", "w", 14, 13_490, 6_207, "1"),
  ])
  func asksAsItsServiceIsDocumented(
    _ style: String, _ matrix: String, _ level: Int, _ column: Int, _ row: Int, _ server: String
  ) async throws {
    let request = try await source("style: \(style)\nmatrix: \(matrix)").request(level, column, row)
    // The last digit: (column + row) modulo the 8 hosts.
    #expect(
      request?.address
        == "https://t\(server).tianditu.gov.cn/\(style)_\(matrix)/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0"
        + "&LAYER=\(style)&STYLE=default&TILEMATRIXSET=\(matrix)&FORMAT=tiles&TILEMATRIX=\(level)&TILEROW=\(row)"
        + "&TILECOL=\(column)&tk={key}")
    #expect(request?.credential?.secrets.first == "s3cret")
  }

  @Test func hasLevels1To18OfTwoMatrices() async throws {
    let mercator = try await source()
    #expect(mercator.description.tilingSchemes == [.webMercator])
    #expect(mercator.description.levels == 1...18)
    for (level, column, row) in [(0, 0, 0), (19, 0, 0), (1, 2, 0), (1, 0, 2), (3, -1, 0)] {
      #expect(try mercator.isAbsent(level, column, row))
    }
    let degrees = try await source("matrix: c")
    let scheme = try #require(degrees.description.tilingSchemes.first)
    #expect(scheme.reference.definition == "EPSG:4490")
    // Level 1 has two tiles; its capabilities say 0.703125 degrees a pixel.
    #expect(scheme.level(numbered: 1)?.resolution == 0.703125)
    #expect(
      scheme.extent(of: TileIndex(level: 1, column: 1, row: 0)) == Extent(xmin: 0, ymin: -90, xmax: 180, ymax: 90))
    #expect(try degrees.isAbsent(1, 0, 1) && degrees.isAbsent(1, 2, 0) && !degrees.isAbsent(2, 3, 1))
  }

  @Test func drawsPicturesInThePixelsOfTheDevice() async throws {
    #expect(try await source("style: img").description.defaultDetail == .device)
    #expect(try await source("style: vec").description.defaultDetail == .screen)
    let description = try await source().description
    #expect(description.attributionIsObligatory && description.attribution?.contains("Tianditu") == true)
    #expect(description.isRemote)
  }

  @Test(arguments: [
    (
      "https://p.example/tdt/", false,
      "https://p.example/tdt/vec_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0"
        + "&LAYER=vec&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX=1&TILEROW=0&TILECOL=1"
    ),
    (
      "https://p.example", true,
      "https://p.example/vec_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0"
        + "&LAYER=vec&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX=1&TILEROW=0&TILECOL=1&tk={key}"
    ),
    ("https://{s}.p.example/{key}/{style}{matrix}/{z}/{x}/{y}", true, "https://1.p.example/{key}/vecw/1/1/0"),
  ])
  func asksAMirrorInPlaceOfTheProvider(_ url: String, _ hasKey: Bool, _ address: String) async throws {
    let keys = "type: tianditu\nurl: '\(url)'\n" + (hasKey ? "credentials: mine" : "")
    let layer = try LayerInDocument(keys, credentials: Self.credentials)
    #expect(layer.findings.isEmpty, "\(layer.findings.map(\.message))")
    #expect(try await layer.open().address(1, 1, 0) == address)
  }

  @Test func tellsAnErrorFromAnAbsentTileFromAPicture() async throws {
    let source = try await source()
    let request = try #require(try source.request(3, 1, 1))
    func answer(_ status: Int, _ body: [UInt8], _ type: String = "text/xml") throws(SourceError) -> TileAnswer {
      try source.answer(
        to: Response(status: status, contentType: type, body: body, origin: .network(requests: 1), digest: ""),
        for: request)
    }
    let picture = PlainPicture.tile(level: 3, column: 1, row: 1).png
    #expect(try answer(200, picture, "image/png") == .picture(EncodedPicture(bytes: picture)))
    #expect(try answer(404, []) == .absent)
    let outside = """
      <?xml version="1.0" encoding="UTF-8"?>
      <ExceptionReport version="1.1.0"><Exception exceptionCode="TileOutOfRange" locator="TILEROW"/></ExceptionReport>
      """
    #expect(try answer(200, Array(outside.utf8)) == .absent)
    let refused = "<?xml version='1.0'?><Exception><Text>非法Key</Text></Exception>"
    #expect(throws: SourceError.noTile(reason: "an error of the service: `非法Key`")) {
      try answer(200, Array(refused.utf8))
    }
    #expect(throws: SourceError.noTile(reason: "an error of the service: `权限类型错误`")) {
      try answer(200, Array("{\"code\":301007,\"msg\":\"权限类型错误\"}".utf8), "application/json")
    }
  }

  @Test func keepsTilesOfTwoKeysApart() async throws {
    let one = try await source()
    let proxy = "type: tianditu\nurl: https://p.example/{z}/{x}/{y}"
    let two = try await LayerInDocument(proxy).open()
    let three = try await LayerInDocument(proxy + "\ncredentials: mine", credentials: Self.credentials).open()
    #expect(Set([one.identity, two.identity, three.identity]).count == 3)
    #expect(!three.identity.contains("s3cret"))
  }
}

@Suite struct AmapTests {
  @Test(arguments: [
    ("street", 1.0, "https://webrd02.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x=26&y=11&z=5"),
    ("street", 2.0, "https://webrd02.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=2&style=8&x=26&y=11&z=5"),
    ("satellite", 2.0, "https://webst02.is.autonavi.com/appmaptile?style=6&x=26&y=11&z=5"),
    ("labels", 1.0, "https://webst02.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x=26&y=11&z=5"),
  ])
  func asksAsItsOwnMapsDo(_ style: String, _ ratio: Double, _ address: String) async throws {
    let source = try await LayerInDocument("type: amap\nstyle: \(style)").open(pixelRatio: ratio)
    #expect(try source.address(5, 26, 11) == address)
    let isFine = ratio == 2 && style != "satellite"
    #expect(source.description.pictureSize == (isFine ? PixelSize(width: 512, height: 512) : nil))
  }

  @Test func isInItsOwnReference() async throws {
    let description = try await LayerInDocument("type: amap").open().description
    #expect(description.tilingSchemes.first?.reference.definition == "GCJ02:3857")
    #expect(description.tilingSchemes.first?.origin == TilingScheme.webMercator.origin)
    #expect(description.levels == 3...18)
    #expect(description.attribution == "© AutoNavi" && description.attributionIsObligatory)
  }

  @Test func asksAMirror() async throws {
    let base = try await LayerInDocument("type: amap\nurl: http://127.0.0.1:8080/amap").open()
    #expect(
      try base.address(3, 6, 3)
        == "http://127.0.0.1:8080/amap/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x=6&y=3&z=3")
    let template = try await LayerInDocument("type: amap\nurl: 'http://h{s}/{number}/{z}/{x}/{y}'").open(pixelRatio: 2)
    #expect(try template.address(3, 6, 3) == "http://h02/8/3/6/3")
    #expect(template.description.pictureSize == nil)
  }
}

@Suite struct BaiduTests {
  /// The address of the tile whose bottom left corner is so many tiles east and north of 0, 0.
  private func address(_ source: any TileSource, _ level: Int, _ east: Int, _ north: Int) throws -> String? {
    let scheme = try #require(source.description.tilingSchemes.first)
    let resolution = try #require(scheme.level(numbered: level))
    let side = 256 * resolution.resolution
    let middle = Position(x: (Double(east) + 0.5) * side, y: (Double(north) + 0.5) * side)
    let tile = scheme.tile(containing: middle, at: resolution)
    return try source.address(level, tile.column, tile.row)
  }

  @Test(arguments: [
    (0, 0, "0", "0", "0"), (-1, 0, "M1", "0", "9"), (0, -1, "0", "M1", "9"), (-1, -1, "M1", "M1", "8"),
    (25, 9, "25", "9", "4"), (-26, -10, "M26", "M10", "4"),
  ])
  func writesNumbersBelowZeroWithAnM(
    _ east: Int, _ north: Int, _ x: String, _ y: String, _ server: String
  ) async throws {
    let source = try await LayerInDocument("type: baidu").open()
    #expect(
      try address(source, 11, east, north)
        == "https://online\(server).map.bdimg.com/onlinelabel/?qt=tile&x=\(x)&y=\(y)&z=11&styles=pl&scaler=1&p=1")
  }

  @Test(arguments: [
    ("labels", 1.0, "https://online3.map.bdimg.com/onlinelabel/?qt=tile&x=3&y=0&z=8&styles=sl&scaler=1&p=1"),
    ("labels", 1.5, "https://online3.map.bdimg.com/onlinelabel/?qt=tile&x=3&y=0&z=8&styles=sh&scaler=2&p=1"),
    ("street", 1.5, "https://online3.map.bdimg.com/onlinelabel/?qt=tile&x=3&y=0&z=8&styles=ph&scaler=2&p=1"),
    ("satellite", 1.5, "https://maponline3.bdimg.com/starpic/?qt=satepc&u=x=3;y=0;z=8;v=009;type=sate&fm=46"),
  ])
  func asksAsItsOwnMapsDo(_ style: String, _ ratio: Double, _ address: String) async throws {
    let source = try await LayerInDocument("type: baidu\nstyle: \(style)").open(pixelRatio: ratio)
    #expect(try self.address(source, 8, 3, 0) == address)
  }

  @Test func hasItsOwnScheme() async throws {
    let source = try await LayerInDocument("type: baidu").open()
    let scheme = try #require(source.description.tilingSchemes.first)
    #expect(scheme.reference.definition == "BD09:mercator")
    #expect(scheme.level(numbered: 18)?.resolution == 1)
    #expect(scheme.level(numbered: 19)?.resolution == 0.5)
    #expect(scheme.level(numbered: 3)?.resolution == 32768)
    for level in scheme.levels {
      // On every level four tiles meet at 0, 0.
      let tile = scheme.tile(containing: Position(x: 0.001, y: 0.001), at: level)
      let side = 256 * level.resolution
      #expect(scheme.extent(of: tile) == Extent(xmin: 0, ymin: 0, xmax: side, ymax: side))
    }
    // The world, 20037726 m to both sides and 12474104 m up and down, takes 6 by 4 tiles of level 3.
    #expect(try !source.isAbsent(3, 0, 0) && !source.isAbsent(3, 5, 3))
    #expect(try source.isAbsent(3, 6, 0) && source.isAbsent(3, 0, 4) && source.isAbsent(3, -1, 0))
    #expect(source.description.attributionIsObligatory)
  }
}

@Suite struct ProviderCatalogueTests {
  @Test(arguments: [
    Provider.openStreetMap, .bing, .tianditu, .amap, .baidu, .baiduSatellite,
  ])
  func saysWhereItsTermsStand(_ provider: Provider) throws {
    #expect(provider.attributionIsObligatory && !provider.attribution.isEmpty)
    #expect(provider.policy.hasPrefix("http"))
    #expect(provider.address.hasPrefix("https://"))
    #expect(provider.address.contains("{s}") == !provider.subdomains.isEmpty)
    #expect(throws: Never.self) { try TileAddress(provider.address, beside: nil) }
  }

  @Test(arguments: [
    ("https://t3.tianditu.gov.cn/img_c/wmts?LAYER=img", "tianditu", "style: img\n  matrix: c\n  credentials: tianditu"),
    (
      "https://dev.virtualearth.net/REST/v1/Imagery/Metadata/RoadOnDemand?x=1", "bing",
      "style: Road\n  credentials: bing"
    ),
    ("http://ecn.t1.tiles.virtualearth.net/tiles/a1.jpeg", "bing", "style: Aerial\n  credentials: bing"),
    ("http://t0.tianditu.gov.cn/", "tianditu", "style: vec\n  matrix: w\n  credentials: tianditu"),
    ("https://webst01.is.autonavi.com/appmaptile?style=6&x={x}&y={y}&z={z}", "amap", "style: satellite"),
    ("https://webrd01.is.autonavi.com/appmaptile?style=8&x={x}&y={y}&z={z}", "amap", "style: street"),
    ("https://webst01.is.autonavi.com/appmaptile?style=8&x={x}&y={y}&z={z}", "amap", "style: labels"),
    ("https://online1.map.bdimg.com/onlinelabel/?qt=tile&x=1&y=1&z=3&styles=sl", "baidu", "style: labels"),
    ("https://maponline1.bdimg.com/starpic/?qt=satepc&u=x=1;y=1;z=3", "baidu", "style: satellite"),
  ])
  func knowsItsAddresses(_ source: String, _ kind: String, _ keys: String) async throws {
    let report = try await Inspection.inspect(source: source, context: SourceContext(painter: WordPainter()))
    #expect(report.kind == kind)
    #expect(report.layer == "- id: \(kind)\n  type: \(kind)\n  \(keys)\n")
    #expect(report.attribution?.isEmpty == false && report.levels.count >= 16)
  }

  /// As Google's addresses have them: the kind of map is a value.
  @Test func servesTemplatesOfGooglesForm() async throws {
    let layer = try LayerInDocument(
      """
      type: xyz
      url: https://mt{s}.example.com/vt/lyrs={lyrs}&hl={hl}&x={x}&y={y}&z={z}
      values: {lyrs: y, hl: zh-CN}
      subdomains: '0123'
      attribution: © Example
      """)
    #expect(layer.findings.isEmpty)
    #expect(try await layer.open().address(4, 13, 6) == "https://mt3.example.com/vt/lyrs=y&hl=zh-CN&x=13&y=6&z=4")
  }
}
