import Testing

@testable import Geodesy

@Suite struct MapViewTests {
  static let size = PixelSize(width: 800, height: 600)

  @Test(
    arguments: [
      (Extent(xmin: 0, ymin: 0, xmax: 800, ymax: 100), 1.0), (Extent(xmin: 0, ymin: 0, xmax: 100, ymax: 600), 1),
      (Extent(xmin: 0, ymin: 0, xmax: 1600, ymax: 1200), 2), (Extent(xmin: 5, ymin: 0, xmax: 5, ymax: 600), 1),
    ] as [(Extent, Double)])
  func growsABoxToThePicture(_ box: Extent, _ resolution: Double) throws {
    let view = try #require(MapView(showing: box, in: .webMercator, size: Self.size, pixelRatio: 1))
    #expect(view.resolution == resolution)
    #expect(view.center == box.center)
    #expect(view.extent.contains(box))
    #expect(view.extent.width == box.width || view.extent.height == box.height)
  }

  @Test func keepsMarginsFree() throws {
    let box = Extent(xmin: 0, ymin: 0, xmax: 700, ymax: 100)
    let view = try #require(
      MapView(
        showing: box, in: .webMercator, size: Self.size, pixelRatio: 2,
        margins: PictureMargins(top: 10, right: 20, bottom: 50, left: 80)))
    #expect(view.resolution == 1)
    let (topLeft, bottomRight) = (
      view.point(of: Position(x: box.xmin, y: box.ymax)), view.point(of: Position(x: box.xmax, y: box.ymin))
    )
    #expect(topLeft.x == 80 && bottomRight.x == 780)
    #expect((topLeft.y + bottomRight.y) / 2 == 280)
  }

  @Test func cannotShowAPointOrNothing() {
    let point = Extent(xmin: 1, ymin: 1, xmax: 1, ymax: 1)
    #expect(MapView(showing: point, in: .wgs84, size: Self.size, pixelRatio: 1) == nil)
    let box = Extent(xmin: 0, ymin: 0, xmax: 1, ymax: 1)
    #expect(
      MapView(
        showing: box, in: .wgs84, size: Self.size, pixelRatio: 1, margins: PictureMargins(right: 400, left: 400)) == nil
    )
    #expect(
      MapView(
        showing: Extent(xmin: 0, ymin: .nan, xmax: 1, ymax: 1), in: .wgs84, size: Self.size, pixelRatio: 1) == nil)
  }

  @Test func goesBetweenPictureAndGround() {
    let view = MapView(
      reference: .webMercator, center: Position(x: 1000, y: 2000), resolution: 10, size: Self.size, pixelRatio: 1)
    #expect(view.ground(at: PicturePoint(x: 0, y: 0)) == Position(x: view.extent.xmin, y: view.extent.ymax))
    #expect(view.ground(at: PicturePoint(x: 400, y: 300)) == view.center)
    #expect(view.point(of: Position(x: 1010, y: 1990)) == PicturePoint(x: 401, y: 301))
  }

  @Test(
    arguments: [("EPSG:3857", 1001875.4, 6446275.8), ("EPSG:4326", 9, 50), ("EPSG:25832", 500000, 5538630.7)]
      as [(String, Double, Double)])
  func solvesAScaleThatARulerMeasures(_ code: String, _ x: Double, _ y: Double) throws {
    let (reference, center) = (try SpatialReference.parse(code), Position(x: x, y: y))
    let resolution = try #require(reference.resolution(forScale: 25000, at: center))
    let view = MapView(
      reference: reference, center: center, resolution: resolution / 2, size: Self.size, pixelRatio: 2)
    #expect(abs(try #require(view.groundScale) - 25000) < 1e-6)
    // 400 logical pixels along the horizontal are so many metres of the geodesic.
    let ends = [PicturePoint(x: 0, y: 300), PicturePoint(x: 800, y: 300)].map { view.ground(at: $0) }
    let places = ends.compactMap { reference.longitudeLatitude($0) }
    let metres = try #require(reference.facts.ellipsoid.distance(from: places[0], to: places[1]))
    #expect(abs(metres / (25000 * 400 * 0.0254 / 96) - 1) < 1e-5)
  }

  @Test(
    arguments: [(0.0, 156543.03392804097), (1, 78271.51696402048), (12, 38.21851414258813), (12.5, 27.024570525)]
      as [(Double, Double)])
  func readsAZoomOfTheWebMercatorWorld(_ zoom: Double, _ resolution: Double) throws {
    let found = try #require(SpatialReference.webMercator.resolution(forZoom: zoom, at: Position(x: 0, y: 6e6)))
    #expect(abs(found / resolution - 1) < 1e-9)
    #expect(
      abs(try #require(SpatialReference.webMercator.zoom(resolution: found, at: Position(x: 0, y: 0))) - zoom) < 1e-9)
  }

  /// The same ground resolution at the same latitude, in whatever reference the map is.
  @Test(arguments: [
    ("EPSG:4326", 9, 50), ("EPSG:4326", -60.0, -33.0), ("EPSG:25832", 500000, 5538630.7),
    ("EPSG:2056", 2_600_000, 1_200_000),
    ("EPSG:2263", 1_000_000, 200000),
  ])
  func readsAZoomByItsGroundResolution(_ code: String, _ x: Double, _ y: Double) throws {
    let (reference, center) = (try SpatialReference.parse(code), Position(x: x, y: y))
    let resolution = try #require(reference.resolution(forZoom: 10, at: center))
    let own = try #require(reference.groundScale(resolution: resolution, at: center))
    let place = try #require(reference.longitudeLatitude(center))
    let there = try #require(try Projector(from: .wgs84, to: .webMercator).project(place))
    let mercator = SpatialReference.webMercator
    let wanted = try #require(mercator.groundScale(resolution: 156543.03392804097 / 1024, at: there))
    #expect(abs(own / wanted - 1) < 1e-6)
    #expect(abs(try #require(reference.zoom(resolution: resolution, at: center)) - 10) < 1e-9)
  }

  @Test func readsAZoomInDegreesAsTheWorldIsDivided() throws {
    let found = try #require(SpatialReference.wgs84.resolution(forZoom: 3, at: Position(x: 9, y: 50)))
    #expect(abs(found - 360.0 / 256 / 8) < 1e-12)
  }

  @Test func convertsProjectedScales() throws {
    #expect(abs(SpatialReference.webMercator.projectedScale(resolution: 156543.03392804097) - 591658710.909131) < 1e-3)
    #expect(
      abs(SpatialReference.wgs84.resolution(forProjectedScale: 25000) - 25000 * 0.0254 / 96 / 111319.49079327358)
        < 1e-15)
    let view = MapView(
      reference: .webMercator, center: Position(x: 0, y: 0), resolution: 2, size: Self.size, pixelRatio: 3)
    #expect(abs(view.projectedScale - 6 * 96 / 0.0254) < 1e-6)
  }

  @Test(arguments: [PixelSize(width: 800, height: 600), PixelSize(width: 801, height: 333)], [1.0, 2.0])
  func snapsToThePixelsOfALevel(_ size: PixelSize, _ devicePixels: Double) {
    let scheme = TilingScheme.webMercator
    let level = scheme.levels[9]
    let view = MapView(
      reference: .webMercator, center: Position(x: 1_234_567.89, y: 6_543_210.98), resolution: 300, size: size,
      pixelRatio: devicePixels
    ).snapped(to: level, of: scheme, devicePixels: devicePixels)
    #expect(view.resolution == level.resolution / devicePixels)
    #expect(view.size == size)
    let origin = view.point(of: scheme.origin)
    #expect(abs(origin.x - origin.x.rounded()) < 1e-6 && abs(origin.y - origin.y.rounded()) < 1e-6)
    #expect(abs(view.center.x - 1_234_567.89) <= view.resolution / 2 + 1e-6)
    #expect(abs(view.center.y - 6_543_210.98) <= view.resolution / 2 + 1e-6)
  }
}
