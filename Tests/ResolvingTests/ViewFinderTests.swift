import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

@Suite struct ViewFinderTests: ViewResolving {
  // MARK: - Fits

  @Test func fitsPositionsInsideThePadding() throws {
    let places = [Position(x: 9, y: 53), Position(x: 10, y: 54), Position(x: 9.5, y: 53.2)]
    let padding = Padding(top: 100, right: 0, bottom: 20, left: 300)
    let canvas = Documents.canvas(800, 600, dpi: 192)
    let map = try #require(
      resolve(.fitGeometry(places, reference: .wgs84, padding: padding), on: "EPSG:4326", canvas: canvas).map)
    let inner = places.map { map.view.point(of: $0) }
    // One degree each way in 500 x 480 logical pixels: the height decides, with the width in the middle.
    #expect(abs(map.view.resolution - 1.0 / 960) < 1e-9)
    #expect(abs((inner.map(\.y).min() ?? 0) - 200) < 0.02)
    #expect(abs((inner.map(\.y).max() ?? 0) - 1160) < 0.02)
    let (left, right) = (inner.map(\.x).min() ?? 0, inner.map(\.x).max() ?? 0)
    #expect(abs((left + right) / 2 - 1100) < 0.02)
  }

  @Test func fitsOnePointAtOneToTenThousand() throws {
    let form = ExtentForm.fitGeometry([Position(x: 9.99, y: 53.55)], reference: .wgs84, padding: .zero)
    for map in ["EPSG:3857", "EPSG:25832", "EPSG:4326"] {
      #expect(abs(try #require(resolve(form, on: map).map).groundScale - 10_000) < 0.1)
    }
  }

  /// Two places a centimetre apart are one.
  @Test func fitsPlacesWithinAMetreAtOneToTenThousand() throws {
    let places = [Position(x: 9.99, y: 53.55), Position(x: 9.99 + 1e-7, y: 53.55)]
    for map in ["EPSG:3857", "EPSG:25832", "EPSG:4326"] {
      let form = ExtentForm.fitGeometry(places, reference: .wgs84, padding: .zero)
      #expect(abs(try #require(resolve(form, on: map).map).groundScale - 10_000) < 0.1)
    }
    let house = [Position(x: 9.99, y: 53.55), Position(x: 9.9902, y: 53.5501)]
    let map = try #require(resolve(.fitGeometry(house, reference: .wgs84, padding: .zero)).map)
    #expect(map.groundScale < 500)
  }

  @Test func refusesAPaddingThatLeavesNothing() {
    let padding = Padding(top: 0, right: 400, bottom: 0, left: 400)
    let form = ExtentForm.fitGeometry([Position(x: 9, y: 53)], reference: .wgs84, padding: padding)
    #expect(resolve(form).codes == ["MD307"])
  }

  @Test func fitsALayersFullExtent() throws {
    let part = Extent(xmin: 5, ymin: 45, xmax: 15, ymax: 55)
    let document = Documents.map(
      [Documents.tiled("base"), Documents.group("both", [Documents.tiled("part"), Documents.tiled("bare")])],
      extent: .fitLayer("both", padding: .zero))
    let knowledge = [
      "base": Sources.mercator, "part": Sources.described(.wgs84, full: part), "bare": Sources.described(.wgs84),
    ]
    let view = try #require(Resolver(document, knowledge).resolve().map?.view)
    let corner = SpatialReference.webMercator
    let projected = try #require(Projector(from: .wgs84, to: corner).project(part))
    #expect(abs(view.center.x - projected.center.x) < view.resolution / 60)
    #expect(view.extent.contains(projected, tolerance: view.resolution / 60))
  }

  @Test func refusesToFitALayerThatDoesNotSayHowFarItReaches() {
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("bare")], extent: .fitLayer("bare", padding: .zero))
    let resolution = Resolver(document, ["base": Sources.mercator, "bare": Sources.described(.webMercator)]).resolve()
    #expect(resolution.codes == ["MD307"])
  }

  @Test func saysNothingMoreOfALayerToFitThatFailed() {
    let document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("gone")], extent: .fitLayer("gone", padding: .zero))
    let resolver = Resolver(
      document: document, knowledge: ["base": .described(Sources.mercator), "gone": .failed])
    let resolution = resolver.resolve(ViewChoice())
    #expect(resolution.map == nil && resolution.findings.isEmpty)
  }

  // MARK: - Bookmarks

  @Test func showsABookmarkByItsName() throws {
    let bookmarks = [("harbour", center(9.9, 53.5, .zoom(12))), ("same", ExtentForm.bookmark("harbour"))]
    let viaInitial = try #require(resolve(.bookmark("same"), bookmarks: bookmarks).map)
    #expect(viaInitial.bookmark == nil)
    let document = Documents.map([Documents.tiled("base")], bookmarks: bookmarks)
    let chosen = Resolver(document, ["base": Sources.mercator]).resolve(ViewChoice(bookmark: "harbour"))
    #expect(chosen.map?.view == viaInitial.view)
    #expect(chosen.map?.bookmark == "harbour")
  }

  /// The reader reports names that nobody has and circles of bookmarks; said twice would be said once too often.
  @Test func leavesBookmarksThatDoNotExistOrGoRoundToTheReader() {
    let round = [("a", ExtentForm.bookmark("b")), ("b", ExtentForm.bookmark("a"))]
    for form in [ExtentForm.bookmark("harbor"), .bookmark("a"), .fitLayer("nobody", padding: .zero)] {
      let resolution = resolve(form, bookmarks: round)
      #expect(resolution.map == nil && resolution.findings.isEmpty)
    }
    let document = Documents.map([Documents.tiled("base")], bookmarks: round)
    let resolver = Resolver(document, ["base": Sources.mercator])
    #expect(resolver.resolve(ViewChoice(bookmark: "b")).map == nil)
    #expect(resolver.resolve(ViewChoice(bookmark: "c")).codes == ["MD202"])
  }

  // MARK: - Without an extent

  @Test func showsTheFullExtentElseTheWorldWhereNothingIsAsked() throws {
    #expect(try #require(resolve(nil).map).view.extent.contains(TilingScheme.webMercatorWorld, tolerance: 1))
    #expect(try #require(resolve(nil, on: "EPSG:4326").map).view.extent.contains(TilingScheme.wgs84World))
    // The area of use of UTM zone 32: 0 to 12 degrees east, 38.76 to 84.33 degrees north.
    let utm = try #require(resolve(nil, on: "EPSG:25832").map)
    #expect(utm.view.extent.contains(Position(x: 500_000, y: 5_900_000)))
    #expect(utm.view.extent.height < 6_000_000)
  }

  /// Without an extent in the document there is nothing else to say why there is no map: of Mars, or where nothing lies.
  @Test func saysWhyAWarpedBasemapGivesNoView() throws {
    let places = [("IAU_2015:49910", "MD305"), ("+proj=gnom +lat_0=90 +datum=WGS84", "MD307")]
    let south = Sources.described(.wgs84, full: Extent(xmin: 0, ymin: -60, xmax: 90, ymax: -30))
    for (reference, code) in places {
      let document = Documents.map(
        [Documents.tiled("base") { layer, _ in layer.reproject = .always }], reference: .code(reference))
      let resolution = Resolver(document, ["base": south]).resolve()
      let finding = try #require(resolution.findings.first, "\(reference)")
      #expect(finding.code.name == code && finding.range == Documents.range(Documents.referenceLine))
    }
  }
}
