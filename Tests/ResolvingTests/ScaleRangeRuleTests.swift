import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

@Suite struct ScaleRangeRuleTests {
  private func layer(_ minScale: Double, _ maxScale: Double) -> Layer {
    Documents.tiled("over", line: 20) { layer, _ in (layer.minScale, layer.maxScale) = (minScale, maxScale) }
  }

  @Test(arguments: [
    (0.0, 0.0, true), (25_000, 0, true), (24_999, 0, false), (0, 25_000, true), (0, 25_001, false),
    (50_000, 10_000, true), (10_000, 50_000, false),
    // Esri writes 18055.954822 for what is 18055.95482154.
    (24_999.99, 0, true), (0, 25_000.01, true),
  ])
  func drawsFromTheSmallerToTheLargerScale(minScale: Double, maxScale: Double, isDrawn: Bool) {
    let layer = layer(minScale, maxScale)
    #expect(ScaleRangeRule.includes(25_000, in: layer) == isDrawn)
    #expect((ScaleRangeRule.reasonToSkip(layer, at: 25_000) == nil) == isDrawn)
  }

  @Test func saysBetweenWhichScalesALayerIsDrawn() {
    #expect(ScaleRangeRule.range(of: layer(50_000, 10_000)) == "from 1:50,000 to 1:10,000")
    #expect(ScaleRangeRule.range(of: layer(0, 10_000)) == "up to 1:10,000")
    #expect(ScaleRangeRule.range(of: layer(1_000_000, 0)) == "from 1:1,000,000 on")
  }

  // MARK: - Never shown

  private func findings(_ over: Layer, scales: [Double]) -> [Diagnostic] {
    let bookmarks = scales.map { scale in
      (
        "at\(Int(scale))",
        ExtentForm.center(Position(x: 9, y: 53), reference: .wgs84, .projectedScale(scale), snapsToLevel: false)
      )
    }
    let document = Documents.map([Documents.tiled("base"), over], bookmarks: bookmarks)
    let known = ["base": Sources.mercator, "over": Sources.mercator, "in": Sources.mercator]
    return Resolver(document, known).findings(over: bookmarks.map { ViewChoice(bookmark: $0.0) })
  }

  @Test func warnsOfALayerThatNoViewShows() throws {
    let found = findings(layer(10_000, 0), scales: [25_000, 100_000])
    #expect(found.map(\.code.name) == ["MD333"])
    #expect(
      found.first?.message
        == "layer `over` is drawn from 1:10,000 on, and the document is shown from 1:100,000 to 1:25,000 only "
        + "(projected scales)")
    #expect(found.first?.range == Documents.range(20) && found.first?.layer == "over")
    #expect(findings(layer(10_000, 0), scales: [25_000, 5_000]).isEmpty)
    #expect(findings(layer(0, 30_000), scales: [25_000]).map(\.code.name) == ["MD333"])
  }

  @Test func leavesAnEmptyRangeToTheReader() {
    #expect(findings(layer(10_000, 50_000), scales: [25_000]).isEmpty)
  }

  @Test func namesTheGroupAndNotItsLayers() {
    let group = Documents.group("over", [Documents.tiled("in") { layer, _ in layer.minScale = 10 }]) {
      $0.minScale = 10_000
    }
    #expect(findings(group, scales: [25_000]).map(\.layer) == ["over"])
    let inner = Documents.group("over", [Documents.tiled("in") { layer, _ in layer.minScale = 10 }])
    #expect(findings(inner, scales: [25_000]).map(\.layer) == ["in"])
  }

  @Test func saysNothingOfLayersThatAreHiddenOrOfDocumentsWithoutEveryView() {
    let hidden = Documents.tiled("over") { layer, _ in (layer.isVisible, layer.minScale) = (false, 10) }
    #expect(findings(hidden, scales: [25_000]).isEmpty)
    let document = Documents.map(
      [Documents.tiled("base"), layer(10, 0)],
      bookmarks: [("a", .center(Position(x: 0, y: 0), reference: .wgs84, .level(99), snapsToLevel: false))])
    let found = Resolver(document, ["base": Sources.mercator, "over": Sources.mercator])
      .findings(over: [ViewChoice(), ViewChoice(bookmark: "a")])
    #expect(found.map(\.code.name) == ["MD308"])
  }
}
