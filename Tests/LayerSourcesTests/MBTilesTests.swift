import DocumentModel
import FoundationEssentials
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)")) struct MBTilesFixtureTests {
  struct Good: Sendable {
    let name: String
    let format: PictureFormat
    let levels: ClosedRange<Int>
    let tileSize: Int
    /// `SELECT count(*) FROM tiles` of the sqlite3 shell.
    let count: Int
  }

  static let good: [Good] = [
    Good(name: "ne_png8_z0-3", format: .png, levels: 0...3, tileSize: 256, count: 85),
    Good(name: "ne_nordic_jpg_z4-5", format: .jpeg, levels: 4...5, tileSize: 256, count: 30),
    Good(name: "geography-class-jpg", format: .jpeg, levels: 0...1, tileSize: 256, count: 5),
    Good(name: "geography-class-webp", format: .webp, levels: 0...1, tileSize: 256, count: 5),
    Good(name: "plain_1", format: .png, levels: 0...4, tileSize: 256, count: 285),
    Good(name: "one_tile", format: .png, levels: 0...1, tileSize: 256, count: 2),
    Good(name: "some-empty-tiles", format: .png, levels: 1...2, tileSize: 256, count: 11),
    Good(name: "martin_normalized-dedup-id", format: .jpeg, levels: 0...1, tileSize: 256, count: 5),
  ]

  @Test(arguments: good)
  func readsTheTilesByTheirRows(_ good: Good) throws {
    let path = Fixtures.path("mbtiles/\(good.name).mbtiles")
    let package = try MBTilesPackage(path: path)
    #expect(package.format == good.format)
    #expect(package.description.levels == good.levels)
    #expect(package.description.mediaType == good.format.mediaType)
    let scheme = try #require(package.description.tilingSchemes.first)
    #expect(scheme.reference == .webMercator)
    #expect(scheme.tileSize == PixelSize(width: good.tileSize, height: good.tileSize))
    // Every row of the table, read by SQLite itself, is the tile on the flipped row.
    let rows = try SQLiteDatabase(reading: path).statement(
      "SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles")
    var count = 0
    while try rows.step() {
      let (level, column, row) = (
        try #require(rows.number(0)), try #require(rows.number(1)), try #require(rows.number(2))
      )
      let bytes = rows.bytes(3)
      #expect(try package.bytes(level, column, (1 << level) - 1 - row) == (bytes.isEmpty ? nil : bytes))
      count += 1
    }
    #expect(count == good.count)
  }

  @Test func readsTheWorldFromTheNorth() throws {
    // sqlite3 ne_png8_z0-3.mbtiles "SELECT length(tile_data) FROM tiles WHERE zoom_level=1 AND tile_column=0 AND tile_row=1"
    let package = try MBTilesPackage(path: Fixtures.path("mbtiles/ne_png8_z0-3.mbtiles"))
    #expect(try package.bytes(1, 0, 0)?.count == 5316)
    #expect(try package.bytes(1, 0, 1)?.count == 1866)
    #expect(package.remarks.isEmpty)
    #expect(package.description.title == "naturalearth")
    let extent = try #require(package.description.fullExtent)
    #expect(abs(extent.xmin + 20037508.342789244) < 1e-6)
    #expect(abs(extent.ymax - 20037508.342789244) < 1e-3)
  }

  @Test func saysWhereTheMetadataDisagree() throws {
    let nordic = try MBTilesPackage(path: Fixtures.path("mbtiles/ne_nordic_jpg_z4-5.mbtiles"))
    #expect(
      nordic.remarks == [.metadataDisagrees("`minzoom` is `2`, but the coarsest level with tiles is 4")])
    // bounds 0, 55.776573, 45, 79.171335; mercantile.xy(0, 55.7765730186676976), mercantile.xy(45.0000000000000071, 79.1713346408194383)
    let extent = try #require(nordic.description.fullExtent)
    #expect(abs(extent.xmin) < 1e-6)
    #expect(abs(extent.ymin - 7514065.628545966) < 1e-3)
    #expect(abs(extent.xmax - 5009377.085697313) < 1e-3)
    #expect(abs(extent.ymax - 15028131.257091915) < 1e-3)
  }

  @Test(arguments: ["world_cities", "martin_zoomed_world_cities", "ne_norden_mvt_z2-5"])
  func saysThatVectorTilesAreAnotherKind(_ name: String) {
    let path = Fixtures.path("mbtiles/\(name).mbtiles")
    #expect(
      throws: SourceError.otherKind(
        path: path,
        reason: "its tiles are vector tiles (MVT, gzip-compressed); `mbtiles` draws PNG, JPEG and WebP tiles")
    ) { try MBTilesPackage(path: path) }
  }

  @Test func saysWhatKeepsAFileFromBeingRead() {
    let corrupt = Fixtures.path("mbtiles/corrupt.mbtiles")
    #expect(
      throws: SourceError.unreadable(path: corrupt, place: nil, reason: "SQLite: database disk image is malformed")
    ) { try MBTilesPackage(path: corrupt) }
    let invalid = Fixtures.path("mbtiles/invalid.mbtiles")
    #expect(
      throws: SourceError.unreadable(
        path: invalid, place: nil,
        reason: "no table or view `tiles` with `zoom_level`, `tile_column`, `tile_row`, `tile_data`; it has no tables")
    ) { try MBTilesPackage(path: invalid) }
    let geopackage = Fixtures.path("gpkg/ne_google_png8.gpkg")
    #expect(throws: SourceError.otherKind(path: geopackage, reason: "it is a `geopackage`, not MBTiles")) {
      try MBTilesPackage(path: geopackage)
    }
    let page = Fixtures.path("mbtiles/SOURCES.md")
    #expect(
      throws: SourceError.unreadable(path: page, place: "byte 0", reason: "plain text, not an SQLite database")
    ) { try MBTilesPackage(path: page) }
  }
}

@Suite struct MBTilesTests {
  @Test func saysWhatIsNotThere() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SourceError.notFound(path: folder.path + "/a.mbtiles")) {
      try MBTilesPackage(path: folder.path + "/a.mbtiles")
    }
    #expect(throws: SourceError.self) { try MBTilesPackage(path: folder.path) }
    let empty = try folder.write([], to: "empty.mbtiles")
    #expect(throws: SourceError.unreadable(path: empty, place: "byte 0", reason: "no bytes, not an SQLite database")) {
      try MBTilesPackage(path: empty)
    }
  }

  @Test func tilesOf512PixelsHaveASchemeOfTheirOwn() throws {
    let package = try Package.open(tiles: [(2, 1, 1, Package.png(512))])
    let scheme = try #require(package.description.tilingSchemes.first)
    #expect(scheme.tileSize == PixelSize(width: 512, height: 512))
    // Half the resolution of the same level of 256 pixels: a tile shows the same ground.
    let twin = try #require(TilingScheme.webMercator.level(numbered: 2))
    #expect(scheme.level(numbered: 2)?.resolution == twin.resolution / 2)
    #expect(scheme.origin == TilingScheme.webMercator.origin)
    let index = TileIndex(level: 2, column: 1, row: 2)
    #expect(scheme.extent(of: index) == TilingScheme.webMercator.extent(of: index))
  }

  @Test func tilesOfAnOddSizeKeepTheCommonScheme() throws {
    let package = try Package.open(tiles: [(0, 0, 0, Package.png(260))])
    #expect(package.tileSize == 256)
  }

  @Test func theBoxIsThatOfTheTilesWhereTheMetadataCannotBeTrusted() throws {
    // Column 1, TMS row 1 of the 4 of level 2: x -10018754.17 .. 0, y -10018754.17 .. 0.
    let quarter = Extent(xmin: -10018754.171394622, ymin: -10018754.171394622, xmax: 0, ymax: 0)
    let tiles = [(2, 1, 1, Package.png(256))]
    #expect(try Package.open(tiles: tiles).description.fullExtent == quarter)
    for (bounds, remark) in [
      ("1,2,3", "`bounds` is `1,2,3`, not west, south, east, north in degrees"),
      ("10,5,-10,8", "`bounds` is `10,5,-10,8`, not west, south, east, north in degrees"),
      ("a,b,c,d", "`bounds` is `a,b,c,d`, not west, south, east, north in degrees"),
      ("nan,0,1,1", "`bounds` is `nan,0,1,1`, not west, south, east, north in degrees"),
      ("10,5,20,8", "`bounds` lies where there are no tiles"),
    ] {
      let package = try Package.open(tiles: tiles, metadata: ["bounds": bounds])
      #expect(package.description.fullExtent == quarter, "\(bounds)")
      #expect(package.remarks == [.metadataDisagrees(remark)])
    }
  }

  @Test func believesBoundsThatTouchTheTiles() throws {
    let package = try Package.open(tiles: [(2, 1, 1, Package.png(256))], metadata: ["bounds": " -10, -20 ,-5,-1"])
    let extent = try #require(package.description.fullExtent)
    // mercantile.xy(-10, -20), mercantile.xy(-5, -1)
    #expect(abs(extent.xmin + 1113194.9079327357) < 1e-6)
    #expect(abs(extent.xmax + 556597.4539663679) < 1e-6)
    #expect(abs(extent.ymin + 2273030.92698769) < 1e-6)
    #expect(abs(extent.ymax + 111325.14286638597) < 1e-6)
    #expect(package.remarks.isEmpty)
  }

  @Test func saysThatFormatAndLevelsDisagree() throws {
    let package = try Package.open(
      tiles: [(1, 0, 0, Package.png(256)), (3, 0, 0, Package.png(256))],
      metadata: ["format": "jpg", "minzoom": "0", "maxzoom": "22"])
    #expect(
      package.remarks == [
        .metadataDisagrees("`format` is `jpg`, but a tile is a PNG picture"),
        .metadataDisagrees("`minzoom` is `0`, but the coarsest level with tiles is 1"),
        .metadataDisagrees("`maxzoom` is `22`, but the finest level with tiles is 3"),
        .levelWithoutTiles([2]),
      ])
  }

  @Test func attributionsBecomePlainText() throws {
    let package = try Package.open(
      tiles: [(0, 0, 0, Package.png(256))],
      metadata: ["attribution": "<a href=\"https://x\">&copy; OpenStreetMap</a>\n contributors<br/>&#169; B &amp; C"])
    #expect(package.description.attribution == "© OpenStreetMap contributors © B & C")
  }

  @Test func rowsAndLevelsOutsideTheWorldAreAbsent() throws {
    let package = try Package.open(tiles: [
      (0, 0, 0, Package.png(256)), (99, 0, 0, Package.png(256)), (-5, 0, 0, Package.png(256)), (0, 0, 7, []),
    ])
    #expect(package.description.levels == 0...0)
    for (level, column, row) in [(99, 0, 0), (-5, 0, 0), (0, 0, -1), (0, 5, 0), (31, 0, 0)] {
      #expect(try package.isAbsent(level, column, row))
    }
  }

  @Test func numbersOutsideTheWorldDoNotMakeTheBox() throws {
    let package = try Package.open(tiles: [
      (1, 0, 0, Package.png(256)), (1, .max, .max, Package.png(256)), (1, .min, .min, Package.png(256)),
      (1, 1, .max, Package.png(256)),
    ])
    let extent = try #require(package.description.fullExtent)
    #expect(extent == TilingScheme.webMercatorWorld)
  }

  @Test func findsTheBoxWithoutAnIndexToo() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/flat.mbtiles"
    try Package.run(
      """
      CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4095)
        INSERT INTO tiles SELECT 7, i % 64, i / 64, x'89504E470D0A1A0A' FROM n
      """, on: path)
    // 64 of the 128 columns and rows of level 7, from the south-west.
    let half = TilingScheme.webMercatorWorld.xmin
    #expect(try MBTilesPackage(path: path).description.fullExtent == Extent(xmin: half, ymin: half, xmax: 0, ymax: 0))
  }

  @Test func aPackageWithoutPicturesIsEmpty() throws {
    #expect(throws: SourceError.self) { try Package.open(tiles: []) }
    #expect(throws: SourceError.self) { try Package.open(tiles: [(0, 0, 0, [])]) }
  }

  @Test func saysWhatTheTilesAreInstead() throws {
    let page = Array("<!DOCTYPE html><h1>Sorry</h1>".utf8)
    do {
      _ = try Package.open(tiles: [(0, 0, 0, page)])
      Issue.record("it was opened")
    } catch {
      #expect("\(error)".contains("its tiles are an HTML page, not PNG, JPEG or WebP pictures"))
    }
  }

  /// Files that SQLite opens and that would keep it busy, or fill the memory.
  @Test(arguments: [
    """
    CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'00' AS tile_data FROM n WHERE i < 0
    """,
    """
    CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, zeroblob(2000000000) AS tile_data
    """,
    "CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles",
    "CREATE VIEW tiles AS SELECT 'x' AS zoom_level, 0 AS tile_column, 0 AS tile_row, 1 AS tile_data",
    "CREATE TABLE tiles (zoom_level, tile_column, tile_row)",
    "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data); INSERT INTO tiles VALUES (1, NULL, NULL, NULL)",
  ])
  func refusesHostileTables(_ statements: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/hostile.mbtiles"
    try Package.run(statements, on: path)
    #expect(throws: SourceError.self) { try MBTilesPackage(path: path) }
  }

  @Test func survivesDamageAnywhere() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/good.mbtiles"
    try Package.make(path, tiles: [(0, 0, 0, Package.png(256)), (1, 1, 1, Package.png(256))], metadata: ["name": "x"])
    let good = try folder.read("good.mbtiles")
    for place in stride(from: 16, to: good.count, by: 97) {
      var bytes = good
      bytes[place] ^= 0xFF
      let damaged = try folder.write(bytes, to: "damaged.mbtiles")
      do {
        let package = try MBTilesPackage(path: damaged)
        _ = try package.bytes(0, 0, 0)
      } catch { #expect(error is SourceError) }
    }
    for count in stride(from: 0, to: good.count, by: 1021) {
      let cut = try folder.write(Array(good.prefix(count)), to: "cut.mbtiles")
      #expect(throws: SourceError.self) { try MBTilesPackage(path: cut) }
    }
  }

  @Test func readsPathsWithSignsOfAddresses() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "a b?c#d%20é/x")
    let path = folder.path + "/a b?c#d%20é/p.mbtiles"
    try Package.make(path, tiles: [(0, 0, 0, Package.png(256))])
    #expect(try MBTilesPackage(path: path).bytes(0, 0, 0) == Package.png(256))
  }

  @Test func manyTasksReadAtOnce() async throws {
    let tiles = (0..<64).map { (3, $0 % 8, $0 / 8, Package.png(256) + [UInt8($0)]) }
    let folder = try TemporaryFolder()
    let path = folder.path + "/many.mbtiles"
    try Package.make(path, tiles: tiles)
    let package = try MBTilesPackage(path: path)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<256 {
        group.addTask { try package.bytes(3, index % 8, 7 - index / 8 % 8)?.last == UInt8(index % 64) }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func isReadFromADocument() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "maps/data/x")
    try Package.make(folder.path + "/maps/data/p.mbtiles", tiles: [(0, 0, 0, Package.png(256))])
    let layer = try LayerInDocument("type: mbtiles\npath: data/p.mbtiles", in: folder)
    #expect(layer.findings.isEmpty)
    #expect(try layer.kind.localFiles == [folder.path + "/maps/data/p.mbtiles"])
    #expect(try await layer.open().bytes(0, 0, 0) == Package.png(256))
    #expect(try LayerInDocument("type: mbtiles").findings.map(\.code.name) == ["MD102"])
  }
}
