import Geodesy
import Rendering
import TestSupport
import Testing

@testable import Pipeline

/// Nothing is drawn beyond the world of the map's reference: y never goes on, and x only where the map wraps around.
@Suite(.timeLimit(.minutes(15))) struct WorldEdgeTests {
  /// What the map is in, and the tiles of a layer that holds more than the world, or the world in another reference.
  struct Tiles: Sendable, CustomTestStringConvertible {
    let map: String
    let keys: String
    /// Of the world, in units of the map.
    let half: (x: Double, y: Double)
    var testDescription: String { "\(keys) on \(map)" }
  }

  private static let square = 20_037_508.342789244
  static let tiles = [
    Tiles(map: "EPSG:3857", keys: "tilingScheme: wgs84, reproject: always", half: (square, square)),
    Tiles(map: "EPSG:4326", keys: "tilingScheme: webmercator, reproject: always", half: (180, 85.0511287798)),
    Tiles(
      map: "EPSG:4326",
      keys: "tilingScheme: {srs: EPSG:4326, origin: [-400, 400], levels: [{level: 0, resolution: 0.7}]}",
      half: (180, 90)),
    Tiles(
      map: "EPSG:3857",
      keys: "tilingScheme: {srs: EPSG:3857, origin: [-30000000, 30000000], levels: [{level: 0, resolution: 100000}]}",
      half: (square, square)),
  ]

  struct View: Sendable, CustomTestStringConvertible {
    let rotation: Double
    let zoom: Double
    let longitude: Double
    var testDescription: String { "\(rotation)° at zoom \(zoom) about \(longitude)" }
  }

  static let views = [
    View(rotation: 0, zoom: -2, longitude: 30), View(rotation: 30, zoom: -1.8, longitude: 0),
    View(rotation: 90, zoom: -1.6, longitude: 100), View(rotation: -117, zoom: -1.5, longitude: 180),
  ]

  @Test(arguments: tiles, views) func endsWhereTheWorldDoes(_ tiles: Tiles, _ view: View) async throws {
    let server = try ScriptedServer { _ in .ok(GreyTile.png) }
    let scheme = tiles.map == "EPSG:4326" ? "wgs84" : "webmercator"
    for wrapsAround in [true, false] {
      let project = try PipelineProject([
        "map.yaml": """
        mapdoc: 1
        wrapAround: \(wrapsAround)
        rotation: \(view.rotation)
        canvas: {size: [100, 100]}
        initialExtent: {center: [\(view.longitude), 0], zoom: \(view.zoom)}
        layers:
          - {id: world, type: xyz, url: "\(server.baseAddress)/{z}/{x}/{y}.png", opacity: 0, tilingScheme: \(scheme)}
          - {id: grey, type: xyz, url: "\(server.baseAddress)/{z}/{x}/{y}.png", \(tiles.keys)}
        outputs: [{path: map.png}]
        """
      ])
      let report = try await project.render()
      #expect(report.count(.rendered) == 1, "\(report.findings.diagnostics.map(\.message))")
      let map = try SpatialReference.parse(tiles.map)
      let world = try #require(map.worldEdge)
      let shown = MapView(
        reference: map, center: Position(x: view.longitude / 180 * world.xmax, y: 0),
        resolution: world.width / (256 * Self.power(view.zoom)), size: PixelSize(width: 100, height: 100),
        pixelRatio: 1, rotation: view.rotation)
      let picture = try PictureDecoder.decode(project.folder.read("map.png"))
      #expect(
        Self.firstWrongPixel(of: picture, shown, half: tiles.half, goesOn: wrapsAround) == nil,
        wrapsAround ? "with wrap-around" : "without wrap-around")
    }
  }

  private static func power(_ zoom: Double) -> Double {
    // 2 to the power of a number of tenths.
    var power = 1.0
    for _ in 0..<Int((zoom.magnitude * 10).rounded()) { power *= 1.0717734625362931 }
    return zoom < 0 ? 1 / power : power
  }

  /// Grey in the world, white beyond; what lies within one and a half pixels of an edge may be anything between.
  private static func firstWrongPixel(
    of picture: Picture, _ view: MapView, half: (x: Double, y: Double), goesOn: Bool
  ) -> String? {
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let ground = view.ground(at: PicturePoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let beyond = max(goesOn ? -.infinity : abs(ground.x) - half.x, abs(ground.y) - half.y) / view.resolution
        let red = picture.bytes[(y * picture.size.width + x) * 4]
        if abs(beyond) > 1.5, red != (beyond > 0 ? 255 : 0x78) {
          return "\(x), \(y) is \(red), \(beyond) pixels beyond the edge"
        }
      }
    }
    return nil
  }
}
