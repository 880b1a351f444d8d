import Geodesy
import Testing

@testable import LayerSources

/// To SQLite, names that differ in the case of their letters are one table.
@Suite struct GeoPackageTableNamesTests {
  @Test func noTwoAreTheSame() throws {
    let tilesets = ["Isles", "isles", "isles_2", "gpkg_x", "layer_GPKG_x"].map { id in
      Tileset(
        id: id, title: "Isles", scheme: MercatorPyramid.scheme(tileSize: 256, finest: 2),
        ranges: [TileRange(level: 0, columns: 0...0, rows: 0...0)], extent: TilingScheme.webMercatorWorld)
    }
    let target = try GeoPackageTarget(tilesets)
    let tables = tilesets.indices.compactMap { target.layerKeys(tileset: $0).first?.value }
    #expect(tables == ["Isles", "isles_3", "isles_2", "layer_gpkg_x", "layer_GPKG_x_2"])
  }
}
