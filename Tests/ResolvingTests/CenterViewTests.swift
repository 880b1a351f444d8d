import Diagnostics
import DocumentModel
import Geodesy
import Testing

@testable import Resolving

/// Views of a centre and a scale.
@Suite struct CenterViewTests: ViewResolving {
  struct CenterCase: Sendable, CustomTestStringConvertible {
    let position: [Double]
    let map: String
    let place: [Double]
    let atScale: Double
    let atZoom: Double
    var testDescription: String { "\(position) on \(map)" }
  }

  /// Made with pyproj: the geodesic (`CRS.get_geod().inv`) between places 50 m left and right of the centre gives metres m
  /// for a unit; `25000 * 0.0254 / 96 / m`, and `2 * pi * 6378137 / 256 / 2**7.5 * m(EPSG:3857) / m`.
  static let centers: [CenterCase] = [
    CenterCase(
      position: [9.99, 53.55], map: "EPSG:3857", place: [1112081.713024803, 7085388.165495079],
      atScale: 11.109255336202978, atZoom: 864.7862565471371),
    CenterCase(
      position: [9.99, 53.55], map: "EPSG:4326", place: [9.99, 53.55], atScale: 9.979613863703915e-05,
      atZoom: 0.007768507117532992),
    CenterCase(
      position: [9.99, 53.55], map: "EPSG:25832", place: [565590.9406877231, 5933912.16541642],
      atScale: 6.612286717956449, atZoom: 514.7252903084625),
    CenterCase(
      position: [2.35, 48.85], map: "EPSG:2154", place: [652301.5648305281, 6861302.725899576],
      atScale: 6.613841179011375, atZoom: 570.0766429943193),
    CenterCase(
      position: [25, 70], map: "EPSG:3857", place: [2782987.269831839, 11068715.659379493],
      atScale: 19.282501737322725, atZoom: 864.786256547137),
    CenterCase(
      position: [14, 60], map: "EPSG:25832", place: [778711.2297558112, 6661953.040422019],
      atScale: 6.618235079351903, atZoom: 433.72202433229853),
  ]

  @Test(arguments: centers)
  func measuresScaleOnTheGroundAndZoomByTheGroundOfWebMercator(_ example: CenterCase) throws {
    let position = example.position
    let scaled = try #require(
      resolve(center(position[0], position[1], .scale(25_000)), on: example.map).map)
    #expect(abs(scaled.view.resolution / example.atScale - 1) < 1e-6)
    #expect(abs(scaled.groundScale - 25_000) < 0.05)
    #expect(abs(scaled.view.center.x - example.place[0]) < scaled.view.resolution / 8)
    #expect(abs(scaled.view.center.y - example.place[1]) < scaled.view.resolution / 8)
    let zoomed = try #require(resolve(center(position[0], position[1], .zoom(7.5)), on: example.map).map)
    #expect(abs(zoomed.view.resolution / example.atZoom - 1) < 1e-6)
  }

  /// A logical pixel is 1/96 inch, and a degree 111319.4908 m.
  @Test(arguments: [1.0, 2, 3.125])
  func meansLogicalPixelsByResolutionAndProjectedScale(ratio: Double) throws {
    let canvas = Documents.canvas(800, 600, dpi: 96 * ratio)
    let byResolution = try #require(resolve(center(9, 53, .resolution(4.77)), canvas: canvas).map)
    #expect(abs(byResolution.view.resolution - 4.77 / ratio) < 1e-9)
    let byScale = try #require(
      resolve(center(9, 53, .projectedScale(1_000_000)), on: "EPSG:4326", canvas: canvas).map)
    #expect(abs(byScale.view.logicalResolution / (1_000_000 * 0.0254 / 96 / 111319.4908) - 1) < 1e-9)
    #expect(abs(byScale.projectedScale - 1_000_000) < 0.01)
  }

  @Test func takesTheResolutionOfALevelOfTheBasemap() throws {
    let map = try #require(resolve(center(9, 53, .level(7))).map)
    #expect(map.view.resolution == TilingScheme.webMercator.levels[7].resolution)
    let resolution = resolve(center(9, 53, .level(31)))
    #expect(resolution.map == nil)
    let finding = try #require(resolution.findings.first)
    #expect(finding.code == .unknownLevel)
    #expect(finding.message == "basemap `base` has no level `31`; it has 0 to 24")
  }

  @Test func takesALongitudeBeyond180ForTheSamePlace() throws {
    let east = try #require(resolve(center(190, -40, .zoom(6))).map)
    #expect(east.view == (try #require(resolve(center(-170, -40, .zoom(6))).map)).view)
  }

  @Test func hasNoGroundScaleAtAPoleInDegrees() {
    #expect(resolve(center(0, 90, .scale(1000)), on: "EPSG:4326").codes == ["MD307"])
    #expect(resolve(center(0, 90, .resolution(0.1)), on: "EPSG:4326").codes.isEmpty)
    #expect(resolve(center(0, 90, .zoom(4)), on: "EPSG:3857").codes == ["MD307"])
  }
}
