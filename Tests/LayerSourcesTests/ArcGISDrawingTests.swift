import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// `type: arcgis-dynamic` and `type: arcgis-image`: what is asked for, and what services say of themselves.
@Suite struct ArcGISDrawingTests {
  private static func map(_ version: String = "10.81", _ more: String = "") -> String {
    """
    {"currentVersion": \(version), "mapName": "Cadastre", "copyrightText": "&copy; Survey", "singleFusedMapCache": false,
     "layers": [{"id": 0, "name": "Parcels"}, {"id": 3, "name": "Roads"}], "spatialReference": {"wkid": 25833},
     "fullExtent": {"xmin": 0, "ymin": 6000000, "xmax": 1000000, "ymax": 8000000, "spatialReference": {"wkid": 25833}},
     "maxImageWidth": 2048, "maxImageHeight": 1024, "timeInfo": {"timeExtent": [0, 1]}\(more)}
    """
  }

  private static let image = """
    {"currentVersion": 10.71, "name": "Elevation", "pixelSizeX": 10, "bandCount": 1, "serviceDataType": "x", "timeInfo": {},
     "extent": {"xmin": 0, "ymin": 0, "xmax": 10, "ymax": 10, "spatialReference": {"wkid": 4326}}}
    """

  private static let utm = Extent(xmin: 100_000, ymin: 6_500_000, xmax: 140_000, ymax: 6_520_000)

  private static func open(_ text: String, _ keys: String = "", kind: String = "arcgis-dynamic", ratio: Double = 1)
    async throws -> any TileSource
  {
    let end = kind == "arcgis-dynamic" ? "MapServer" : "ImageServer"
    let layer = try LayerInDocument(
      "type: \(kind)\nurl: https://h.example/rest/services/S/\(end)/?f=pjson&x=1\n\(keys)")
    return try await layer.open(pixelRatio: ratio, services: ScriptedServices(text))
  }

  private static func failure(_ text: String, _ keys: String = "", kind: String = "arcgis-dynamic") async throws
    -> SourceError?
  {
    do {
      _ = try await open(text, keys, kind: kind)
      return nil
    } catch let error as SourceError {
      return error
    }
  }

  private static func unescaped(_ parameters: [String: String]) -> [String: String] {
    parameters.mapValues { PercentEncoding.decoded($0) }
  }

  @Test func asksAMapServiceForAPicture() async throws {
    let reference = try SpatialReference.parse("EPSG:25833")
    let source = try await Self.open(Self.map(), ratio: 3.125)
    let address = try #require(try source.asked(Self.utm, in: reference)?.address)
    #expect(address.hasPrefix("https://h.example/rest/services/S/MapServer/export?x=1&"))
    let asked = Self.unescaped(try source.parameters(Self.utm, in: reference))
    #expect(asked["bbox"] == "100000,6500000,140000,6520000" && asked["size"] == "400,200" && asked["dpi"] == "300")
    #expect(asked["bboxSR"] == "25833" && asked["imageSR"] == "25833" && asked["f"] == "image")
    #expect(asked["format"] == "png32" && asked["transparent"] == "true")
    #expect(asked["layers"] == nil && asked["layerDefs"] == nil && asked["time"] == nil)
  }

  @Test func saysSublayersDefinitionsAndTimes() async throws {
    let keys = "sublayers: [3, Parcels]\ndefinition: {Roads: \"CLASS <= '2'\"}\ntime: 2020-01-01/2020-01-02T00:00:30Z"
    let asked = Self.unescaped(try await Self.open(Self.map(), keys + "\nformat: jpg").parameters())
    #expect(asked["layers"] == "show:3,0" && asked["layerDefs"] == #"{"3":"CLASS <= '2'"}"#)
    #expect(asked["time"] == "1577836800000,1577923230000" && asked["transparent"] == "false")
    let old = Self.unescaped(try await Self.open(Self.map("9.31"), keys).parameters())
    #expect(old["layerDefs"] == "3:CLASS <= '2'")
  }

  @Test(arguments: [
    ("2026", "1767225600000"), ("2026-03", "1772323200000"), ("2026-03-01T12:00:00.5+01:00", "1772362800500"),
    ("1577836800000", "1577836800000"), ("../2026", "null,1767225600000"), ("2026,null", "1767225600000,null"),
    ("yesterday", nil), ("2026-13", nil), ("a/b/c", nil), ("/", nil), ("2026-01-01T25:00Z", nil),
  ])
  func readsTimes(_ written: String, _ asked: String?) { #expect(ArcGISTime(written)?.text == asked) }

  @Test func tellsReferencesWithoutANumberByText() async throws {
    let own = try SpatialReference.parse(
      "+proj=laea +lat_0=52 +lon_0=10 +x_0=0 +y_0=0 +ellps=GRS80 +units=m +no_defs")
    let source = try await Self.open(Self.map())
    let asked = Self.unescaped(try source.parameters(Extent(xmin: 0, ymin: 0, xmax: 4000, ymax: 2000), in: own))
    #expect(asked["bboxSR"]?.hasPrefix(#"{"wkt":"PROJCS["#) == true && asked["imageSR"] == asked["bboxSR"])
    let mercator = try source.parameters(Extent(xmin: 0, ymin: 0, xmax: 4000, ymax: 2000), in: .webMercator)
    #expect(mercator["bboxSR"] == "102100")
  }

  @Test func asksAnImageServiceWithItsRules() async throws {
    let keys = """
      renderingRule: Slope_Map
      mosaicRule: {mosaicMethod: esriMosaicLockRaster, lockRasterIds: [3, 4], ascending: false}
      """
    let source = try await Self.open(Self.image, keys, kind: "arcgis-image", ratio: 2)
    let asked = Self.unescaped(try source.parameters())
    #expect(try source.asked()?.address.contains("/S/ImageServer/exportImage?x=1&format=jpgpng&") == true)
    #expect(asked["renderingRule"] == #"{"rasterFunction":"Slope_Map"}"# && asked["dpi"] == nil)
    #expect(
      asked["mosaicRule"] == #"{"mosaicMethod":"esriMosaicLockRaster","lockRasterIds":[3,4],"ascending":false}"#)
    let bands = try await Self.open(Self.image, "bandIds: [3, 2, 0]\nnoData: -9999.5", kind: "arcgis-image")
    #expect(Self.unescaped(try bands.parameters())["bandIds"] == "3,2,0")
    #expect(Self.unescaped(try bands.parameters())["noData"] == "-9999.5")
    let written = try await Self.open(
      Self.image, "renderingRule: '{\"rasterFunction\": \"None\"}'", kind: "arcgis-image")
    #expect(Self.unescaped(try written.parameters())["renderingRule"] == #"{"rasterFunction":"None"}"#)
    let findings = try LayerInDocument(
      "type: arcgis-image\nurl: https://h.example/ImageServer\nmosaicRule: Newest\nrenderingRule: '{a'"
    ).findings
    #expect(findings.count { $0.severity == .error } == 2, "\(findings.map(\.message))")
  }

  @Test func aRasterFunctionThatTheServiceDoesNotListIsFound() async throws {
    let functions = #""rasterFunctionInfos": [{"name": "Hillshade"}], "#
    let text = Self.image.replacing("\"bandCount\"", with: functions + "\"bandCount\"")
    guard
      case .badKey(let key, let reason, let hint)? = try await Self.failure(
        text, "renderingRule: Hilshade", kind: "arcgis-image")
    else {
      Issue.record("it was asked for")
      return
    }
    #expect(key == "renderingRule" && hint == "did you mean `Hillshade`?")
    #expect(reason == "the service has no raster function `Hilshade`; it has `Hillshade`")
    for rule in ["Hillshade", "None", "{rasterFunction: Hilshade}"] {
      #expect(try await Self.failure(text, "renderingRule: \(rule)", kind: "arcgis-image") == nil)
    }
  }

  @Test func saysWhatTheServiceIs() async throws {
    let description = try await Self.open(Self.map("10.81", ", \"minScale\": 94488.18897637795")).description
    let drawing = try #require(description.drawing)
    #expect(drawing.references == .any && drawing.ownReference.definition == "EPSG:25833")
    #expect(drawing.mostColumns == 2048 && drawing.mostRows == 1024 && drawing.obstacleToWrapping == nil)
    // 1:94488 at 96 dpi are 25 m a pixel, which are 1:89286 for pixels of 0.28 mm.
    #expect(abs((drawing.scales?.upperBound ?? 0) - 25 / 0.00028) < 0.01)
    #expect(description.attribution == "© Survey" && description.title == "Cadastre")
    for (version, words) in [("9.31", "ArcGIS 9.31"), ("null", "does not say its version")] {
      let old = try await Self.open(Self.map(version)).description
      #expect(old.drawing?.obstacleToWrapping?.contains(words) == true)
    }
  }

  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: [
      ("terria_dynamic_4283_mapserver.json", "EPSG:4283", 74, 0),
      ("terria_time_enabled_mapserver.json", "EPSG:3857", 4, 4096),
      ("sampleserver6_census_4269_mapserver.json", "EPSG:4269", 4, 4096),
      ("terria_redlands_mapserver.json", "EPSG:4326", 6, 4096),
      ("terria_tileinfo_but_not_fused.json", "EPSG:3857", 2, 4096),
    ])
  func readsRealServices(_ file: String, _ reference: String, _ sublayers: Int, _ side: Int) throws {
    let json = try JSONElement(of: try Fixtures.bytes("arcgis-service-json/" + file), source: file)
    let service = try ArcGISDrawing(json, isImageService: false)
    #expect(service.reference.definition == reference && service.mostColumns ?? 0 == side)
    #expect(service.sublayers.count == sublayers && service.fullExtent != nil && (service.version ?? 0) >= 10)
  }

  @Test(arguments: [
    ("https://h.example/rest/services/S/MapServer", map(), "arcgis-dynamic", "its sublayers: 0 `Parcels`, 3 `Roads`"),
    ("https://h.example/rest/services/E/ImageServer", image, "arcgis-image", "in any reference"),
  ])
  func inspectTellsServicesWithoutTilesByWhatTheySay(_ source: String, _ text: String, _ kind: String, _ remark: String)
    async throws
  {
    let context = SourceContext(painter: WordPainter(), services: ScriptedServices(text))
    let report = try await Inspection.inspect(source: source, context: context)
    #expect(report.kind == kind && report.layer.contains("type: \(kind)") && report.layer.contains("url: \(source)"))
    #expect(report.remarks.contains { $0.contains(remark) }, "\(report.remarks)")
  }

  // MARK: - Troubles

  @Test(arguments: [
    ("sublayers: Road", "sublayers", "did you mean `Roads`?"), ("definition: {9: a}", "definition", ""),
  ])
  func whatTheServiceDoesNotHaveIsNamedAtItsKey(_ keys: String, _ key: String, _ hint: String) async throws {
    guard case .badKey(let named, let reason, let hinted)? = try await Self.failure(Self.map(), keys) else {
      Issue.record("no finding at a key")
      return
    }
    #expect(named == key && reason.contains("`0 Parcels`, `3 Roads`"))
    if !hint.isEmpty { #expect(hinted == hint) }
  }

  @Test(arguments: [
    (image, "that is `arcgis-image`"), ("{\"services\": []}", "a list of services"), ("{}", "not the description"),
    ("{\"error\": {\"code\": 499, \"message\": \"Token Required\"}}", "it wants a token"), ("<html></html>", "HTML"),
    ("{\"layers\": [], \"spatialReference\": {\"wkid\": 999999}}", "WKID 999999"),
    ("{\"layers\": []}", "spatialReference"),
  ])
  func saysWhatCameInPlaceOfADescription(_ text: String, _ words: String) async throws {
    let failure = try #require(try await Self.failure(text))
    #expect("\(failure)".contains(words), "\(failure)")
  }

  @Test func aTimeThatTheServiceDoesNotHaveIsRefused() async throws {
    let text = Self.map().replacing("\"timeInfo\": {\"timeExtent\": [0, 1]}", with: "\"timeInfo\": null")
    guard case .badKey("time", _, _)? = try await Self.failure(text, "time: 2026") else {
      Issue.record("no finding at `time`")
      return
    }
  }

  @Test func anErrorInPlaceOfAPictureIsToldInItsWords() async throws {
    let source = try await Self.open(Self.map())
    let request = try #require(try source.asked())
    let body = #"{"error":{"code":400,"message":"Unable to complete operation.","details":["Bad bbox"]}}"#
    do {
      _ = try source.answer(to: .ok(Array(body.utf8)), for: request)
      Issue.record("taken for a picture")
    } catch {
      #expect("\(error)".contains("(code 400): `Unable to complete operation.`, `Bad bbox`"), "\(error)")
    }
  }

  @Test func followsTheAddressOfAPicture() async throws {
    let source = try await Self.open(Self.map(), "delivery: link\nheaders: {X-Own: a}")
    let drawing = source.drawing(Self.utm, in: try SpatialReference.parse("EPSG:25833"))
    guard case .after(let asked, let next) = try drawing.tile(TileIndex(level: 0, column: 0, row: 0)) else {
      Issue.record("no question")
      return
    }
    #expect(asked.address.hasSuffix("&f=json") && asked.absentStatuses.isEmpty)
    func followed(_ href: String) throws -> Request? {
      guard case .remote(let request) = try next(.ok(Array("{\"href\": \"\(href)\", \"width\": 400}".utf8))) else {
        return nil
      }
      return request
    }
    let own = try #require(try followed("https://h.example/out/a%201.png"))
    #expect(own.address == "https://h.example/out/a%201.png" && own.headers.count == 1)
    #expect(try followed("https://other.example/a.png")?.headers.isEmpty == true)
    #expect(throws: SourceError.self) { try next(.ok(Array("{}".utf8))) }
    #expect(throws: SourceError.self) { try next(.ok(Array("{\"error\": {\"code\": 500}}".utf8))) }
  }
}
