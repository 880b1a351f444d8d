import CSQLite
import FoundationEssentials
import Geodesy
import Rendering
import TestSupport
import Testing

/// Real caches and packages rendered whole, at a level's own pixels: bit by bit the tiles that they hold.
@Suite(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), .timeLimit(.minutes(15)))
struct FixtureRenderTests {
  struct Cache: Sendable, CustomTestStringConvertible {
    let name: String
    let level: Int
    let srs: String
    let side: Int
    /// TileOrigin and the level's Resolution in its `conf.xml`.
    let origin: (x: Double, y: Double)
    let resolution: Double
    let suffix: String
    var testDescription: String { "\(name) \(level)" }
  }

  static let caches = [
    Cache(
      name: "norway-25833-png8", level: 3, srs: "EPSG:25833", side: 256, origin: (-2_500_000, 9_045_984),
      resolution: 2709.3387520108377, suffix: "png"),
    // Its outer ring of tiles is missing.
    Cache(
      name: "webmercator-png8", level: 3, srs: "EPSG:3857", side: 256, origin: (-20_037_508.342787, 20_037_508.342787),
      resolution: 19567.879240999919, suffix: "png"),
    Cache(
      name: "wgs84-512-jpeg", level: 1, srs: "EPSG:4326", side: 512, origin: (-180, 90),
      resolution: 0.17578125, suffix: "jpg"),
  ]

  @Test(arguments: caches)
  func anExplodedCache(_ cache: Cache) async throws {
    let tiles = try Fixtures.rows("exploded-cache/\(cache.name)/expected-tiles.csv")
      .compactMap { row in row.count > 2 ? (Int(row[0]) ?? -1, Int(row[1]) ?? -1, Int(row[2]) ?? -1) : nil }
      .filter { $0.0 == cache.level }
    let rows = try span(tiles.map(\.1))
    let columns = try span(tiles.map(\.2))
    let folder = Fixtures.path("exploded-cache/\(cache.name)")
    let expected = try Picture.assembled(columns: columns, rows: rows, side: cache.side) { column, row in
      guard tiles.contains(where: { $0.1 == row && $0.2 == column }) else { return nil }
      let name = "\(hexadecimal("R", row))/\(hexadecimal("C", column)).\(cache.suffix)"
      return try PictureDecoder.decode(
        Array(Data(contentsOf: URL(filePath: "\(folder)/_alllayers/L0\(cache.level)/\(name)"))))
    }
    let side = Double(cache.side) * cache.resolution
    let center = (
      cache.origin.x + side * Double(columns.lowerBound + columns.upperBound + 1) / 2,
      cache.origin.y - side * Double(rows.lowerBound + rows.upperBound + 1) / 2
    )
    let drawn = try await draw(
      "{id: c, type: exploded-cache, path: '\(folder)'}", size: expected, center: center, srs: cache.srs,
      level: cache.level)
    #expect(drawn.countOfDifferences(from: expected) == 0)
  }

  static let packages: [(name: String, level: Int)] = [
    ("ne_png8_z0-3", 2), ("geography-class-jpg", 1), ("geography-class-webp", 1), ("plain_1", 2),
    ("ne_nordic_jpg_z4-5", 4), ("some-empty-tiles", 2), ("one_tile", 1),
  ]

  @Test(arguments: packages)
  func anMBTilesPackage(name: String, level: Int) async throws {
    let path = Fixtures.path("mbtiles/\(name).mbtiles")
    let tiles = try self.tiles(of: path, level: level)
    let rows = try span(tiles.keys.map(\.row))
    let columns = try span(tiles.keys.map(\.column))
    let expected = try Picture.assembled(columns: columns, rows: rows, side: 256) { column, row in
      try tiles[Place(column: column, row: row)].map { try PictureDecoder.decode($0) }
    }
    // The scheme of web maps: 20037508.342789244 m to each side of the middle.
    let side = 2 * 20_037_508.342789244 / Double(1 << level)
    let center = (
      -20_037_508.342789244 + side * Double(columns.lowerBound + columns.upperBound + 1) / 2,
      20_037_508.342789244 - side * Double(rows.lowerBound + rows.upperBound + 1) / 2
    )
    let drawn = try await draw(
      "{id: p, type: mbtiles, path: '\(path)'}", size: expected, center: center, srs: "EPSG:3857", level: level)
    #expect(drawn.countOfDifferences(from: expected) == 0)
  }

  /// The same tiles in two kinds of source, each read by code of its own: the first is compared with another program's
  /// tiles elsewhere. Level, srs, and the middle of four tiles.
  static let twins: [(one: String, other: String, level: Int, srs: String, center: (Double, Double))] = [
    (
      "type: exploded-cache, path: exploded-cache/norway-25833-png8", "type: tpk, path: tpk/norway_25833.tpk", 4,
      "EPSG:25833", (-2_500_000 + 8 * 346_795.36128130624, 9_045_984 - 5 * 346_795.36128130624)
    ),
    (
      "type: compact-cache, path: compact-cache-v2/norway-25833-hi",
      "type: compact-cache, path: compact-cache-v1/norway-25833-hi", 7, "EPSG:25833",
      (-2_500_000 + 64 * 43_349.420160163273, 9_045_984 - 46 * 43_349.420160163273)
    ),
    (
      "type: compact-cache, path: compact-cache-v2/norway-25833-hi",
      "type: tpkx, path: tpkx/norway_25833_L06-L08.tpkx", 7, "EPSG:25833",
      (-2_500_000 + 64 * 43_349.420160163273, 9_045_984 - 46 * 43_349.420160163273)
    ),
    (
      "type: mbtiles, path: mbtiles/ne_png8_z0-3.mbtiles", "type: pmtiles, path: pmtiles/ne_png8_z0-3.pmtiles", 2,
      "EPSG:3857", (0, 0)
    ),
  ]

  @Test(arguments: twins)
  func oneAsTheOther(
    _ twin: (one: String, other: String, level: Int, srs: String, center: (Double, Double))
  ) async throws {
    let size = Picture(size: PixelSize(width: 512, height: 512))
    var pictures: [Picture] = []
    for layer in [twin.one, twin.other] {
      let layer = layer.replacing("path: ", with: "path: " + Fixtures.path(""))
      pictures.append(
        try await draw("{id: p, \(layer)}", size: size, center: twin.center, srs: twin.srs, level: twin.level))
    }
    #expect(pictures[0].countOfDifferences(from: pictures[1]) == 0)
    #expect(pictures[0].countOfDifferences(from: size) > 200_000, "hardly anything was drawn")
  }

  /// Table, level, and the matrix set's origin and the level's pixel size as `gdalinfo` gives them.
  static let geopackages: [(name: String, table: String, level: Int, srs: String, origin: (Double, Double), Double)] = [
    ("ne_25833_custom_auto", "norge", 2, "EPSG:25833", (-100_000, 7_940_000), 2000),
    ("ne_google_png8", "world", 2, "EPSG:3857", (-20_037_508.34278924, 20_037_508.34278924), 39_135.75848201024),
    ("ne_inspirecrs84quad_jpeg", "crs84", 1, "EPSG:4326", (-180, 90), 0.3515625),
  ]

  @Test(arguments: geopackages)
  func aGeoPackage(
    _ package: (name: String, table: String, level: Int, srs: String, origin: (Double, Double), pixel: Double)
  ) async throws {
    let path = Fixtures.path("gpkg/\(package.name).gpkg")
    let tiles = try self.tiles(of: path, level: package.level, table: package.table)
    let rows = try span(tiles.keys.map(\.row))
    let columns = try span(tiles.keys.map(\.column))
    let expected = try Picture.assembled(columns: columns, rows: rows, side: 256) { column, row in
      try tiles[Place(column: column, row: row)].map { try PictureDecoder.decode($0) }
    }
    let side = 256 * package.pixel
    let center = (
      package.origin.0 + side * Double(columns.lowerBound + columns.upperBound + 1) / 2,
      package.origin.1 - side * Double(rows.lowerBound + rows.upperBound + 1) / 2
    )
    let drawn = try await draw(
      "{id: p, type: geopackage, path: '\(path)'}", size: expected, center: center, srs: package.srs,
      level: package.level)
    #expect(drawn.countOfDifferences(from: expected) == 0)
  }

  private func draw(
    _ layer: String, size: Picture, center: (Double, Double), srs: String, level: Int
  ) async throws -> Picture {
    let project = try MapProject([
      "maps/m.yaml": """
      mapdoc: 1
      canvas: {size: [\(size.size.width), \(size.size.height)], background: transparent}
      initialExtent: {center: [\(center.0), \(center.1)], srs: "\(srs)", level: \(level), snap: level}
      layers:
        - \(layer)

      """
    ])
    let outcome = try await project.render()
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try PictureDecoder.decode(project.folder.read("build/m.png"))
  }

  struct Place: Hashable {
    let column: Int
    /// From the north.
    let row: Int
  }

  /// The tiles of a level, read by SQLite itself; empty ones left out.
  /// - Parameter table: Of a GeoPackage, whose rows count from the north; `nil` for MBTiles.
  private func tiles(of path: String, level: Int, table: String? = nil) throws -> [Place: [UInt8]] {
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(handle)
    }
    let text = "SELECT tile_column, tile_row, tile_data FROM \(table ?? "tiles") WHERE zoom_level = \(level)"
    try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    try #require(sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK)
    var tiles: [Place: [UInt8]] = [:]
    while sqlite3_step(statement) == SQLITE_ROW {
      let count = Int(sqlite3_column_bytes(statement, 2))
      guard count > 0, let bytes = sqlite3_column_blob(statement, 2) else { continue }
      let row = Int(sqlite3_column_int(statement, 1))
      let place = Place(
        column: Int(sqlite3_column_int(statement, 0)), row: table == nil ? (1 << level) - 1 - row : row)
      tiles[place] = Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
    return tiles
  }

  private func span(_ numbers: [Int]) throws -> ClosedRange<Int> {
    try #require(numbers.min())...(try #require(numbers.max()))
  }

  private func hexadecimal(_ letter: String, _ number: Int) -> String {
    let digits = String(number, radix: 16)
    return letter + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
