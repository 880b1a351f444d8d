import Testing

@testable import Geodesy

/// A view of the world with a grid on it, for comparison with other programs.
struct GridView: Sendable, CustomTestStringConvertible {
  let name: String
  /// As PROJ writes it: for the program beside.
  let reference: String
  let grid: GridSpecification
  let view: MapView
  var wraps = false
  var testDescription: String { name }

  /// - Parameters:
  ///   - center: In degrees.
  ///   - oracle: The reference in PROJ's words where a code's axes lie otherwise than east and north.
  init(
    _ name: String, _ kind: GridSpecification.Kind, in code: String, at center: (Double, Double), scale: Double,
    rotation: Double = 0, size: (Int, Int) = (1000, 700), ratio: Double = 1, wraps: Bool = false, oracle: String? = nil
  ) {
    self.name = name
    reference = oracle ?? code
    grid = GridSpecification(kind)
    let parsed = (try? SpatialReference.parse(code)) ?? .wgs84
    let projector = try? Projector(from: .wgs84, to: parsed)
    let middle = projector?.project(Position(x: center.0, y: center.1)) ?? Position(x: 0, y: 0)
    let resolution = (parsed.resolution(forScale: scale, at: middle) ?? 1) / ratio
    view = MapView(
      reference: parsed, center: middle, resolution: resolution, size: PixelSize(width: size.0, height: size.1),
      pixelRatio: ratio, rotation: rotation)
    self.wraps = wraps
  }

  private static let arctic = "+proj=stere +lat_0=90 +lat_ts=71 +lon_0=0 +datum=WGS84"
  private static let antarctic = "+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +datum=WGS84"
  private static let svalbard = "+proj=laea +lat_0=90 +lon_0=10 +datum=WGS84"

  static let all: [GridView] = [
    // Edges of zones, Norway, Svalbard.
    GridView("junction of 32V and 33V", .mgrs, in: "EPSG:3857", at: (12, 60.4), scale: 900_000),
    GridView("junction of 31U, 31V, 32U and 32V", .mgrs, in: "EPSG:3857", at: (4.5, 56), scale: 2_500_000),
    GridView("31V and 32V in UTM", .mgrs, in: "EPSG:32632", at: (3, 60), scale: 250_000),
    GridView("Svalbard", .mgrs, in: "EPSG:3575", at: (20, 75), scale: 9_000_000, oracle: svalbard),
    GridView("31X to 33X", .mgrs, in: "EPSG:3857", at: (9, 78), scale: 500_000),
    GridView("35X and 37X, UTM", .utm, in: "EPSG:3857", at: (33, 74), scale: 1_000_000),
    // Poles.
    GridView("the north pole", .mgrs, in: "EPSG:3995", at: (0, 90), scale: 9_000_000, oracle: arctic),
    GridView(
      "north pole, UTM, turned", .utm, in: "EPSG:3995", at: (40, 86), scale: 3_000_000, rotation: 33, oracle: arctic),
    GridView("the south pole", .mgrs, in: "EPSG:3031", at: (0, -90), scale: 10_000_000, oracle: antarctic),
    GridView("graticule about the pole", .latlong, in: "EPSG:3995", at: (0, 90), scale: 20_000_000, oracle: arctic),
    GridView("edge of UPS", .usng, in: "EPSG:3031", at: (-60, -80), scale: 900_000, oracle: antarctic),
    // The equator and the antimeridian.
    GridView("equator", .mgrs, in: "EPSG:3857", at: (9, 0), scale: 900_000),
    GridView("equator, UTM", .utm, in: "EPSG:3857", at: (-66, 0.1), scale: 250_000),
    GridView("antimeridian", .utm, in: "EPSG:3857", at: (179.6, -17), scale: 3_000_000, wraps: true),
    GridView("antimeridian, MGRS in degrees", .mgrs, in: "EPSG:4326", at: (-179.5, 52), scale: 5_000_000, wraps: true),
    GridView("antimeridian, graticule", .latlong, in: "EPSG:3857", at: (180, -17), scale: 10_000_000, wraps: true),
    // Every scale.
    GridView("1:500", .mgrs, in: "EPSG:32632", at: (9.99, 53.55), scale: 500),
    GridView("1:1000 turned", .mgrs, in: "EPSG:3857", at: (9.99, 53.55), scale: 1000, rotation: -47),
    GridView("1:5000", .latlong, in: "EPSG:3857", at: (-73.97, 40.78), scale: 5000),
    GridView("1:10,000", .usng, in: "EPSG:3857", at: (-77.03, 38.89), scale: 10_000),
    GridView(
      "1:25,000 at 300 dpi", .mgrs, in: "EPSG:25832", at: (9.1, 54.3), scale: 25_000, size: (2000, 1500), ratio: 3.125),
    GridView("1:50,000 turned", .mgrs, in: "EPSG:25832", at: (9.02, 54.3), scale: 50_000, rotation: 25),
    GridView("1:100,000", .latlong, in: "EPSG:25832", at: (9.3, 54.3), scale: 100_000),
    GridView("1:250,000, national grid", .projected(utm33), in: "EPSG:3857", at: (10.5, 54), scale: 250_000),
    GridView("1:500,000", .utm, in: "EPSG:32756", at: (151.2, -33.9), scale: 500_000, rotation: 80),
    GridView("1:1,000,000", .latlong, in: "EPSG:3857", at: (10.4, 63.4), scale: 1_000_000),
    GridView("1:5,000,000, LAEA", .latlong, in: "EPSG:3035", at: (12, 54), scale: 5_000_000),
    GridView(
      "1:10,000,000, national grid in LAEA", .projected(utm33), in: "EPSG:3035", at: (12, 54), scale: 10_000_000),
    GridView("1:20,000,000, LAEA turned", .latlong, in: "EPSG:3035", at: (10, 52), scale: 20_000_000, rotation: 45),
    GridView("1:50,000,000", .latlong, in: "EPSG:3857", at: (10, 30), scale: 50_000_000),
    GridView("1:50,000,000, MGRS", .mgrs, in: "EPSG:3857", at: (10, 40), scale: 50_000_000),
    GridView("the world, Robinson", .latlong, in: "ESRI:54030", at: (0, 0), scale: 150_000_000),
    GridView("the world, degrees", .latlong, in: "EPSG:4326", at: (0, 0), scale: 150_000_000),
  ]

  private static let utm33 = (try? SpatialReference.parse("EPSG:32633")) ?? .wgs84
}
