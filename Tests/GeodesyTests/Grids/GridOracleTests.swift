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
    let page = try GridPage(one.view, wraps: one.wraps)
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    guard let finest = figure.levels.last?.interval else { return }
    switch one.grid.kind {
    case .latlong:
      #expect((40...200).contains(finest.x * page.pixelsPerDegree.x), "\(finest.x * page.pixelsPerDegree.x)")
      #expect((40...200).contains(finest.y * page.pixelsPerDegree.y), "\(finest.y * page.pixelsPerDegree.y)")
    case .projected: #expect((35...220).contains(finest.x * page.pixelsPerMetre))
    case .utm, .mgrs, .usng:
      let distance = finest.x * page.pixelsPerMetre
      #expect(distance >= 37 && (distance < 370 || finest.x == 1), "\(distance)")
    }
  }

  /// No view takes more than a moment, lines of all kinds are few, and none is far outside the picture.
  @Test(arguments: GridView.all) func linesAreFewAndEndAtThePicture(_ one: GridView) throws {
    let figure = try GridFigure(one.grid, on: one.view, wraps: one.wraps)
    let frame = PixelFrame(one.view.size, margin: gridMargin + 1)
    #expect(figure.strokes.allSatisfy { $0.points.count > 1 && $0.points.allSatisfy(frame.contains) })
    #expect(figure.levels.allSatisfy { $0.lines <= 1500 })
    #expect(figure.excess == nil)
  }
}
