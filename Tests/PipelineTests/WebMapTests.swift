import Diagnostics
import DocumentModel
import FoundationEssentials
import Rendering
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// Documents with layers of `type: webmap`.
@Suite(.timeLimit(.minutes(10))) struct WebMapTests {
  private static func map(_ layers: String, base: String = "", more: String = "") -> String {
    """
    {"operationalLayers": [\(layers)], "baseMap": {"baseMapLayers": [\(base)]}, "version": "2.8",
     "spatialReference": {"wkid": 102100, "latestWkid": 3857}\(more)}
    """
  }

  private static func tiles(_ address: String, _ path: String, _ keys: String = "") -> String {
    #"{"layerType": "WebTiledLayer", "title": "\#(path)", "templateUrl": "\#(address)/\#(path)/{level}/{col}/{row}.png"\#(keys)}"#
  }

  private static let document = """
    mapdoc: 1
    canvas: {size: [200, 150]}
    layers:
      - {id: city, type: webmap, path: city.json}

    """

  /// A server whose tiles are of one colour each kind.
  private static func server(
    _ answer: @escaping @Sendable (ScriptedServer.Request) -> ScriptedServer.Reply? = { _ in nil }
  )
    throws -> ScriptedServer
  {
    try ScriptedServer { request in
      if let reply = answer(request) { return reply }
      let color: (UInt8, UInt8, UInt8, UInt8)
      switch request.target.split(separator: "/").first {
      case "red": color = (200, 0, 0, 255)
      case "green": color = (0, 200, 0, 255)
      case "blue": color = (0, 0, 200, 255)
      default: return .status(404)
      }
      return .ok(PlainPicture(width: 256, height: 256) { _, _ in color }.png, [("Cache-Control", "max-age=1000")])
    }
  }

  private static func middle(_ project: PipelineProject, _ name: String = "build/map.png") throws -> [UInt8] {
    let picture = try PictureDecoder.decode(project.folder.read(name))
    let start = 4 * (picture.size.width * (picture.size.height / 2) + picture.size.width / 2)
    return Array(picture.bytes[start..<start + 3])
  }

  @Test func drawsItsLayersInTheirOrderWithReferenceLayersOnTop() async throws {
    let server = try Self.server()
    let (red, green) = (Self.tiles(server.baseAddress, "red"), Self.tiles(server.baseAddress, "green"))
    let half = Self.tiles(server.baseAddress, "green", #", "opacity": 0.5"#)
    let blue = Self.tiles(server.baseAddress, "blue", #", "isReference": true"#)
    let project = try PipelineProject(["map.yaml": Self.document])
    for (text, color) in [
      (Self.map(green, base: red), [0, 200, 0]), (Self.map(half, base: red), [100, 100, 0]),
      (Self.map(green, base: "\(blue), \(red)"), [0, 0, 200]),
    ] as [(String, [UInt8])] {
      try project.folder.write(text, to: "city.json")
      let report = try await project.render()
      #expect(report.findings.diagnostics.isEmpty, "\(report.findings.diagnostics.map(\.message))")
      let drawn = try Self.middle(project)
      #expect(zip(drawn, color).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(drawn)")
    }
  }

  @Test func aChangedWebMapMakesItsPictureStale() async throws {
    let server = try Self.server()
    let project = try PipelineProject([
      "map.yaml": Self.document, "city.json": Self.map("", base: Self.tiles(server.baseAddress, "red")),
    ])
    #expect(try await project.render().count(.rendered) == 1)
    #expect(try await project.render().count(.upToDate) == 1)
    try project.folder.write(
      Self.map("", base: Self.tiles(server.baseAddress, "red", #", "opacity": 0.5"#)), to: "city.json")
    #expect(try await project.render().count(.rendered) == 1)
    #expect(try Self.middle(project) != [200, 0, 0])
  }

  @Test func whatIsLeftOutIsSaidAtTheLayer() async throws {
    let vector = #"{"layerType": "VectorTileLayer", "title": "Streets"}"#
    let hidden = #"{"layerType": "ArcGISStreamLayer", "title": "Buses", "visibility": false}"#
    let project = try PipelineProject([
      "map.yaml": Self.document,
      "city.json": Self.map(
        "\(Self.tiles("https://e.org", "a", #", "effect": "blur(1px)""#)), \(hidden)", base: vector),
    ])
    let findings = try await project.check()
    #expect(findings.map(\.code) == [.webMapLayer, .webMapLayer, .webMapPart], "\(findings.map(\.message))")
    #expect(findings.count { $0.severity == .warning } == 1 && findings.count { $0.severity == .info } == 2)
    for finding in findings {
      #expect(finding.range.start.line == 4 && finding.layer == "city" && finding.path == "layers[0].type")
    }
    let words = findings.map(\.message)
    #expect(
      words.contains(
        "layer `city`: `baseMap.baseMapLayers[0]` (`Streets`) of the web map is left out: a vector tile layer, which no "
          + "kind of layer draws"), "\(words)")
  }

  @Test func theFirstWebMapGivesTheMapItsViewAndItsBookmarks() async throws {
    let server = try Self.server()
    let box =
      #"{"xmin": 1000000, "ymin": 6000000, "xmax": 1002000, "ymax": 6001500, "spatialReference": {"wkid": 102100}}"#
    let more = """
      , "initialState": {"viewpoint": {"rotation": 20, "targetGeometry": \(box)}},
      "bookmarks": [{"name": "Harbour", "viewpoint": {"targetGeometry": \(box), "rotation": 0}}, {"name": "Mine", "extent": \(box)}]
      """
    let project = try PipelineProject([
      "map.yaml": Self.document + "outputs: [{bookmarks: [Harbour]}]\n",
      "city.json": Self.map("", base: Self.tiles(server.baseAddress, "red"), more: more),
    ])
    #expect(try await project.check().isEmpty)
    let plan = try await project.plan()
    #expect(plan["map"]?["rotation"]?.numbers == [20])
    let harbour = try await project.plan(bookmark: "Harbour")
    #expect(harbour["map"]?["extent"]?.numbers == [1_000_000, 6_000_000, 1_002_000, 6_001_500])
    #expect(harbour["outputs"]?[0]?["bookmark"] == "Harbour")
    // What the document says goes before.
    try project.folder.write(
      """
      mapdoc: 1
      canvas: {size: [200, 150]}
      initialExtent: {center: [0, 0], zoom: 3}
      bookmarks: [{name: Mine, extent: [0, 0, 10, 10]}]
      layers: [{id: city, type: webmap, path: city.json}]

      """, to: "map.yaml")
    let own = try await project.plan()
    #expect(own["map"]?["rotation"]?.numbers == [0])
    #expect(try #require(own["map"]?["extent"]?.numbers.first) < 0)
    let mine = try await project.plan(bookmark: "Mine")
    #expect(try #require(mine["map"]?["extent"]?.numbers.first) < 1_000_000)
  }

  @Test func aWebMapOverAnotherLayerGivesNoView() async throws {
    let more = #", "initialState": {"viewpoint": {"targetGeometry": {"xmin": 0, "ymin": 0, "xmax": 9, "ymax": 9}}}"#
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [200, 150]}
      layers:
        - {id: world, type: builtin}
        - {id: city, type: webmap, path: city.json}

      """, "city.json": Self.map("", base: Self.tiles("https://e.org", "a"), more: more),
    ])
    let plan = try await project.plan()
    #expect(try #require(plan["map"]?["extent"]?.numbers.first) < -10_000_000)
    #expect(plan["layers"]?[1]?["id"] == "city" && plan["layers"]?[2]?["id"] == "city/a")
  }

  @Test(arguments: [
    (#"{"viewingMode": "global"}"#, Code.sourceOfOtherKind, "a web scene of ArcGIS"),
    (#"{"operationalLayers": [}"#, .sourceUnreadable, "is not JSON"),
    (#"{"operationalLayers": []}"#, .webMapEmpty, "the web map has no layers"),
    (
      #"{"operationalLayers": [{"layerType": "VectorTileLayer"}]}"#, .webMapEmpty, "nothing of the web map can be drawn"
    ),
  ])
  func whatCannotBeDrawnIsAnErrorOfTheLayer(_ text: String, _ code: Code, _ words: String) async throws {
    let project = try PipelineProject(["map.yaml": Self.document, "city.json": text])
    let errors = try await project.check().filter { $0.severity == .error }
    #expect(errors.map(\.code) == [code] && errors[0].message.contains(words), "\(errors.map(\.message))")
    #expect(try await project.render().count(.failed) == 1)
  }

  @Test(arguments: [
    ("", "`path` or `item`"), (", path: a, item: 0123456789abcdef0123456789abcdef", "exclude one another"),
    (", item: 12", "the id of an item"), (", path: city.json, srs: 4326", "no key `srs`"),
    (", path: city.json, portal: https://e.org", "exclude one another"), (", path: none.json", "no file `none.json`"),
    (
      ", item: \"https://e.org/home/item.html?id=0123456789abcdef0123456789abcdef\", portal: https://f.org",
      "exclude one another"
    ),
  ])
  func itsKeysAreChecked(_ keys: String, _ words: String) async throws {
    let project = try PipelineProject([
      "map.yaml": "mapdoc: 1\nlayers: [{id: world, type: builtin}, {id: city, type: webmap\(keys)}]\n",
      "city.json": Self.map("", base: Self.tiles("https://e.org", "a")),
    ])
    let findings = try await project.check()
    #expect(findings.contains { $0.severity == .error && $0.message.contains(words) }, "\(findings.map(\.message))")
  }

  // MARK: - Items of a portal

  private static let item = "0123456789abcdef0123456789abcdef"

  private static func portalDocument(_ portal: String, _ keys: String = "", top: String = "") -> String {
    """
    mapdoc: 1
    canvas: {size: [200, 150]}
    \(top)
    layers:
      - {id: city, type: webmap, item: \(item), portal: "\(portal)"\(keys)}

    """
  }

  @Test func anItemIsAskedOfItsPortalOnlyWhereItMayBe() async throws {
    let base = Mutex("")
    let server = try Self.server { request in
      guard request.target.hasPrefix("/gis/sharing/rest/content/items/\(Self.item)/data?f=json") else { return nil }
      return .ok(
        Self.map(Self.tiles(base.withLock { $0 }, "green"), base: #"{"layerType": "VectorTileLayer"}"#),
        type: "application/json", [("Cache-Control", "max-age=1000")])
    }
    base.withLock { $0 = server.baseAddress }
    let project = try PipelineProject(["map.yaml": Self.portalDocument(server.baseAddress + "/gis")])
    let findings = try await project.check()
    #expect(findings.map(\.code) == [.notKnownOffline] && server.requests.isEmpty, "\(findings.map(\.message))")
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    #expect(report.findings.diagnostics.map(\.code) == [.webMapLayer])
    #expect(try Self.middle(project) == [0, 200, 0])
    #expect(server.requests.count { $0.target.contains("/data") } == 1)
    #expect(try await project.render().count(.upToDate) == 1)
    let plan = try await project.plan()
    #expect(plan["layers"]?[0]?["type"] == "webmap" && plan["layers"]?[1]?["id"] == "city/green")
  }

  @Test(arguments: [
    (
      #"{"error": {"code": 400, "message": "Item does not exist or is inaccessible.", "details": []}}"#,
      "Item does not exist"
    ),
    (#"{"viewingMode": "local", "operationalLayers": []}"#, "a web scene"), ("<html>Log in</html>", "not JSON"),
  ])
  func anItemThatIsNoWebMapIsAnErrorOfTheLayer(_ body: String, _ words: String) async throws {
    let server = try Self.server { _ in .ok(body, type: "application/json") }
    let project = try PipelineProject(["map.yaml": Self.portalDocument(server.baseAddress)])
    let report = try await project.render()
    let errors = report.findings.diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1 && errors[0].message.contains(words), "\(errors.map(\.message))")
    #expect(report.count(.failed) == 1)
  }

  @Test func aMapWithoutAWebMapThatFailsIsDrawnWhereTheDocumentSaysSo() async throws {
    let server = try Self.server { _ in .status(404) }
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [200, 150]}
      layers:
        - {id: world, type: builtin}
        - {id: city, type: webmap, item: \(Self.item), portal: "\(server.baseAddress)", onError: warn}

      """
    ])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    #expect(report.findings.diagnostics.map(\.severity) == [.warning])
  }

  @Test func aTokenGoesToThePortalAndToNoOtherHostThatTheWebMapNames() async throws {
    let strange = try Self.server()
    let portal = try ScriptedPortal(clock: { Date().timeIntervalSince1970 })
    let own = "http://localhost:\(portal.server.port)/portal"
    let tiles = [Self.tiles(own, "mine"), Self.tiles(strange.baseAddress, "red")].joined(separator: ",")
    portal.change {
      $0.content = { request in
        if request.target.contains("/data") { return .ok(Self.map(tiles), type: "application/json") }
        return .ok(PlainPicture(width: 256, height: 256) { _, _ in (9, 9, 9, 255) }.png)
      }
    }
    var project = try PipelineProject([
      "map.yaml": Self.portalDocument(
        own, ", credentials: gis",
        top: """
          credentials:
            gis: {type: token, portal: "\(own)", user: map, password: "${env:GIS}", allowInsecure: true}
          """)
    ])
    project.options.environment = ["GIS": "pass/+wörd9"]
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    #expect(portal.server.requests.contains { $0.target.contains("/mine/") })
    #expect(portal.tokens.count == 1)
    try #require(!strange.requests.isEmpty)
    for request in strange.requests {
      #expect(request.header("X-Esri-Authorization") == nil && !request.target.contains("token"))
    }
  }

  @Test func namesThatOnlyThePortalKnowsAreCheckedWhenItHasBeenAsked() async throws {
    let bookmark = #", "bookmarks": [{"name": "Here", "extent": {"xmin": 0, "ymin": 0, "xmax": 9e5, "ymax": 9e5}}]"#
    let server = try Self.server { request in
      request.target.contains("/data")
        ? .ok(Self.map(Self.tiles("http://127.0.0.1:1", "a"), more: bookmark), type: "application/json") : nil
    }
    for (name, isKnown) in [("Here", true), ("There", false)] {
      let text = Self.portalDocument(server.baseAddress) + "outputs: [{bookmarks: [\(name)]}]\n"
      let project = try PipelineProject(["map.yaml": text])
      #expect(try await project.check().map(\.code) == [.notKnownOffline])
      let plan = try await project.plan(bookmark: isKnown ? name : nil)
      let codes = plan["diagnostics"]?.items.compactMap { $0["code"] } ?? []
      #expect(codes == (isKnown ? [] : ["MD202"]), "\(plan["diagnostics"] ?? .null)")
      if isKnown { #expect(plan["map"]?["extent"]?.numbers.count == 4) }
    }
  }

  @Test func aCredentialThatNoLayerCarriesIsNamed() async throws {
    var project = try PipelineProject([
      "map.yaml": Self.document.replacing("path: city.json", with: "path: city.json, credentials: key")
        + "credentials: {key: {type: key, key: \"${env:KEY}\", hosts: [other.example.org]}}\n",
      "city.json": Self.map(Self.tiles("https://e.org", "a")),
    ])
    project.options.environment = ["KEY": "0123456789"]
    let words = try await project.check().map(\.message)
    #expect(words.count { $0.contains("goes to no layer of the web map") } == 1, "\(words)")
  }

  // MARK: - Services

  /// A web map of services whose descriptions are those of real ones.
  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)")) func layersOfServicesAreDrawn() async throws {
    let descriptions = [
      "Tiled": try Fixtures.bytes("arcgis-service-json/world_topo_map_10.01_mapserver.json"),
      "Drawn": try Fixtures.bytes("arcgis-service-json/sampleserver6_census_4269_mapserver.json"),
    ]
    let server = try ScriptedServer { request in
      let name = request.target.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      if request.target.contains("f=json"), let body = descriptions[name] { return .ok(body, type: "application/json") }
      if request.target.contains("/tile/") {
        return .ok(PlainPicture(width: 256, height: 256) { _, _ in (200, 0, 0, 255) }.png)
      }
      if request.target.contains("/export?") {
        let size = (DrawingService.parameters(request.target)["size"] ?? "").split(separator: ",").compactMap {
          Int($0)
        }
        return .ok(PlainPicture(width: size[0], height: size[1]) { x, _ in (0, 0, 200, x < size[0] / 2 ? 255 : 0) }.png)
      }
      return .status(404)
    }
    let url = server.baseAddress + "/s"
    let dynamic = """
      {"url": "\(url)/Drawn/MapServer", "visibleLayers": [3], "minScale": 200000000,
       "layers": [{"id": 3, "layerDefinition": {"definitionExpression": "POP > 1"}}]}
      """
    let project = try PipelineProject([
      "map.yaml": Self.document,
      "city.json": Self.map(
        dynamic, base: #"{"layerType": "ArcGISTiledMapServiceLayer", "url": "\#(url)/Tiled/MapServer"}"#,
        more:
          #", "initialState": {"viewpoint": {"targetGeometry": {"x": -1e7, "y": 5e6, "spatialReference": {"wkid": 3857}}, "scale": 5e7}}"#
      ),
    ])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
    let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
    #expect(Array(picture.bytes[0..<3]) == [0, 0, 200] && Array(picture.bytes[4 * 199..<4 * 199 + 3]) == [200, 0, 0])
    let asked = try #require(server.requests.first { $0.target.contains("/export?") }).target
    let parameters = DrawingService.parameters(asked)
    #expect(parameters["layers"]?.removingPercentEncoding == "show:3" && asked.contains("layerDefs="))
    #expect(parameters["bboxSR"] == "102100")
  }
}

extension String {
  fileprivate var removingPercentEncoding: String { replacing("%3A", with: ":") }
}

extension JSONValue {
  fileprivate var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
}
