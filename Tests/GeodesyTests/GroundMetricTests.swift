import Testing

@testable import Geodesy

@Suite struct GroundMetricTests {
  /// pyproj 3.7.2: Geod(ellps="WGS84").inv(lon1, lat1, lon2, lat2)[2]
  @Test(
    arguments: [
      ((9.0, 50.0), (9.001, 50.0), 71.69575361543222), ((-70, 40), (2, 49), 5594160.820910518), ((9, 50), (9, 50), 0),
      ((0, 90), (30, 80), 1116825.8573758497), ((10, 20), (10, 21), 110710.61493110922),
      ((179.9, 10), (180.1, 10), 21927.9), ((0, 0), (0, 89.99), 10000848.8),
    ] as [((Double, Double), (Double, Double), Double)])
  func measuresGeodesics(_ start: (Double, Double), _ end: (Double, Double), _ metres: Double) throws {
    let (start, end) = (Position(x: start.0, y: start.1), Position(x: end.0, y: end.1))
    let found = try #require(Ellipsoid.wgs84.distance(from: start, to: end))
    #expect(abs(found - metres) < (metres > 1e4 && metres.rounded() != metres ? 0.1 : 0.001), "\(found)")
    #expect(Ellipsoid.wgs84.distance(from: end, to: start).map { abs($0 - found) < 1e-6 } ?? false)
  }

  @Test func givesNoDistanceWhereTheMethodDoesNotConverge() {
    let found = Ellipsoid.wgs84.distance(from: Position(x: 0, y: 0), to: Position(x: 179.9, y: 0.1))
    #expect(found == nil || abs((found ?? 0) - 20_003_931) < 100_000)
  }

  /// pyproj 3.7.2: the geodesic between the two positions 50 m (10 m, 0.0005 degrees) to both sides, moved to the
  /// reference's own longitude and latitude, divided by their distance in units.
  @Test(
    arguments: [
      ("EPSG:3857", (1001875.4, 6446275.8), (1.0, 0.0), 0.6440539159577419),
      ("EPSG:3857", (1001875.4, 6446275.8), (0, 1), 0.6422654649958627),
      ("EPSG:3857", (0, 15538711.1), (1, 0), 0.17421464452338997),
      ("EPSG:4326", (9, 50), (1, 0), 71695.75361555956), ("EPSG:4326", (9, 50), (0, 1), 111229.06398919765),
      ("EPSG:25832", (500000, 5_500_000), (1, 0), 1.0004001600519745),
      ("EPSG:25832", (300000, 6_500_000), (1, 0), 0.9999096440864881),
      ("EPSG:3413", (0, 0), (1, 0), 1.0310785741405672),
      ("EPSG:3413", (1_000_000, -2_000_000), (0.6, 0.8), 0.9986602510551802),
      ("EPSG:2263", (1_000_000, 200000), (1, 0), 0.30480132833020773),
      ("EPSG:3035", (4_321_000, 3_210_000), (1, 0), 1.0000000000613583),
      ("EPSG:3035", (5_321_000, 2_210_000), (1, 0), 1.0001898725477192),
      ("EPSG:3035", (5_321_000, 2_210_000), (0, 1), 0.9998823729987376),
    ] as [(String, (Double, Double), (Double, Double), Double)])
  func saysHowLongAUnitIsOnTheGround(
    _ code: String, _ place: (Double, Double), _ direction: (Double, Double), _ expected: Double
  ) throws {
    let reference = try SpatialReference.parse(code)
    let found = try #require(
      reference.metresPerUnit(
        towards: Position(x: direction.0, y: direction.1), at: Position(x: place.0, y: place.1)))
    #expect(abs(found / expected - 1) < 1e-8, "\(found)")
  }

  @Test func hasNoMetreWhereThereIsNoGround() throws {
    #expect(SpatialReference.wgs84.metresPerUnit(at: Position(x: 0, y: 90)) == nil)
    #expect(SpatialReference.wgs84.metresPerUnit(at: Position(x: 0, y: .nan)) == nil)
    #expect(SpatialReference.wgs84.metresPerUnit(towards: Position(x: 0, y: 0), at: Position(x: 0, y: 0)) == nil)
    #expect(SpatialReference.webMercator.metresPerUnit(at: Position(x: 0, y: 1e30)) == nil)
    #expect(try SpatialReference.parse("EPSG:3413").metresPerUnit(at: Position(x: 1e30, y: 0)) == nil)
  }
}
