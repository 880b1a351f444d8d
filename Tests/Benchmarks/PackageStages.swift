import DocumentModel
import Geodesy
import LayerSources
import TestSupport

/// A tile out of each kind of package, besides decoding: 1,024 tiles of 8 kB of one level, in an order without pattern.
struct PackageStage: Stage {
  let name = "package"

  func measure() async throws -> [Measurement] {
    let packages = try SamplePackages()
    var measurements: [Measurement] = []
    for layer in try packages.layers() {
      guard case .tiled(let kind, let keys) = layer.content, let opener = kind as? any TiledLayerKind else {
        throw WrongWork("a layer that is not tiled")
      }
      let context = SourceContext(painter: NoPainter())
      let source = try await opener.open(layer, keys, in: context)
      let order = SamplePackages.order
      let cost = try await Cost.median(items: order.count) {
        for index in order {
          guard case .here(.picture(let picture)) = try source.tile(index), picture.bytes.count == SamplePackages.size
          else { throw WrongWork("no tile \(index) in \(layer.id)") }
        }
      }
      measurements.append(Measurement("\(layer.id), read one tile", .tile, cost, floor: nil))
      let opening = try await Cost.median(items: 20) {
        for _ in 0..<20 { _ = try await opener.open(layer, keys, in: context) }
      }
      measurements.append(Measurement("\(layer.id), open", .document, opening, floor: nil))
    }
    return measurements
  }
}

/// One package of each kind with the same tiles.
private struct SamplePackages {
  static let level = 5
  static let side = 1 << level
  static let size = 8_000

  static var order: [TileIndex] {
    (0..<side * side).map { number in
      let place = number * 389 % (side * side)  // 389 and 1024 have no common divisor: each comes once
      return TileIndex(level: level, column: place % side, row: place / side)
    }
  }

  private let folder: TemporaryFolder
  private let kinds = ["mbtiles", "geopackage", "pmtiles", "compact-cache", "tpk", "tpkx"]

  init() throws {
    let folder = try TemporaryFolder()
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    let tile = head + [0, 0, 1, 0, 0, 0, 1, 0] + [UInt8](repeating: 7, count: Self.size - head.count - 8)
    let side = Self.side
    try Self.makeDatabases(in: folder.path, tile: tile)
    var archive = PMTilesMaker()
    let first = UInt64((side * side - 1) / 3)
    archive.packing = .gzip
    // As large archives have it: a root of directories of 256 tiles each.
    archive.root = stride(from: 0, to: side * side, by: 256).map { start in
      let entries = (start..<start + 256).map { number in
        PMTilesMaker.Entry(first + UInt64(number), archive.add(tile))
      }
      return PMTilesMaker.Entry(first + UInt64(start), run: 0, archive.leaf(entries))
    }
    try folder.write(archive.bytes(), to: "p.pmtiles")
    let tiles = (0..<side * side).map { CacheMaker.Tile(row: $0 / side, column: $0 % side, bytes: tile) }
    let (bundle, index) = CacheMaker.bundleV1(tiles)
    let conf = CacheMaker.conf(storage: "CompactV2", levels: 0...5)
    try folder.write(conf, to: "p.compact-cache/conf.xml")
    let new = CacheMaker.bundleV2(tiles)
    try folder.write(new, to: "p.compact-cache/_alllayers/L05/R0000C0000.bundle")
    var package = ZipMaker()
    package.add("v101/Layers/conf.xml", CacheMaker.conf(storage: "Compact", levels: 0...5))
    package.add("v101/Layers/_alllayers/L05/R0000C0000.bundle", bundle)
    package.add("v101/Layers/_alllayers/L05/R0000C0000.bundlx", index)
    try folder.write(package.bytes(), to: "p.tpk")
    var other = ZipMaker()
    other.add("root.json", CacheMaker.root(levels: 5...5, listed: 0...5), deflated: true)
    other.add("tile/L05/R0000C0000.bundle", new)
    try folder.write(other.bytes(), to: "p.tpkx")
    self.folder = folder
  }

  func layers() throws -> [Layer] {
    let lines = kinds.map { "  - {id: \($0), type: \($0), path: p.\($0)}\n" }
    let path = try folder.write("mapdoc: 1\nlayers:\n\(lines.joined())", to: "map.yaml")
    let loaded = DocumentLoader(kinds: layerKinds).load(path)
    guard let document = loaded.document, loaded.findings.isEmpty else {
      throw WrongWork(loaded.findings.first?.message ?? "no document")
    }
    return document.layers
  }

  private static func makeDatabases(in folder: String, tile: [UInt8]) throws {
    let hex = tile.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let count = side * side
    let rows = """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
      INSERT INTO tiles SELECT \(level), i % \(side), i / \(side), x'\(hex)' FROM n;
      """
    let table = """
      CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
      """
    try SQLiteMaker.run(table + rows, on: folder + "/p.mbtiles")
    let half = TilingScheme.webMercatorWorld.xmax
    let box = "\(-half), \(-half), \(half), \(half)"
    let pixel = 2 * half / Double(256 * side)
    try SQLiteMaker.run(
      """
      CREATE TABLE gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, definition);
      INSERT INTO gpkg_spatial_ref_sys VALUES ('x', 3857, 'EPSG', 3857, '');
      CREATE TABLE gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id);
      INSERT INTO gpkg_contents VALUES ('tiles', 'tiles', '', \(box), 3857);
      CREATE TABLE gpkg_tile_matrix_set (table_name, srs_id, min_x, min_y, max_x, max_y);
      INSERT INTO gpkg_tile_matrix_set VALUES ('tiles', 3857, \(box));
      CREATE TABLE gpkg_tile_matrix (table_name, zoom_level, matrix_width, matrix_height, tile_width, tile_height,
        pixel_x_size, pixel_y_size);
      INSERT INTO gpkg_tile_matrix VALUES ('tiles', \(level), \(side), \(side), 256, 256, \(pixel), \(pixel));
      \(table)\(rows)
      """, on: folder + "/p.geopackage")
  }
}
