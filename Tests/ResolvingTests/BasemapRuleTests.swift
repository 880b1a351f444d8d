import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

@Suite struct BasemapRuleTests {
  private let both = Sources.described(.webMercator, .wgs84, full: TilingScheme.webMercatorWorld)

  @Test func takesReferenceFullExtentAndInitialExtentOfTheFirstLayer() throws {
    let initial = Extent(xmin: 0, ymin: 0, xmax: 80_000, ymax: 60_000)
    let source = Sources.described(.webMercator, full: TilingScheme.webMercatorWorld, initial: initial)
    let map = try #require(
      Resolver(
        Documents.map([Documents.tiled("base"), Documents.tiled("over")]), ["base": source, "over": Sources.mercator]
      ).resolve().map)
    #expect(map.reference == .webMercator)
    #expect(map.fullExtent == TilingScheme.webMercatorWorld)
    #expect(map.view.extent.contains(initial, tolerance: 1e-6))
    #expect(map.view.resolution == 100)
  }

  @Test func countsAGroupAsItsFirstLayerHoweverDeep() throws {
    let document = Documents.map([
      Documents.group("outer", [Documents.group("inner", [Documents.tiled("deep")])]), Documents.tiled("over"),
    ])
    let resolution = Resolver(document, ["deep": Sources.degrees, "over": Sources.mercator]).resolve()
    #expect(resolution.map?.reference == .wgs84)
    #expect(resolution.codes == ["MD301"])
  }

  @Test func fixesTheReferenceEvenWhenItIsNotVisible() throws {
    let document = Documents.map([
      Documents.tiled("base") { layer, _ in layer.isVisible = false }, Documents.tiled("over"),
    ])
    let resolution = Resolver(document, ["base": Sources.degrees, "over": Sources.degrees]).resolve()
    #expect(resolution.map?.reference == .wgs84)
    #expect(resolution.layer("base")?.action == .skip)
    #expect(resolution.findings.isEmpty)
  }

  @Test func takesTheDocumentsReferenceWhenTheSourceOffersIt() {
    let document = Documents.map([Documents.tiled("base")], reference: .wgs84)
    let resolution = Resolver(document, ["base": both]).resolve()
    #expect(resolution.map?.reference == .wgs84)
    #expect(resolution.map?.fullExtent?.xmin == -180)
    #expect(resolution.findings.isEmpty)
  }

  @Test func putsTheLayersReferenceBeforeTheDocuments() {
    let base = Documents.tiled("base") { layer, _ in
      layer.reference = Located(.wgs84, at: Documents.range(11))
    }
    let resolution = Resolver(Documents.map([base], reference: .webMercator), ["base": both]).resolve()
    #expect(resolution.map?.reference == .wgs84)
    #expect(resolution.codes == ["MD301"])
    #expect(resolution.findings.first?.range == Documents.range(Documents.referenceLine))
  }

  @Test func refusesSeveralReferencesAndListsThem() throws {
    let resolution = Resolver(Documents.map([Documents.tiled("base")]), ["base": both]).resolve()
    #expect(resolution.map == nil)
    let finding = try #require(resolution.findings.first)
    #expect(finding.code == .ambiguousReference)
    #expect(finding.message.contains("EPSG:3857 and EPSG:4326"))
    #expect(finding.range == Documents.range(10))
    #expect(finding.layer == "base")
  }

  private var withDefault: LayerDescription {
    var source = both
    source.firstSchemeIsDefault = true
    source.furtherExtents = [TilingScheme.wgs84World]
    return source
  }

  @Test func takesTheSourcesDefaultWhereNothingSaysWhich() {
    let resolution = Resolver(Documents.map([Documents.tiled("base")]), ["base": withDefault]).resolve()
    #expect(resolution.findings.isEmpty)
    #expect(resolution.map?.reference == .webMercator)
    #expect(resolution.map?.fullExtent == TilingScheme.webMercatorWorld)
  }

  @Test func putsTheDocumentsReferenceBeforeTheSourcesDefault() {
    let document = Documents.map([Documents.tiled("base"), Documents.tiled("over")], reference: .wgs84)
    let resolution = Resolver(document, ["base": withDefault, "over": withDefault]).resolve()
    #expect(resolution.findings.isEmpty)
    #expect(resolution.map?.reference == .wgs84)
    #expect(resolution.map?.fullExtent == TilingScheme.wgs84World)
    #expect(resolution.layer("over")?.tiles?.scheme.reference == .wgs84)
  }

  @Test func reportsAnotherReferenceAtTheDocumentsKeyAndGoesOn() throws {
    let document = Documents.map([Documents.tiled("base")], reference: .code("EPSG:25832"))
    let resolution = Resolver(document, ["base": Sources.mercator]).resolve()
    let finding = try #require(resolution.findings.first)
    #expect(finding.code == .tiledLayerInOtherReference)
    #expect(finding.range == Documents.range(Documents.referenceLine))
    #expect(finding.message == "the document asks for EPSG:25832, basemap `base` is in EPSG:3857")
    #expect(resolution.map?.reference == .webMercator)
  }

  @Test func doesNotTakeANearlyEqualReferenceForTheDocuments() {
    let base = Sources.described(
      Sources.scheme(.code("EPSG:32632")), full: Extent(xmin: 3e5, ymin: 5e6, xmax: 4e5, ymax: 5.1e6))
    let document = Documents.map([Documents.tiled("base")], reference: .code("EPSG:25832"))
    #expect(Resolver(document, ["base": base]).resolve().codes == ["MD303"])
  }

  @Test func letsTheLayersReferenceDeclareANearlyEqualOneEqual() {
    let base = Documents.tiled("base") { layer, _ in
      layer.reference = Located(.code("EPSG:25832"), at: Documents.range(11))
    }
    let source = Sources.described(
      Sources.scheme(.code("EPSG:32632")), full: Extent(xmin: 3e5, ymin: 5e6, xmax: 4e5, ymax: 5.1e6))
    let resolution = Resolver(Documents.map([base], reference: .code("EPSG:25832")), ["base": source]).resolve()
    #expect(resolution.findings.isEmpty)
    #expect(resolution.map?.reference == .code("EPSG:25832"))
    #expect(resolution.map?.fullExtent?.xmin == 3e5)
  }

  @Test func doesNotBelieveThatDegreesAreMetres() {
    let base = Documents.tiled("base") { layer, _ in layer.reference = Located(.wgs84, at: Documents.range(11)) }
    let resolution = Resolver(Documents.map([base]), ["base": Sources.mercator]).resolve()
    #expect(resolution.map == nil)
    #expect(resolution.codes == ["MD301"])
    #expect(resolution.findings.first?.range == Documents.range(11))
  }

  @Test func refusesAFirstLayerWithoutASchemeOfItsOwn() {
    let resolution = Resolver(
      Documents.map([Documents.tiled("base"), Documents.tiled("over")]),
      ["base": Sources.described(), "over": Sources.mercator]
    ).resolve()
    #expect(resolution.map == nil)
    #expect(resolution.codes == ["MD306"])
  }

  /// A `pattern` or `debug` layer, which has no scheme until the basemap is known.
  @Test func refusesAPatternFirstAndNamesTheKeyThatMendsIt() throws {
    let first = Documents.tiled("dots") { layer, _ in layer.typeName = "pattern" }
    let resolution = Resolver(Documents.map([first]), ["dots": Sources.described()]).resolve()
    let finding = try #require(resolution.findings.first)
    #expect(finding.code == .noReferenceFromBasemap)
    #expect(finding.message.contains("`pattern` takes the tiling scheme of the basemap"))
    #expect(finding.hint?.text == "put another layer first, or give `dots` a `tilingScheme`")
  }

  @Test func takesAPatternWithASchemeOfItsOwnAsBasemap() {
    let first = Documents.tiled("dots") { layer, _ in layer.typeName = "pattern" }
    let resolution = Resolver(Documents.map([first]), ["dots": Sources.degrees]).resolve()
    #expect(resolution.map?.reference == .wgs84)
    #expect(resolution.findings.isEmpty)
  }

  @Test func refusesAnEmptyGroupAsBasemap() {
    let resolution = Resolver(Documents.map([Documents.group("none", [])]), [:]).resolve()
    #expect(resolution.codes == ["MD306"])
  }

  @Test func goesOnWithoutASourceWhereTheDocumentSaysTheReference() {
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("over")], reference: .webMercator,
      extent: .center(Position(x: 10, y: 53.5), reference: .wgs84, .zoom(10), snapsToLevel: false))
    let resolution = Resolver(document: document, knowledge: ["base": .failed, "over": .described(Sources.mercator)])
      .resolve(ViewChoice())
    #expect(resolution.findings.isEmpty)
    #expect(resolution.layer("base")?.action == .reject)
    #expect(resolution.layer("base")?.reason == "its source could not be opened")
    #expect(resolution.layer("over")?.action == .resample)
  }

  @Test func saysNothingMoreOfASourceThatFailed() {
    let resolution = Resolver(document: Documents.map([Documents.tiled("base")]), knowledge: ["base": .failed])
      .resolve(ViewChoice())
    #expect(resolution.map == nil)
    #expect(resolution.findings.isEmpty)
  }

  @Test func saysOnceThatAServiceMayNotBeAsked() {
    let resolver = Resolver(document: Documents.map([Documents.tiled("base")]), knowledge: ["base": .unknown])
    #expect(resolver.findings(over: [ViewChoice(), ViewChoice(canvas: [])]).map(\.code.name) == ["MD400"])
  }
}
