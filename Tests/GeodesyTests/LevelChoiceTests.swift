import Testing

@testable import Geodesy

@Suite struct LevelChoiceTests {
  static let scheme = TilingScheme(
    reference: .webMercator, origin: Position(x: 0, y: 0), tileSize: PixelSize(width: 256, height: 256),
    levels: [100, 50, 25, 10].enumerated().map { TilingScheme.Level(number: 3 + $0.offset, resolution: $0.element) })

  @Test(arguments: [
    (500.0, 3), (100, 3), (99.1, 3), (98.9, 4), (50, 4), (49.4, 5), (25, 5), (24, 6), (10, 6), (1, 6), (0, 6),
    (.nan, 6),
  ])
  func takesTheFirstThatIsNotCoarserThanWanted(_ wanted: Double, _ level: Int) {
    #expect(Self.scheme.levels.fitting(wanted).number == level)
  }

  @Test(
    arguments: [(500.0, nil), (100, 3), (99, 3), (50, 4), (50.00001, 4), (50.1, 3), (11, 5), (10, 6), (1, 6)]
      as [(Double, Int?)])
  func takesTheNextCoarserLevel(_ wanted: Double, _ level: Int?) {
    #expect(Self.scheme.levels.coarserOrEqual(to: wanted)?.number == level)
  }

  @Test func namesLevelsByTheirOwnNumber() {
    #expect(Self.scheme.level(numbered: 3)?.resolution == 100)
    #expect(Self.scheme.level(numbered: 0) == nil)
    #expect(Self.scheme.levels(coarserThan: 5).map(\.number) == [4, 3])
    #expect(Self.scheme.levels(coarserThan: 77).isEmpty)
  }

  @Test func looksForTheParentInAnyCoarserLevel() {
    let world = TilingScheme.webMercator
    let part = world.parent(of: TileIndex(level: 12, column: 2179, row: 1422), at: world.levels[10])
    #expect(
      part == TilePart(tile: TileIndex(level: 10, column: 544, row: 355), x: 192, y: 128, width: 64, height: 64))
    let same = world.parent(of: TileIndex(level: 1, column: 1, row: 0), at: world.levels[1])
    #expect(same == TilePart(tile: TileIndex(level: 1, column: 1, row: 0), x: 0, y: 0, width: 256, height: 256))
    #expect(world.parent(of: TileIndex(level: 1, column: 1, row: 0), at: world.levels[2]) == nil)
  }

  /// A hostile cache says any resolutions: a part without width cannot be enlarged.
  @Test func findsNoParentOfWhichATileIsNothing() {
    let scheme = TilingScheme(
      reference: .webMercator, origin: Position(x: 0, y: 0), tileSize: PixelSize(width: 256, height: 256),
      levels: [.init(number: 0, resolution: 1e14), .init(number: 1, resolution: 1e-300)])
    #expect(scheme.parent(of: TileIndex(level: 1, column: 0, row: 0), at: scheme.levels[0]) == nil)
  }

  @Test func findsNoSingleParentAcrossAnEdge() {
    // 10 in 25 goes two and a half times: the third tile lies on both sides of the edge.
    let coarser = Self.scheme.levels[2]
    let first = Self.scheme.parent(of: TileIndex(level: 6, column: 1, row: 0), at: coarser)
    #expect(first?.tile == TileIndex(level: 5, column: 0, row: 0))
    #expect(abs((first?.x ?? 0) - 102.4) < 1e-9 && abs((first?.width ?? 0) - 102.4) < 1e-9)
    #expect(Self.scheme.parent(of: TileIndex(level: 6, column: 2, row: 0), at: coarser) == nil)
    #expect(
      Self.scheme.parent(of: TileIndex(level: 6, column: 3, row: 0), at: coarser)?.tile
        == TileIndex(level: 5, column: 1, row: 0))
    #expect(
      Self.scheme.parent(of: TileIndex(level: 6, column: 2, row: 0), at: Self.scheme.levels[1])?.tile
        == TileIndex(level: 4, column: 0, row: 0))
  }
}

@Suite struct QuadkeyTests {
  /// "Bing Maps Tile System": tile 3, 5 of level 3 is 213.
  @Test func namesATileAsBingDoes() {
    #expect(TileIndex(level: 3, column: 3, row: 5).quadkey == "213")
    #expect(TileIndex(quadkey: "213") == TileIndex(level: 3, column: 3, row: 5))
    #expect(TileIndex(level: 0, column: 0, row: 0).quadkey == "")
    #expect(TileIndex(level: 30, column: (1 << 30) - 1, row: 0).quadkey == String(repeating: "1", count: 30))
  }

  @Test(arguments: [(1, 2, 0), (1, 0, 2), (1, -1, 0), (-1, 0, 0), (31, 0, 0)])
  func hasNoNameForATileOutsideTheWorld(_ level: Int, _ column: Int, _ row: Int) {
    #expect(TileIndex(level: level, column: column, row: row).quadkey == nil)
  }

  @Test(arguments: ["4", "1a", " ", String(repeating: "0", count: 31)])
  func refusesWhatIsNoQuadkey(_ text: String) {
    #expect(TileIndex(quadkey: text) == nil)
  }
}

@Suite struct PixelPitchTests {
  /// OGC 07-057r7, annex E: GoogleMapsCompatible, level 0 is 1:559082264.0287178; Esri's level 0 is 1:591657527.591555.
  @Test func convertsScalesOfOGCAndEsri() {
    #expect(abs(PixelPitch.ogc.scale(resolution: 156543.03392804097, metresPerUnit: 1) - 559082264.0287178) < 1e-4)
    #expect(abs(PixelPitch.dots96.scale(resolution: 156543.03392804097, metresPerUnit: 1) - 591658710.909131) < 1e-3)
    let scale = PixelPitch.dots(96).scale(resolution: 0.703125, metresPerUnit: ReferenceFacts.metresPerDegree)
    #expect(
      abs(PixelPitch.dots96.resolution(scale: scale, metresPerUnit: ReferenceFacts.metresPerDegree) - 0.703125) < 1e-12)
  }
}
