import DocumentModel
import Geodesy
import TestSupport
import Testing
import Transport

@testable import LayerSources

/// Capabilities of a WMS that tests write.
enum WMSText {
  /// - Parameters:
  ///   - root: Elements of the layer around all others.
  ///   - layers: Elements of layers, of one with the name `land` where none are given.
  ///   - address: Of `GetMap`.
  static func capabilities(
    _ version: String = "1.3.0", root: String = "<CRS>EPSG:4326</CRS><CRS>EPSG:3857</CRS><CRS>CRS:84</CRS>",
    layers: String = "<Layer><Name>land</Name><Title>Land</Title></Layer>",
    address: String = "https://h.example/wms?", formats: [String] = ["image/jpeg", "image/png"], service: String = ""
  ) -> String {
    let name = version == "1.3.0" ? "WMS_Capabilities" : "WMT_MS_Capabilities"
    let type =
      version == "1.3.0"
      ? "" : "<!DOCTYPE \(name) SYSTEM \"http://127.0.0.1:1/a.dtd\" [<!ELEMENT VendorSpecific EMPTY>]>"
    let root = version == "1.3.0" ? root : root.replacing("CRS>", with: "SRS>")
    return """
      <?xml version="1.0"?>\(type)
      <\(name) version="\(version)" xmlns:xlink="http://www.w3.org/1999/xlink">
      <Service><Title>Maps</Title>\(service)</Service>
      <Capability><Request><GetMap>\(formats.map { "<Format>\($0)</Format>" }.joined())
        <DCPType><HTTP><Get><OnlineResource xlink:href="\(address)"/></Get></HTTP></DCPType></GetMap></Request>
        <Layer><Title>All</Title>\(root)\(layers)</Layer></Capability></\(name)>
      """
  }

  /// The source of a layer of a document whose service gives these capabilities.
  static func open(
    _ text: String, _ keys: String = "layers: land", url: String = "https://h.example/wms?", ratio: Double = 1
  )
    async throws -> any TileSource
  {
    let layer = try LayerInDocument("type: wms\nurl: \(url)\n\(keys)")
    return try await layer.open(pixelRatio: ratio, services: ScriptedServices(text))
  }

  static func failure(_ text: String, _ keys: String = "layers: land") async throws -> SourceError? {
    do {
      _ = try await open(text, keys)
      return nil
    } catch let error as SourceError {
      return error
    }
  }
}

extension TileSource {
  /// The parameters of the request for one picture of 400 x 200 pixels, by name.
  func parameters(
    _ box: Extent = Extent(xmin: 0, ymin: 40, xmax: 40, ymax: 60), in reference: SpatialReference = .wgs84
  ) throws -> [String: String] {
    let address = try #require(try asked(box, in: reference)?.address)
    var parameters: [String: String] = [:]
    for part in address.split(separator: "?", maxSplits: 1).last?.split(separator: "&") ?? [] {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      parameters[pair[0]] = pair.count == 2 ? pair[1] : ""
    }
    return parameters
  }

  func asked(
    _ box: Extent = Extent(xmin: 0, ymin: 40, xmax: 40, ymax: 60), in reference: SpatialReference = .wgs84,
    gutter: Int = 0
  ) throws -> Request? {
    guard
      case .remote(let request) = try drawing(box, in: reference, gutter: gutter)
        .tile(TileIndex(level: 0, column: 0, row: 0))
    else { return nil }
    return request
  }

  /// The same source for one picture of 400 columns.
  func drawing(_ box: Extent, in reference: SpatialReference = .wgs84, gutter: Int = 0) -> any TileSource {
    let resolution = box.width / 400
    return serving(
      TilingScheme(
        reference: reference, origin: Position(x: box.xmin, y: box.ymax),
        tileSize: PixelSize(width: 400, height: Int((box.height / resolution).rounded())),
        levels: [.init(number: 0, resolution: resolution)], gutter: gutter))
  }
}
