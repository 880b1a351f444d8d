import Diagnostics
import Geodesy
import Testing

@testable import DocumentModel
@testable import Resolving

/// From which of several references a layer is warped.
@Suite struct CoverageRuleTests {
  /// As the built-in world: Web Mercator first, then degrees.
  private static let world: LayerDescription = {
    var world = Sources.described(.webMercator, .wgs84, full: TilingScheme.webMercatorWorld)
    world.firstSchemeIsDefault = true
    world.furtherExtents = [TilingScheme.wgs84World]
    return world
  }()

  private func resolution(
    _ reference: String, _ center: Position, scale: Double = 100_000_000, _ description: LayerDescription = world,
    change: (inout Layer) -> Void = { _ in }
  ) -> Resolution {
    let base = Documents.tiled("base", line: 20) { layer, _ in
      layer.reproject = .always
      change(&layer)
    }
    var document = Documents.map(
      [base], extent: .center(center, reference: .wgs84, .projectedScale(scale), snapsToLevel: false))
    document.reference = Located(.code(reference), at: Documents.range(3))
    return Resolver(document, ["base": description]).resolve()
  }

  @Test(arguments: [("EPSG:3995", 90.0), ("EPSG:3031", -90), ("EPSG:3575", 90)])
  func aMapOfAPoleIsWarpedFromDegrees(_ reference: String, _ latitude: Double) throws {
    // Also of a picture in which the pole is a speck.
    for scale in [2_000_000, 100_000_000, 900_000_000] as [Double] {
      let resolution = resolution(reference, Position(x: 0, y: latitude), scale: scale)
      let layer = try #require(resolution.layer("base"))
      #expect(layer.action == .warp && layer.reference == .wgs84, "\(layer.reason)")
      #expect(layer.reason.contains("EPSG:4326, which of all that its source offers holds most of the picture"))
      #expect(!resolution.codes.contains("MD337"))
    }
  }

  /// Also where the poles are lines, just before which the last places that are looked at lie.
  @Test(arguments: ["natearth", "eck2", "robin", "moll", "eqc", "laea +lat_0=45"])
  func aMapOfTheWorldIsWarpedFromDegrees(_ projection: String) throws {
    for size in [(300.0, 220.0), (900, 500), (200, 600)] {
      var document = Documents.map(
        [Documents.tiled("base") { layer, _ in layer.reproject = .always }], canvas: Documents.canvas(size.0, size.1))
      document.reference = Located(.code("+proj=\(projection) +datum=WGS84"), at: Documents.range(3))
      let resolution = Resolver(document, ["base": Self.world]).resolve()
      #expect(resolution.layer("base")?.reference == .wgs84, "\(resolution.layer("base")?.reason ?? "")")
      #expect(resolution.findings.isEmpty, "\(resolution.codes)")
    }
  }

  @Test func aMapWithoutAPoleIsWarpedFromWhatTheSourceNamesFirst() throws {
    let resolution = resolution("EPSG:3035", Position(x: 10, y: 50), scale: 30_000_000)
    let layer = try #require(resolution.layer("base"))
    #expect(resolution.findings.isEmpty && layer.reference == .webMercator)
    #expect(layer.reason.contains("which holds as much of the picture as EPSG:4326"))
    #expect(resolution.map?.fullExtent != nil)
  }

  @Test func whatIsNearerToTheMapGoesFirst() throws {
    let near = Sources.scheme(.code("EPSG:32632"), origin: Position(x: 0, y: 7_000_000))
    let resolution = resolution(
      "EPSG:25832", Position(x: 9, y: 51), scale: 1_000_000,
      Sources.described(.webMercator, near))
    let layer = try #require(resolution.layer("base"))
    #expect(layer.reference == .code("EPSG:32632"))
    #expect(layer.reason.contains("which is nearer to the map's than EPSG:3857"))
  }

  @Test func aLayerOnTopTakesWhatHoldsThePictureToo() throws {
    var document = Documents.map(
      [Documents.tiled("base"), Documents.tiled("over", line: 20) { layer, _ in layer.reproject = .always }],
      extent: .center(Position(x: 0, y: 90), reference: .wgs84, .projectedScale(100_000_000), snapsToLevel: false))
    let polar = Sources.described(
      Sources.scheme(.code("EPSG:3995"), origin: Position(x: -9_000_000, y: 9_000_000), coarsest: 70_000),
      full: Extent(xmin: -9_000_000, ymin: -9_000_000, xmax: 9_000_000, ymax: 9_000_000))
    let known = ["base": polar, "over": Self.world]
    #expect(Resolver(document, known).resolve().layer("over")?.reference == .wgs84)
    // With tiles of Web Mercator alone there is a hole.
    let resolution = Resolver(document, ["base": polar, "over": Sources.mercator]).resolve()
    let hole = try #require(resolution.findings.first)
    #expect(resolution.codes == ["MD337"] && resolution.layer("over")?.code == .endsBeforePole)
    #expect(hole.message.contains("ends at 85.05 degrees north") && hole.severity == .info)
    // Where the document says what is drawn, it means it.
    document.layers[1] = Documents.tiled("over", line: 20) { layer, keys in
      layer.reproject = .always
      keys.bounds = Located(
        .box(xmin: -180, ymin: 60, xmax: 180, ymax: 80, reference: .wgs84, snapsToLevel: false),
        at: Documents.range(21))
    }
    #expect(Resolver(document, ["base": polar, "over": Sources.mercator]).resolve().findings.isEmpty)
  }

  @Test func theLayersOwnReferenceIsObeyed() throws {
    let resolution = resolution("EPSG:3995", Position(x: 0, y: 90)) { layer in
      layer.reference = Located(.webMercator, at: Documents.range(21))
    }
    #expect(resolution.layer("base")?.reference == .webMercator && resolution.codes == ["MD337"])
    #expect(resolution.findings.first?.hint?.text.contains("take its `srs` out") == true)
  }

  @Test func aLayerOfAPartOfTheWorldLeavesNoHole() {
    let europe = Sources.described(
      .webMercator, full: Extent(xmin: -1_000_000, ymin: 4_000_000, xmax: 4_000_000, ymax: 11_000_000))
    let resolution = resolution("EPSG:3995", Position(x: 0, y: 90), europe)
    #expect(!resolution.codes.contains("MD337"))
  }
}
