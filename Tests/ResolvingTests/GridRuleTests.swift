import Geodesy
import Testing

@testable import Resolving

@Suite struct GridRuleTests {
  private func source(_ scheme: TilingScheme, levels: ClosedRange<Int>? = nil) -> FittingSource {
    FittingSource(scheme: scheme, fullExtent: nil, initialExtent: nil, levels: levels, defaultDetail: .screen)
  }

  private func mercator(
    x: Double = -20037508.342789244, tile: Int = 256, factor: Double = 1, levels: ClosedRange<Int> = 0...19
  ) -> TilingScheme {
    TilingScheme(
      reference: .webMercator, origin: Position(x: x, y: 20037508.342789244),
      tileSize: PixelSize(width: tile, height: tile),
      levels: levels.map { .init(number: $0, resolution: 156543.03392804097 * factor / Double(1 << $0)) })
  }

  private func isSame(_ scheme: TilingScheme, levels: ClosedRange<Int>? = nil) -> Bool {
    GridRule.isSameGrid(source(scheme, levels: levels), as: source(mercator()))
  }

  @Test func takesEsrisRoundedNumbersForTheSameGrid() {
    #expect(isSame(mercator(x: -20037508.342787, factor: 156543.033928 / 156543.03392804097)))
  }

  @Test func takesPartsOfThePyramidForTheSameGrid() {
    #expect(isSame(mercator(levels: 3...5)))
    #expect(isSame(mercator(levels: 0...24)))
    #expect(isSame(mercator(levels: 21...24)))
  }

  @Test func tellsOriginTileSizeAndResolutionsApart() {
    #expect(!isSame(mercator(x: -20_037_507)))
    #expect(!isSame(mercator(tile: 512)))
    #expect(!isSame(mercator(factor: 1.1)))
    #expect(!isSame(mercator(factor: 1.0001)))
  }
}
