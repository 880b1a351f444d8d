import Diagnostics
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Documents whose layers are known to their services alone.
@Suite(.timeLimit(.minutes(10))) struct ServiceLayerTests {
  /// An ArcGIS service under `/S/MapServer` and a WMTS under `/wmts`, with tiles that show their numbers.
  private static func server(_ age: Int = 1000) throws -> ScriptedServer {
    let box = Box()
    let server = try ScriptedServer { request in
      let target = request.target
      let fresh = [("Cache-Control", "max-age=\(age)")]
      if target.contains("f=json") { return .ok(MapService.world, type: "application/json", fresh) }
      if target.contains("GetCapabilities") {
        return .ok(MapService.capabilities(at: box.address), type: "text/xml", fresh)
      }
      let numbers = target.split { !$0.isNumber }.compactMap { Int($0) }
      guard numbers.count >= 3 else { return .status(404) }
      let isArcGIS = target.contains("/MapServer/tile/")
      return .ok(
        PlainPicture.tile(
          level: numbers[0], column: numbers[isArcGIS ? 2 : 1], row: numbers[isArcGIS ? 1 : 2]
        ).png, fresh)
    }
    box.address = server.baseAddress
    return server
  }

  private final class Box: @unchecked Sendable {
    // Written once, before the first request.
    var address = ""
  }

  private static func arcgis(_ address: String) -> String {
    """
    mapdoc: 1
    canvas: {size: [512, 512]}
    initialExtent: {center: [0, 0], level: 2, snap: level}
    layers:
      - {id: t, type: arcgis-tiled, url: "\(address)/S/MapServer"}

    """
  }

  private static func wmts(_ address: String, srs: String) -> String {
    """
    mapdoc: 1
    srs: \(srs)
    canvas: {size: [512, 512]}
    initialExtent: {center: [0, 0], level: 2, snap: level}
    layers:
      - {id: t, type: wmts, url: "\(address)/wmts", layer: ground}

    """
  }

  @Test func checkAsksNobodyAndSaysWhatIsNotKnown() async throws {
    let server = try Self.server()
    let project = try PipelineProject(["map.yaml": Self.arcgis(server.baseAddress)])
    let findings = try await project.check()
    #expect(findings.map(\.code) == [.notKnownOffline])
    #expect(findings.first?.severity == .info)
    #expect(server.requests.isEmpty)
    // Nor does it look at what a render has left in the cache.
    try await project.render()
    #expect(try await project.check().map(\.code) == [.notKnownOffline])
  }

  @Test func rendersTilesOfAnArcGISServiceBitByBit() async throws {
    let server = try Self.server()
    var project = try PipelineProject(["map.yaml": Self.arcgis(server.baseAddress)])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
    #expect(picture.bytes == PlainPicture.fourTilesOfLevel2)
    #expect(server.count(of: "/S/MapServer?f=json") == 1)
    #expect(server.count(of: "/S/MapServer/tile/2/1/2?blankTile=false") == 1)
    // All of it is in the cache, the description too.
    server.stop()
    project.options.mode = .offline
    #expect(try await project.render { $0.force = true }.count(.rendered) == 1)
  }

  @Test(arguments: ["EPSG:3857", "EPSG:4326"])
  func aMapTakesTheTileMatrixSetOfItsReference(srs: String) async throws {
    let server = try Self.server()
    let project = try PipelineProject(["map.yaml": Self.wmts(server.baseAddress, srs: srs)])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    let set = srs == "EPSG:3857" ? "web" : "degrees"
    let column = srs == "EPSG:3857" ? 1 : 3
    #expect(server.count(of: "/\(set)/2/\(column)/1.png") == 1, "\(server.requests.map(\.target))")
    #expect(!server.requests.contains { $0.target.contains(set == "web" ? "/degrees/" : "/web/") })
    if srs == "EPSG:3857" {
      let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
      #expect(picture.bytes == PlainPicture.fourTilesOfLevel2)
    }
  }

  /// What is in the cache is looked for under the addresses of the set that was drawn.
  @Test(arguments: ["EPSG:3857", "EPSG:4326"])
  func aPictureIsUpToDateByTheTilesOfItsOwnMatrixSet(srs: String) async throws {
    let (box, isNew) = (Box(), Flag())
    let server = try ScriptedServer { request in
      if request.target.contains("GetCapabilities") {
        return .ok(MapService.capabilities(at: box.address), type: "text/xml", [("Cache-Control", "max-age=1000")])
      }
      return .ok(
        PlainPicture.tile(level: isNew.isSet ? 3 : 2, column: 1, row: 1).png,
        [("Cache-Control", "max-age=0"), ("ETag", isNew.isSet ? "\"b\"" : "\"a\"")])
    }
    box.address = server.baseAddress
    let map = Self.wmts(server.baseAddress, srs: srs)
    let project = try PipelineProject(["map.yaml": map, "other.yaml": map])
    #expect(try await project.render().count(.rendered) == 1)
    #expect(try await project.render().count(.upToDate) == 1)
    // Another map of the project brings newer tiles into the cache.
    isNew.set()
    var refreshing = project
    refreshing.options.mode = .refresh
    #expect(try await refreshing.render("other.yaml").count(.rendered) == 1)
    #expect(try await project.render().count(.rendered) == 1)
    #expect(try await project.render().count(.upToDate) == 1)
  }

  /// GeoServer and MapProxy answer with status 400 and a report for tiles that they do not have.
  @Test(arguments: ["TileOutOfRange", "InvalidParameterValue"])
  func aReportWithARefusalSaysWhetherThereIsSuchATile(code: String) async throws {
    let box = Box()
    let server = try ScriptedServer { request in
      if request.target.contains("GetCapabilities") {
        return .ok(MapService.capabilities(at: box.address), type: "text/xml", [("Cache-Control", "max-age=1000")])
      }
      if request.target.hasPrefix("/web/2/1/1") {
        return .answer(
          status: 400, headers: [("Content-Type", "text/xml")],
          body: Array(
            """
            <ExceptionReport version="1.1.0"><Exception exceptionCode="\(code)" locator="TileRow">
            <ExceptionText>row 1 is out of range</ExceptionText></Exception></ExceptionReport>
            """.utf8))
      }
      return .ok(PlainPicture.tile(level: 2, column: 1, row: 1).png)
    }
    box.address = server.baseAddress
    let project = try PipelineProject(["map.yaml": Self.wmts(server.baseAddress, srs: "EPSG:3857")])
    let report = try await project.render()
    if code == "TileOutOfRange" {
      #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
      // It is kept as the absence that it is.
      #expect(try await project.render { $0.force = true }.count(.rendered) == 1)
      #expect(server.count(of: "/web/2/1/1.png") == 1)
    } else {
      #expect(report.findings.diagnostics.map(\.code) == [.requestRefused])
      #expect(
        report.findings.diagnostics.first?.message.hasSuffix(
          "was refused with HTTP status 400: the server says `row 1 is out of range`") == true,
        "\(report.findings.diagnostics.map(\.message))")
    }
  }

  @Test func planAsksTheServiceAndNoTile() async throws {
    let server = try Self.server()
    var project = try PipelineProject(["map.yaml": Self.arcgis(server.baseAddress)])
    let plan = try await project.plan()
    #expect(plan["layers"]?[0]?["action"] == "draw")
    #expect(plan["layers"]?[0]?["tiles"] == 4)
    #expect(server.requests.map(\.target) == ["/S/MapServer?f=json"])
    project.options.mode = .offline
    project.options.cacheFolder = project.folder.path + "/another"
    let offline = try await project.plan()
    #expect(offline["diagnostics"]?[0]?["code"] == "MD413")
    #expect(server.requests.count == 1)
  }

  @Test func aHundredMapsOfOneServiceAskOnce() async throws {
    let server = try Self.server(0)
    var files: [String: String] = [:]
    for number in 0..<20 { files["m\(number).yaml"] = Self.arcgis(server.baseAddress) }
    let project = try PipelineProject(files)
    let run = Run(project.options)
    let outcome = await CheckVerb(run, isOnline: true).check([project.folder.path])
    await run.shutdown()
    guard case .report(let report) = outcome else { throw PipelineProject.Unexpected(what: "\(outcome)") }
    #expect(report.documents.count == 20)
    #expect(server.count(of: "/S/MapServer?f=json") == 1)
  }

  @Test func findingsStayInTheDocumentsOrder() async throws {
    let server = try ScriptedServer { request in
      // The first answers last.
      request.target.hasPrefix("/a") ? .after(seconds: 0.3, .status(404)) : .status(404)
    }
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      layers:
        - {id: world, type: builtin, name: world}
        - {id: a, type: arcgis-tiled, url: "\(server.baseAddress)/a/MapServer"}
        - {id: b, type: wmts, url: "\(server.baseAddress)/b"}
        - {id: c, type: arcgis-tiled, url: "\(server.baseAddress)/c/MapServer"}

      """
    ])
    let findings = try await project.render().findings.diagnostics
    #expect(findings.map(\.layer) == ["a", "b", "c"])
    #expect(findings.allSatisfy { $0.code == .requestRefused && $0.message.contains("404") })
    #expect(findings.first?.range.start.line == 4)
  }
}

extension PlainPicture {
  /// The four tiles about the middle of level 2: 512 x 512 pixels, R, G, B, A.
  static let fourTilesOfLevel2: [UInt8] = {
    var bytes: [UInt8] = []
    for row in 1...2 {
      let tiles = (1...2).map { PlainPicture.tile(level: 2, column: $0, row: row).bytes }
      for y in 0..<256 { for tile in tiles { bytes += tile[y * 1024..<(y + 1) * 1024] } }
    }
    return bytes
  }()
}
