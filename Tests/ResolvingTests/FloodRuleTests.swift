import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

/// A picture of 800 x 600 pixels over the whole world, in which a layer without coarse levels takes many tiles.
@Suite struct FloodRuleTests {
  /// A pyramid whose coarsest level has 2^`coarsest` columns.
  private func overlay(_ coarsest: Int) -> LayerDescription {
    let levels = TilingScheme.webMercator.levels.filter { $0.number >= coarsest }
    return Sources.described(
      TilingScheme(
        reference: .webMercator, origin: TilingScheme.webMercator.origin, tileSize: PixelSize(width: 256, height: 256),
        levels: levels), full: TilingScheme.webMercatorWorld)
  }

  private func resolution(
    _ coarsest: Int, canvas: Canvas = Documents.canvas(800, 600),
    change: (inout Layer, inout TiledKeys) -> Void = { _, _ in }
  ) -> Resolution {
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("parcels", line: 20, change)], canvas: canvas,
      extent: .box(xmin: -180, ymin: -80, xmax: 180, ymax: 80, reference: .wgs84))
    return Resolver(document, ["base": Sources.mercator, "parcels": overlay(coarsest)]).resolve()
  }

  private func codes(_ resolution: Resolution) -> [String] {
    resolution.findings.filter { $0.layer == "parcels" && $0.severity != .info }.map(\.code.name)
  }

  @Test func warnsOfALayerWithoutLevelsAsCoarseAsTheMap() throws {
    #expect(codes(resolution(4)) == [], "256 tiles, each reduced four times")
    let flooded = resolution(7)
    #expect(codes(flooded) == ["MD335"])
    let finding = try #require(flooded.findings.first { $0.code == .floodOfTiles })
    let layer = try #require(flooded.layer("parcels"))
    let count = Words.grouped(Double(layer.tiles?.tileCount ?? 0))
    #expect(
      finding.message.hasPrefix("layer `parcels` takes \(count) tiles of level 7, its coarsest, in one picture"),
      "\(finding.message)")
    #expect(finding.hint?.text.contains("write `minScale: 18000000`") == true, "\(finding.hint?.text ?? "")")
    #expect(finding.range == Documents.range(20))
    #expect(layer.isDrawn)
  }

  @Test func theHintsOfTheWarningMendIt() {
    #expect(codes(resolution(7) { layer, _ in layer.minScale = 18_000_000 }) == [])
    let bounds = ExtentForm.box(xmin: 5, ymin: 45, xmax: 15, ymax: 55, reference: .wgs84)
    #expect(codes(resolution(7) { _, keys in keys.bounds = Located(bounds, at: Documents.range(21)) }) == [])
  }

  @Test func refusesALayerThatWouldTakeMoreTilesThanAnyPictureNeeds() throws {
    let flooded = resolution(12)
    #expect(codes(flooded) == ["MD336"])
    let finding = try #require(flooded.findings.first { $0.code == .tooManyTiles })
    #expect(
      finding.message.hasSuffix("tiles of level 12 in one picture, at most 250,000 are drawn"), "\(finding.message)")
    #expect(flooded.layer("parcels")?.action == .reject)
  }

  @Test func leavesLargePicturesOfTilesNearTheirOwnSizeAlone() throws {
    let large = resolution(6, canvas: Documents.canvas(16_000, 12_000))
    #expect(codes(large) == [])
    #expect(try #require(large.layer("parcels")?.tiles?.tileCount) > 1000)
  }

  @Test func blamesALevelThatTheLayerAsksFor() throws {
    let asked = resolution(2) { _, keys in keys.detail = .level(7) }
    let finding = try #require(asked.findings.first { $0.code == .floodOfTiles })
    #expect(finding.hint?.text.hasPrefix("write a lower `detail`") == true)
    #expect(!finding.message.contains("coarsest"))
  }
}
