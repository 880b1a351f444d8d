import Testing

@testable import Geodesy

@Suite struct TileArithmeticTests {
  static let odd = TilingScheme(
    reference: .webMercator, origin: Position(x: -1234.5, y: 987.25), tileSize: PixelSize(width: 300, height: 200),
    levels: [5.5, 2.1, 0.9, 1 / 3.0].enumerated().map {
      TilingScheme.Level(number: 10 + $0.offset, resolution: $0.element)
    })
  /// GoogleCRS84Quad: one tile of 360 by 360 degrees about the middle of the world, then halves of it in two by one.
  static let quad = TilingScheme(
    reference: .wgs84, origin: Position(x: -180, y: 90), tileSize: PixelSize(width: 256, height: 256),
    levels: (0...18).map {
      TilingScheme.Level(
        number: $0, resolution: 1.40625 / Double(1 << $0), ownOrigin: $0 == 0 ? Position(x: -180, y: 180) : nil)
    })
  static let schemes = [TilingScheme.webMercator, .wgs84, odd, quad]

  @Test(arguments: schemes) func findsATileAgainByItsExtent(_ scheme: TilingScheme) throws {
    var random = SplitMix(state: 7)
    for level in scheme.levels {
      for _ in 0..<200 {
        let limit = 1 << min(max(level.number, 1), 24)
        let tile = TileIndex(
          level: level.number, column: random.next(below: limit), row: random.next(below: limit))
        let extent = try #require(scheme.extent(of: tile))
        #expect(scheme.tile(containing: extent.center, at: level) == tile)
        let covering = try #require(scheme.tiles(covering: extent, at: level))
        #expect(
          covering == TileRange(level: level.number, columns: tile.column...tile.column, rows: tile.row...tile.row))
        #expect(scheme.extent(of: covering) == extent)
        let right = try #require(
          scheme.extent(of: TileIndex(level: level.number, column: tile.column + 1, row: tile.row)))
        let below = try #require(
          scheme.extent(of: TileIndex(level: level.number, column: tile.column, row: tile.row + 1)))
        #expect(right.xmin == extent.xmax && below.ymax == extent.ymin)
      }
    }
  }

  /// Of all continents and of every kind of projection that national grids have.
  static let references = [
    "EPSG:2056", "EPSG:2154", "EPSG:2180", "EPSG:2193", "EPSG:2326", "EPSG:2443", "EPSG:27700", "EPSG:28992",
    "EPSG:3006", "EPSG:3031", "EPSG:3034", "EPSG:3035", "EPSG:3067", "EPSG:31287", "EPSG:31467", "EPSG:31370",
    "EPSG:3347", "EPSG:3395", "EPSG:3413", "EPSG:3577", "EPSG:3763", "EPSG:3857", "EPSG:4326", "EPSG:4490",
    "EPSG:5041", "EPSG:5070", "EPSG:5514", "EPSG:25833",
  ]

  /// Tile, its middle, longitude and latitude by PROJ, and back to the same tile; each other level has an origin of its own.
  @Test(arguments: references) func findsATileAgainByAPlaceOnTheEarth(_ code: String) throws {
    let reference = try SpatialReference.parse(code)
    let use = try #require(reference.facts.areaOfUse)
    let there = try Projector(from: .wgs84, to: reference)
    let middle = try #require(there.project(use.center))
    let width = 2_000_000 / reference.facts.metresPerUnit
    let scheme = TilingScheme(
      reference: reference, origin: Position(x: middle.x - width / 2, y: middle.y + width / 2),
      tileSize: PixelSize(width: 256, height: 256),
      levels: (0...18).map { number in
        let resolution = width / 256 / Double(1 << number)
        let origin = Position(x: middle.x - width / 2 - 77.25 * resolution, y: middle.y + width / 2 + 31.5 * resolution)
        return .init(number: number, resolution: resolution, ownOrigin: number % 2 == 0 ? nil : origin)
      })
    var random = SplitMix(state: 28)
    var compared = 0
    for level in scheme.levels {
      for _ in 0..<20 {
        // Near the middle, where every projection can be turned back.
        let side = 1 << level.number
        let (column, row) = (
          side / 4 + random.next(below: max(1, side / 2)), side / 4 + random.next(below: max(1, side / 2))
        )
        let tile = TileIndex(level: level.number, column: column, row: row)
        let extent = try #require(scheme.extent(of: tile))
        #expect(scheme.tile(containing: extent.center, at: level) == tile)
        guard let place = there.unproject(extent.center), let again = there.project(place) else { continue }
        #expect(scheme.tile(containing: again, at: level) == tile, "\(tile) at \(place)")
        compared += 1
      }
    }
    #expect(compared > 200, "\(compared)")
  }

  @Test func findsTheParentInALevelThatBeginsElsewhere() {
    let scheme = Self.quad
    #expect(
      scheme.parent(of: TileIndex(level: 1, column: 1, row: 0), at: scheme.levels[0])
        == TilePart(tile: TileIndex(level: 0, column: 0, row: 0), x: 128, y: 64, width: 128, height: 128))
    #expect(
      scheme.parent(of: TileIndex(level: 2, column: 0, row: 1), at: scheme.levels[0])
        == TilePart(tile: TileIndex(level: 0, column: 0, row: 0), x: 0, y: 128, width: 64, height: 64))
  }

  /// mercantile.xy_bounds(x, y, z) of mercantile 1.2.1; level 0 of the scheme of whole degrees has two tiles.
  @Test func knowsTheWorldsTiles() throws {
    let world = TilingScheme.webMercator
    #expect(world.extent(of: TileIndex(level: 0, column: 0, row: 0)) == TilingScheme.webMercatorWorld)
    let munich = try #require(world.extent(of: TileIndex(level: 10, column: 544, row: 355)))
    #expect(abs(munich.xmin - 1252344.271424327) < 1e-6 && abs(munich.ymax - 6144314.081675127) < 1e-6)
    let degrees = TilingScheme.wgs84
    #expect(
      degrees.extent(of: TileIndex(level: 0, column: 1, row: 0)) == Extent(xmin: 0, ymin: -90, xmax: 180, ymax: 90))
    #expect(degrees.matrixSize(at: degrees.levels[3], for: TilingScheme.wgs84World) == (16, 8))
    for level in world.levels {
      #expect(world.matrixSize(at: level, for: TilingScheme.webMercatorWorld) == (1 << level.number, 1 << level.number))
    }
    #expect(world.extent(of: TileIndex(level: 25, column: 0, row: 0)) == nil)
  }

  @Test(
    arguments: [
      // Overlap with the second tile in pixels, and the columns.
      (0.0, 0...0), (0.0005, 0...0), (0.002, 0...1), (256, 0...1), (256.0005, 0...1), (256.002, 0...2),
    ] as [(Double, ClosedRange<Int>)])
  func doesNotCountATileTouchedByATraceOfAPixel(_ pixels: Double, _ columns: ClosedRange<Int>) throws {
    let scheme = TilingScheme.webMercator
    let level = scheme.levels[3]
    let (edge, trace) = (scheme.leftEdge(ofColumn: 1, at: level), pixels * level.resolution)
    let box = Extent(xmin: scheme.origin.x, ymin: 1, xmax: edge + trace, ymax: 2)
    #expect(scheme.tiles(covering: box, at: level)?.columns == columns)
    let mirrored = Extent(xmin: edge - 1e-4 * level.resolution, ymin: 1, xmax: edge + trace + level.resolution, ymax: 2)
    #expect(scheme.tiles(covering: mirrored, at: level)?.columns.lowerBound == 1)
  }

  @Test func countsBeyondTheWorldsEdge() throws {
    let scheme = TilingScheme.webMercator
    let box = Extent(xmin: -3e7, ymin: -1e5, xmax: 3e7, ymax: 1e5)
    let tiles = try #require(scheme.tiles(covering: box, at: scheme.levels[2]))
    #expect(tiles.columns == -1...4 && tiles.rows == 1...2)
    let inside = try #require(scheme.tiles(covering: box, within: TilingScheme.webMercatorWorld, at: scheme.levels[2]))
    #expect(inside.columns == 0...3 && inside.count == 8)
    #expect(
      scheme.tiles(covering: box.shifted(x: 1e9), within: TilingScheme.webMercatorWorld, at: scheme.levels[2]) == nil)
  }

  @Test func survivesHostileNumbers() throws {
    let scheme = TilingScheme(
      reference: .webMercator, origin: Position(x: -1e300, y: 1e300), tileSize: PixelSize(width: 1, height: 1 << 40),
      levels: [.init(number: .max, resolution: 1e-300), .init(number: .min, resolution: 1e300)])
    for level in scheme.levels {
      let tiles = try #require(
        scheme.tiles(covering: Extent(xmin: -1e308, ymin: -1e308, xmax: 1e308, ymax: 1e308), at: level))
      #expect(tiles.count > 0 && tiles.count <= 1 << 53)
      _ = scheme.matrixSize(at: level, for: Extent(xmin: 0, ymin: 0, xmax: 1e300, ymax: 1e300))
      _ = scheme.extent(of: TileIndex(level: level.number, column: .max, row: .min))
      _ = scheme.flippedRow(.min, at: level, for: Extent(xmin: 0, ymin: 0, xmax: 1e300, ymax: 1e300))
      _ = scheme.tile(containing: Position(x: .nan, y: .infinity), at: level)
      _ = scheme.parent(of: TileIndex(level: level.number, column: .max, row: .min), at: scheme.levels[0])
    }
    #expect(scheme.tiles(covering: Extent(xmin: 0, ymin: 0, xmax: 0, ymax: 1), at: scheme.levels[0]) == nil)
    #expect(scheme.tiles(covering: Extent(xmin: .nan, ymin: 0, xmax: 0, ymax: 1), at: scheme.levels[0]) == nil)
    #expect(scheme.tiles(covering: Extent(xmin: 0, ymin: 0, xmax: .infinity, ymax: 1), at: scheme.levels[0]) == nil)
  }

  @Test func flipsRowsAsTMSCounts() {
    let scheme = TilingScheme.webMercator
    #expect(scheme.flippedRow(0, at: scheme.levels[3], for: TilingScheme.webMercatorWorld) == 7)
    #expect(scheme.flippedRow(7, at: scheme.levels[3], for: TilingScheme.webMercatorWorld) == 0)
    #expect(TilingScheme.wgs84.flippedRow(1, at: TilingScheme.wgs84.levels[1], for: TilingScheme.wgs84World) == 0)
  }

  @Test(arguments: [
    (Extent(xmin: -180, ymin: -60, xmax: 180, ymax: 80), true),
    (Extent(xmin: -200, ymin: -60, xmax: 190, ymax: 80), true),
    (Extent(xmin: -179.5, ymin: 0, xmax: 180, ymax: 1), true),
    (Extent(xmin: -170, ymin: -90, xmax: 180, ymax: 90), false),
    (Extent(xmin: 0, ymin: -90, xmax: 360, ymax: 90), false),
  ])
  func knowsWhichPyramidsGoRoundTheWorld(_ fullExtent: Extent, _ goesRound: Bool) {
    #expect(TilingScheme.wgs84.isWorldWide(fullExtent) == goesRound)
  }

  @Test func knowsNoWorldWidePyramidInAZone() throws {
    let scheme = TilingScheme(
      reference: try SpatialReference.parse("EPSG:25832"), origin: Position(x: 0, y: 0),
      tileSize: PixelSize(width: 256, height: 256), levels: [.init(number: 0, resolution: 1e6)])
    #expect(!scheme.isWorldWide(Extent(xmin: -1e9, ymin: -1e9, xmax: 1e9, ymax: 1e9)))
  }
}

/// Numbers that are the same in every run: Steele, Lea and Flood's SplitMix64.
struct SplitMix {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }
}
