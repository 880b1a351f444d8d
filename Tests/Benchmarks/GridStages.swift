import DocumentModel
import Geodesy
import Rendering

/// Grids: lines and labels worked out, and all of it drawn.
struct GridStage: Stage {
  let name = "grid"

  private struct View {
    let work: String
    let kind: GridSpecification.Kind
    let view: MapView
  }

  func measure() async throws -> [Measurement] {
    var measurements: [Measurement] = []
    for one in try Self.views() {
      let figure = try await Cost.median(items: 1) {
        guard try !GridFigure(GridSpecification(one.kind), on: one.view).isEmpty else { throw WrongWork("no grid") }
      }
      let all = try await Cost.median(items: 1) {
        try await Self.draw(one)
      }
      let nothing = try await Cost.median(items: 1) {
        try await Self.render(Scene(size: one.view.size, background: .white, layers: []))
      }
      measurements.append(Measurement("\(one.work): lines and texts", .map, figure))
      measurements.append(Measurement("\(one.work): all, labels placed and drawn", .map, all - nothing))
    }
    return measurements
  }

  private static func draw(_ one: View) async throws {
    let specification = GridSpecification(one.kind)
    let figure = try GridFigure(specification, on: one.view)
    let painter = GridPainter(figure, pixelRatio: one.view.pixelRatio)
    var scene = Scene(
      size: one.view.size, background: .white, layers: [SceneLayer(content: .drawing(painter.lines))],
      pixelRatio: one.view.pixelRatio)
    var placer = LabelPlacer(one.view.size, pixelRatio: one.view.pixelRatio)
    scene.labels = try placer.place(try painter.labels().map(\.request)).drawing
    try await render(scene)
  }

  private static func render(_ scene: Scene) async throws {
    _ = try await SceneRenderer.render(scene, bandHeight: 64, jobs: 1, into: NoSink())
  }

  private static func views() throws -> [View] {
    func view(
      _ work: String, _ kind: GridSpecification.Kind, _ code: String, _ x: Double, _ y: Double, scale: Double,
      _ width: Int, _ height: Int, ratio: Double, rotation: Double = 0
    ) throws -> View {
      let reference = try SpatialReference.parse(code)
      let center = try Projector(from: .wgs84, to: reference).project(Position(x: x, y: y)) ?? Position(x: 0, y: 0)
      let resolution = (reference.resolution(forScale: scale, at: center) ?? 1) / ratio
      return View(
        work: work, kind: kind,
        view: MapView(
          reference: reference, center: center, resolution: resolution, size: PixelSize(width: width, height: height),
          pixelRatio: ratio, rotation: rotation))
    }
    return [
      try view(
        "MGRS, A3 at 300 dpi, 1:25,000", .mgrs, "EPSG:25832", 9.1, 54.3, scale: 25_000, 4961, 3508, ratio: 3.125),
      try view("MGRS, Svalbard in LAEA", .mgrs, "EPSG:3575", 20, 75, scale: 9_000_000, 1600, 1200, ratio: 1),
      try view("MGRS, the north pole", .mgrs, "EPSG:3995", 0, 90, scale: 9_000_000, 1600, 1200, ratio: 1),
      try view(
        "MGRS, A0, 1:5,000,000 in Mollweide", .mgrs, "ESRI:54009", 5, 60.4, scale: 5_000_000, 4494, 3179, ratio: 1),
      try view("MGRS, A0, 1:9,000,000 in Mercator", .mgrs, "EPSG:3857", 9, 54, scale: 9_000_000, 4494, 3179, ratio: 1),
      try view("UTM, A0, 1:5,000,000 in LAEA", .utm, "EPSG:3035", 5, 60.4, scale: 5_000_000, 4494, 3179, ratio: 1),
      try view(
        "EPSG:25832, A4, 1:50,000, turned", .projected(try SpatialReference.parse("EPSG:25832")), "EPSG:3857", 9, 54.3,
        scale: 50_000, 1123, 794, ratio: 1, rotation: 30),
      try view("latlong, A0, 1:1,000,000", .latlong, "EPSG:3035", 9, 54, scale: 1_000_000, 4494, 3179, ratio: 1),
      try view("latlong, the world in Robinson", .latlong, "ESRI:54030", 0, 0, scale: 90_000_000, 1600, 1200, ratio: 1),
    ]
  }

  private final class NoSink: PictureSink {
    struct Nothing: BandEncoder {
      func encode(_ band: PictureBand) { precondition(band.picture.size.width > 0) }
    }
    let encoder = Nothing()
    func append(_ piece: Void) {}
  }
}
