import DocumentModel
import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct CompactCacheTests {
  static let real = [
    "compact-cache-v1/gwc-usa", "compact-cache-v1/norway-25833-hi", "compact-cache-v2/norway-25833-hi",
    "compact-cache-v2/esri-sample-cache",
  ]

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), arguments: real)
  func readsEveryTileOfRealCaches(_ folder: String) throws {
    let cache = try CompactCacheLayer.cache(at: Fixtures.path(folder))
    #expect(try TileDigest.differences(of: cache, from: "\(folder)/expected-tiles.csv") == [])
    #expect(cache.census() == (try Fixtures.rows("\(folder)/expected-tiles.csv").count))
    #expect(cache.remarks == [])
  }

  /// `gdalinfo FOLDER/conf.xml` (GDAL 3.6.2, driver ESRIC): origin, size of the finest pixel, 16 overviews.
  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func describesACacheOfNorwayAsGDALDoes() throws {
    for version in ["v1", "v2"] {
      let cache = try CompactCacheLayer.cache(at: Fixtures.path("compact-cache-\(version)/norway-25833-hi"))
      let scheme = try #require(cache.description.tilingSchemes.first)
      #expect(scheme.reference == (try SpatialReference.parse("EPSG:25833")))
      #expect(scheme.origin == Position(x: -2_500_000, y: 9_045_984))
      #expect(abs(scheme.levels[16].resolution - 0.330729828126323) < 1e-12)
      #expect(scheme.levels.count == 17)
      #expect(cache.description.levels == 6...8)
      #expect(cache.format == .png)
      #expect(!cache.description.isRemote)
    }
  }

  @Test(arguments: [128, 64, 32, 1])
  func readsBundlesOfAnyPacketSize(_ packet: Int) throws {
    let near = [UInt8](Package.png(256) + [1])
    let far = [UInt8](Package.png(256) + [2])
    let (row, column) = (5 % packet, 3 % packet)
    for version in ["V1", "V2"] {
      let folder = try TemporaryFolder()
      let storage = version == "V1" ? "Compact" : "CompactV2"
      try folder.write(CacheMaker.conf(storage: storage, packet: packet), to: "conf.xml")
      // The second bundle to the right and below: its first tile is that of row 2 · packet, column packet.
      for (name, tiles) in [
        ("R0000C0000", [(0, 0, near), (row, column, near)].suffix(packet == 1 ? 1 : 2)),
        (
          "R\(CachePart.hexadecimal(2 * packet, digits: 4))C\(CachePart.hexadecimal(packet, digits: 4))",
          [(row, column, far)][...]
        ),
      ] {
        let tiles = tiles.map { CacheMaker.Tile(row: $0.0, column: $0.1, bytes: $0.2) }
        if version == "V1" {
          let (bundle, index) = CacheMaker.bundleV1(tiles, packet: packet)
          try folder.write(bundle, to: "_alllayers/L02/\(name).bundle")
          try folder.write(index, to: "_alllayers/L02/\(name).bundlx")
        } else {
          try folder.write(CacheMaker.bundleV2(tiles, packet: packet), to: "_alllayers/L02/\(name).bundle")
        }
      }
      let cache = try CompactCacheLayer.cache(at: folder.path)
      #expect(try cache.bytes(2, column, row) == near, "\(version)")
      #expect(try cache.bytes(2, packet + column, 2 * packet + row) == far, "\(version)")
      #expect(try cache.isAbsent(2, packet + column, 3 * packet + row))
      #expect(try cache.isAbsent(2, -1, 0) && cache.isAbsent(2, 0, 1 << 40) && cache.isAbsent(3, 0, 0))
      #expect(cache.census() == (packet == 1 ? 2 : 3))
      #expect(cache.description.levels == 2...2)
      // 256 · 25 metres a tile from (-1000, 2000).
      let extent = try #require(cache.description.fullExtent)
      #expect(extent.xmax == -1000 + 6400 * Double(packet + column + 1))
      #expect(extent.ymin == 2000 - 6400 * Double(2 * packet + row + 1))
    }
  }

  @Test func doesNotMindHeadersOfArcGISServer() throws {
    let cache = try made(CacheMaker.bundleV2([(0, 0, Package.png(256))], header: [0, 131_092]))
    #expect(try cache.bytes(0, 0, 0) == Package.png(256))
  }

  @Test func believesTheFilesMoreThanTheirDescription() throws {
    let folder = try TemporaryFolder()
    try folder.write(CacheMaker.conf(storage: "Compact", packet: 0, format: "JPEG"), to: "Conf.XML")
    try folder.write(CacheMaker.bundleV2([(0, 0, Package.png(512))]), to: "_AllLayers/l00/R0000C0000.bundle")
    try folder.write(CacheMaker.bundleV2([(0, 0, Package.png(512))]), to: "_AllLayers/l02/R0000C0000.bundle")
    let cache = try CompactCacheLayer.cache(at: folder.path)
    #expect(try cache.bytes(0, 0, 0) == Package.png(512))
    #expect(cache.description.pictureSize == PixelSize(width: 512, height: 512))
    #expect(
      cache.remarks == [
        .metadataDisagrees("`Conf.XML` says that bundles are V1, but they are V2"),
        .levelWithoutTiles([1]),
        .metadataDisagrees("`Conf.XML` says that tiles are JPEG, but one is a PNG picture"),
        .metadataDisagrees("`Conf.XML` says that tiles have 256 x 256 pixels, but one has 512 x 512"),
      ])
  }

  @Test func saysWhereABundleIsDamaged() throws {
    let good = CacheMaker.bundleV2([(0, 0, Package.png(256))])
    let end = good.count - 24
    #expect(
      TileDigest.failure { try made(Array(good.dropLast(4))) }
        == "byte \(end): tile 0/0/0 (level, row, column) of 24 bytes is expected there, and the bundle has "
        + "\(good.count - 4) bytes")
    #expect(
      TileDigest.failure { try made([4] + good.dropFirst()) }
        == "byte 0: a bundle begins with the number 3, this with 4")
    #expect(
      TileDigest.failure { try made(Array(good.prefix(1000))) }
        == "byte 64: the index of 131072 bytes is expected there, and there are 1000 bytes in all")
    #expect(
      TileDigest.failure { try made([]) }
        == "byte 0: the header of a bundle of 4 bytes is expected there, and there are 0 bytes in all")
    #expect(
      TileDigest.failure { try made(CacheMaker.bundleV2([])) }
        == "the index of its coarsest levels lists no tile")
    #expect(
      TileDigest.failure { try made(CacheMaker.bundleV2([(0, 0, Array("Lerc2 ".utf8) + [0])])) }
        == "its tiles are bytes of an unknown format, not PNG, JPEG or WebP pictures")
    let folder = try TemporaryFolder()
    try folder.write(CacheMaker.conf(storage: "Compact"), to: "conf.xml")
    let (bundle, index) = CacheMaker.bundleV1([(0, 0, Package.png(256))])
    try folder.write(bundle, to: "_alllayers/L00/R0000C0000.bundle")
    try folder.write(Array(index.prefix(100)), to: "_alllayers/L00/R0000C0000.bundlx")
    #expect(
      TileDigest.failure { try CompactCacheLayer.cache(at: folder.path) }
        == "byte 16: the index of 81920 bytes is expected there, and there are 100 bytes in all")
  }

  @Test func saysThatTheIndexOfABundleIsMissing() throws {
    let folder = try TemporaryFolder()
    try folder.write(CacheMaker.conf(storage: "Compact"), to: "conf.xml")
    for (name, tile) in [("R0000C0000", Package.png(256)), ("R0080C0000", Package.png(256))] {
      let (bundle, index) = CacheMaker.bundleV1([(0, 0, tile)])
      try folder.write(bundle, to: "_alllayers/L00/\(name).bundle")
      if name == "R0000C0000" { try folder.write(index, to: "_alllayers/L00/\(name).bundlx") }
    }
    let message = TileDigest.failure { try CompactCacheLayer.cache(at: folder.path) }
    #expect(message == "the file of its offsets, which has its name with `.bundlx`, is not there")
  }

  @Test func saysWhichKindACacheOfSingleFilesIs() throws {
    let folder = try TemporaryFolder()
    try folder.write(CacheMaker.conf(storage: "Exploded"), to: "conf.xml")
    try folder.write([1], to: "_alllayers/L00/R00000000/C00000000.png")
    #expect(
      TileDigest.failure { try CompactCacheLayer.cache(at: folder.path) }
        == "its tiles are single files; that is an `exploded-cache`")
    #expect(
      TileDigest.failure { try CompactCacheLayer.cache(at: folder.path + "/none") } == "not found")
  }

  @Test func namesOfFilesAreReadInAnyCase() {
    var folder: Substring = ""
    let bundle = CachePart(path: "v101/My Layers/_alllayers/L05/R0080C0c00.bundle", folder: &folder)
    #expect(bundle == CachePart(.bundle, level: 5, row: 0x80, column: 0xC00))
    #expect(folder == "v101/My Layers/_alllayers")
    #expect(bundle?.name == "L05/R0080C0c00.bundle")
    #expect(
      CachePart(path: "l12/r0c80c1c00.BUNDLX", folder: &folder)
        == CachePart(.bundleIndex, level: 12, row: 0xC80, column: 0x1C00))
    #expect(folder == "")
    #expect(
      CachePart(path: "L05/R0000000c/C0000000d.jpg", folder: &folder) == CachePart(.jpeg, level: 5, row: 12, column: 13)
    )
    for name in [
      "R0000C0000.bundle", "L5/R0000C0000.bundle", "L05/R000C0000.bundle", "L05/R0000C0000.zip",
      "L05/C0000R0000.bundle",
      "L05/R+000C0000.bundle", "L05/R0000000c/C000d.png", "L05/.bundle", "", "L05/R0000C123456789.bundle",
    ] {
      #expect(CachePart(path: Substring(name), folder: &folder) == nil, "\(name)")
    }
  }

  @Test func manyTasksReadAtOnce() async throws {
    let tiles = (0..<64).map { CacheMaker.Tile(row: $0 / 8, column: $0 % 8, bytes: Package.png(256) + [UInt8($0)]) }
    let folder = try TemporaryFolder()
    try folder.write(CacheMaker.conf(storage: "CompactV2"), to: "conf.xml")
    try folder.write(CacheMaker.bundleV2(tiles), to: "_alllayers/L00/R0000C0000.bundle")
    let cache = try CompactCacheLayer.cache(at: folder.path)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<256 {
        group.addTask { try cache.bytes(0, index % 8, index / 8 % 8)?.last == UInt8(index % 64) }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func isReadFromADocument() async throws {
    let folder = try TemporaryFolder()
    try folder.write(CacheMaker.conf(storage: "CompactV2"), to: "conf.xml")
    try folder.write(CacheMaker.bundleV2([(0, 0, Package.png(256))]), to: "_alllayers/L00/R0000C0000.bundle")
    let layer = try LayerInDocument("type: compact-cache\npath: ../conf.xml", in: folder)
    #expect(layer.findings.isEmpty)
    #expect(try await layer.open().bytes(0, 0, 0) == Package.png(256))
    #expect(try layer.kind.localFiles == [folder.path])
  }

  private func made(_ bundle: [UInt8]) throws -> StoredCache {
    let folder = try TemporaryFolder()
    try folder.write(CacheMaker.conf(storage: "CompactV2"), to: "conf.xml")
    try folder.write(bundle, to: "_alllayers/L00/R0000C0000.bundle")
    return try CompactCacheLayer.cache(at: folder.path)  // the bundle stays open when its folder goes
  }
}
