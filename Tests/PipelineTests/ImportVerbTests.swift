import Diagnostics
import DocumentModel
import FoundationEssentials
import Rendering
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

@Suite(.timeLimit(.minutes(10))) struct ImportVerbTests {
  // MARK: - Real web maps

  /// What is counted in a web map without mapdoc.
  private struct Counted: Decodable {
    struct Layer: Decodable {
      var layerType: String?
      var url: String?
      var visibility: Bool?
    }
    struct Base: Decodable { var baseMapLayers: [Layer] }
    struct Bookmark: Decodable { var name: String }
    struct Data: Decodable {
      var operationalLayers: [Layer]
      var baseMap: Base
      var bookmarks: [Bookmark]?
    }
    var itemData: Data?
    var operationalLayers: [Layer]?
    var baseMap: Base?
    var bookmarks: [Bookmark]?

    var map: Data {
      itemData
        ?? Data(
          operationalLayers: operationalLayers ?? [], baseMap: baseMap ?? Base(baseMapLayers: []), bookmarks: bookmarks)
    }
  }

  static let fixtures = [
    "cane_11_reference_layer", "layerswitcher_24_bookmarks", "restjs_28_vectortile_basemap", "wsdot_21",
  ]

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), arguments: fixtures)
  func everyLayerOfARealWebMapIsInTheDocumentOrListed(_ name: String) async throws {
    let bytes = try Fixtures.bytes("webmap-json/\(name).json")
    let counted = try JSONDecoder().decode(Counted.self, from: Data(bytes)).map
    let all = counted.baseMap.baseMapLayers + counted.operationalLayers
    let project = try PipelineProject(["map.json": String(decoding: bytes, as: UTF8.self)])
    var words: [String] = []
    let outcome = await ImportTrial.imported(project.path("map.json"), in: project)
    let leftOut: Int
    switch outcome {
    case .document(let text, let notes):
      let text = try #require(text)
      words = notes
      try project.folder.write(text, to: "map.yaml")
      let findings = try await project.check()
      #expect(!findings.contains { $0.severity == .error }, "\(findings.map(\.message))\n\(text)")
      let types = text.split(separator: "\n").filter { $0.hasPrefix("    type: ") }
      leftOut = notes.count { $0.hasPrefix("left out: ") }
      #expect(types.count + leftOut == all.count, "\(types) \(notes)")
      let hidden = text.split(separator: "\n").count { $0 == "    visible: false" }
      #expect(hidden == all.count { $0.visibility == false })
      let bookmarks = text.split(separator: "\n").count { $0.hasPrefix("  - name: ") }
      #expect(bookmarks == counted.bookmarks?.count ?? 0)
      for layer in all where types.count == all.count { #expect(layer.url.map { text.contains($0) } ?? true) }
    case .failed(let lines):
      words = lines
      leftOut = lines.count { $0.hasPrefix("left out: ") }
      #expect(leftOut == all.count)
    case .wrongUsage(let words): throw PipelineProject.Unexpected(what: words)
    }
    // A vector tile layer is never drawn.
    let vectors = all.count { $0.layerType == "VectorTileLayer" }
    #expect(words.count { $0.contains("a vector tile layer") } == vectors)
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), arguments: fixtures)
  func withABasemapOfItsOwnEveryOneIsADocument(_ name: String) async throws {
    let project = try PipelineProject()
    let source = Fixtures.path("webmap-json/\(name).json")
    for basemap in ["builtin", "{id: streets, type: xyz, url: \"https://e.org/{z}/{x}/{y}.png\"}", "type: osm"] {
      let outcome = await ImportTrial.imported(source, in: project) {
        $0.basemap = basemap
        $0.output = project.path("map.yaml")
        $0.force = true
      }
      guard case .document(nil, let notes) = outcome else { throw PipelineProject.Unexpected(what: "\(outcome)") }
      #expect(!notes.contains { $0.contains("baseMapLayers[0]") }, "\(notes)")
      let findings = try await project.check()
      #expect(!findings.contains { $0.severity == .error }, "\(findings.map(\.message))")
      let text = String(decoding: try project.folder.read("map.yaml"), as: UTF8.self)
      let first = try #require(text.firstRange(of: "  - id: "))
      #expect(text[first.upperBound...].hasPrefix(basemap.contains("streets") ? "streets" : "basemap"))
    }
  }

  /// As it is written: layers, their keys, comments.
  @Test func aWebMapIsWrittenForPeople() async throws {
    let project = try PipelineProject(["city.json": Self.city])
    let (text, notes) = try ImportTrial.text(await ImportTrial.imported(project.path("city.json"), in: project))
    #expect(text.replacing(project.folder.path, with: "FOLDER") == Self.cityDocument)
    #expect(
      notes == [
        "left out: `baseMap.baseMapLayers[0]` (`Streets`): a vector tile layer, which no kind of layer draws",
        "the basemap cannot be drawn: `--basemap builtin`, or a layer in YAML, takes its place",
        "3 things without a counterpart: see the comments",
      ])
    try project.folder.write(text, to: "map.yaml")
    #expect(try await project.check().allSatisfy { $0.severity == .info })
  }

  private static let city = #"""
    {"operationalLayers": [
       {"layerType": "ArcGISMapServiceLayer", "title": "Roads: major # 1", "url": "https://gis.example.org/Roads/MapServer?token=abc",
        "visibleLayers": [1, 2], "opacity": 0.75, "effect": "blur(2px)",
        "layers": [{"id": 1, "layerDefinition": {"definitionExpression": "CLASS = 'A' AND \"x\" > 1"}}]},
       {"layerType": "GroupLayer", "title": "Plans ${a}", "visibility": false, "layers": [
         {"layerType": "WMS", "title": "yes", "url": "https://gis.example.org/wms", "visibleLayers": ["a,b", "c"]}]}],
     "baseMap": {"baseMapLayers": [{"layerType": "VectorTileLayer", "title": "Streets"}]},
     "background": {"color": [10, 20, 30, 255]}, "tables": [{"id": 1}],
     "bookmarks": [{"name": "Old / New", "extent": {"xmin": 1000, "ymin": 2000, "xmax": 3000.12345, "ymax": 4000}}],
     "spatialReference": {"wkid": 25833}, "version": "2.31"}
    """#

  private static let cityDocument = #"""
    # Made by `mapdoc import` from
    # `FOLDER/city.json`.
    # Its basemap cannot be drawn, so the first layer below decides what the map is in: put a layer in
    # front, or import it again with `--basemap builtin`.
    #
    # Left out:
    # - `baseMap.baseMapLayers[0]` (`Streets`): a vector tile layer, which no kind of layer draws
    #
    # Without a counterpart:
    # - `tables`: tables without geometry are not drawn
    mapdoc: 1
    canvas: {background: "#0a141e"}
    srs: EPSG:25833
    bookmarks:
      - name: Old - New
        title: Old / New
        extent: {bbox: [1000, 2000, 3000.123, 4000], srs: EPSG:25833}
    layers:
      # `url`: the value of `token` looks like a secret, and is not taken over
      # `effect`: effects such as shadows are not drawn
      - id: roads-major-1
        type: arcgis-dynamic
        title: "Roads: major # 1"
        url: https://gis.example.org/Roads/MapServer
        sublayers: [1, 2]
        definition: {"1": CLASS = 'A' AND "x" > 1}
        opacity: 0.75
      - id: plans-a
        type: group
        title: Plans $${a}
        visible: false
        layers:
          - id: yes
            type: wms
            title: yes
            url: https://gis.example.org/wms
            layers: ["a,b", c]

    """#

  // MARK: - Portals and services

  private static let item = "0123456789abcdef0123456789abcdef"

  @Test func anItemIsReadWithWhatItsPortalSaysOfIt() async throws {
    let server = try ScriptedServer { request in
      if request.target.hasPrefix("/gis/sharing/rest/content/items/\(Self.item)/data?") {
        return .ok(
          #"{"operationalLayers": [{"layerType": "OpenStreetMap"}], "baseMap": {"baseMapLayers": []}}"#,
          type: "application/json")
      }
      if request.target.hasPrefix("/gis/sharing/rest/content/items/\(Self.item)?f=json") {
        return .ok(
          #"{"title": "My city", "snippet": "All of <b>it</b>", "extent": [[-200, -90], [10, 50]]}"#,
          type: "application/json")
      }
      return .status(404)
    }
    let project = try PipelineProject()
    for (source, portal) in [
      (Self.item, server.baseAddress + "/gis/"), ("\(server.baseAddress)/gis/home/item.html?id=\(Self.item)", nil),
      ("\(server.baseAddress)/gis/apps/mapviewer/index.html?webmap=\(Self.item)#x", nil),
      ("\(server.baseAddress)/gis/sharing/rest/content/items/\(Self.item)/data?token=SEKRET", nil),
    ] as [(String, String?)] {
      let (text, _) = try ImportTrial.text(await ImportTrial.imported(source, in: project) { $0.portal = portal })
      #expect(text.contains("title: My city\ndescription: All of it\ninitialExtent: [-180, -90, 10, 50]\nlayers:\n"))
      #expect(text.contains("from item `\(Self.item)` of") && text.contains("\(server.baseAddress)/gis.\n"))
      #expect(!text.contains("SEKRET"))
    }
  }

  @Test func aPrivateItemIsReadWithACredentialOfTheProject() async throws {
    let portal = try ScriptedPortal(clock: { Date().timeIntervalSince1970 })
    portal.change {
      $0.content = { _ in .ok(#"{"operationalLayers": [{"layerType": "OpenStreetMap"}]}"#, type: "application/json") }
    }
    let project = try PipelineProject()
    guard case .failed(let lines) = await ImportTrial.imported(Self.item, in: project, { $0.portal = portal.address })
    else {
      return #expect(Bool(false), "an item that wants a token is read without one")
    }
    #expect(lines.first?.contains("wants a token") == true, "\(lines)")
    guard case .failed(let unknown) = await ImportTrial.imported(Self.item, in: project, { $0.credential = "none" })
    else {
      return #expect(Bool(false))
    }
    #expect(unknown.first?.contains("no credential `none`") == true, "\(unknown)")
  }

  /// Each kind knows what its tiles are in, as far as no service has to be asked.
  @Test(arguments: [
    ("{type: amap}", 3857, true), ("{type: baidu}", 3857, true), ("builtin", 4326, false), ("builtin", 25833, true),
    ("{type: xyz, url: \"https://e.org/{z}/{x}/{y}\", tilingScheme: wgs84}", 3857, true),
    ("{type: xyz, url: \"https://e.org/{z}/{x}/{y}\", tilingScheme: wgs84}", 4326, false),
    ("{type: xyz, url: \"https://e.org/{z}/{x}/{y}\", srs: 25833}", 25833, false),
    ("{type: tpkx, path: FIXTURE}", 4326, true),
    ("{type: arcgis-tiled, url: \"https://e.org/S/MapServer\"}", 4326, false),
    ("{type: wms, url: \"https://e.org/wms\", layers: a}", 25833, false),
  ])
  func aBasemapIsWarpedWhereItsKindSaysSo(_ basemap: String, _ wkid: Int, _ isWarped: Bool) async throws {
    if basemap.contains("FIXTURE"), !Fixtures.areHere { return }
    let project = try PipelineProject([
      "web.json":
        #"{"operationalLayers": [], "baseMap": {"baseMapLayers": []}, "spatialReference": {"wkid": \#(wkid)}}"#
    ])
    let (text, _) = try ImportTrial.text(
      await ImportTrial.imported(project.path("web.json"), in: project) {
        $0.basemap = basemap.replacing("FIXTURE", with: "\"\(Fixtures.path("tpkx/Usa.tpkx"))\"")
      })
    #expect(text.contains("reproject: always") == isWarped, "\(text)")
  }

  /// What a service says of itself that went wrong is said as it says it, whichever question it answers so.
  @Test(arguments: [
    (
      "REQUEST=GetCapabilities", "msLoadMap(): Unable to access file. (/srv/none.map)",
      #"<ServiceExceptionReport version="1.3.0"><ServiceException code="E1">TEXT</ServiceException></ServiceExceptionReport>"#
    ),
    ("f=json", "Service Roads/MapServer not found", #"{"error": {"code": 500, "message": "TEXT", "details": []}}"#),
  ])
  func theErrorOfAServiceIsInItsOwnWords(_ question: String, _ words: String, _ form: String) async throws {
    let answer = form.replacing("TEXT", with: words)
    let server = try ScriptedServer { request in
      request.target.uppercased().contains(question.uppercased())
        ? .ok(answer, type: "text/xml") : .ok("<html>Welcome</html>", type: "text/html")
    }
    let project = try PipelineProject(["saved.xml": answer])
    for source in [server.baseAddress + "/gis", project.path("saved.xml")] {
      guard case .failed(let lines) = await ImportTrial.imported(source, in: project) else {
        return #expect(Bool(false), "an error is read as a source")
      }
      #expect(lines.count == 1 && lines[0].contains(words), "\(lines)")
    }
  }

  @Test func aServiceBecomesADocumentThatShowsIt() async throws {
    let service = try DrawingService(step: 1000)
    let project = try PipelineProject()
    let (all, _) = try ImportTrial.text(await ImportTrial.imported(service.address, in: project))
    #expect(all.contains("title: Drawn\nsrs: EPSG:3857\n") || all.contains("srs: EPSG:3857\n"), "\(all)")
    #expect(all.contains("layers: ground") && all.contains("layers: roads\n    visible: false"))
    let (chosen, _) = try ImportTrial.text(
      await ImportTrial.imported(service.address, in: project) { $0.layers = ["roads"] })
    #expect(!chosen.contains("ground") && !chosen.contains("visible"))
    for text in [all, chosen] {
      try project.folder.write(text, to: "map.yaml")
      #expect(try await project.check().allSatisfy { $0.severity == .info })
      #expect(try await project.render().count(.rendered) == 1)
    }
    guard case .failed(let lines) = await ImportTrial.imported(service.address, in: project, { $0.layers = ["road"] })
    else {
      return #expect(Bool(false))
    }
    #expect(
      lines.first?.contains("has no layer `road`") == true && lines.first?.contains("did you mean `roads`?") == true)
  }

  @Test func capabilitiesThatWereSavedAreNamedFromTheDocumentsFolder() async throws {
    let project = try PipelineProject(["data/wmts.xml": MapService.capabilities(at: "https://e.org")])
    let outcome = await ImportTrial.imported(project.path("data/wmts.xml"), in: project) {
      $0.output = project.path("maps/ground.yaml")
      $0.layers = ["ground"]
    }
    guard case .document(nil, _) = outcome else { throw PipelineProject.Unexpected(what: "\(outcome)") }
    let text = String(decoding: try project.folder.read("maps/ground.yaml"), as: UTF8.self)
    #expect(text.contains("url: ../data/wmts.xml\n    layer: ground\n"), "\(text)")
    let findings = try await project.check("maps/ground.yaml")
    #expect(!findings.contains { $0.severity == .error }, "\(findings.map(\.message))")
  }

  // MARK: - Files and mistakes

  @Test func aFileIsReplacedOnlyWhereThatIsAskedFor() async throws {
    let project = try PipelineProject(["city.json": Self.city, "map.yaml": "mine\n"])
    let source = project.path("city.json")
    guard
      case .failed(let lines) = await ImportTrial.imported(
        source, in: project, { $0.output = project.path("map.yaml") })
    else { return #expect(Bool(false)) }
    #expect(lines.first?.contains("is there already; `--force` replaces it") == true)
    #expect(try project.folder.read("map.yaml") == Array("mine\n".utf8))
    guard case .wrongUsage = await ImportTrial.imported(source, in: project, { $0.output = source }) else {
      return #expect(Bool(false))
    }
    guard
      case .document = await ImportTrial.imported(
        source, in: project,
        {
          $0.output = project.path("map.yaml")
          $0.force = true
        })
    else { return #expect(Bool(false)) }
    #expect(try project.folder.read("map.yaml").starts(with: "# Made by".utf8))
  }

  @Test(arguments: [
    ("{type: xyz}", "`url` is missing"), ("nothing", "neither a kind of layer"), ("{type: [", "--basemap"),
    ("{type: grid}", "type of layer"),
  ])
  func aBasemapThatIsNoLayerIsWrongUsage(_ basemap: String, _ words: String) async throws {
    let project = try PipelineProject(["city.json": Self.city])
    let outcome = await ImportTrial.imported(project.path("city.json"), in: project) { $0.basemap = basemap }
    guard case .wrongUsage(let said) = outcome else { throw PipelineProject.Unexpected(what: "\(outcome)") }
    #expect(said.contains(words), "\(said)")
  }

  @Test func whatIsNoWebMapSaysWhatItIs() async throws {
    let project = try PipelineProject(["scene.json": #"{"viewingMode": "global"}"#, "broken.json": "{"])
    guard case .failed(let scene) = await ImportTrial.imported(project.path("scene.json"), in: project) else {
      return #expect(Bool(false))
    }
    #expect(scene.first?.contains("a web scene of ArcGIS") == true)
    guard case .failed(let broken) = await ImportTrial.imported(project.path("broken.json"), in: project) else {
      return #expect(Bool(false))
    }
    #expect(broken.first?.contains("line 1, column 2") == true, "\(broken)")
    guard case .wrongUsage = await ImportTrial.imported(project.path("none.json"), in: project) else {
      return #expect(Bool(false))
    }
  }

  // MARK: - Other references

  /// Tiles of the web under a map in degrees: `check` wants to be told that they are warped.
  @Test(arguments: ["osm", "{type: xyz, url: \"https://e.org/{z}/{x}/{y}.png\"}", "builtin"])
  func aBasemapInAnotherReferenceIsWarped(_ basemap: String) async throws {
    let service = try DrawingService(step: 1, references: ["EPSG:4326"])
    let project = try PipelineProject()
    let (text, _) = try ImportTrial.text(
      await ImportTrial.imported(service.address, in: project) {
        $0.basemap = basemap
        $0.layers = ["ground"]
      })
    #expect(
      text.contains("srs: EPSG:4326\n") && text.contains("reproject: always") == (basemap != "builtin"), "\(text)")
    try project.folder.write(text, to: "map.yaml")
    let findings = try await project.check()
    #expect(!findings.contains { $0.severity == .error }, "\(findings.map(\.message))")
  }

  @Test func aWebMapInDegreesOverTilesOfTheWebIsAccepted() async throws {
    let project = try PipelineProject([
      "city.json": #"""
      {"operationalLayers": [], "version": "2.30", "spatialReference": {"wkid": 4326}, "baseMap": {"baseMapLayers": [
        {"id": "b", "layerType": "OpenStreetMap", "type": "OpenStreetMap", "visibility": true}]}}
      """#
    ])
    let (text, _) = try ImportTrial.text(await ImportTrial.imported(project.path("city.json"), in: project))
    #expect(text.contains("type: osm\n    reproject: always\n"), "\(text)")
    try project.folder.write(text, to: "map.yaml")
    let findings = try await project.check()
    #expect(!findings.contains { $0.severity == .error }, "\(findings.map(\.message))")
  }

  // MARK: - Keys that no web map brings

  @Test func aBasemapOfBingIsWrittenWithAStubForItsKey() async throws {
    let map = #"""
      {"operationalLayers": [], "baseMap": {"baseMapLayers": [{"layerType": "BingMapsRoad", "bingKey": "abcdef"}]}}
      """#
    let project = try PipelineProject(["map.json": map])
    let (text, _) = try ImportTrial.text(await ImportTrial.imported(project.path("map.json"), in: project))
    #expect(text.contains("credentials:\n  # A key of your own: the environment's variable `BING_KEY`.\n"), "\(text)")
    #expect(text.contains("  bing: {type: key, key: \"${env:BING_KEY}\"}\nlayers:\n"))
    #expect(text.contains("    type: bing\n    style: Road\n    credentials: bing\n") && !text.contains("abcdef"))
    // As a layer of a document it is left out, with what to do.
    try project.folder.write("mapdoc: 1\nlayers:\n  - {id: w, type: webmap, path: map.json}\n", to: "map.yaml")
    let findings = try await project.check()
    #expect(findings.contains { $0.message.contains("is left out: Bing needs a key, which no web map brings") })
  }
}
