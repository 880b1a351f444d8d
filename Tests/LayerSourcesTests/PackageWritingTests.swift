import Geodesy
import TestSupport
import Testing

@testable import LayerSources

/// Every kind of package that is written is read back by the reader of documents, tile by tile.
@Suite struct PackageWritingTests {
  static let everyTarget: [Int] = Array(packageTargets.indices)
  /// Those that hold tiles of any reference.
  static let ofAnyReference = everyTarget.filter { !["mbtiles", "pmtiles"].contains(packageTargets[$0].typeName) }

  @Test(arguments: everyTarget) func isReadBackInWebMercator(index: Int) throws {
    try roundTrip(packageTargets[index], scheme: .webMercator, first: TileIndex(level: 9, column: 130, row: 5))
  }

  @Test(arguments: ofAnyReference) func isReadBackInANationalGrid(index: Int) throws {
    try roundTrip(
      packageTargets[index], scheme: Self.national([2800, 1400, 560]), first: TileIndex(level: 0, column: 1, row: 2))
  }

  /// Writes a few tiles of each level, reads them and their neighbours.
  private func roundTrip(_ kind: any PackageTarget.Type, scheme: TilingScheme, first: TileIndex) throws {
    let folder = try TemporaryFolder()
    var ranges: [TileRange] = []
    for level in scheme.levels.map(\.number).filter({ $0 >= first.level }).prefix(3) {
      ranges.append(
        TileRange(
          level: level, columns: first.column...first.column + level, rows: first.row...first.row + 130))
    }
    let tileset = Self.tileset(scheme, ranges)
    let target = try kind.init([tileset])
    let path = folder.path + "/area" + (kind.suffix.map { "." + $0 } ?? "")
    let stagePath = kind.isItsStage ? path : path + ".packing"
    let stage = try TileStage(stagePath, plan: "one", layout: target.layout, tilesets: 1)
    var number = 0
    for tile in ranges.flatMap(Self.tiles) {
      // Every seventh is absent; the pictures are one of three.
      let bytes: [UInt8]? = number % 7 == 3 ? nil : Self.pictures[number % 3]
      try stage.add(
        .init(
          number: number, tileset: 0, place: target.place(of: tile, in: 0),
          picture: bytes.map { ($0, PictureHeader(of: $0)) }))
      number += 1
    }
    try target.finish(stage, at: path)
    try stage.release()
    if kind.isItsStage { try stage.forgetPlan() }
    let reader = try target.open(path, tileset: 0)
    #expect(reader.description.tilingSchemes[0].reference == scheme.reference)
    number = 0
    for tile in ranges.flatMap(Self.tiles) {
      let wanted: [UInt8]? = number % 7 == 3 ? nil : Self.pictures[number % 3]
      let read = target.read(tile, in: 0)
      #expect(try reader.bytes(read.level, read.column, read.row) == wanted, "\(kind.typeName) \(tile)")
      // Where a tile lies on the ground is what matters.
      let (own, there) = (scheme.extent(of: tile), reader.description.tilingSchemes[0].extent(of: read))
      let size = scheme.tileWidth(at: scheme.levels[0])
      #expect(try abs(#require(own).xmin - #require(there).xmin) < 1e-9 * size)
      #expect(try abs(#require(own).ymax - #require(there).ymax) < 1e-9 * size)
      number += 1
    }
  }

  static let pictures = [GreyTile.png, GreyTile.smallDark, GreyTile.smallLight]

  static func tiles(_ range: TileRange) -> [TileIndex] {
    range.columns.flatMap { column in range.rows.map { TileIndex(level: range.level, column: column, row: $0) } }
  }

  static func tileset(_ scheme: TilingScheme, _ ranges: [TileRange]) -> Tileset {
    let boxes = ranges.compactMap { scheme.extent(of: $0) }
    return Tileset(
      id: "streets", title: "Streets & lanes", attribution: "© <Somebody>", scheme: scheme, ranges: ranges,
      extent: boxes.dropFirst().reduce(boxes[0]) { $0.union($1) })
  }

  static func national(_ resolutions: [Double]) throws -> TilingScheme {
    TilingScheme(
      reference: try .parse("EPSG:25833"), origin: Position(x: -2_500_000, y: 9_045_984),
      tileSize: PixelSize(width: 256, height: 256),
      levels: resolutions.enumerated().map { .init(number: $0.offset, resolution: $0.element) })
  }

  // MARK: - What does not fit

  @Test func mbtilesHoldAnotherNumberingOfTheSameGrid() throws {
    let mercator = TilingScheme.webMercator
    // Levels 5 to 7 as 0 to 2, from an origin three tiles of level 5 to the east and two to the south.
    let side = mercator.tileWidth(at: mercator.levels[5])
    let own = TilingScheme(
      reference: .webMercator, origin: Position(x: mercator.origin.x + 3 * side, y: mercator.origin.y - 2 * side),
      tileSize: mercator.tileSize,
      levels: (0...2).map { .init(number: $0, resolution: mercator.levels[5 + $0].resolution) })
    let tileset = Self.tileset(own, [TileRange(level: 1, columns: 0...1, rows: 0...1)])
    let place = try MercatorPlaces(tileset, in: "MBTiles").tile(TileIndex(level: 1, column: 1, row: 0))
    #expect(place == TileIndex(level: 6, column: 7, row: 4))
  }

  @Test func otherGridsAreRefusedWithWhatCanHoldThem() throws {
    let mercator = TilingScheme.webMercator
    let shifted = TilingScheme(
      reference: .webMercator, origin: Position(x: 100_000, y: 0), tileSize: mercator.tileSize,
      levels: [mercator.levels[5]])
    let odd = try Self.national([1000, 1000 / 2.0.squareRoot()])
    let one = [TileRange(level: 5, columns: 0...1, rows: 0...1)]
    let both = [TileRange(level: 0, columns: 0...1, rows: 0...1), TileRange(level: 1, columns: 0...1, rows: 0...1)]
    let north = [TileRange(level: 0, columns: 0...1, rows: -2...(-1))]
    #expect(Self.refusal { try MBTilesTarget([Self.tileset(shifted, one)]) }.contains("level 5 of layer `streets`"))
    #expect(
      Self.refusal { try PMTilesTarget([Self.tileset(odd, both)]) }.contains("is in EPSG:25833; `.gpkg`, `.tpkx`"))
    #expect(Self.refusal { try GeoPackageTarget([Self.tileset(odd, both)]) }.contains("`.tpkx` and a folder can"))
    #expect(Self.refusal { try TilePackageXTarget([Self.tileset(odd, north)]) }.contains("`.gpkg` can hold it"))
    // A GeoPackage numbers them anew.
    _ = try GeoPackageTarget([Self.tileset(odd, north)])
  }

  private static func refusal(_ work: () throws -> Any) -> String {
    do {
      _ = try work()
      return "nothing"
    } catch let error as PackageError { return error.words } catch { return "\(error)" }
  }

  @Test(arguments: everyTarget) func aLevelWithACornerOfItsOwnIsRefusedWithTheLevelsThatFit(index: Int) throws {
    let own = Position(x: -1_000_000, y: 6_000_000)
    let scheme = TilingScheme(
      reference: .webMercator, origin: TilingScheme.webMercator.origin, tileSize: TilingScheme.webMercator.tileSize,
      levels: TilingScheme.webMercator.levels.prefix(4).map {
        .init(number: $0.number, resolution: $0.resolution, ownOrigin: $0.number == 1 ? own : nil)
      })
    func ranges(_ levels: [Int]) -> [TileRange] { levels.map { TileRange(level: $0, columns: 0...0, rows: 0...0) } }
    let words = Self.refusal { try packageTargets[index].init([Self.tileset(scheme, ranges([1, 2, 3]))]) }
    let wanted = Self.ofAnyReference.contains(index) ? "pack its other levels: `--levels 2-3`" : "`.gpkg`"
    #expect(words.contains("level 1 of layer `streets`") && words.contains(wanted), "\(words)")
    _ = try packageTargets[index].init([Self.tileset(scheme, ranges([2, 3]))])
  }

  @Test func aMatrixSetIsExactForEachLevel() throws {
    let tileset = Self.tileset(
      try Self.national([2800, 1120, 560]),
      [
        TileRange(level: 0, columns: 1...1, rows: 3...3), TileRange(level: 1, columns: 2...4, rows: 7...9),
        TileRange(level: 2, columns: 5...8, rows: 15...19),
      ])
    let matrices = try PackedMatrices(tileset)
    for matrix in matrices.all {
      #expect(abs(Double(matrix.columns * 256) * matrix.resolution - matrices.box.width) < 1e-6)
      #expect(abs(Double(matrix.rows * 256) * matrix.resolution - matrices.box.height) < 1e-6)
    }
    #expect(!matrices.isHalving)
  }

  // MARK: - Going on

  @Test func aStageGoesOnOnlyWithItsOwnPlan() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.packing"
    func entry(_ number: Int) -> TileStage.Entry {
      let bytes = GreyTile.png
      return .init(
        number: number, tileset: 0, place: .init(level: 9, column: number, row: 0),
        picture: (bytes, PictureHeader(of: bytes)))
    }
    do {
      let stage = try TileStage(path, plan: "one", layout: .shared, tilesets: 1)
      for number in [0, 1, 2, 7] { try stage.add(entry(number)) }
      try stage.commit()
      try stage.add(entry(9))  // is not committed
    }
    do {
      let stage = try TileStage(path, plan: "one", layout: .shared, tilesets: 1)
      #expect(stage.isResumed && stage.done.ranges == [0...2, 7...7])
      #expect(stage.facts[0].counts == [.png: 4] && stage.facts[0].pictureSize == PixelSize(width: 256, height: 256))
      try stage.add(entry(3))
      try stage.commit()
      // The picture of the first run is known again.
      #expect(try stage.database.number("SELECT count(*) FROM images") == 1)
      #expect(throws: PackageError.cannotWrite(path: path, reason: "another process is writing it")) {
        try TileStage(path, plan: "one", layout: .shared, tilesets: 1)
      }
    }
    let other = try TileStage(path, plan: "two", layout: .shared, tilesets: 1)
    #expect(!other.isResumed && other.hasReplaced && other.done.count == 0)
    try folder.write("a film", to: "b.packing")
    #expect(throws: PackageError.self) {
      try TileStage(folder.path + "/b.packing", plan: "one", layout: .shared, tilesets: 1)
    }
    #expect(try folder.read("b.packing") == Array("a film".utf8))
  }

  // MARK: - Parts

  @Test func rangesOfNumbersAreASet() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var (ranges, set) = (NumberRanges(), Set<Int>())
      for _ in 0..<200 {
        let number = Int.random(in: 0..<150, using: &random)
        #expect(ranges.insert(number) == set.insert(number).inserted)
      }
      #expect(ranges.count == set.count && (0..<160).allSatisfy { ranges.contains($0) == set.contains($0) })
      #expect(zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
      for number in 0..<150 {
        #expect(ranges.firstMissing(from: number) == (number...).first { !set.contains($0) })
      }
    }
  }

  @Test func disjointRectanglesCoverTheSameTilesOnce() {
    for _ in 0..<200 {
      let ranges = (0..<Int.random(in: 1...6)).map { _ in
        let (column, row) = (Int.random(in: -5...5), Int.random(in: -5...5))
        return TileRange(
          level: 4, columns: column...column + Int.random(in: 0...6), rows: row...row + Int.random(in: 0...6))
      }
      let tiles = ranges.disjoint.flatMap(Self.tiles)
      #expect(Set(tiles).count == tiles.count && Set(tiles) == Set(ranges.flatMap(Self.tiles)))
    }
  }

  @Test(arguments: [1, 4000, 300_000]) func directoriesOfPMTilesAreReadBack(count: Int) throws {
    var (entries, number, offset): ([PMTilesDirectory.Entry], UInt64, Int) = ([], 0, 0)
    for index in 0..<count {
      number += UInt64.random(in: 1...9)
      let size = UInt32.random(in: 1...40_000)
      // Some share the place of an earlier tile.
      let shared = index % 5 == 4 ? entries[index - 3] : nil
      entries.append(
        .init(
          number: number, run: UInt32.random(in: 1...3), size: shared?.size ?? size, offset: shared?.offset ?? offset))
      number += 3
      if shared == nil { offset += Int(size) }
    }
    let directories = PMTilesDirectories(entries)
    #expect(directories.root.count <= 16_384 - 127)
    let root = try PMTilesDirectory(try Inflate.gzip(directories.root, limit: 1 << 24))
    var read: [PMTilesDirectory.Entry] = []
    for entry in root.entries {
      if entry.run > 0 {
        read.append(entry)
      } else {
        let leaf = Array(directories.leaves[entry.offset..<entry.offset + Int(entry.size)])
        read += try PMTilesDirectory(try Inflate.gzip(leaf, limit: 1 << 24)).entries
      }
    }
    #expect(read == entries)
  }
}
