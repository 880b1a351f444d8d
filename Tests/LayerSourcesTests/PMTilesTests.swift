import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct PMTilesTests {
  struct Expected: Sendable {
    let file: String
    let count: Int
    let digest: String
    let levels: ClosedRange<Int>
    let format: PictureFormat
  }

  /// Digests: `all_tiles` of the Python package pmtiles 3.4.1, sorted by level, row and column, hashed as ``TileDigest``.
  static let real = [
    Expected(
      file: "ne_nordic_jpeg_typed", count: 30,
      digest: "7a1399712f65c12399e33aa4cd574e6c4e8df78bf744e1449063f27a0458d7f7", levels: 4...5, format: .jpeg),
    Expected(
      file: "ne_png8_z0-3", count: 85, digest: "9baf9e3577ea13479df62e7926b677bbcd3178900b13052ed12c4090dfb98b4e",
      levels: 0...3, format: .png),
    Expected(
      file: "png", count: 5, digest: "58626ee6f997504bbc88c3b30384fd5c553cd9c299f4c4de3ee2701e4e27fcf1", levels: 0...1,
      format: .png),
    Expected(
      file: "stamen_toner_raster_z3", count: 85,
      digest: "a0fe6159502b8b83b6e6d45968bff91437390e7a8d7ad780416417c99f00b50c", levels: 0...3, format: .png),
  ]

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), arguments: real)
  func readsEveryTileOfRealArchives(_ expected: Expected) throws {
    let package = try PMTilesPackage(path: Fixtures.path("pmtiles/\(expected.file).pmtiles"))
    let (count, digest) = try TileDigest.of(package, levels: 0...6, columns: 32, rows: 32)
    #expect(count == expected.count)
    #expect(digest == expected.digest)
    #expect(package.tileCount == expected.count)
    #expect(package.description.levels == expected.levels)
    #expect(package.format == expected.format)
    #expect(package.description.tilingSchemes.first?.reference == .webMercator)
    #expect(package.remarks == [])
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func describesARealArchive() throws {
    let package = try PMTilesPackage(path: Fixtures.path("pmtiles/ne_nordic_jpeg_typed.pmtiles"))
    #expect(package.description.title == "nordic")
    #expect(package.description.attribution == "Natural Earth (public domain)")
    let box = try #require(package.description.fullExtent)
    // echo '55.776573 0' | cs2cs -f %.3f EPSG:4326 EPSG:3857; the same for 79.1713346 45
    #expect(abs(box.xmin) < 0.01 && abs(box.ymin - 7_514_065.625) < 0.01)
    #expect(abs(box.xmax - 5_009_377.086) < 0.01 && abs(box.ymax - 15_028_131.233) < 0.01)
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func saysWhatOtherRealArchivesAre() {
    func said(_ name: String) -> String {
      TileDigest.failure { try PMTilesPackage(path: Fixtures.path("pmtiles/\(name).pmtiles")) }
    }
    #expect(said("ne_norden_mvt_z2-5") == "its tiles are vector tiles (MVT); `pmtiles` draws PNG, JPEG and WebP tiles")
    #expect(said("test_fixture_1").hasPrefix("its tiles are vector tiles (MVT)"))
    #expect(said("invalid_v4") == "it is a PMTiles archive of version 4; version 3 is read")
    #expect(said("empty") == "byte 0: no bytes, where `PMTiles` of version 3 is expected")
    #expect(said("leaf") == "its tiles are plain text, not PNG, JPEG or WebP pictures")
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func walksTheLeafOfARealArchive() throws {
    // pmtiles.reader.all_tiles of the Python package 3.4.1: each tile is a digit.
    let archive = try PMTilesArchive(FileBytes.existing(Fixtures.path("pmtiles/leaf.pmtiles")))
    for (level, column, row, digit) in [(0, 0, 0, "0"), (1, 0, 0, "1"), (1, 0, 1, "2"), (1, 1, 1, "3"), (1, 1, 0, "4")]
    {
      let number = try #require(PMTilesNumber.number(level: level, column: column, row: row))
      #expect(try archive.tile(number) == Array(digit.utf8))
    }
    #expect(try archive.lastNumber() == 4)
  }

  /// `pmtiles.tile.zxy_to_tileid` of the Python package 3.4.1.
  @Test(arguments: [
    (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5), (2, 1, 3, 11),
    (12, 3423, 1763, 19_078_479), (18, 131_071, 100_000, 34_003_152_554),
  ])
  func numbersTilesAsTheSpecificationDoes(_ level: Int, _ column: Int, _ row: Int, _ number: UInt64) {
    #expect(PMTilesNumber.number(level: level, column: column, row: row) == number)
    #expect(PMTilesNumber.level(of: number) == level)
  }

  @Test func numbersFillTheLevels() {
    for level in 0...5 {
      var numbers: Set<UInt64> = []
      for row in 0..<1 << level {
        for column in 0..<1 << level {
          numbers.insert(PMTilesNumber.number(level: level, column: column, row: row) ?? .max)
        }
      }
      let first = PMTilesNumber.first(of: level)
      #expect(numbers == Set(first..<PMTilesNumber.first(of: level + 1)))
    }
    #expect(PMTilesNumber.number(level: 1, column: 2, row: 0) == nil)
    #expect(PMTilesNumber.number(level: 1, column: 0, row: -1) == nil)
    #expect(PMTilesNumber.number(level: 32, column: 0, row: 0) == nil)
    #expect(PMTilesNumber.level(of: .max) == 32)
  }

  @Test func readsRunsAndSharedTiles() throws {
    var maker = PMTilesMaker()
    let (sea, land) = (maker.add(Package.png(256) + [1]), maker.add(Package.png(256) + [2]))
    // Numbers 0 to 3 and 10 are sea, 4 is land; level 2 begins with 5.
    maker.root = [.init(0, run: 4, sea), .init(4, land), .init(10, sea)]
    let package = try opened(maker.bytes())
    #expect(try package.bytes(0, 0, 0)?.last == 1)
    #expect(try package.bytes(1, 1, 1)?.last == 1)
    #expect(try package.bytes(1, 1, 0)?.last == 2)
    #expect(try package.isAbsent(2, 0, 0))
    #expect(package.description.levels == 0...2)
    var there = 0
    for column in 0..<4 { for row in 0..<4 where try package.bytes(2, column, row)?.last == 1 { there += 1 } }
    #expect(there == 1)
  }

  @Test func readsFurtherDirectories() throws {
    var maker = PMTilesMaker()
    let tiles = (0..<85).map { maker.add(Package.png(512) + [UInt8($0)]) }
    // Two levels of directories: each leaf holds ten tiles, each of three middle ones three or four leaves.
    let leaves = stride(from: 0, to: 85, by: 10).map { start in
      (start, maker.leaf((start..<min(start + 10, 85)).map { .init(UInt64($0), tiles[$0]) }))
    }
    let middle = stride(from: 0, to: leaves.count, by: 3).map { start in
      (
        leaves[start].0,
        maker.leaf(leaves[start..<min(start + 3, leaves.count)].map { .init(UInt64($0.0), run: 0, $0.1) })
      )
    }
    maker.root = middle.map { .init(UInt64($0.0), run: 0, $0.1) }
    for packing in [PMTilesMaker.Packing.none, .gzip] {
      maker.packing = packing
      let package = try opened(maker.bytes())
      #expect(package.description.levels == 0...3)
      #expect(package.description.tilingSchemes.first?.tileSize == PixelSize(width: 512, height: 512))
      for level in 0...3 {
        for row in 0..<1 << level {
          for column in 0..<1 << level {
            let number = PMTilesNumber.number(level: level, column: column, row: row)
            #expect(try package.bytes(level, column, row)?.last.map { UInt64($0) } == number)
          }
        }
      }
    }
  }

  /// A root of one tile and its metadata, packed by libbrotlienc 1.0.9 and libzstd 1.5.4.
  @Test(arguments: [
    (
      PMTilesMaker.Packing.brotli, "0b0280010001180103", "0b08807b226e616d65223a227061636b6564227d03"
    ),
    (.zstd, "28b52ffd20052900000100011801", "28b52ffd20118900007b226e616d65223a227061636b6564227d"),
  ])
  func readsDirectoriesOfEachPacking(_ packing: PMTilesMaker.Packing, _ root: String, _ metadata: String) throws {
    var maker = PMTilesMaker()
    _ = maker.add(Package.png(256))
    maker.packing = packing
    maker.packedRoot = bytes(ofHex: root)
    maker.metadata = bytes(ofHex: metadata)
    let package = try opened(maker.bytes())
    #expect(try package.bytes(0, 0, 0) == Package.png(256))
    #expect(package.description.title == "packed")
    #expect(package.remarks == [])
    for place in maker.packedRoot?.indices ?? 0..<0 {
      var damaged = maker
      damaged.packedRoot?[place] ^= 0xFF
      do { _ = try opened(damaged.bytes()) } catch { #expect(error is SourceError) }
    }
    maker.packedRoot?.removeLast()
    #expect(TileDigest.failure { try opened(maker.bytes()) }.contains("the root directory: its"))
  }

  @Test func saysWhatDisagrees() throws {
    var maker = PMTilesMaker()
    let tile = maker.add(Package.png(256))
    maker.root = [.init(0, tile), .init(5, tile)]
    maker.content = 3
    maker.levels = (1, 9)
    maker.bounds = (0, 0, 0, 0)
    maker.metadata = Array("{".utf8)
    let package = try opened(maker.bytes())
    #expect(package.description.fullExtent == TilingScheme.webMercatorWorld)
    #expect(package.emptyLevels == [1])
    #expect(
      package.remarks.map(\.sentence) == [
        "the metadata disagree: the header says that tiles are JPEG, but one is a PNG picture",
        "the metadata disagree: the header names levels 1 to 9, but there are tiles of 0 to 2",
        "no tiles at level 1",
        "the metadata disagree: its metadata cannot be read at line 1, column 2: a key in quotes is expected here",
        "the metadata disagree: the header's bounds enclose no area: the whole world is taken",
      ])
  }

  /// Its first tile and its directories are there, as they are in most copies that were cut short.
  @Test func anArchiveThatIsCutShortIsRefused() throws {
    var maker = PMTilesMaker()
    maker.root = [.init(0, maker.add(Package.png(256))), .init(1, maker.add(Package.png(256) + [1]))]
    let whole = maker.bytes()
    #expect(
      TileDigest.failure { try opened(Array(whole.dropLast())) }
        == "byte \(whole.count - 1): the file ends, and by its header the archive reaches to byte \(whole.count): it is cut "
        + "short")
  }

  @Test func saysWhatIsWrong() throws {
    var maker = PMTilesMaker()
    let tile = maker.add(Package.png(256))
    maker.root = [.init(0, tile)]
    func said(_ change: (inout PMTilesMaker) -> Void) -> String {
      var changed = maker
      change(&changed)
      return TileDigest.failure { try opened(changed.bytes()) }
    }
    #expect(said { $0.packedRoot = [0] } == "its directory lists no tile")
    #expect(
      said { $0.packedRoot = [0x80, 0x80, 0x80, 0x80, 0x08, 0] }
        == "byte 127: the root directory is damaged at its byte 0: 2147483648 entries cannot stand in 6 bytes")
    #expect(
      said { $0.packedRoot = [2, 5, 0, 1, 1, 1, 1, 1, 1] }.hasSuffix(
        "damaged at its byte 2: the numbers of tiles do not ascend"))
    #expect(
      said { $0.packedRoot = [1, 0, 1, 24, 0] }.hasSuffix("damaged at its byte 4: the first entry has no offset"))
    #expect(said { $0.packedRoot = [1, 0, 1, 0x80] }.hasSuffix("damaged at its byte 4: it ends within a number"))
    #expect(
      said { $0.packedRoot = [1] + [UInt8](repeating: 0xFF, count: 11) }.hasSuffix("a number has more than 64 bits"))
    #expect(
      said { $0.root = [.init(0, (90_000, 24))] }.hasPrefix("byte 90"), "beyond the end")
    #expect(
      said { $0.root = [.init(0, (0, 1 << 27))] }.hasSuffix(
        "a tile of 134217728 bytes, more than the 67108864 that are read"))
    #expect(said { $0.root = [.init(1 << 62, tile)] }.contains("which is below level 30"))
    #expect(said { $0.packing = .unknown } == "byte 127: the root directory: how it is packed is not said")
    #expect(said { $0.content = 5 } == "its tiles are AVIF pictures; `pmtiles` draws PNG, JPEG and WebP tiles")
    #expect(said { $0.content = 9 }.hasPrefix("its tiles are of type 9"))
    #expect(
      said {
        $0.packedRoot = ZipMaker.gzip([1, 0, 1, 24, 1]).dropLast()
        $0.packing = .gzip
      }.contains("gzip"))
    // A directory that names itself.
    #expect(
      said {
        _ = $0.leaf([.init(0, run: 0, (0, 5))])
        $0.root = [.init(0, run: 0, (0, 5))]
      }.hasSuffix("directories lie in each other more than 4 deep, or in a circle"))
    let good = maker.bytes()
    for count in 0..<good.count {
      #expect(throws: SourceError.self) { try opened(Array(good.prefix(count))) }
    }
    for place in 8..<good.count {
      for value in [UInt8(0), 0x7F, 0x80, 0xFF] {
        var bytes = good
        bytes[place] = value
        do { _ = try opened(bytes).bytes(0, 0, 0) } catch { #expect(error is SourceError) }
      }
    }
  }

  @Test func unpacksTilesThatAreGzipped() throws {
    var maker = PMTilesMaker()
    maker.root = [.init(0, maker.add(ZipMaker.gzip(Package.png(256))))]
    maker.tilePacking = .gzip
    #expect(try opened(maker.bytes()).bytes(0, 0, 0) == Package.png(256))
  }

  @Test func isReadFromADocument() async throws {
    let folder = try TemporaryFolder()
    var maker = PMTilesMaker()
    maker.root = [.init(0, maker.add(Package.png(256)))]
    try folder.write(maker.bytes(), to: "maps/p.pmtiles")
    let layer = try LayerInDocument("type: pmtiles\npath: p.pmtiles", in: folder)
    #expect(layer.findings.isEmpty)
    #expect(try await layer.open().bytes(0, 0, 0) == Package.png(256))
  }

  @Test func anAddressIsAskedOfNobodyUnlessItMay() async throws {
    let web = try LayerInDocument("type: pmtiles\npath: https://example.org/p.pmtiles")
    #expect(web.findings.isEmpty)
    await #expect(throws: SourceError.mayNotAsk(address: "https://example.org/p.pmtiles")) {
      try await web.open()
    }
    let template = try LayerInDocument("type: pmtiles\npath: 'https://example.org/{z}.pmtiles'")
    #expect(template.findings.count == 1)
  }

  private func bytes(ofHex text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }

  private func opened(_ archive: [UInt8]) throws -> PMTilesPackage {
    let folder = try TemporaryFolder()
    return try PMTilesPackage(path: folder.write(archive, to: "made.pmtiles"))
  }
}
