import Diagnostics
import DocumentModel
import Rendering
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// Maps with layers of `type: wms`, from a service whose pictures say where each pixel lies.
@Suite(.timeLimit(.minutes(10))) struct WMSRenderTests {
  private static func document(
    _ service: DrawingService, srs: String = "EPSG:3857", size: String = "[200, 150]",
    extent: String = "{center: [10, 50], resolution: 1000}", top: String = "", keys: String = ""
  ) -> String {
    """
    mapdoc: 1
    srs: \(srs)
    canvas: {size: \(size)}
    initialExtent: \(extent)
    \(top)
    layers:
      - {id: w, type: wms, url: "\(service.address)", layers: ground\(keys)}

    """
  }

  private static func picture(_ project: PipelineProject) throws -> Picture {
    try PictureDecoder.decode(project.folder.read("build/map.png"))
  }

  /// The pixels that do not show the ground that lies there, of a map whose view the plan tells.
  private static func mistakes(_ project: PipelineProject, step: Double, width world: Double? = nil) async throws -> Int
  {
    let picture = try picture(project)
    let map = try #require(try await project.plan()["map"])
    let (extent, resolution) = (map["extent"]?.numbers ?? [], map["resolution"]?.numbers.first ?? 0)
    try #require(extent.count == 4)
    var mistakes = 0
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        var place = extent[0] + (Double(x) + 0.5) * resolution
        if let world { place -= world * (place / world).rounded() }
        let wanted = DrawingService.color(x: place, y: extent[3] - (Double(y) + 0.5) * resolution, step: step)
        let start = (y * picture.size.width + x) * 4
        let found = picture.bytes[start..<start + 4]
        if Array(found) != [wanted.0, wanted.1, wanted.2, wanted.3] { mistakes += 1 }
      }
    }
    return mistakes
  }

  @Test(arguments: [("EPSG:3857", 1000.0, "1.3.0"), ("EPSG:4326", 0.05, "1.3.0"), ("EPSG:4326", 0.05, "1.1.1")])
  func drawsWhatTheServiceDrawsPixelForPixel(_ srs: String, _ resolution: Double, _ version: String) async throws {
    let service = try DrawingService(step: resolution, version: version)
    let extent = "{center: [\(10 + resolution / 1e6), 50], resolution: \(resolution)}"
    let project = try PipelineProject(["map.yaml": Self.document(service, srs: srs, extent: extent)])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
    #expect(try await Self.mistakes(project, step: resolution) == 0)
    #expect(service.pictures.count == 1)
  }

  @Test func piecesJoinWithoutSeams() async throws {
    let service = try DrawingService(step: 1000, service: "<MaxWidth>80</MaxWidth><MaxHeight>65</MaxHeight>")
    let project = try PipelineProject(["map.yaml": Self.document(service)])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1 && report.findings.diagnostics.isEmpty)
    #expect(try await Self.mistakes(project, step: 1000) == 0)
    let sizes = Set(
      service.pictures.map { target in
        let asked = DrawingService.parameters(target)
        return "\(asked["WIDTH"] ?? "") x \(asked["HEIGHT"] ?? "")"
      })
    // Three columns of 67 and three rows of 50 pixels, each with a gutter of 4.
    #expect(service.pictures.count == 9 && sizes == ["75 x 58"])
    // At most as large as the service draws, and no piece twice.
    #expect(Set(service.pictures).count == 9)
  }

  @Test func bothSidesOfTheAntimeridianMeet() async throws {
    let world = 40_075_016.685578488
    let box = [
      "westBoundLongitude": -180, "eastBoundLongitude": 180, "southBoundLatitude": -90, "northBoundLatitude": 90,
    ]
    let elements = box.map { "<\($0.key)>\($0.value)</\($0.key)>" }.joined()
    let service = try DrawingService(
      step: 10_000, layer: "<EX_GeographicBoundingBox>\(elements)</EX_GeographicBoundingBox>")
    let project = try PipelineProject([
      "map.yaml": Self.document(
        service, extent: "{center: [178, -20], resolution: 10000}", top: "wrapAround: true")
    ])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
    // Within the world, and on the view's own pixels.
    #expect(try await Self.mistakes(project, step: 10_000, width: world) <= 150)
    #expect(service.pictures.count == 2)
    for target in service.pictures {
      let box = (DrawingService.parameters(target)["BBOX"] ?? "").split(separator: ",").compactMap { Double($0) }
      #expect(box.count == 4 && abs(box[0]) <= world / 2 + 10_000 && abs(box[2]) <= world / 2 + 10_000)
    }
  }

  @Test func aTurnedMapIsAskedForOnceAsTheBoxAroundIt() async throws {
    let service = try DrawingService(step: 40_000)
    let project = try PipelineProject([
      "map.yaml": Self.document(service, top: "rotation: 20", keys: ", resampling: nearest")
    ])
    let report = try await project.render()
    try #require(report.count(.rendered) == 1 && service.pictures.count == 1)
    let asked = DrawingService.parameters(service.pictures[0])
    #expect((Int(asked["WIDTH"] ?? "") ?? 0) > 200 && (Int(asked["HEIGHT"] ?? "") ?? 0) > 150)
    // All of the picture shows ground.
    let bytes = try Self.picture(project).bytes
    #expect(stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 })
    #expect(bytes[0..<3] != [255, 255, 255])
  }

  @Test func aServiceInAnotherReferenceIsWarped() async throws {
    let service = try DrawingService(step: 0.5, references: ["EPSG:4326"])
    let project = try PipelineProject([
      "map.yaml": """
      mapdoc: 1
      canvas: {size: [200, 150]}
      initialExtent: {center: [10, 50], resolution: 1000}
      layers:
        - {id: b, type: builtin, name: world}
        - {id: w, type: wms, url: "\(service.address)", layers: ground}

      """
    ])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1 && report.findings.diagnostics.map(\.code.name) == ["MD311"])
    #expect(service.pictures.count == 1 && service.pictures[0].contains("CRS=EPSG:4326"))
    let bytes = try Self.picture(project).bytes
    // The middle: 10 degrees east, 50 north: shades 20 and 100 (or the ones beside them).
    let middle = (75 * 200 + 100) * 4
    #expect((19...20).contains(bytes[middle]) && (99...100).contains(bytes[middle + 1]))
  }

  @Test(arguments: [(96, "96", 200), (192, "192", 400)])
  func finePicturesAreAskedForInFinePixelsWithTheirDots(_ dpi: Int, _ dots: String, _ width: Int) async throws {
    let service = try DrawingService(step: 1000)
    let project = try PipelineProject([
      "map.yaml": Self.document(service, size: "[200, 150], dpi: \(dpi)", keys: ", vendor: qgis")
    ])
    try await project.render()
    let asked = DrawingService.parameters(service.pictures.first ?? "")
    #expect(asked["DPI"] == dots && asked["WIDTH"] == String(width))
  }

  // MARK: - Asking

  @Test func capabilitiesAreReadOnceForAllLayersAndMaps() async throws {
    let service = try DrawingService(step: 1000)
    let layers = (0..<5).map { "  - {id: w\($0), type: wms, url: \"\(service.address)\", layers: [ground, roads]}" }
    let map = """
      mapdoc: 1
      srs: EPSG:3857
      canvas: {size: [40, 30]}
      initialExtent: {center: [10, 50], resolution: 1000}
      layers:
      \(layers.joined(separator: "\n"))

      """
    let names = (0..<4).map { "map\($0).yaml" }
    let project = try PipelineProject(Dictionary(uniqueKeysWithValues: names.map { ($0, map) }))
    let report = try await project.render(names[0], names[1], names[2], names[3])
    #expect(report.count(.rendered) == 4, "\(report.findings.diagnostics)")
    #expect(service.targets.count { $0.contains("GetCapabilities") } == 1)
    // The same picture in each layer of each map: asked for once.
    #expect(service.pictures.count == 1)
    // And from the cache in the next run.
    #expect(try await project.render(names[0], names[1], names[2], names[3]).count(.upToDate) == 4)
    #expect(service.targets.count == 2)
  }

  @Test func piecesAreAskedForAtTheSameTime() async throws {
    let arrivals = Mutex<[ContinuousClock.Instant]>([])
    // Pieces of 40 x 150 pixels with a gutter of 3.
    let picture = PlainPicture(width: 46, height: 156) { _, _ in (1, 2, 3, 255) }.png
    let service = try DrawingService(step: 1000, service: "<MaxWidth>50</MaxWidth><MaxHeight>400</MaxHeight>") { _ in
      arrivals.withLock { $0.append(.now) }
      return .after(seconds: 2, .ok(picture))
    }
    let project = try PipelineProject(["map.yaml": Self.document(service)])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
    let times = arrivals.withLock { $0 }
    try #require(times.count == 5)
    // One after the other they would come at least 8 s apart.
    #expect(times[4] - times[0] < .seconds(6))
  }

  @Test func aPlanSaysWhatWillBeAskedFor() async throws {
    let service = try DrawingService(step: 1000, service: "<MaxWidth>150</MaxWidth>")
    let project = try PipelineProject(["map.yaml": Self.document(service)])
    let layer = try #require(try await project.plan()["layers"]?[0])
    #expect(layer["action"] == "request" && layer["level"] == .null && layer["requests"]?.numbers == [2])
    #expect(layer["srs"] == "EPSG:3857" && service.pictures.isEmpty)
    guard case .string(let reason)? = layer["reason"] else { throw PipelineProject.Unexpected(what: "\(layer)") }
    #expect(reason.contains("its server draws 2 pictures of 100 x 150 pixels that are joined"))
  }

  @Test func checkAsksTheServiceOnlyOnline() async throws {
    let service = try DrawingService(step: 1000)
    let project = try PipelineProject([
      "map.yaml": Self.document(service),
      "wrong.yaml": Self.document(service).replacing("layers: ground", with: "layers: grund"),
    ])
    #expect(try await project.check().map(\.code.name) == ["MD400"])
    #expect(service.targets.isEmpty)
    let online = await CheckVerb(Run(project.options), isOnline: true).check([project.folder.path])
    guard case .report(let report) = online else { throw PipelineProject.Unexpected(what: "\(online)") }
    let errors = report.diagnostics.filter { $0.severity == .error }
    try #require(errors.count == 1)
    #expect(errors[0].hint?.text == "did you mean `ground`?")
    #expect(errors[0].message.contains("the service has no layer `grund`; it has `ground`, `roads`"))
    #expect(service.pictures.count == 1)
  }

  // MARK: - Troubles

  private static let exception = """
    <ServiceExceptionReport><ServiceException code="StyleNotDefined">no style x</ServiceException></ServiceExceptionReport>
    """

  @Test(arguments: [
    ("text/xml", 200, exception, "an error of the service (StyleNotDefined): `no style x`"),
    ("image/png", 200, exception, "an error of the service (StyleNotDefined): `no style x`"),
    ("application/vnd.ogc.se_xml", 400, exception, "the server says `no style x`"),
    ("text/xml", 500, exception, "the server says `no style x`"), ("text/xml", 404, exception, "no style x"),
    ("text/html", 200, "<!DOCTYPE html><html><body>Please log in</body></html>", "an HTML page"),
    ("image/png", 200, "", "is nothing (0 bytes)"),
    ("application/json", 200, "{\"message\": \"busy\"}", "a JSON document"),
  ])
  func aFailureIsTheLayersErrorInTheServicesWords(_ type: String, _ status: Int, _ body: String, _ words: String)
    async throws
  {
    let service = try DrawingService(step: 1000) { _ in
      .answer(status: status, headers: [("Content-Type", type)], body: Array(body.utf8))
    }
    let project = try PipelineProject(["map.yaml": Self.document(service)])
    let report = try await project.render()
    let errors = report.findings.diagnostics.filter { $0.severity == .error }
    #expect(
      errors.count == 1 && errors[0].layer == "w" && errors[0].message.contains(words), "\(errors.map(\.message))")
    #expect(report.count(.failed) == 1)
    #expect(throws: (any Error).self) { try project.folder.read("build/map.png") }
  }

  @Test func aPictureOfAnotherSizeIsFoundOut() async throws {
    let service = try DrawingService(step: 1000) { _ in
      .ok(PlainPicture(width: 100, height: 75) { _, _ in (1, 2, 3, 255) }.png)
    }
    let project = try PipelineProject(["map.yaml": Self.document(service)])
    let report = try await project.render()
    let messages = report.findings.diagnostics.map(\.message)
    #expect(report.count(.failed) == 1)
    #expect(
      messages.contains { $0.contains("a picture of 100 x 75 pixels, where 200 x 150 were asked for") }, "\(messages)")
  }

  @Test func anOldPictureStandsInForAServerThatIsDown() async throws {
    let isDown = Flag()
    let service = try DrawingService(step: 1000) { parameters in
      if isDown.isSet { return .status(503) }
      return DrawingService.picture(parameters, step: 1000).map { .ok($0.png, [("Cache-Control", "max-age=0")]) }
    }
    let project = try PipelineProject(["map.yaml": Self.document(service)])
    #expect(try await project.render().count(.rendered) == 1)
    isDown.set()
    let report = try await project.render { $0.force = true }
    #expect(report.count(.rendered) == 1 && report.findings.diagnostics.map(\.code) == [.staleTile])
  }
}
