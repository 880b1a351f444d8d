import Diagnostics
import Geodesy
import Testing

@testable import DocumentModel
@testable import Resolving

@Suite struct CanvasRuleTests {
  private let base = Documents.canvas(800, 600, dpi: 96)
  private let paper = CanvasSize(width: 793.7007874, height: 1122.519685, isPaper: true)
  private let screen = CanvasSize(width: 400, height: 300, isPaper: false)

  private func canvas(dpiIsWritten: Bool = false, _ overrides: CanvasOverride...) -> Canvas {
    var base = base
    base.hasWrittenDPI = dpiIsWritten
    return CanvasRule.canvas(of: base, overrides: overrides)
  }

  @Test func takesTheDpiOfTheNewSizeUnlessOneIsWritten() {
    #expect(canvas(CanvasOverride(size: paper)).dpi == 300)
    #expect(canvas(CanvasOverride(size: paper)).pixelSize == PixelSize(width: 2480, height: 3508))
    #expect(canvas(CanvasOverride(size: paper), CanvasOverride(size: screen)).dpi == 96)
    #expect(canvas(dpiIsWritten: true, CanvasOverride(size: paper)).dpi == 96)
    #expect(canvas(CanvasOverride(size: paper, dpi: 150)).dpi == 150)
    #expect(canvas(CanvasOverride(dpi: 150), CanvasOverride(size: paper)).dpi == 150)
  }

  @Test func putsOneOverrideOverTheOther() {
    let red = Color(red: 255, green: 0, blue: 0)
    let both = canvas(
      CanvasOverride(size: screen, background: .color(red)), CanvasOverride(dpi: 192, background: .transparent))
    #expect(both.width == 400 && both.dpi == 192 && both.background == nil)
    #expect(canvas(CanvasOverride(background: .color(red))).background == red)
  }

  @Test func putsBookmarkBeforeOutputBeforeCommandLine() throws {
    var document = Documents.map(
      [Documents.tiled("base")], bookmarks: [("b", .box(xmin: 0, ymin: 0, xmax: 9, ymax: 9, reference: .wgs84))])
    document.bookmarks[0].canvas = CanvasOverride(size: screen, dpi: 192)
    let resolver = Resolver(document, ["base": Sources.mercator])
    let own = try #require(resolver.resolve(ViewChoice(bookmark: "b")).map)
    #expect(own.view.size == PixelSize(width: 800, height: 600) && own.view.pixelRatio == 2)
    let overridden = try #require(
      resolver.resolve(ViewChoice(bookmark: "b", canvas: [CanvasOverride(dpi: 48), CanvasOverride(dpi: 96)])).map)
    #expect(overridden.view.size == PixelSize(width: 400, height: 300))
    #expect(try #require(resolver.resolve().map).view.size == PixelSize(width: 800, height: 600))
  }

  @Test(arguments: [
    (65_536.0, 1.0, 96.0), (1, 70_000, 96), (40_000, 40_000, 192), (46_341, 46_342, 96), (1e30, 10, 96),
    (.infinity, 10, 96), (100, 100, .infinity),
  ])
  func refusesPicturesPastTheBounds(width: Double, height: Double, dpi: Double) {
    let document = Documents.map([Documents.tiled("base")], canvas: Documents.canvas(width, height, dpi: dpi))
    let resolution = Resolver(document, ["base": Sources.mercator]).resolve()
    #expect(resolution.codes == ["MD508"])
    #expect(resolution.map == nil)
  }

  /// What a project's limits say goes, in both directions.
  @Test func aProjectMayRaiseTheBounds() throws {
    var document = Documents.map([Documents.tiled("base")], canvas: Documents.canvas(100_000, 30_000))
    #expect(Resolver(document, ["base": Sources.mercator]).resolve().codes == ["MD508"])
    document.pictureBounds.side = 100_000
    let still = Resolver(document, ["base": Sources.mercator]).resolve().findings
    #expect(still.first?.message.hasSuffix("at most 100,000 a side and 2,147,483,648 in all") == true)
    document.pictureBounds.pixels = 3_000_000_000
    #expect(Resolver(document, ["base": Sources.mercator]).resolve().map?.view.size.width == 100_000)
    document.pictureBounds.side = 99_999
    #expect(Resolver(document, ["base": Sources.mercator]).resolve().codes == ["MD508"])
  }

  @Test(arguments: [(65_535.0, 100.0), (46_340, 46_340), (0.1, 0.1)])
  func allowsPicturesUpToTheBounds(width: Double, height: Double) {
    let document = Documents.map([Documents.tiled("base")], canvas: Documents.canvas(width, height))
    #expect(Resolver(document, ["base": Sources.mercator]).resolve().map != nil)
  }
}
