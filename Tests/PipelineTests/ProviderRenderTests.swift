import Diagnostics
import FoundationEssentials
import Geodesy
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Maps of kinds that are named after providers, drawn from a mirror that answers as they do.
@Suite(.timeLimit(.minutes(15))) struct ProviderRenderTests {
  /// Numbers in an address, by the names before them.
  private static func numbers(_ names: [String], in target: String) -> [Int]? {
    let values = names.map { name -> Int? in
      guard let found = target.firstRange(of: name) else { return nil }
      let text = target[found.upperBound...].prefix { $0 == "M" || $0.isNumber }
      return Int(text.replacing("M", with: "-"))
    }
    return values.contains(nil) ? nil : values.compactMap(\.self)
  }

  private static func document(_ layer: String, center: String, level: Int, more: String = "") -> String {
    """
    mapdoc: 1
    canvas: {size: [512, 512]}
    initialExtent: {center: [0, 0], srs: "\(center)", level: \(level)}
    credentials:
      mine: {type: key, key: "${env:MAPDOC_TEST_KEY}", allowInsecure: true}
    layers:
      - {id: base, \(layer)}
    outputs: [{path: map.png}]
    \(more)
    """
  }

  private func rendered(_ text: String) async throws -> (report: RenderReport, picture: Picture?) {
    var project = try PipelineProject(["map.yaml": text])
    project.options.environment = ["MAPDOC_TEST_KEY": "s3cret"]
    let report = try await project.render()
    let bytes = FileManager.default.contents(atPath: project.path("map.png")).map { Array($0) }
    return (report, try bytes.map { try PictureDecoder.decode($0) })
  }

  /// Four tiles side by side, compared where no attribution stands: in the upper rows.
  private func expectTiles(
    _ picture: Picture?, level: Int, columns: [Int], rows: [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let picture = try #require(picture, sourceLocation: sourceLocation)
    #expect(picture.size == PixelSize(width: 512, height: 512), sourceLocation: sourceLocation)
    var wrong = 0
    var drawnOver = 0
    for (down, row) in rows.enumerated() {
      for (across, column) in columns.enumerated() {
        let tile = PlainPicture.tile(level: level, column: column, row: row).bytes
        for y in 0..<256 {
          let start = ((down * 256 + y) * 512 + across * 256) * 4
          if picture.bytes[start..<start + 1024].elementsEqual(tile[y * 1024..<(y + 1) * 1024]) { continue }
          if down * 256 + y < 440 { wrong += 1 } else { drawnOver += 1 }
        }
      }
    }
    #expect(wrong == 0, "rows that differ from the tiles", sourceLocation: sourceLocation)
    #expect(drawnOver > 5, "the attribution is not drawn", sourceLocation: sourceLocation)
  }

  private static func lines(_ report: RenderReport) -> String {
    report.findings.diagnostics.map { "\($0.code): \($0.message)" }.joined(separator: "\n")
  }

  @Test(arguments: [("w", "EPSG:3857", [1, 2], [1, 2]), ("c", "EPSG:4490", [1, 2], [0, 1])])
  func drawsTianditu(_ matrix: String, _ reference: String, _ columns: [Int], _ rows: [Int]) async throws {
    let server = try ScriptedServer { request in
      guard request.target.hasPrefix("/vec_\(matrix)/wmts?"), request.target.hasSuffix("&tk=s3cret"),
        let numbers = Self.numbers(["TILEMATRIX=", "TILECOL=", "TILEROW="], in: request.target)
      else { return .status(400) }
      return .ok(PlainPicture.tile(level: numbers[0], column: numbers[1], row: numbers[2]).png)
    }
    let layer = "type: tianditu, matrix: \(matrix), url: \"\(server.baseAddress)\", credentials: mine"
    let (report, picture) = try await rendered(Self.document(layer, center: reference, level: 2))
    #expect(report.findings.diagnostics.isEmpty, "\(Self.lines(report))")
    try expectTiles(picture, level: 2, columns: columns, rows: rows)
    #expect(server.requests.count == 4)
  }

  @Test(arguments: [
    (200, "<?xml version='1.0'?><E><T>非法Key</T></E>", "text/xml", "MD410"),
    (403, "{\"msg\":\"非法Key s3cret\",\"code\":\"300001\"}", "application/json", "MD404"),
    (418, "非法Key", "text/plain", "MD404"),
  ])
  func saysWhatTianditusErrorsSay(_ status: Int, _ body: String, _ type: String, _ code: String) async throws {
    let server = try ScriptedServer { _ in
      .answer(status: status, headers: [("Content-Type", type)], body: Array(body.utf8))
    }
    let layer = "type: tianditu, url: \"\(server.baseAddress)\", credentials: mine"
    let (report, picture) = try await rendered(Self.document(layer, center: "EPSG:3857", level: 2))
    #expect(picture == nil)
    let finding = try #require(report.findings.diagnostics.first)
    #expect(finding.code.name == code)
    #expect(finding.message.contains("非法Key"), "\(finding.message)")
    #expect(!finding.message.contains("s3cret") && finding.message.contains("tk=***"), "\(finding.message)")
  }

  @Test func drawsAmapInItsOwnReference() async throws {
    let server = try ScriptedServer { request in
      guard request.target.hasPrefix("/appmaptile?lang=zh_cn&size=1&scale=1&style=8&"),
        let numbers = Self.numbers(["&z=", "&x=", "&y="], in: request.target)
      else { return .status(400) }
      return .ok(PlainPicture.tile(level: numbers[0], column: numbers[1], row: numbers[2]).png)
    }
    let text = Self.document("type: amap, url: \"\(server.baseAddress)\"", center: "GCJ02:3857", level: 3)
    let (report, picture) = try await rendered(text)
    #expect(report.findings.diagnostics.isEmpty, "\(Self.lines(report))")
    try expectTiles(picture, level: 3, columns: [3, 4], rows: [3, 4])
  }

  @Test func drawsBaiduAroundItsOriginWhereNumbersAreBelowZero() async throws {
    let server = try ScriptedServer { request in
      guard request.target.hasPrefix("/onlinelabel/?qt=tile&x="), request.target.hasSuffix("&styles=pl&scaler=1&p=1"),
        let numbers = Self.numbers(["&z=", "&x=", "&y="], in: request.target)
      else { return .status(400) }
      return .ok(PlainPicture.tile(level: numbers[0], column: numbers[1], row: numbers[2]).png)
    }
    let text = Self.document("type: baidu, url: \"\(server.baseAddress)\"", center: "BD09:mercator", level: 10)
    let (report, picture) = try await rendered(text)
    #expect(report.findings.diagnostics.isEmpty, "\(Self.lines(report))")
    // From the top: Baidu's row 0, then -1; from the left: column -1, then 0.
    try expectTiles(picture, level: 10, columns: [-1, 0], rows: [0, -1])
    #expect(server.requests.contains { $0.target.contains("x=M1&y=M1&") })
  }

  /// A service that describes its tiles, and of the four has one that it says is not there.
  private static func bing(style: String = "Aerial") throws -> ScriptedServer {
    try ScriptedServer { request in
      if request.target.hasPrefix("/REST/v1/Imagery/Metadata/\(style)?") {
        guard request.target.contains("?key=s3cret&culture=en-US&include=ImageryProviders&uriScheme=https") else {
          let denied = #"{"errorDetails":["Access was denied to s3cret."],"statusCode":401}"#
          return .answer(status: 401, headers: [("Content-Type", "application/json")], body: Array(denied.utf8))
        }
        let host = request.header("Host") ?? ""
        return .ok(
          #"{"resourceSets":[{"resources":[{"imageUrl":"http://\#(host)/t/a{quadkey}.jpeg?mkt={culture}","#
            + #""imageUrlSubdomains":["t0"],"imageWidth":256,"imageHeight":256,"zoomMin":1,"zoomMax":5,"#
            + #""imageryProviders":[{"attribution":"© Earth"}]}]}],"statusCode":200}"#, type: "application/json",
          [("Cache-Control", "max-age=600")])
      }
      guard request.target.hasSuffix(".jpeg?mkt=en-US"),
        let tile = TileIndex(quadkey: String(request.target.dropFirst(4).prefix { $0.isNumber }))
      else { return .status(400) }
      let isGone = tile.column == 2 && tile.row == 1
      return .ok(
        PlainPicture.tile(level: tile.level, column: tile.column, row: tile.row).png, type: "image/png",
        [("Cache-Control", "max-age=600"), ("X-VE-Tile-Info", isGone ? "no-tile" : "tile")])
    }
  }

  @Test func drawsBingsTilesAndLeavesOutThoseThatItSaysAreNotThere() async throws {
    let server = try Self.bing()
    let layer =
      "type: bing, url: \"\(server.baseAddress)\", credentials: mine, onMissingTile: \"#010203\", detail: 2"
    var project = try PipelineProject(["map.yaml": Self.document(layer, center: "EPSG:3857", level: 2)])
    project.options.environment = ["MAPDOC_TEST_KEY": "s3cret"]
    // Out of the cache the second time.
    for isFirst in [true, false] {
      let report = try await project.render { $0.force = true }
      #expect(report.findings.diagnostics.isEmpty, "\(Self.lines(report))")
      #expect(report.maps.first?.layers.first?.message == nil)
      let bytes = try #require(FileManager.default.contents(atPath: project.path("map.png")))
      let picture = try PictureDecoder.decode(Array(bytes))
      #expect(Array(picture.bytes[(100 * 512 + 400) * 4..<(100 * 512 + 400) * 4 + 4]) == [1, 2, 3, 255])
      let tile = PlainPicture.tile(level: 2, column: 1, row: 1).bytes
      for y in 0..<256 {
        #expect(picture.bytes[y * 2048..<y * 2048 + 1024].elementsEqual(tile[y * 1024..<(y + 1) * 1024]))
      }
      #expect(server.requests.count == 5, "\(isFirst)")
    }
    #expect(server.requests.filter { $0.target.contains("s3cret") }.count == 1, "the key is for the description alone")
  }

  @Test func saysWhatBingSaysOfAKeyThatItDoesNotKnow() async throws {
    let server = try Self.bing()
    let layer = "type: bing, url: \"\(server.baseAddress)\", culture: de-DE, credentials: mine"
    let (report, picture) = try await rendered(Self.document(layer, center: "EPSG:3857", level: 2))
    #expect(picture == nil)
    let finding = try #require(report.findings.diagnostics.first { $0.severity == .error })
    #expect(finding.code == .requestRefused)
    #expect(finding.message.contains("401: the server says `Access was denied to ***.`"), "\(finding.message)")
    #expect(finding.message.contains("key=***") && !finding.message.contains("s3cret"))
  }

  @Test func checkAsksBingNothing() async throws {
    let server = try Self.bing()
    let layer = "type: bing, url: \"\(server.baseAddress)\", credentials: mine"
    var project = try PipelineProject(["map.yaml": Self.document(layer, center: "EPSG:3857", level: 2)])
    project.options.environment = ["MAPDOC_TEST_KEY": "s3cret"]
    #expect(try await project.check().allSatisfy { $0.severity == .info })
    #expect(server.requests.isEmpty)
  }
}
