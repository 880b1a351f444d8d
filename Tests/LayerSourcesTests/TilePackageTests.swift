import Geodesy
import TestSupport
import Testing

@testable import LayerSources

@Suite struct TilePackageTests {
  @Test(
    .enabled(if: Fixtures.areHere, "\(Fixtures.absence)"),
    arguments: ["alt_root_name", "norway_25833", "states_filled"])
  func readsEveryTileOfRealPackages(_ name: String) throws {
    let package = try TilePackageLayer.package(at: Fixtures.path("tpk/\(name).tpk"))
    #expect(try TileDigest.differences(of: package, from: "tpk/\(name).expected-tiles.csv") == [])
    #expect(package.census() == (try Fixtures.rows("tpk/\(name).expected-tiles.csv").count))
    #expect(package.remarks == [])
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func describesAPackageOfArcMap() throws {
    let package = try TilePackageLayer.package(at: Fixtures.path("tpk/states_filled.tpk"))
    // unzip -p states_filled.tpk v101/Layers/conf.xml v101/Layers/conf.cdi esriinfo/iteminfo.xml
    #expect(package.description.tilingSchemes.first?.reference == .webMercator)
    #expect(package.description.levels == 0...4)
    #expect(package.description.title == "states_filled")
    #expect(package.description.attribution == "US Census Bureau")
    #expect(package.description.mediaType == "image/png")
    #expect(package.description.fullExtent != nil)
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"), arguments: ["Usa", "norway_25833_L06-L08"])
  func readsEveryTileOfPackagesByTheSpecification(_ name: String) throws {
    let package = try TilePackageXLayer.package(at: Fixtures.path("tpkx/\(name).tpkx"))
    #expect(try TileDigest.differences(of: package, from: "tpkx/\(name).expected-tiles.csv") == [])
    #expect(package.census() == (try Fixtures.rows("tpkx/\(name).expected-tiles.csv").count))
  }

  @Test(.enabled(if: Fixtures.areHere, "\(Fixtures.absence)"))
  func describesEsrisOwnSample() throws {
    let package = try TilePackageXLayer.package(at: Fixtures.path("tpkx/Usa.tpkx"))
    #expect(package.description.levels == 0...5)
    #expect(package.description.title == "Usa")
    #expect(package.description.tilingSchemes.first?.levels.count == 24)
    #expect(
      package.description.fullExtent
        == Extent(
          xmin: -19839092.300098713, ymin: 2146082.18921885872, xmax: -7454985.1505245157, ymax: 11542624.896685526))
    #expect(
      package.remarks == [
        .metadataDisagrees("tile 0/0/0 (level, row, column) is bytes of an unknown format, not a picture"),
        .metadataDisagrees("tile 1/0/0 (level, row, column) is bytes of an unknown format, not a picture"),
      ])
    // The folder holds its level 0 alone, whose one tile is the damaged one.
    #expect(
      TileDigest.failure { try TilePackageXLayer.package(at: Fixtures.path("tpkx/extracted-sample")) }
        == "its tiles are bytes of an unknown format, not PNG, JPEG or WebP pictures")
  }

  @Test func readsAPackageThatWasUnpacked() throws {
    let folder = try TemporaryFolder()
    try folder.write(CacheMaker.root(), to: "root.json")
    try folder.write(CacheMaker.bundleV2([(1, 2, Package.png(256))]), to: "tile/L00/R0000C0000.bundle")
    #expect(try TilePackageXLayer.package(at: folder.path).bytes(0, 2, 1) == Package.png(256))
    #expect(
      TileDigest.failure { try TilePackageXLayer.package(at: folder.path + "/tile") }
        == "the folder has no `root.json`, which describes a package")
  }

  /// How the storage of a package may lie in its archive.
  static let archives: [(deflated: Bool, is64: Bool, root: String, storage: String)] = [
    (false, false, "v101/Layers/", "CompactV2"), (true, false, "v101/Two Words/", "CompactV2"),
    (false, true, "v101/Layers/", "Compact"), (true, true, "", "Compact"), (true, false, "a/b/c/d/", "Exploded"),
    (false, false, "v101\\Layers\\", "CompactV2"),
  ]

  @Test(arguments: archives)
  func readsAnyArchive(_ form: (deflated: Bool, is64: Bool, root: String, storage: String)) throws {
    let picture = Package.png(256) + [7]
    var zip = ZipMaker(is64: form.is64)
    zip.add("esriinfo/", [])
    zip.add(".DS_Store", "x")
    zip.add(form.root, [])
    zip.add(form.root + "_alllayers/L01/R0000C0000.txt", "x")
    switch form.storage {
    case "CompactV2":
      let separator = form.root.contains("\\") ? "\\" : "/"
      zip.add(
        form.root + ["_alllayers", "L01", "R0000C0000.bundle"].joined(separator: separator),
        CacheMaker.bundleV2([(3, 2, picture)]), deflated: form.deflated)
    case "Compact":
      let (bundle, index) = CacheMaker.bundleV1([(3, 2, picture)])
      zip.add(form.root + "_alllayers/L01/R0000C0000.bundle", bundle, deflated: form.deflated)
      zip.add(form.root + "_alllayers/L01/R0000C0000.bundlx", index, deflated: form.deflated)
    default: zip.add(form.root + "_alllayers/L01/R00000003/C00000002.png", picture, deflated: form.deflated)
    }
    zip.add(form.root + "conf.xml", CacheMaker.conf(storage: form.storage), deflated: true)
    let package = try opened(zip.bytes(comment: "a comment PK\u{5}\u{6} of the writer's"))
    #expect(try package.bytes(1, 2, 3) == picture)
    #expect(try package.bytes(1, 2, 3) == picture, "once more, from what was unpacked")
    #expect(try package.isAbsent(1, 3, 2))
    #expect(package.census() == 1)
    #expect(package.remarks == [])
    // 256 · 50 metres a tile from (-1000, 2000).
    #expect(package.description.fullExtent == Extent(xmin: 24600, ymin: -49200, xmax: 37400, ymax: -36400))
  }

  /// Opened by its directory: the file has ten gigabytes, most of them a hole in one bundle.
  @Test func opensAPackageOfTenGigabytes() throws {
    let folder = try TemporaryFolder()
    var zip = ZipMaker(is64: true)
    zip.add("tile/L00/R0000C0000.bundle", CacheMaker.bundleV2([(0, 0, Package.png(256))]), zeros: 10 << 30)
    zip.add("tile/L01/R0000C0000.bundle", CacheMaker.bundleV2([(3, 2, Package.png(256))]))
    zip.add("root.json", CacheMaker.root(levels: 0...1), deflated: true)
    try zip.write(to: folder.path + "/large.tpkx")
    let start = ContinuousClock.now
    let package = try TilePackageXLayer.package(at: folder.path + "/large.tpkx")
    #expect(try package.bytes(0, 0, 0) == Package.png(256))
    #expect(try package.bytes(1, 2, 3) == Package.png(256))
    #expect(package.remarks == [])
    // Reading it all takes seconds; what is read takes a millisecond, and the machine may be busy.
    #expect(start.duration(to: .now) < .seconds(1))
  }

  @Test func choosesTheCacheOfTheLeastDeepDescription() throws {
    var zip = ZipMaker()
    for (root, mark) in [("v101/Old/deep/", UInt8(1)), ("v101/Layers/", 2)] {
      zip.add(root + "conf.xml", CacheMaker.conf(storage: "CompactV2"))
      zip.add(root + "_alllayers/L00/R0000C0000.bundle", CacheMaker.bundleV2([(0, 0, Package.png(256) + [mark])]))
    }
    #expect(try opened(zip.bytes()).bytes(0, 0, 0)?.last == 2)
  }

  @Test func namesLeadNowhere() throws {
    var zip = ZipMaker()
    zip.add("../../../etc/conf.xml", CacheMaker.conf(storage: "CompactV2"))
    zip.add("../../../etc/_alllayers/L00/R0000C0000.bundle", CacheMaker.bundleV2([(0, 0, Package.png(256))]))
    #expect(try opened(zip.bytes()).bytes(0, 0, 0) == Package.png(256))
    var root = ZipMaker()
    root.add("root.json", CacheMaker.root(bundles: "../../tile/../x"))
    root.add("tile/x/L00/R0000C0000.bundle", CacheMaker.bundleV2([(0, 0, Package.png(256))]))
    #expect(try openedX(root.bytes()).bytes(0, 0, 0) == Package.png(256))
  }

  @Test func saysWhichLevelsAPackageListsWithoutTiles() throws {
    var zip = ZipMaker()
    zip.add("root.json", CacheMaker.root(levels: 0...2, packet: 16, bundles: "bundles", format: "JPEG"), deflated: true)
    zip.add("iteminfo.json", #"{"title": "Åland &amp; more", "accessInformation": "<b>© Åland</b>"}"#)
    zip.add("bundles/L00/R0000C0000.bundle", CacheMaker.bundleV2([(15, 15, Package.png(256))], packet: 16))
    let package = try openedX(zip.bytes())
    #expect(try package.bytes(0, 15, 15) == Package.png(256))
    #expect(package.description.title == "Åland & more")
    #expect(package.description.attribution == "© Åland")
    #expect(
      package.remarks == [
        .levelWithoutTiles([1, 2]),
        .metadataDisagrees("`root.json` says that tiles are JPEG, but one is a PNG picture"),
      ])
  }

  @Test func saysWhichKindItIs() throws {
    var zip = ZipMaker()
    zip.add("root.json", CacheMaker.root())
    #expect(TileDigest.failure { try opened(zip.bytes()) } == "it has a `root.json`: that is a `tpkx`")
    var other = ZipMaker()
    other.add("v101/Layers/conf.xml", CacheMaker.conf(storage: "Compact"))
    #expect(TileDigest.failure { try openedX(other.bytes()) } == "it has a `conf.xml`: that is a `tpk`")
    let empty = ZipMaker().bytes()
    #expect(
      TileDigest.failure { try opened(empty) } == "the archive has no `conf.xml`, which describes a cache")
    #expect(
      TileDigest.failure { try openedX(empty) } == "the archive has no `root.json`, which describes a package")
  }

  /// What stands in `root.json`, and what is said of it.
  static let mistakes: [(String, String, String)] = [
    (#""tileInfo""#, #""info""#, "line 1: `tileInfo` is missing"),
    ("\"packetSize\": 128", "\"packetSize\": -1", "`-1` is not a whole number from 0 to 512"),
    ("CompactV2", "Exploded", "is not `esriMapCacheStorageModeCompactV2`, the one way of this format"),
    (#""PNG""#, #""LERC""#, "its tiles are elevations (LERC), not pictures"),
    (#""wkid": 3857"#, #""wkid": 29999"#, "WKID 29999: PROJ does not know it"),
    ("\"resolution\": 100.0", "\"resolution\": -1", "element tileInfo.lods[0].resolution: `-1.0` is not above 0"),
    ("{\"name\"", "[\"name\"", "line 1, column 8: `,` or `]` is expected here"),
    ("\"./tile\"", "\"./other\"", "it has files of tiles for none of the levels that `root.json` declares"),
  ]

  @Test(arguments: mistakes)
  func saysWhatIsWrongWithItsDescription(_ old: String, _ new: String, _ message: String) throws {
    let text = CacheMaker.root().replacing(old, with: new)
    #expect(text != CacheMaker.root())
    var zip = ZipMaker()
    zip.add("root.json", text)
    zip.add("tile/L00/R0000C0000.bundle", CacheMaker.bundleV2([(0, 0, Package.png(256))]))
    let said = TileDigest.failure { try openedX(zip.bytes()) }
    #expect(said.contains(message), "\(said)")
  }

  @Test func isReadFromADocument() async throws {
    let folder = try TemporaryFolder()
    var zip = ZipMaker()
    zip.add("v101/Layers/conf.xml", CacheMaker.conf(storage: "CompactV2"))
    zip.add("v101/Layers/_alllayers/L00/R0000C0000.bundle", CacheMaker.bundleV2([(0, 0, Package.png(256))]))
    try folder.write(zip.bytes(), to: "maps/p.tpk")
    let layer = try LayerInDocument("type: tpk\npath: p.tpk", in: folder)
    #expect(layer.findings.isEmpty)
    #expect(try await layer.open().bytes(0, 0, 0) == Package.png(256))
    #expect(try layer.kind.localFiles == [folder.path + "/maps/p.tpk"])
    var other = ZipMaker()
    other.add("root.json", CacheMaker.root())
    other.add("tile/L00/R0000C0000.bundle", CacheMaker.bundleV2([(0, 0, Package.png(256))]))
    try folder.write(other.bytes(), to: "maps/p.tpkx")
    #expect(try await LayerInDocument("type: tpkx\npath: p.tpkx", in: folder).open().bytes(0, 0, 0) == Package.png(256))
  }

  private func opened(_ archive: [UInt8]) throws -> StoredCache {
    let folder = try TemporaryFolder()
    return try TilePackageLayer.package(at: folder.write(archive, to: "made.tpk"))
  }

  private func openedX(_ archive: [UInt8]) throws -> StoredCache {
    let folder = try TemporaryFolder()
    return try TilePackageXLayer.package(at: folder.write(archive, to: "made.tpkx"))
  }
}
