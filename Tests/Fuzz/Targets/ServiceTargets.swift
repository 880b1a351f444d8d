import DocumentModel
import Geodesy

@testable import LayerSources

/// Where a tile of a source lies: the numbers of foreign descriptions must not break the arithmetic of tiles.
private func tryTiles(of source: some TileSource) {
  for scheme in source.description.tilingSchemes.prefix(4) {
    let served = source.serving(scheme)
    for level in scheme.levels.prefix(3) {
      for (column, row) in [(0, 0), (3, 1), (1 << 40, 1 << 40), (-1, -1)] {
        let tile = TileIndex(level: level.number, column: column, row: row)
        _ = try? served.tile(tile)
        if scheme.extent(of: tile) == nil { broken("a level of a scheme has tiles") }
      }
      if let extent = source.description.fullExtent { _ = scheme.tiles(covering: extent, at: level) }
    }
  }
}

/// The capabilities of a WMTS: each of its layers is opened.
struct CapabilitiesTarget: FuzzTarget {
  static let name = "capabilities"

  func run(_ bytes: [UInt8]) {
    _ = OGCReport(in: bytes)
    guard let root = try? XMLElement.root(of: bytes, limit: .ofServices),
      let capabilities = try? WMTSCapabilities(root, source: "fuzz"),
      let address = try? ServiceAddress("https://h.example/wmts", beside: nil)
    else { return }
    for layer in capabilities.layers.prefix(4) {
      let choice = WMTSChoice(layer: layer.identifier)
      guard let tiles = try? WMTSTiles(capabilities, of: address, choice, .ofInspection) else { continue }
      tryTiles(of: tiles)
    }
  }
}

/// The capabilities of a WMS: each of its layers is opened, and a picture of it asked for.
struct MapCapabilitiesTarget: FuzzTarget {
  static let name = "map-capabilities"

  func run(_ bytes: [UInt8]) {
    guard let root = try? XMLElement.root(of: bytes, limit: .ofServices),
      let capabilities = try? WMSCapabilities(root, source: "fuzz"),
      let address = try? ServiceAddress("https://h.example/wms", beside: nil)
    else { return }
    for layer in capabilities.layers.prefix(4) {
      let choice = WMSChoice(layers: [layer.name])
      guard let server = try? WMSServer(capabilities, of: address, choice, .ofInspection) else { continue }
      tryPictures(of: server, server.description)
    }
  }
}

/// What a server that draws on request is asked for.
private func tryPictures(of server: some PictureServer, _ description: LayerDescription) {
  guard let drawing = description.drawing else { broken("a server that draws on request says so") }
  if let most = drawing.mostColumns, most < 1 { broken("a largest picture has pixels") }
  if let scales = drawing.scales, !(scales.lowerBound < scales.upperBound) { broken("a range of scales has an inside") }
  let pictures = DrawnPictures(description, of: server, pixelRatio: 1)
  let scheme = TilingScheme(
    reference: .wgs84, origin: Position(x: 170, y: 10), tileSize: PixelSize(width: 100, height: 50),
    levels: [.init(number: 0, resolution: 0.1)], gutter: 3)
  for column in [0, 3, -4] {
    _ = try? pictures.serving(scheme).tile(TileIndex(level: 0, column: column, row: 0))
  }
}

/// Files beside a picture that say where it lies: a world file, or GDAL's `.aux.xml`.
struct SidecarTarget: FuzzTarget {
  static let name = "sidecar"

  func run(_ bytes: [UInt8]) {
    if let numbers = try? ImageSidecars.worldFile(bytes, "fuzz") { place(numbers) }
    guard let root = try? ImageSidecars.description(bytes, "fuzz") else { return }
    if let numbers = try? ImageSidecars.affine(root, "fuzz") { place(numbers) }
  }

  private func place(_ numbers: [Double]) {
    guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { broken("six finite numbers place a picture") }
    guard let transform = try? ImageTransform(size: PixelSize(width: 40, height: 30), affine: numbers) else { return }
    guard transform.outline.isFinite else { broken("a picture lies somewhere") }
    for pixel in [SIMD2(0.0, 0), SIMD2(40, 30), SIMD2(20, 15)] {
      guard let ground = transform.ground(of: pixel), let back = transform.pixel(of: ground) else {
        broken("an affine map has a way back")
      }
      if abs(back.x - pixel.x) > 1 || abs(back.y - pixel.y) > 1 { broken("the way back ends where it started") }
    }
  }
}

/// The description of a map service of ArcGIS.
struct ServiceTarget: FuzzTarget {
  static let name = "service"

  func run(_ bytes: [UInt8]) {
    _ = ArcGISAnswer.failure(in: bytes, source: "fuzz")
    guard let json = try? JSONElement(of: bytes, source: "fuzz") else { return }
    for isImageService in [false, true] {
      guard let drawing = try? ArcGISDrawing(json, isImageService: isImageService) else { continue }
      let server = ArcGISServer(
        base: "https://h.example/MapServer", query: "", operation: "export", parameters: [], saysDots: true,
        delivery: .image, .ofInspection)
      tryPictures(of: server, drawing.description(format: "png32", sublayers: drawing.sublayers))
    }
    guard let service = try? ArcGISService(json) else { return }
    tryTiles(of: ArcGISTiles(service, base: "https://h.example/MapServer", query: "", .ofInspection))
  }
}
