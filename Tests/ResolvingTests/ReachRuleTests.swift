import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

@Suite struct ReachRuleTests {
  private let germany = Sources.described(
    .webMercator, full: Extent(xmin: 650_000, ymin: 5_980_000, xmax: 1_700_000, ymax: 7_400_000), levels: 3...12)

  private func box(_ xmin: Double, _ ymin: Double, _ xmax: Double, _ ymax: Double) -> ExtentForm {
    .box(xmin: xmin, ymin: ymin, xmax: xmax, ymax: ymax, reference: .webMercator)
  }

  private func codes(
    _ extent: ExtentForm, canvas: Canvas = Documents.canvas(800, 600), change: (inout TiledKeys) -> Void = { _ in }
  ) -> [String] {
    let base = Documents.tiled("base") { _, keys in change(&keys) }
    return Resolver(Documents.map([base], canvas: canvas, extent: extent), ["base": germany]).resolve().codes
  }

  @Test func warnsOfAnExtentOfWhichMostShowsNoBasemap() {
    #expect(codes(box(-8_000_000, 4_900_000, -7_000_000, 5_900_000)) == ["MD330"])
    // 60 % and 40 % of it lie left of the basemap.
    #expect(codes(box(50_000, 6_000_000, 1_050_000, 7_000_000)) == ["MD330"])
    #expect(codes(box(250_000, 6_000_000, 1_250_000, 7_000_000)) == [])
  }

  @Test func doesNotBlameTheShapeOfThePicture() {
    let whole = box(650_000, 5_980_000, 1_700_000, 7_400_000)
    #expect(codes(whole, canvas: Documents.canvas(2000, 300)) == [])
  }

  @Test func saysHowMuchLiesOutsideAndWhere() throws {
    let document = Documents.map(
      [Documents.tiled("base")], extent: box(50_000, 6_000_000, 1_050_000, 7_000_000))
    let finding = try #require(Resolver(document, ["base": germany]).resolve().findings.first)
    #expect(
      finding.message
        == "the initial extent lies for 60 % outside basemap `base`, which reaches over "
        + "[650000, 5980000, 1700000, 7400000] of EPSG:3857")
    #expect(finding.range == Documents.range(Documents.extentLine))
  }

  @Test func neverSaysThatAllLiesOutsideWhereSomeDoesNot() throws {
    let center = ExtentForm.center(
      Position(x: 1_200_000, y: 6_600_000), reference: .webMercator, .resolution(1_000_000), snapsToLevel: false)
    let resolution = Resolver(Documents.map([Documents.tiled("base")], extent: center), ["base": germany]).resolve()
    let finding = try #require(resolution.findings.first { $0.code.name == "MD330" })
    #expect(finding.message.hasPrefix("the initial extent lies for 99.9 % outside basemap"), "\(finding.message)")
  }

  @Test func aBoxWiderThanAnyNumberIsSaidToBeOne() throws {
    let document = Documents.map([Documents.tiled("base")], extent: box(-1e308, -1e308, 1e308, 1e308))
    let findings = Resolver(document, ["base": germany]).resolve().findings
    #expect(findings.map(\.code.name) == ["MD307"])
    #expect(findings.first?.message.contains("a scale that is no finite number") == true, "\(findings.map(\.message))")
  }

  @Test func warnsOfABookmarkThatTheMapCannotShow() throws {
    let document = Documents.map(
      [Documents.tiled("base")],
      bookmarks: [
        ("berlin", box(1_480_000, 6_880_000, 1_500_000, 6_900_000)),
        ("paris", box(250_000, 6_240_000, 270_000, 6_260_000)),
      ])
    let resolver = Resolver(document, ["base": germany])
    let findings = resolver.findings(
      over: [
        ViewChoice(), ViewChoice(bookmark: "berlin"), ViewChoice(bookmark: "paris"), ViewChoice(bookmark: "paris"),
      ])
    #expect(findings.map(\.code.name) == ["MD332"])
    #expect(findings.first?.message.hasPrefix("bookmark `paris` lies outside basemap `base`") == true)
    #expect(findings.first?.range == Documents.range(Documents.bookmarkLine + 1))
  }

  /// Level 12 has 38.2 m a pixel, level 3 has 19567.9: four times either way is fine.
  @Test(arguments: [
    (38.2, ""), (9.6, ""), (9.3, "MD331"), (0.5, "MD331"), (70_000, "MD330"), (90_000, "MD330 MD331"),
  ])
  func warnsOfAScaleFarOutsideTheLevels(resolution: Double, expected: String) {
    let center = ExtentForm.center(
      Position(x: 1_200_000, y: 6_600_000), reference: .webMercator, .resolution(resolution), snapsToLevel: false)
    #expect(codes(center).joined(separator: " ") == expected)
  }

  /// Level 8 has 611 m a pixel of the ground at the equator, 380 m at 51 degrees north.
  @Test(arguments: [(380.0, ""), (98, ""), (90, "MD331"), (5, "MD331"), (400_000, "MD331")])
  func warnsOfAWarpedBasemapTheSameWay(resolution: Double, expected: String) {
    var document = Documents.map(
      [Documents.tiled("base") { layer, _ in layer.reproject = .always }],
      extent: .center(Position(x: 9, y: 51.5), reference: .wgs84, .resolution(resolution), snapsToLevel: false))
    document.reference = Located(.code("EPSG:3035"), at: Documents.range(3))
    let source = Sources.described(.webMercator, full: TilingScheme.webMercatorWorld, levels: 2...8)
    let codes = Resolver(document, ["base": source]).resolve().codes
    #expect(codes.filter { $0 == "MD331" }.joined() == expected, "\(codes)")
  }

  @Test func takesTheDocumentsOwnWordOnLevels() {
    let fine = ExtentForm.center(
      Position(x: 1_200_000, y: 6_600_000), reference: .webMercator, .resolution(0.5), snapsToLevel: false)
    #expect(codes(fine) { $0.maxLevel = 10 } == [])
    #expect(codes(fine) { $0.detail = .level(10) } == [])
  }

  @Test func neverWarnsOfTheBasemapsOwnExtent() {
    let source = Sources.described(
      .webMercator, full: Extent(xmin: 0, ymin: 0, xmax: 10, ymax: 10),
      initial: Extent(xmin: 100, ymin: 100, xmax: 110, ymax: 110), levels: 0...2)
    #expect(Resolver(Documents.map([Documents.tiled("base")]), ["base": source]).resolve().codes.isEmpty)
  }
}
