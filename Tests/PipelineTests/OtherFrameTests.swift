import Diagnostics
import Geodesy
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Features in another frame of the world than 0, and maps that are fitted to features.
@Suite(.timeLimit(.minutes(10))) struct OtherFrameTests {
  private func rendered(
    _ text: String, _ files: [String: String] = [:], expecting codes: [Code] = []
  ) async throws -> (picture: Picture?, messages: [String]) {
    var all = files
    all["map.yaml"] = "mapdoc: 1\n" + text
    let project = try PipelineProject(all)
    let report = try await project.render()
    let found = report.findings.diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code) == codes, "\(found.map(\.message))")
    let picture = codes.isEmpty ? try PictureDecoder.decode(project.folder.read("build/map.png")) : nil
    return (picture, found.map(\.message))
  }

  private func isMarked(_ picture: Picture, _ x: Int, _ y: Int) -> Bool {
    let start = (y * picture.size.width + x) * 4
    return picture.bytes[start] > 200 && picture.bytes[start + 1] < 60
  }

  private static let symbol =
    "symbol: [{type: marker, color: red, size: 7}, {type: line, color: red, width: 3}, {type: fill, color: red}]"
  private static let table = """
    name,lon,lat
    Lima,282.9,-12
    Sydney,151.2,-33.9
    NewYork,286,40.7

    """

  /// One pixel a degree.
  @Test func longitudesBeyond180AreShownWhereTheWorldIs() async throws {
    let (picture, _) = try await rendered(
      """
      srs: EPSG:4326
      canvas: {size: [360, 180]}
      initialExtent: [-180, -90, 180, 90]
      layers:
        - id: marks
          type: graphics
          graphics:
            - {point: [270, 20]}
            - {point: [725, 60]}
            - {line: [[200, 40], [300, 40]]}
            - {polygon: [[[200, -20], [240, -20], [240, 0], [200, 0], [200, -20]]]}
          \(Self.symbol)
      """)
    let shown = try #require(picture)
    for (x, y) in [(90, 70), (185, 30), (21, 50), (119, 50), (40, 100)] { #expect(isMarked(shown, x, y), "\(x), \(y)") }
  }

  @Test(arguments: ["EPSG:3857", "EPSG:3395", "EPSG:4326"]) func tablesFrom0To360AreShown(_ map: String) async throws {
    let (picture, _) = try await rendered(
      """
      srs: \(map)
      canvas: {size: [360, 300]}
      initialExtent: [-180, -80, 180, 80]
      layers:
        - {id: marks, type: features, path: a.csv, srs: EPSG:4326, \(Self.symbol)}
      """, ["a.csv": Self.table])
    let shown = try #require(picture)
    let columns = (0..<360).filter { x in (0..<300).contains { isMarked(shown, x, $0) } }
    // At other sizes of the world on the picture, other places of the same order.
    let starts = columns.enumerated().filter { $0.offset == 0 || columns[$0.offset - 1] < $0.element - 1 }.count
    #expect(starts == 2 || starts == 3, "Lima and New York run into each other")
    #expect((columns.first ?? 360) < 180)
  }

  @Test func projectedPlacesBeyondTheWorldAreShownInIt() async throws {
    let (picture, _) = try await rendered(
      """
      srs: EPSG:3857
      canvas: {size: [360, 300]}
      initialExtent: [-180, -80, 180, 80]
      layers:
        - id: marks
          type: graphics
          srs: EPSG:3857
          graphics:
            - {point: [30056259, 0]}
          \(Self.symbol)
      """)
    let shown = try #require(picture)
    #expect((0..<180).contains { isMarked(shown, $0, 150) })
  }

  @Test func fitsToWhatLiesInAnotherFrame() async throws {
    let (picture, _) = try await rendered(
      """
      canvas: {size: [300, 200]}
      initialExtent: {fit: marks, padding: 20}
      layers:
        - {id: base, type: builtin, name: world}
        - {id: marks, type: features, path: a.csv, srs: EPSG:4326, \(Self.symbol)}
      """, ["a.csv": "name,lon,lat\nLima,282.9,-12\nNewYork,286,40.7\n"])
    let shown = try #require(picture)
    #expect((0..<300).contains { x in (0..<40).contains { isMarked(shown, x, $0) } })
    #expect((0..<300).contains { x in (160..<200).contains { isMarked(shown, x, $0) } })
  }

  private static let places = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"v": 1}, "geometry": {"type": "Point", "coordinates": [10, 50]}},
      {"type": "Feature", "properties": {"v": 1}, "geometry": {"type": "Point", "coordinates": [12, 51]}},
      {"type": "Feature", "properties": {"v": 2}, "geometry": {"type": "Point", "coordinates": [-100, -30]}}]}
    """

  private func fitted(_ condition: String, expecting codes: [Code] = []) async throws -> (Picture?, [String]) {
    try await rendered(
      """
      srs: EPSG:4326
      canvas: {size: [240, 180]}
      initialExtent: {fit: marks, padding: 20}
      layers:
        - {id: marks, type: features, path: a.geojson, where: "\(condition)", \(Self.symbol)}
      """, ["a.geojson": Self.places], expecting: codes)
  }

  @Test func aMapIsFittedToTheFeaturesThatAreMeant() async throws {
    let (picture, _) = try await fitted("v != 2")
    let shown = try #require(picture)
    // Two degrees across in 200 pixels.
    #expect(isMarked(shown, 20, 140) && isMarked(shown, 219, 40))
  }

  @Test func nothingCanBeFittedToNothing() async throws {
    let (_, messages) = try await fitted("v > 99", expecting: [.extentNotProjectable])
    #expect(messages.first?.contains("no feature of layer `marks` meets its `where`") == true)
  }
}
