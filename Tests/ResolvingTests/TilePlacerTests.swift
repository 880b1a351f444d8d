import DocumentModel
import Geodesy
import Testing

@testable import Resolving

@Suite struct TilePlacerTests {
  private let scheme = Sources.scheme(.webMercator, origin: Position(x: -1000, y: 1000), tile: 16, coarsest: 8)

  private func view(_ x: Double, _ y: Double, _ resolution: Double, _ width: Int = 40, _ height: Int = 30) -> MapView {
    MapView(
      reference: .webMercator, center: Position(x: x, y: y), resolution: resolution,
      size: PixelSize(width: width, height: height), pixelRatio: 1)
  }

  private func placed(
    _ view: MapView, level: Int = 0, bounds: Extent? = nil, full: Extent? = nil
  ) -> TilePlacement? {
    let outcome = TilePlacer.place(
      scheme.levels[level], of: scheme, in: view, area: view.extent, bounds: bounds, fullExtent: full)
    guard case .placed(let placement, _) = outcome else { return nil }
    return placement
  }

  /// Numbers that a document may write, and that no picture has pixels for.
  @Test(arguments: [(-1e308, 1e300), (-1e15, 1e-2), (0, 1e300)])
  func drawsNothingOfASchemeThatIsOutOfReach(_ origin: Double, _ resolution: Double) {
    let far = Sources.scheme(.webMercator, origin: Position(x: origin, y: -origin), tile: 256, coarsest: resolution)
    let view = view(0, 0, 0.0003)
    let outcome = TilePlacer.place(far.levels[0], of: far, in: view, area: view.extent, bounds: nil, fullExtent: nil)
    guard case .outside = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  /// The same tiles, whether they are counted from the corner above them or from the one below.
  @Test func takesTheTilesAboveAnOriginAtTheBottom() throws {
    let view = view(-1000 + 250, 1000 - 250, 8)
    let up = TilingScheme(
      reference: .webMercator, origin: Position(x: -1000, y: 1000 - 10 * 128), tileSize: scheme.tileSize,
      levels: scheme.levels, rowsRunUp: true)
    let outcome = TilePlacer.place(up.levels[0], of: up, in: view, area: view.extent, bounds: nil, fullExtent: nil)
    guard case .placed(let above, _) = outcome, let below = placed(view) else {
      Issue.record("\(outcome)")
      return
    }
    #expect(above.columns == below.columns)
    #expect(above.rows == below.rows.lowerBound - 10...below.rows.upperBound - 10)
    let beyond = TilePlacer.place(
      up.levels[0], of: up, in: self.view(0, -9000, 8), area: self.view(0, -9000, 8).extent, bounds: nil,
      fullExtent: nil)
    guard case .outside = beyond else {
      Issue.record("\(beyond)")
      return
    }
  }

  /// The centred level 0 of GoogleCRS84Quad: its tile has the world in its middle half.
  @Test func placesALevelByItsOwnOrigin() throws {
    let quad = TilingScheme(
      reference: .wgs84, origin: Position(x: -180, y: 90), tileSize: PixelSize(width: 256, height: 256),
      levels: [
        .init(number: 0, resolution: 1.40625, ownOrigin: Position(x: -180, y: 180)),
        .init(number: 1, resolution: 0.703125),
      ])
    let world = TilingScheme.wgs84World
    let view = MapView(
      reference: .wgs84, center: Position(x: 0, y: 0), resolution: 1.40625, size: PixelSize(width: 256, height: 128),
      pixelRatio: 1)
    let coarse = TilePlacer.place(quad.levels[0], of: quad, in: view, area: view.extent, bounds: nil, fullExtent: world)
    guard case .placed(let one, isExact: true) = coarse else {
      Issue.record("\(coarse)")
      return
    }
    #expect(one.tileCount == 1 && one.originX == 0 && one.originY == -64)
    let fine = TilePlacer.place(quad.levels[1], of: quad, in: view, area: view.extent, bounds: nil, fullExtent: world)
    guard case .placed(let two, isExact: false) = fine else {
      Issue.record("\(fine)")
      return
    }
    #expect(two.columns == 0...1 && two.rows == 0...0 && two.originY == 0)
  }

  /// Every tile is tried: those that share ground with the picture are taken, and no others.
  @Test func takesExactlyTheTilesThatTheViewShows() throws {
    var numbers = Lottery(seed: 3)
    for _ in 0..<300 {
      let view = view(numbers.next(-900...900), numbers.next(-900...900), numbers.next(0.5...30))
      let bounds = Extent(
        xmin: numbers.next(-1000...0), ymin: numbers.next(-1000...0), xmax: numbers.next(0...1000),
        ymax: numbers.next(0...1000))
      let shown = view.extent.intersection(bounds)
      var wanted: Set<TileIndex> = []
      for column in 0..<60 {
        for row in 0..<60 {
          let (left, top) = (-1000 + Double(column) * 128, 1000 - Double(row) * 128)
          let tile = Extent(xmin: left, ymin: top - 128, xmax: left + 128, ymax: top)
          // A thousandth of a pixel is no tile.
          if let part = shown?.intersection(tile), part.width > 0.01, part.height > 0.01 {
            wanted.insert(TileIndex(level: 0, column: column, row: row))
          }
        }
      }
      var taken: Set<TileIndex> = []
      if let tiles = placed(view, bounds: bounds) {
        for column in tiles.columns {
          for row in tiles.rows { taken.insert(TileIndex(level: 0, column: column, row: row)) }
        }
      }
      #expect(taken == wanted)
    }
  }

  /// `mercantile.tiles(9.5, 53.3, 10.4, 53.8, zooms=[9])` and `(-5, 40, 12, 55, zooms=[5])`.
  @Test(arguments: [
    ([9.5, 53.3, 10.4, 53.8], 9, 269...270, 164...166), ([-5.0, 40, 12, 55], 5, 15...17, 10...12),
  ])
  func countsAsWebMapsDo(box: [Double], level: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) throws {
    let degrees = Extent(xmin: box[0], ymin: box[1], xmax: box[2], ymax: box[3])
    let area = try #require(try Projector(from: .wgs84, to: .webMercator).project(degrees))
    let outcome = TilePlacer.place(
      TilingScheme.webMercator.levels[level], of: .webMercator, in: view(0, 0, 1), area: area, bounds: nil,
      fullExtent: nil)
    guard case .placed(let placement, _) = outcome else {
      Issue.record("nothing was placed")
      return
    }
    #expect(placement.columns == columns && placement.rows == rows)
  }

  @Test func placesPixelsWhereTheGroundLies() throws {
    let view = view(100, -50, 3)
    let tiles = try #require(placed(view))
    #expect(tiles.scale == 8.0 / 3)
    let corner = view.point(of: scheme.origin)
    #expect(tiles.originX == corner.x && tiles.originY == corner.y)
  }

  @Test func putsAPlacementOnWholePixelsWhereNothingMovesByMoreThanA64th() throws {
    func outcome(_ x: Double, _ resolution: Double) -> TilePlacer.Outcome {
      let view = view(x, 0, resolution)
      return TilePlacer.place(
        scheme.levels[0], of: scheme, in: view, area: view.extent, bounds: nil, fullExtent: nil)
    }
    // The left edge lies 20 pixels left of the centre, and 0 is 125 pixels right of the origin.
    guard case .placed(let exact, true) = outcome(8.0 / 65, 8) else {
      Issue.record("a 65th of a pixel is not told apart")
      return
    }
    #expect(exact.scale == 1 && exact.originX == -105)
    guard case .placed(_, false) = outcome(8.0 / 60, 8), case .placed(_, false) = outcome(0, 8.02) else {
      Issue.record("more than a 64th of a pixel is told apart")
      return
    }
  }

  @Test func knowsNoTilesLeftOfTheOriginOrOutsideTheSource() {
    #expect(placed(view(-3000, 0, 1)) == nil)
    #expect(placed(view(-1000, 1000, 8))?.columns == 0...1)
    #expect(placed(view(0, 0, 1), full: Extent(xmin: 500, ymin: 500, xmax: 600, ymax: 600)) == nil)
    #expect(placed(view(0, 0, 1), bounds: Extent(xmin: 500, ymin: 500, xmax: 600, ymax: 600)) == nil)
    #expect(
      placed(view(0, 0, 100), full: Extent(xmin: -1000, ymin: 872, xmax: -872, ymax: 1000))?.tileCount == 1)
  }

  @Test func holdsHostileNumbersAndBoundsTheTiles() {
    let huge = view(0, 0, 1e300)
    for outcome in [
      TilePlacer.place(scheme.levels[10], of: scheme, in: huge, area: huge.extent, bounds: nil, fullExtent: nil),
      TilePlacer.place(
        scheme.levels[10], of: scheme, in: view(0, 0, 50), area: view(0, 0, 50).extent, bounds: nil, fullExtent: nil),
    ] {
      guard case .tooMany(let count) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(count > TilePlacer.mostTiles)
    }
  }
}
