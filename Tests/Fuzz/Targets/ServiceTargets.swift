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

/// The description of a map service of ArcGIS.
struct ServiceTarget: FuzzTarget {
  static let name = "service"

  func run(_ bytes: [UInt8]) {
    _ = ArcGISAnswer.failure(in: bytes, source: "fuzz")
    guard let json = try? JSONElement(of: bytes, source: "fuzz"), let service = try? ArcGISService(json) else { return }
    tryTiles(of: ArcGISTiles(service, base: "https://h.example/MapServer", query: "", .ofInspection))
  }
}
