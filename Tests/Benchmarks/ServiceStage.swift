import DocumentModel
import Geodesy
import Pipeline
import Rendering
import TestSupport

/// A map of one picture that a WMS draws, less the time that the server takes for it: what mapdoc adds, 20 ms at most.
struct ServiceStage: Stage {
  let name = "wms"

  /// Seconds from the request for the picture to the answer.
  private static let delay = 0.1
  private static let size = PixelSize(width: 1024, height: 768)

  func measure() async throws -> [Measurement] {
    let picture = try await Self.picture()
    let server = try ScriptedServer { request in
      guard request.target.contains("REQUEST=GetMap") else {
        return .ok(Self.capabilities, type: "text/xml", [("Cache-Control", "max-age=3600")])
      }
      return .after(seconds: Self.delay, .ok(picture, [("Cache-Control", "no-store")]))
    }
    defer { server.stop() }
    let map = try MapOfBench(Self.text(server.baseAddress))
    let cold = try await map.costWithEmptyCache()
    let known = try await Cost.median(items: 1) { try await map.render(cache: "known") }
    let ofServer = Cost(wall: Self.delay, cpu: 0)
    return [
      Measurement("1024 x 768 of one WMS picture, less the server's 100 ms, empty cache", .map, cold - ofServer),
      Measurement("the same with the capabilities in the cache", .map, known - ofServer),
    ]
  }

  private static func picture() async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    _ = try await PictureFile.write(
      scene: Scene(size: size, background: nil, layers: [SampleTiles(.map).layer()]), to: folder.path + "/picture",
      format: .png, options: EncodingOptions(dpi: 96, quality: nil), jobs: 1)
    return try folder.read("picture")
  }

  private static let capabilities = """
    <?xml version="1.0"?><WMS_Capabilities version="1.3.0" xmlns:xlink="http://www.w3.org/1999/xlink">
    <Service><Title>Drawn</Title></Service><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>
    <Layer><Title>All</Title><CRS>EPSG:3857</CRS><Layer><Name>ground</Name><Title>Ground</Title></Layer></Layer>
    </Capability></WMS_Capabilities>
    """

  private static func text(_ address: String) -> String {
    """
    mapdoc: 1
    srs: EPSG:3857
    canvas: {size: [1024, 768]}
    initialExtent: {center: [10.0, 50.0], zoom: 6}
    layers:
      - {id: base, type: wms, url: "\(address)/wms", layers: ground, attribution: Bench data}
    """
  }
}
