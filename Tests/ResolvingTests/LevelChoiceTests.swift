import DocumentModel
import Geodesy
import Testing

@testable import Resolving

@Suite struct LevelChoiceTests {
  private func view(_ resolution: Double, ratio: Double = 1) -> MapView {
    MapView(
      reference: .webMercator, center: Position(x: 0, y: 0), resolution: resolution / ratio,
      size: PixelSize(width: 256, height: 256), pixelRatio: ratio)
  }

  /// Levels 0 to 10 with 1024 to 1 units for a pixel.
  private func source(
    tile: Int = 256, held: ClosedRange<Int>? = nil, detail: Detail = .screen
  ) -> FittingSource {
    let scheme = Sources.scheme(.webMercator, tile: tile, coarsest: 1024)
    return FittingSource(scheme: scheme, fullExtent: nil, initialExtent: nil, levels: held, defaultDetail: detail)
  }

  private func level(
    _ wanted: Double, ratio: Double = 1, tile: Int = 256, held: ClosedRange<Int>? = nil, of kind: Detail = .screen,
    _ change: (inout TiledKeys) -> Void = { _ in }
  ) -> Result<Int, LevelChoice.Refusal> {
    let source = source(tile: tile, held: held, detail: kind)
    let layer = Documents.tiled("x") { _, keys in change(&keys) }
    return LevelChoice(layer, source.scheme).level(of: source, for: view(wanted, ratio: ratio)).map(\.number)
  }

  @Test(arguments: [
    (4096.0, 0), (1024, 0), (1015, 0), (1013, 1), (700, 1), (512, 1), (1.2, 10), (1, 10), (0.99, 10), (0.001, 10),
  ])
  func takesTheFirstThatIsNotCoarserByMoreThanOnePercentElseTheFinest(wanted: Double, expected: Int) {
    #expect(level(wanted) == .success(expected))
  }

  @Test func looksAtTheScreenOrAtTheOutputsPixels() {
    #expect(level(64, ratio: 4) == .success(4))
    #expect(level(64, ratio: 4) { $0.detail = .device } == .success(6))
    #expect(level(64, ratio: 4, of: .device) == .success(6))
    #expect(level(64, ratio: 4, of: .device) { $0.detail = .screen } == .success(4))
    #expect(level(64, ratio: 4) { $0.detail = .level(2) } == .success(2))
    #expect(level(64) { $0.detail = .level(11) } == .failure(.noSuchLevel(11)))
    #expect(level(64, held: 3...5) { $0.detail = .level(2) } == .failure(.noSuchLevel(2)))
  }

  @Test func takesOnlyLevelsThatHoldTiles() {
    #expect(level(1, held: 3...5) == .success(5))
    #expect(level(900, held: 3...5) == .success(3))
    // A source whose words leave no level: those of its scheme.
    #expect(level(1, held: 20...22) == .success(10))
  }

  @Test func enlargesAboveTheHighestAndRefusesBelowTheLowestLevel() {
    #expect(level(1) { $0.maxLevel = 4 } == .success(4))
    #expect(level(1, held: 3...5) { $0.maxLevel = 1 } == .success(3))
    #expect(level(256) { $0.minLevel = 2 } == .success(2))
    #expect(level(300) { $0.minLevel = 3 } == .failure(.belowMinimum(fitting: 2, minimum: 3)))
    // Also where the source has nothing coarser.
    #expect(level(300, held: 3...5) { $0.minLevel = 3 } == .failure(.belowMinimum(fitting: 2, minimum: 3)))
    #expect(
      level(300) {
        $0.detail = .level(2)
        $0.minLevel = 3
      } == .failure(.belowMinimum(fitting: 2, minimum: 3)))
    #expect(
      level(300) {
        $0.detail = .level(7)
        $0.maxLevel = 5
      } == .success(5))
  }

  /// The size at which a tile is shown: half of it is a HiDPI tile, twice of it a large one.
  @Test func countsATileByTheSizeAtWhichItIsShown() {
    #expect(level(64, tile: 512) == .success(4))
    #expect(level(64, tile: 512) { $0.tileSize = 256 } == .success(5))
    #expect(level(64, tile: 256) { $0.tileSize = 256 } == .success(4))
    #expect(level(64, tile: 256) { $0.tileSize = 512 } == .success(3))
    #expect(level(64, tile: 256) { $0.tileSize = 0 } == .success(4))
  }
}
