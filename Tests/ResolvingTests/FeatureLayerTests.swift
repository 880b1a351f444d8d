import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

/// Layers of features: rules 1, 5 and 8, and fitting a view to them.
@Suite struct FeatureLayerTests {
  private static func features(
    _ reference: String? = "EPSG:4326", full: Extent? = Extent(xmin: 9, ymin: 53, xmax: 11, ymax: 54), count: Int? = 12
  ) -> LayerDescription {
    LayerDescription(
      tilingSchemes: [], fullExtent: full,
      features: FeatureDescription(reference: reference.map { .code($0) }, count: count))
  }

  private static func layer(_ id: String, line: Int = 20, _ change: (inout Layer) -> Void = { _ in }) -> Layer {
    Documents.tiled(id, line: line) { layer, _ in change(&layer) }.withFeatures
  }

  private static func resolve(
    over description: LayerDescription, base: LayerDescription = Sources.mercator, reference: String? = nil,
    extent: ExtentForm? = .box(xmin: 9, ymin: 53, xmax: 11, ymax: 54, reference: .wgs84), wraps: Bool = false,
    _ change: (inout Layer) -> Void = { _ in }
  ) -> Resolution {
    let document = Documents.map(
      [Documents.tiled("base"), layer("over", change)], reference: reference.map { .code($0) }, extent: extent,
      wrapsAround: wraps)
    return Resolver(document, ["base": base, "over": description]).resolve()
  }

  private static func alone(
    _ description: LayerDescription, reference: String? = nil, extent: ExtentForm? = nil,
    _ change: (inout Layer) -> Void = { _ in }
  ) -> Resolution {
    let document = Documents.map([layer("data", change)], reference: reference.map { .code($0) }, extent: extent)
    return Resolver(document, ["data": description]).resolve()
  }

  // MARK: - Over another basemap

  @Test func drawsFeaturesInTheMapsReferenceAndProjectsOthers() throws {
    let resolution = Self.resolve(over: Self.features("EPSG:3857", full: nil))
    let view = try #require(resolution.map?.view)
    let same = try #require(resolution.layer("over"))
    #expect(same.action == .draw && same.reason == "its 12 features are in the map's reference")
    #expect(same.operation == nil && same.features?.resolution == view.resolution)
    let other = try #require(Self.resolve(over: Self.features()).layer("over"))
    #expect(
      other.action == .project && other.reason == "its 12 features are in EPSG:4326, brought into the map's reference")
    #expect(other.operation == "Popular Visualisation Pseudo-Mercator" && other.accuracy == 0)
    // Degrees for a pixel: fewer upwards than across in this latitude.
    let degrees = try #require(other.features?.resolution)
    #expect(degrees < view.resolution / 111_000 && degrees > view.resolution / 111_320 / 2)
  }

  private static func service(_ reference: String, _ kinds: Set<ShapeKind>) -> LayerDescription {
    var description = Self.features(reference, full: nil)
    description.features?.isAskedInAny = true
    description.features?.kinds = kinds
    return description
  }

  /// A service is asked for the map's reference, unless that moves datums or takes the bends of lines away.
  @Test func asksAServiceForTheMapsReference() throws {
    // A street of Hamburg in Web Mercator, from UTM.
    let near = ExtentForm.box(xmin: 9.99, ymin: 53.55, xmax: 9.995, ymax: 53.553, reference: .wgs84)
    let lines = Self.resolve(over: Self.service("EPSG:32632", [.line]), extent: near)
    let asked = try #require(lines.layer("over"))
    #expect(asked.action == .draw && asked.reference == .webMercator && asked.operation == nil && lines.codes == [])
    #expect(asked.features?.resolution == lines.map?.view.resolution)
    // All of Germany: lines bend, places do not.
    let wide = ExtentForm.box(xmin: 6, ymin: 47, xmax: 15, ymax: 55, reference: .wgs84)
    let bent = try #require(Self.resolve(over: Self.service("EPSG:32632", [.line]), extent: wide).layer("over"))
    #expect(bent.action == .project && bent.reference == .code("EPSG:32632"))
    let places = try #require(Self.resolve(over: Self.service("EPSG:32632", [.point]), extent: wide).layer("over"))
    #expect(places.action == .draw && places.reference == .webMercator)
    // Another datum: what is said of it here holds.
    let datum = try #require(Self.resolve(over: Self.service("EPSG:31467", [.point]), extent: near).layer("over"))
    #expect(datum.action == .project && datum.reference == .code("EPSG:31467"))
    // A file cannot be asked, and a layer's `srs` is what it says.
    #expect(Self.resolve(over: Self.features("EPSG:32632"), extent: near).layer("over")?.action == .project)
    let own = Self.resolve(over: Self.service("EPSG:32632", [.point]), extent: near) {
      $0.reference = Located(.code("EPSG:32633"), at: Documents.range(21))
    }
    #expect(own.layer("over")?.reference == .code("EPSG:32633"))
  }

  @Test func leavesOutWhatItsServiceShowsAtOtherScalesOnly() {
    var description = Self.features()
    description.features?.scales = 1...5000
    let resolved = Self.resolve(over: description)
    #expect(resolved.layer("over")?.action == .skip && resolved.codes == ["MD338"])
    #expect(Self.resolve(over: description) { $0.minScale = 1e8 }.layer("over")?.action == .project)
  }

  @Test func takesTheLayersWordForWhatItIsIn() throws {
    let resolved = Self.resolve(over: Self.features()) {
      $0.reference = Located(.code("EPSG:25832"), at: Documents.range(21))
    }
    let layer = try #require(resolved.layer("over"))
    #expect(layer.reference == .code("EPSG:25832") && layer.action == .project && layer.operation != nil)
  }

  @Test func saysThatNobodySaysWhatCoordinatesAreIn() throws {
    let resolved = Self.resolve(over: Self.features(nil))
    #expect(resolved.codes == ["MD321"] && resolved.layer("over")?.action == .reject)
    // The document's word holds for it.
    let told = Self.resolve(over: Self.features(nil), reference: "EPSG:3857")
    #expect(told.codes == [] && told.layer("over")?.action == .draw)
  }

  @Test func refusesToReprojectWhatMayNotBe() {
    let resolved = Self.resolve(over: Self.features()) { $0.reproject = .never }
    #expect(resolved.codes == ["MD304"] && resolved.layer("over")?.action == .reject)
  }

  @Test func warnsOfAnotherDatumAndOfABallparkOperation() {
    let near = Self.alone(
      Self.features("EPSG:25832", full: Extent(xmin: 5e5, ymin: 5.9e6, xmax: 5.1e5, ymax: 5.91e6)),
      reference: "EPSG:32632")
    #expect(near.codes.contains("MD313"))
    let ballpark = Self.resolve(over: Self.features("+proj=longlat +ellps=bessel +no_defs"))
    #expect(ballpark.codes == ["MD312"] && ballpark.layer("over")?.code?.name == "MD312")
  }

  @Test func skipsWhatItsScalesAndItsClipLeaveOut() {
    let scale = Self.resolve(over: Self.features()) { $0.minScale = 1000 }
    #expect(scale.layer("over")?.action == .skip)
    let hidden = Self.resolve(over: Self.features()) { $0.isVisible = false }
    #expect(hidden.layer("over")?.action == .skip && hidden.codes == [])
    let clipped = Self.resolve(over: Self.features()) { layer in
      let ring = [(100.0, 0.0), (101, 0), (101, 1), (100, 0)].map { Position(x: $0.0, y: $0.1) }
      layer.clip = Clip(rings: [ring], reference: .wgs84)
    }
    #expect(clipped.layer("over")?.action == .skip)
  }

  // MARK: - As the basemap

  @Test func makesAMapInWhatTheDataAreInOrTheDocumentAsksFor() throws {
    let own = Self.alone(Self.features())
    #expect(own.codes == [] && own.map?.reference == .wgs84 && own.layer("data")?.action == .draw)
    #expect(
      own.layer("data")?.reason == "it fixes the map's spatial reference; its 12 features are in the map's reference")
    let asked = Self.alone(Self.features(), reference: "EPSG:25832")
    #expect(asked.codes == [] && asked.map?.reference == .code("EPSG:25832") && asked.layer("data")?.action == .project)
    let view = try #require(asked.map?.view)
    #expect(view.extent.contains(Position(x: 5e5, y: 5.9e6)))
  }

  @Test func showsOnePointAtOneToTenThousand() throws {
    let point = Self.features(full: Extent(xmin: 10, ymin: 53.5, xmax: 10, ymax: 53.5), count: 1)
    let map = try #require(
      Self.resolve(over: point, extent: .fitLayer("over", padding: .zero, snapsToLevel: false)).map)
    #expect(abs(map.groundScale - 10_000) < 1)
    #expect(abs(map.view.center.x - 1_113_194.907_932_735_7) < 0.01)
  }

  // MARK: - Fitting

  private static let fit = ExtentForm.fitLayer("over", padding: .zero, snapsToLevel: false)

  @Test func fitsToALayerOfFeatures() throws {
    let map = try #require(Self.resolve(over: Self.features(), extent: Self.fit).map)
    #expect(abs(map.view.extent.ymin - 6_982_997.92) < 1 && abs(map.view.extent.ymax - 7_170_156.29) < 1)
  }

  @Test func fitsAcrossTheAntimeridianWhereTheMapGoesOnThere() throws {
    let data = Self.features(full: Extent(xmin: 170, ymin: -20, xmax: 190, ymax: -10))
    let map = try #require(Self.resolve(over: data, extent: Self.fit, wraps: true).map)
    let degree = 111_319.490_793_273_58
    #expect(abs(map.view.extent.width / degree - 20) < 0.01 && abs(abs(map.view.center.x) / degree - 180) < 0.01)
    // Without that the world is shown whole.
    let cut = try #require(Self.resolve(over: data, extent: Self.fit).map)
    #expect(abs(cut.view.extent.width / degree - 360) < 0.01 && abs(cut.view.center.x) < 1)
  }
}

extension Layer {
  /// The same as a layer of features.
  fileprivate var withFeatures: Layer {
    var layer = self
    layer.typeName = "features"
    layer.content = .features(PlainKind(), FeatureKeys())
    return layer
  }
}
