import Diagnostics
import DocumentModel
import Rendering
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// Maps with layers of `type: arcgis-dynamic` and `arcgis-image`, from a service whose pictures say where each pixel lies.
@Suite(.timeLimit(.minutes(10))) struct ArcGISRenderTests {
  /// - Parameter trouble: What comes in place of a picture.
  private static func server(
    version: String = "10.81", _ seen: Seen = Seen(),
    trouble: @escaping @Sendable (String) -> ScriptedServer.Reply? = { _ in nil }
  ) throws -> ScriptedServer {
    try ScriptedServer { request in
      seen.targets.withLock { $0.append(request.target) }
      let parameters = DrawingService.parameters(request.target)
      if request.target.hasPrefix("/out/") {
        return .ok(PlainPicture(width: 200, height: 150) { _, _ in (9, 8, 7, 255) }.png)
      }
      guard request.target.contains("/export") else {
        let isImage = request.target.contains("ImageServer")
        return .ok(
          """
          {"currentVersion": \(version), "copyrightText": "Survey", "spatialReference": {"wkid": 4326},
           \(isImage ? "\"pixelSizeX\": 1, \"bandCount\": 3," : "\"layers\": [{\"id\": 0, \"name\": \"Parcels\"}],")
           "fullExtent": {"xmin": -180, "ymin": -90, "xmax": 180, "ymax": 90, "spatialReference": {"wkid": 4326}},
           "maxImageWidth": 4096, "maxImageHeight": 4096}
          """, type: "application/json")
      }
      if let reply = trouble(request.target) { return reply }
      if parameters["f"] == "json" { return .ok(#"{"href": "/out/1.png", "width": 200}"#, type: "application/json") }
      let size = (parameters["size"] ?? "").split(separator: ",").map(String.init)
      let plain = ["BBOX": parameters["bbox"] ?? "", "WIDTH": size.first ?? "", "HEIGHT": size.last ?? ""]
      return DrawingService.picture(plain, step: 1000).map { .ok($0.png) } ?? .status(400)
    }
  }

  private final class Seen: Sendable {
    let targets = Mutex<[String]>([])
    var pictures: [String] { targets.withLock { $0.filter { $0.contains("/export") } } }
  }

  private static func document(_ address: String, _ layer: String, top: String = "") -> String {
    """
    mapdoc: 1
    srs: EPSG:3857
    canvas: {size: [200, 150]}
    initialExtent: {center: [10, 50], resolution: 1000}
    \(top)
    layers:
      - {id: w, \(layer.replacing("ADDRESS", with: address + "/S"))}

    """
  }

  @Test(arguments: [
    ("type: arcgis-dynamic, url: \"ADDRESS/MapServer\"", "/S/MapServer/export?"),
    ("type: arcgis-image, url: \"ADDRESS/ImageServer\"", "/S/ImageServer/exportImage?"),
  ])
  func drawsWhatTheServiceDraws(_ layer: String, _ asked: String) async throws {
    let seen = Seen()
    let server = try Self.server(seen)
    let project = try PipelineProject(["map.yaml": Self.document(server.baseAddress, layer)])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
    try #require(seen.pictures.count == 1)
    #expect(seen.pictures[0].hasPrefix(asked) && seen.pictures[0].contains("bboxSR=102100"))
    let picture = try PictureDecoder.decode(project.folder.read("build/map.png"))
    let wanted = DrawingService.picture(
      ["BBOX": DrawingService.parameters(seen.pictures[0])["bbox"] ?? "", "WIDTH": "200", "HEIGHT": "150"], step: 1000)
    #expect(picture.bytes == wanted?.bytes)
    #expect(try await project.render().count(.upToDate) == 1)
  }

  @Test func followsTheAddressOfAPicture() async throws {
    let seen = Seen()
    let server = try Self.server(seen)
    let layer = "type: arcgis-dynamic, url: \"ADDRESS/MapServer\", delivery: link"
    let project = try PipelineProject(["map.yaml": Self.document(server.baseAddress, layer)])
    let report = try await project.render()
    #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics)")
    #expect(try PictureDecoder.decode(project.folder.read("build/map.png")).bytes.prefix(4) == [9, 8, 7, 255])
    #expect(seen.targets.withLock { $0.last } == "/out/1.png")
  }

  @Test(arguments: [
    (#"{"error": {"code": 400, "message": "Invalid bbox"}}"#, "an error of the service (code 400): `Invalid bbox`"),
    (#"{"error": {"code": 498, "message": "Invalid Token"}}"#, "it wants a token"),
    ("<html><body>Sign in</body></html>", "an HTML page"),
  ])
  func anErrorInAnAnswerOfSuccessIsTold(_ body: String, _ words: String) async throws {
    let server = try Self.server { _ in .ok(body, type: "text/plain") }
    let layer = "type: arcgis-dynamic, url: \"ADDRESS/MapServer\""
    let project = try PipelineProject(["map.yaml": Self.document(server.baseAddress, layer)])
    let report = try await project.render()
    #expect(report.count(.failed) == 1)
    #expect(report.findings.diagnostics.contains { $0.message.contains(words) }, "\(report.findings.diagnostics)")
  }

  @Test func aServerBeforeTenStopsTheWorldFromGoingOn() async throws {
    let layer = "type: arcgis-dynamic, url: \"ADDRESS/MapServer\""
    for (version, codes) in [("9.31", ["MD320"]), ("10.01", [])] {
      let server = try Self.server(version: version)
      let project = try PipelineProject(["map.yaml": Self.document(server.baseAddress, layer, top: "wrapAround: true")])
      #expect(try await project.render().findings.diagnostics.map(\.code.name) == codes)
    }
  }
}
