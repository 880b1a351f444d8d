import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct GeoPackageTests {
  struct Expected: Sendable {
    let file: String
    let table: String
    let count: Int
    let digest: String
    /// `nil` where GDAL has no more to say than the tables.
    var scheme: (reference: String, origin: Position, finest: Double, levels: ClosedRange<Int>)?
  }

  /// Digests: Python's sqlite3, `SELECT zoom_level, tile_row, tile_column, tile_data` in that order, hashed as
  /// ``TileDigest``. Schemes: `gdalinfo FILE` (GDAL 3.6.2), "Origin", "Pixel Size" and "Overviews".
  static let real = [
    Expected(
      file: "ne_25833_custom_auto", table: "norge", count: 43,
      digest: "9311b8611ccbcd7e025828bfaf65ae76b60443a699f1e3c5825bf8760c216a76",
      scheme: ("EPSG:25833", Position(x: -100_000, y: 7_940_000), 1000, 1...3)),
    Expected(
      file: "ne_google_png8", table: "world", count: 85,
      digest: "a241fd35bb9264a1c66a00864ee7402f6aedaa3084c1afd479b45bbeda8d508f",
      scheme: ("EPSG:3857", Position(x: -20037508.3427892, y: 20037508.3427892), 19567.8792410051, 0...3)),
    Expected(
      file: "ne_inspirecrs84quad_jpeg", table: "crs84", count: 42,
      digest: "1f3bc9044f580f23139632e1664bc37a39a336df4f206ceacedac21341bf26fe",
      scheme: ("EPSG:4326", Position(x: -180, y: 90), 0.17578125, 0...2)),
    Expected(
      file: "gdal_sample_v1.2_no_extensions", table: "byte_png", count: 1,
      digest: "64f9d412f2aebb89234309c08b0f6b1733937b1f389d1b836be6903870f78551",
      scheme: ("EPSG:26711", Position(x: 440_720, y: 3_751_320), 60, 0...0)),
    Expected(
      file: "gdal_sample_v1.2_no_extensions", table: "byte_jpeg", count: 1,
      digest: "a23943e84379fc9ca1de2d7b32475de29f9b940e918dc4bbe14648c0a8facc44"),
    Expected(
      file: "cache", table: "cache", count: 1,
      digest: "61e0cdeed9f4aaa1f0a58a7ed6b3c2d12d46ee9538dfecf90f69cdaaacd31585"),
  ]

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), arguments: real)
  func readsEveryTileOfRealPackages(_ expected: Expected) throws {
    let tiles = try opened(Fixtures.path("gpkg/\(expected.file).gpkg"), table: expected.table)
    let (count, digest) = try TileDigest.of(tiles, levels: 0...4, columns: 16, rows: 16)
    #expect(count == expected.count)
    #expect(digest == expected.digest)
    guard let wanted = expected.scheme else { return }
    let scheme = try #require(tiles.description.tilingSchemes.first)
    #expect(scheme.reference == (try SpatialReference.parse(wanted.reference)))
    #expect(abs(scheme.origin.x - wanted.origin.x) < 1e-6 && abs(scheme.origin.y - wanted.origin.y) < 1e-6)
    #expect(abs((scheme.levels.last?.resolution ?? 0) / wanted.finest - 1) < 1e-12)
    #expect(tiles.description.levels == wanted.levels)
    #expect(tiles.remarks == [])
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func findsTheBoxInAnotherReferenceThanTheMatrices() throws {
    let tiles = try opened(Fixtures.path("gpkg/denver_tile.gpkg"))
    let box = try #require(tiles.description.fullExtent)
    // echo LAT LON | cs2cs -f %.3f EPSG:4326 EPSG:3857, for both corners of gpkg_contents
    #expect(abs(box.xmin + 11_672_132.492) < 0.01 && abs(box.ymin - 4_814_421.368) < 0.01)
    #expect(abs(box.xmax + 11_668_877.597) < 0.01 && abs(box.ymax - 4_818_224.997) < 0.01)
    #expect(tiles.description.levels == 16...16)
    var count = 0
    for row in 24888...24894 {
      for column in 13680...13685 where try tiles.bytes(16, column, row) != nil { count += 1 }
    }
    #expect(count == 42)
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func saysWhatRealPackagesWithoutTilesHold() {
    func said(_ name: String) -> String {
      TileDigest.failure { try opened(Fixtures.path("gpkg/\(name).gpkg")) }
    }
    #expect(
      said("elevation") == "it holds 2d-gridded-coverage, features, and no table of tiles; `geopackage` draws tiles")
    #expect(
      said("styled_with_icon") == "it holds attributes, features, and no table of tiles; `geopackage` draws tiles")
    #expect(said("empty") == "`gpkg_contents` lists no table")
    #expect(said("test") == "it has no table `gpkg_contents`, which lists what a GeoPackage holds")
    #expect(
      said("gdal_sample_v1.2_no_extensions").hasSuffix(
        "has 2 tables of tiles, and `table` does not say which: `byte_png`, `byte_jpeg`; write `table: byte_png`, or "
          + "another of them"))
  }

  @Test func takesTheTableThatIsNamed() throws {
    let package = try Made(tables: ["one", "tw\"o", "three"])
    for (index, name) in ["one", "tw\"o", "three"].enumerated() {
      #expect(try opened(package.path, table: name).bytes(0, 0, 0)?.last == UInt8(index))
    }
    #expect(
      TileDigest.failure { try opened(package.path, table: "four") }
        == "table: `\(package.path)` has no table `four`; its tables of tiles: `one`, `tw\"o`, `three`")
    try Package.run("UPDATE gpkg_contents SET data_type = 'features' WHERE table_name = 'one'", on: package.path)
    #expect(
      TileDigest.failure { try opened(package.path, table: "one") }
        == "table: table `one` of `\(package.path)` holds features, not tiles; its tables of tiles: `tw\"o`, `three`")
  }

  @Test func readsTilesThatAreNotSquareAndLevelsThatDoNotHalve() throws {
    let package = try Made()
    try Package.run(
      """
      UPDATE gpkg_tile_matrix_set SET min_x = 0, min_y = 0, max_x = 6000, max_y = 2000;
      DELETE FROM gpkg_tile_matrix;
      INSERT INTO gpkg_tile_matrix VALUES ('one', 3, 2, 1, 300, 200, 10, 10);
      INSERT INTO gpkg_tile_matrix VALUES ('one', 7, 5, 2, 300, 200, 4, 4);
      INSERT INTO gpkg_tile_matrix VALUES ('one', 8, 10, 5, 600, 400, 1, 1);
      UPDATE one SET zoom_level = 3;
      INSERT INTO one VALUES (2, 8, 9, 4, x'89504E470D0A1A0A00')
      """, on: package.path)
    let tiles = try opened(package.path)
    let scheme = try #require(tiles.description.tilingSchemes.first)
    #expect(scheme.tileSize == PixelSize(width: 300, height: 200))
    // Level 8 has 600 x 400 pixels of 1 unit: the ground of 300 x 200 pixels of 2 units.
    #expect(scheme.levels.map(\.resolution) == [10, 4, 2])
    #expect(scheme.origin == Position(x: 0, y: 2000))
    #expect(try tiles.bytes(8, 9, 4) != nil)
    #expect(tiles.emptyLevels == [7])
    #expect(tiles.remarks.contains(.levelWithoutTiles([7])))
    #expect(
      tiles.remarks.first
        == .metadataDisagrees(
          "the matrix of zoom_level 7 covers 6000.0 x 1600.0 units, and the matrix set 6000.0 x 2000.0: the size of its "
            + "pixels is believed"))
  }

  /// Statements that spoil a good package, and what is said then.
  static let mistakes: [(String, String)] = [
    (
      "UPDATE gpkg_tile_matrix_set SET srs_id = -1",
      "srs_id -1: it means an undefined Cartesian system: where the tiles lie is not known"
    ),
    (
      "UPDATE gpkg_tile_matrix_set SET srs_id = 0",
      "srs_id 0: it means an undefined geographic system: where the tiles lie is not known"
    ),
    ("UPDATE gpkg_tile_matrix_set SET srs_id = 77", "srs_id 77: `gpkg_spatial_ref_sys` has no row for it"),
    (
      "UPDATE gpkg_spatial_ref_sys SET organization = 'X', definition = 'PROJCS[\"half'",
      "srs_id 3857: the spatial reference"
    ),
    (
      "UPDATE gpkg_spatial_ref_sys SET organization = 'X', definition = 'undefined'",
      "srs_id 3857: it has no definition"
    ),
    (
      "DELETE FROM gpkg_tile_matrix_set",
      "table gpkg_tile_matrix_set: no row of it says where the tiles of `one` lie"
    ),
    (
      "UPDATE gpkg_tile_matrix_set SET max_x = min_x", "table gpkg_tile_matrix_set, row `one`: its box has no inside"
    ),
    (
      "UPDATE gpkg_tile_matrix_set SET max_x = 'far'",
      "table gpkg_tile_matrix_set, row `one`: its box is not four numbers"
    ),
    ("DELETE FROM gpkg_tile_matrix", "table gpkg_tile_matrix: no row of it gives a level of `one`"),
    (
      "UPDATE gpkg_tile_matrix SET pixel_x_size = 0",
      "table gpkg_tile_matrix, row `one`, zoom_level 0: `pixel_x_size` and `pixel_y_size` are not above 0"
    ),
    (
      "UPDATE gpkg_tile_matrix SET pixel_x_size = 2, pixel_y_size = 3",
      "a pixel of zoom_level 0 of `one` has 2.0 x 3.0 units; only square ones are drawn"
    ),
    (
      "UPDATE gpkg_tile_matrix SET tile_width = 100000",
      "table gpkg_tile_matrix, row `one`, zoom_level 0: `tile_width` and `tile_height` are not from 1 to 4096"
    ),
    (
      "UPDATE gpkg_tile_matrix SET matrix_width = -1",
      "table gpkg_tile_matrix, row `one`, zoom_level 0: `matrix_width` and `matrix_height` are not numbers of columns "
        + "and rows"
    ),
    (
      "UPDATE gpkg_tile_matrix SET zoom_level = 500",
      "table gpkg_tile_matrix, row `one`, zoom_level 500: it is not a whole"
    ),
    (
      "UPDATE one SET zoom_level = 9",
      "table gpkg_tile_matrix: `one` has tiles of zoom_level 9, and no row says how large their pixels are"
    ),
    ("DELETE FROM one", "table `one` has no row"),
    (
      "UPDATE one SET tile_data = x'1F8B0800'",
      "tiles of `one` are gzip-compressed data, not PNG, JPEG or WebP pictures"
    ),
    (
      "ALTER TABLE one RENAME COLUMN tile_data TO picture",
      "table one: `zoom_level`, `tile_column`, `tile_row` and `tile_data` are expected, and one of them is missing"
    ),
    ("DROP TABLE one", "it holds tiles, and no table of tiles"),
    (
      "INSERT INTO gpkg_tile_matrix VALUES ('one', 1, 1, 1, 300, 200, 5, 5)",
      "tiles of zoom_level 1 have another shape than those of 0"
    ),
  ]

  @Test(arguments: mistakes)
  func saysWhatIsWrong(_ statements: String, _ message: String) throws {
    let package = try Made()
    try Package.run(statements, on: package.path)
    let said = TileDigest.failure { try opened(package.path) }
    #expect(said.hasPrefix(message), "\(said)")
  }

  /// Statements after which a package is read, with a remark.
  static let oddities: [(String, SourceRemark)] = [
    (
      "INSERT INTO one VALUES (7, 5, 0, 0, x'00')",
      .metadataDisagrees("there are tiles of zoom_level 5, which `gpkg_tile_matrix` does not list")
    ),
    (
      "UPDATE gpkg_contents SET min_x = 3e7, max_x = 4e7",
      .metadataDisagrees("the box of `gpkg_contents` lies outside of that of `gpkg_tile_matrix_set`, which is taken")
    ),
    (
      "UPDATE gpkg_tile_matrix SET tile_width = 512, tile_height = 512, pixel_x_size = pixel_x_size / 2, "
        + "pixel_y_size = pixel_y_size / 2",
      .metadataDisagrees("`gpkg_tile_matrix` says that tiles have 512 x 512 pixels, but one has 256 x 256")
    ),
  ]

  @Test(arguments: oddities)
  func remarksWhatDisagrees(_ statements: String, _ remark: SourceRemark) throws {
    let package = try Made()
    try Package.run(statements, on: package.path)
    #expect(try opened(package.path).remarks == [remark])
  }

  @Test func readsWebP() throws {
    let package = try Made()
    // RIFF, a size, WEBP, then the header of a lossless picture of 256 x 256 pixels (RFC 9649).
    let picture = "524946462200000057454250" + "5650384C160000002F" + "FFC03F00" + String(repeating: "00", count: 16)
    try Package.run("UPDATE one SET tile_data = x'\(picture)'", on: package.path)
    let tiles = try opened(package.path)
    #expect(tiles.format == .webp)
    #expect(tiles.description.mediaType == "image/webp")
    #expect(tiles.remarks == [])
  }

  @Test func takesTheTextOfAReferenceThatHasNoCode() throws {
    let package = try Made()
    try Package.run(
      "UPDATE gpkg_spatial_ref_sys SET organization = 'NONE', definition = '\(Self.wkt)'", on: package.path)
    let reference = try opened(package.path).description.tilingSchemes.first?.reference
    #expect(reference?.facts.isGeographic == false)
  }

  // projinfo EPSG:3035 -o WKT1_GDAL --single-line, with another centre
  private static let wkt =
    #"PROJCS["Own",GEOGCS["ETRS89",DATUM["European_Terrestrial_Reference_System_1989","#
    + #"SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],"#
    + #"PROJECTION["Lambert_Azimuthal_Equal_Area"],PARAMETER["latitude_of_center",50],PARAMETER["longitude_of_center",9],"#
    + #"PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1]]"#

  @Test func isReadFromADocument() async throws {
    let package = try Made(tables: ["one", "two"])
    let layer = try LayerInDocument("type: geopackage\npath: made.gpkg\ntable: two", in: package.folder)
    #expect(layer.findings.isEmpty)
    #expect(try await layer.open().bytes(0, 0, 0)?.last == 1)
    #expect(try layer.kind.localFiles == [package.path])
  }

  @Test func inspectsSeveralTablesAndOneNamedTiles() async throws {
    let package = try Made(tables: ["tiles", "b"])
    let report = try await Inspection.inspect(
      source: package.path, context: SourceContext(painter: WordPainter()))
    #expect(report.kind == "geopackage")
    #expect(report.layer == "- id: made\n  type: geopackage\n  path: \(package.path)\n  table: tiles\n")
    #expect(report.remarks == ["another table of tiles: `b`"])
    #expect(report.tileCount == 1)
  }

  private func opened(_ path: String, table: String? = nil) throws -> GeoPackageTiles {
    let database = try SQLiteDatabase(reading: path)
    let tables = try GeoPackageTable.all(in: database)
    return try GeoPackageTiles(GeoPackageTable.chosen(table, of: tables, path: path), in: database)
  }
}

/// A GeoPackage of some tables, each with one tile of Web Mercator whose last byte counts the table.
private struct Made {
  let folder: TemporaryFolder
  let path: String

  init(tables: [String] = ["one"]) throws {
    folder = try TemporaryFolder()
    path = folder.path + "/maps/made.gpkg"
    try folder.write("", to: "maps/x")
    let half = TilingScheme.webMercatorWorld.xmax
    let box = "\(-half), \(-half), \(half), \(half)"
    let png = Package.png(256).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let rows = tables.enumerated().map { index, name in
      """
      CREATE TABLE "\(name.replacing("\"", with: "\"\""))" (id INTEGER PRIMARY KEY, zoom_level INTEGER, tile_column INTEGER,
        tile_row INTEGER, tile_data BLOB, UNIQUE (zoom_level, tile_column, tile_row));
      INSERT INTO "\(name.replacing("\"", with: "\"\""))" VALUES (1, 0, 0, 0, x'\(png)0\(index)');
      INSERT INTO gpkg_contents VALUES ('\(name)', 'tiles', '\(name)', '', '', \(box), 3857);
      INSERT INTO gpkg_tile_matrix_set VALUES ('\(name)', 3857, \(box));
      INSERT INTO gpkg_tile_matrix VALUES ('\(name)', 0, 1, 1, 256, 256, \(half / 128), \(half / 128));
      """
    }
    try Package.run(
      """
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT,
        organization_coordsys_id INTEGER, definition TEXT, description TEXT);
      INSERT INTO gpkg_spatial_ref_sys VALUES ('x', 3857, 'epsg', 3857, 'undefined', '');
      CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT, description TEXT,
        last_change TEXT, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
      CREATE TABLE gpkg_tile_matrix_set (table_name TEXT PRIMARY KEY, srs_id INTEGER, min_x DOUBLE, min_y DOUBLE,
        max_x DOUBLE, max_y DOUBLE);
      CREATE TABLE gpkg_tile_matrix (table_name TEXT, zoom_level INTEGER, matrix_width INTEGER, matrix_height INTEGER,
        tile_width INTEGER, tile_height INTEGER, pixel_x_size DOUBLE, pixel_y_size DOUBLE);
      \(rows.joined())
      """, on: path)
  }
}
