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
}
