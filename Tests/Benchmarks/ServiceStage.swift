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
    return try await ofMapServer() + [
      Measurement("1024 x 768 of one WMS picture, less the server's 100 ms, empty cache", .map, cold - ofServer),
      Measurement("the same with the capabilities in the cache", .map, known - ofServer),
    ]
  }

  /// The same of MapServer, whose own time is measured in the same run: a plain request for the same picture, in turn with
  /// the map. Empty where MapServer is not installed.
  private func ofMapServer() async throws -> [Measurement] {
    guard CGIServer.MapProgram.mapserver.isHere else { return [] }
    let server = try await MapServers.mapserver(most: 4096)
    let map = try MapOfBench(
      Self.text(server.address).replacing("layers: ground", with: "layers: land, params: {RUN: \"${run}\"}")
        + "\nparams: {run: 0}\n")
    // The box of the map below: its centre, and 512 and 384 pixels of zoom 6 about it.
    let pixel = 2 * 20_037_508.342789244 / 256 / 64
    let (x, y) = (1_113_194.9079327357, 6_446_275.841017161)
    let box = [x - 512 * pixel, y - 384 * pixel, x + 512 * pixel, y + 384 * pixel].map { "\($0)" }
    let target =
      "/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=land&STYLES=&CRS=EPSG:3857&WIDTH=1024&HEIGHT=768"
      + "&FORMAT=image/png&TRANSPARENT=TRUE&BBOX=" + box.joined(separator: ",")
    // A picture of its own for each run: one that is in the cache is not asked for again.
    var number = 0
    let (plain, known) = try await Cost.medians(runs: 31) {
      number += 1
      _ = try PlainRequest.get(server.address, "\(target)&RUN=plain\(number)")
    } _: {
      try await map.render(cache: "known", requests: 1, parameters: [("run", "\(number)")])
    }
    return [
      Measurement("1024 x 768 of MapServer by a plain request", .map, plain),
      Measurement("the same as a map, less the plain request, capabilities in the cache", .map, known - plain),
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
