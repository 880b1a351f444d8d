import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct ExplodedCacheTests {
  @Test func theDigestOfTheTestsIsSHA256() {
    // printf abc | sha256sum; FIPS 180-4's own example.
    #expect(PlainSHA256.hex(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: ["norway-25833-png8", "webmercator-png8", "wgs84-512-jpeg"])
  func readsEveryTileThatWasWritten(_ name: String) throws {
    let cache = try ExplodedCache(path: Fixtures.path("exploded-cache/\(name)"))
    let rows = try Fixtures.rows("exploded-cache/\(name)/expected-tiles.csv")
    #expect(rows.count > 20)
    for row in rows {
      let numbers = row.prefix(3).compactMap { Int($0) }
      let bytes = try #require(try cache.bytes(numbers[0], numbers[2], numbers[1]), "\(row)")
      #expect(String(bytes.count) == row[3])
      #expect(PlainSHA256.hex(bytes) == row[4], "\(row)")
      #expect(PictureFormat(of: bytes) == (row[5] == "png" ? .png : .jpeg))
    }
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func describesACacheOfNorway() throws {
    let cache = try ExplodedCache(path: Fixtures.path("exploded-cache/norway-25833-png8"))
    let scheme = try #require(cache.description.tilingSchemes.first)
    #expect(scheme.reference == (try SpatialReference.parse("EPSG:25833")))
    #expect(scheme.origin == Position(x: -2_500_000, y: 9_045_984))
    #expect(scheme.tileSize == PixelSize(width: 256, height: 256))
    #expect(scheme.levels.count == 17)
    #expect(scheme.levels.first == .init(number: 0, resolution: 21674.7100160867))
    #expect(scheme.levels.last == .init(number: 16, resolution: 0.33072982812632296))
    #expect(cache.description.levels == 0...5, "levels 6 to 16 are declared only")
    #expect(cache.description.fullExtent == Extent(xmin: -100000, ymin: 6_440_000, xmax: 1_120_000, ymax: 7_940_000))
    #expect(cache.description.mediaType == "image/png")
    #expect(!cache.description.isRemote)
    #expect(cache.remarks.isEmpty)
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func describesCachesOfTheWorld() throws {
    let mercator = try ExplodedCache(path: Fixtures.path("exploded-cache/webmercator-png8"))
    #expect(mercator.description.tilingSchemes.first?.reference == .webMercator)
    let degrees = try ExplodedCache(path: Fixtures.path("exploded-cache/wgs84-512-jpeg"))
    #expect(degrees.description.tilingSchemes.first?.reference == .wgs84)
    #expect(degrees.description.tilingSchemes.first?.tileSize == PixelSize(width: 512, height: 512))
    #expect(degrees.description.mediaType == "image/jpeg")
    // Level 3 of the first lacks its outer ring: absent, not an error.
    #expect(try mercator.isAbsent(3, 0, 0))
    #expect(try !mercator.isAbsent(3, 1, 1))
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func isNamedByAnyOfItsParts() throws {
    let path = Fixtures.path("exploded-cache/webmercator-png8")
    let identity = try ExplodedCache(path: path).identity
    for part in ["/", "/conf.xml", "/_alllayers", "/_alllayers/"] {
      #expect(try ExplodedCache(path: path + part).identity == identity)
    }
  }

  @Test func asksForNothingOutsideItsLevelsAndNumbers() throws {
    let cache = try Cache(levels: ["L00"]).open()
    #expect(try cache.isAbsent(0, -1, 0))
    #expect(try cache.isAbsent(0, 0, 1 << 33))
    #expect(try cache.isAbsent(1, 0, 0))
    #expect(try cache.isAbsent(77, 0, 0))
    #expect(try cache.isAbsent(0, 9, 9))
  }

  @Test func findsItsFilesInAnyCaseAndWithTheOtherSuffix() throws {
    let cache = try Cache(levels: [], conf: "Conf.XML", format: "MIXED")
    try cache.folder.write([1, 2], to: "_alllayers/L00/R00000000/C00000001.png")
    try cache.folder.write([3], to: "_alllayers/L00/R0000001a/C0000ffff.jpg")
    try cache.folder.write([], to: "_alllayers/L00/R0000001a/C00000000.jpg")
    let open = try cache.open()
    #expect(try open.bytes(0, 1, 0) == [1, 2])
    #expect(try open.bytes(0, 65535, 26) == [3])
    #expect(try open.isAbsent(0, 0, 26), "a file without bytes is no tile")
  }

  @Test func saysWhichLevelsBetweenHaveNoTiles() throws {
    let cache = try Cache(levels: ["L01", "L03"]).open()
    #expect(cache.description.levels == 1...3)
    #expect(cache.remarks == [.levelWithoutTiles([2])])
  }

  @Test func takesTheBoxOfTheTilesWhereNoFileGivesOne() throws {
    // Columns 1 to 2, row 3 of level 1: 256 · 50 = 12,800 units a tile from the origin (-1000, 2000).
    let cache = try Cache(levels: [])
    try cache.folder.write([1], to: "_alllayers/L01/R00000003/C00000001.png")
    try cache.folder.write([1], to: "_alllayers/L01/R00000003/C00000002.png")
    #expect(
      try cache.open().description.fullExtent == Extent(xmin: 11800, ymin: -49200, xmax: 37400, ymax: -36400))
  }

  @Test func doesNotUseABoxInAnotherReference() throws {
    let cache = try Cache(levels: ["L00"])
    try cache.folder.write(
      "<EnvelopeN><XMin>1</XMin><YMin>2</YMin><XMax>3</XMax><YMax>4</YMax><SpatialReference><WKID>4326</WKID>"
        + "</SpatialReference></EnvelopeN>", to: "conf.cdi")
    let open = try cache.open()
    #expect(open.description.fullExtent == Extent(xmin: -1000, ymin: -23600, xmax: 24600, ymax: 2000))
    #expect(
      open.remarks == [
        .metadataDisagrees(
          "`conf.cdi` is in EPSG:4326, the cache in EPSG:3857: the box of the tiles is used")
      ])
  }

  @Test func saysThatACompactCacheIsAnotherKind() throws {
    let cache = try Cache(
      levels: ["L00"],
      storage: "<CacheStorageInfo><StorageFormat>esriMapCacheStorageModeCompactV2</StorageFormat></CacheStorageInfo>")
    #expect(
      throws: SourceError.otherKind(
        path: cache.folder.path,
        reason: "its tiles lie in bundles (V2); that is a `compact-cache`")
    ) { try cache.open() }
  }

  @Test func saysWhatIsMissing() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SourceError.notFound(path: folder.path + "/none")) {
      try ExplodedCache(path: folder.path + "/none")
    }
    #expect(
      throws: SourceError.unreadable(
        path: folder.path, place: nil, reason: "it has no `conf.xml`, which describes a cache")
    ) { try ExplodedCache(path: folder.path) }
    let bare = try Cache(levels: [])
    #expect(
      throws: SourceError.empty(
        path: bare.folder.path, reason: "it has no folder `_alllayers`, which holds a cache's tiles")
    ) { try bare.open() }
    try bare.folder.write([1], to: "_alllayers/L07/R00000000/C00000000.png")
    #expect(
      throws: SourceError.empty(
        path: bare.folder.path + "/_alllayers",
        reason: "it has a folder for none of the levels that `conf.xml` declares")
    ) { try bare.open() }
  }

  @Test func isReadFromADocument() async throws {
    let cache = try Cache(levels: ["L00"])
    let layer = try LayerInDocument("type: exploded-cache\npath: ..", in: cache.folder)
    #expect(layer.findings.isEmpty)
    #expect(try await layer.open().bytes(0, 0, 0) == [0])
    #expect(try layer.kind.localFiles.count == 1)
  }
}

/// A small cache in a folder of its own: Web Mercator, origin (-1000, 2000), levels 0 to 3 of 100, 50, 25 and 12.5 metres.
private struct Cache {
  let folder: TemporaryFolder

  init(levels: [String], conf: String = "conf.xml", format: String = "PNG8", storage: String = "") throws {
    folder = try TemporaryFolder()
    let lods = (0...3).map { level in
      "<LODInfo><LevelID>\(level)</LevelID><Resolution>\(100 / Double(1 << level))</Resolution></LODInfo>"
    }
    try folder.write(
      "<CacheInfo><TileCacheInfo><SpatialReference><WKID>102100</WKID></SpatialReference>"
        + "<TileOrigin><X>-1000</X><Y>2000</Y></TileOrigin><TileCols>256</TileCols><TileRows>256</TileRows>"
        + "<LODInfos>\(lods.joined())</LODInfos></TileCacheInfo>"
        + "<TileImageInfo><CacheTileFormat>\(format)</CacheTileFormat></TileImageInfo>\(storage)</CacheInfo>", to: conf)
    for (index, level) in levels.enumerated() {
      try folder.write([UInt8(index)], to: "_alllayers/\(level)/R00000000/C00000000.png")
    }
  }

  func open() throws -> ExplodedCache { try ExplodedCache(path: folder.path) }
}
