import TestSupport
import Testing

@testable import Geodesy

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Lines of views all over the world, at every scale, against PROJ.
@Suite struct GridOracleTests {
  /// Every vertex of every line, and places between them, lie within a quarter of a device pixel of the line.
  @Test(.enabled(if: GridOracle.transform != nil, "gdaltransform is not installed"), arguments: GridView.all)
  func linesLieWherePROJPutsThem(_ one: GridView) async throws {
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    #expect(!figure.strokes.isEmpty)
    var (worst, count) = (GridOracle.Deviation(), 0)
    for (reference, strokes) in Dictionary(
      grouping: figure.strokes,
      by: {
        GridOracle.reference(of: $0.zone, one.grid.kind)
      })
    {
      var spots: [GridOracle.Spot] = []
      for stroke in strokes {
        for (start, end) in zip(stroke.points, stroke.points.dropFirst()) {
          for share in [0.0, 0.25, 0.5, 0.75] {
            let point = PicturePoint(
              x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
            spots.append(GridOracle.Spot(axis: stroke.axis, value: stroke.value, point: point))
          }
        }
      }
      let deviations = try await GridOracle.deviations(of: spots, on: one, reference)
      count += deviations.count
      worst = deviations.reduce(worst) { $0.pixels >= $1.pixels ? $0 : $1 }
    }
    #expect(count > 20, "only \(count) places")
    #expect(worst.pixels <= 0.25, "\(worst)")
  }

  @Test(arguments: GridView.all) func levelsStandAsFarApartAsTheyShould(_ one: GridView) throws {
    try GridSpacing.expect(one.grid, on: one.view, wraps: one.wraps)
  }

  /// No view takes more than a moment, lines of all kinds are few, and none is far outside the picture.
  @Test(arguments: GridView.all) func linesAreFewAndEndAtThePicture(_ one: GridView) throws {
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    let frame = PixelFrame(one.view.size, margin: gridMargin + 1)
    #expect(figure.strokes.allSatisfy { $0.points.count > 1 && $0.points.allSatisfy(frame.contains) })
    #expect(figure.levels.allSatisfy { $0.lines <= 1500 })
    #expect(figure.excess == nil)
  }

  /// On a map of the world each meridian and each parallel is one unbroken line, whatever the projection: those at its edge too,
  /// and those of tables, whose way back is not exact.
  @Test(arguments: [
    "ESRI:54030", "ESRI:54009", "EPSG:8857", "ESRI:54012", "ESRI:54042", "ESRI:54016", "EPSG:3857", "ESRI:54034",
  ])
  func worldsHaveWholeLines(_ code: String) throws {
    let view = MapView(
      reference: try SpatialReference.parse(code), center: Position(x: 0, y: 0), resolution: 36_000,
      size: PixelSize(width: 1300, height: 900), pixelRatio: 1)
    let figure = try GridFigure(GridSpecification(.latlong, interval: 30), on: view)
    let lines = Dictionary(grouping: figure.strokes) { "\($0.axis) \($0.value)" }
    #expect(lines.values.allSatisfy { $0.count == 1 })
    #expect((-6...6).allSatisfy { lines["x \(Double($0) * 30)"] != nil })
    #expect((-2...2).allSatisfy { lines["y \(Double($0) * 30)"] != nil })
    // Each label once at each end, and 180 in the east.
    for label in Set(figure.labels.map(\.text)).subtracting(["0°"]) {
      #expect(figure.labels.count { $0.text == label } == 2, "\(label)")
    }
    #expect(figure.labels.allSatisfy { $0.text != "180°" || $0.point.x > 649 })
  }

  /// A national grid goes on where its area of use crosses 180 degrees, and no line leaps from one edge of the map to the other.
  @Test(arguments: [
    ("EPSG:2193", 19_260_000.0, -5_160_000.0), ("EPSG:3338", -17_000_000, 8_000_000),
    ("EPSG:32701", 19_900_000, -2_000_000),
  ])
  func nationalGridsGoOverTheDateLine(code: String, x: Double, y: Double) throws {
    for wraps in [false, true] {
      let view = MapView(
        reference: .webMercator, center: Position(x: x, y: y), resolution: 4000,
        size: PixelSize(width: 600, height: 400),
        pixelRatio: 1)
      let figure = try GridFigure(
        GridSpecification(.projected(try SpatialReference.parse(code)), interval: 200_000), on: view, wraps: wraps)
      #expect(!figure.strokes.isEmpty)
      for stroke in figure.strokes {
        // Northings are curves there: none has a straight part as long as the picture, but across a tear.
        for (start, end) in zip(stroke.points, stroke.points.dropFirst()) {
          let middle = PicturePoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
          let projector = try Projector(from: try SpatialReference.parse(code), to: .webMercator)
          let back = try #require(projector.unproject(view.ground(of: middle, within: .webMercator)))
          let value = stroke.axis == .x ? back.x : back.y
          #expect(abs(value - stroke.value) < 0.25 * 4000, "\(stroke.axis) \(stroke.value) at \(middle)")
        }
      }
      // Beyond 180 degrees the lines go on, where the map does.
      let edge = 300 + (20_037_508.3 * (x < 0 ? -1 : 1) - x) / 4000
      let isBeyond = figure.strokes.contains { $0.points.contains { x < 0 ? $0.x < edge - 5 : $0.x > edge + 5 } }
      #expect(isBeyond == (wraps && edge > -50 && edge < 650))
    }
  }
}

extension MapView {
  /// What lies at a point, in the world's own frame.
  fileprivate func ground(of point: PicturePoint, within reference: SpatialReference) -> Position {
    let ground = ground(at: point)
    guard let width = reference.facts.worldWidth else { return ground }
    return Position(x: ground.x - (ground.x / width).rounded() * width, y: ground.y)
  }
}
