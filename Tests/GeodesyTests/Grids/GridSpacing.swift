import Testing

@testable import Geodesy

/// Bounds of the spacing of a grid's lines.
enum GridSpacing {
  /// Checks each level of a grid: the lines of the finest stand 40 to 200 logical pixels apart, or 400 where there are powers of ten
  /// alone, and those of each other level are every so many-th of them.
  static func expect(_ grid: GridSpecification, on view: MapView, wraps: Bool = false) throws {
    let page = try GridPage(view, wraps: wraps)
    let intervals = try GridFigure(grid, on: view, wraps: wraps).levels.compactMap(\.interval)
    guard let finest = intervals.last else { return }
    switch grid.kind {
    case .latlong:
      #expect((40...200).contains(finest.x * page.pixelsPerDegree.x), "\(finest.x * page.pixelsPerDegree.x)")
      #expect((40...200).contains(finest.y * page.pixelsPerDegree.y), "\(finest.y * page.pixelsPerDegree.y)")
    case .projected(let reference):
      let plane = ProjectedPlane(view, try Projector(from: reference, to: view.reference, over: page.shown))
      let scale = try #require(GridPage.pixelsPerUnit(on: view, period: nil, plane.places))
      for distance in [finest.x * scale.x, finest.y * scale.y].map({ $0 / view.pixelRatio }) {
        #expect((40...200).contains(distance), "\(distance)")
      }
    case .utm, .mgrs, .usng:
      let distance = finest.x * page.pixelsPerMetre
      let widest = grid.kind == .utm ? 200.0 : 400
      #expect(distance >= 40 && (distance <= widest || finest.x == 1), "\(distance)")
    }
    for (coarser, finer) in zip(intervals, intervals.dropFirst()) {
      for ratio in [coarser.x / finer.x, coarser.y / finer.y] {
        #expect(ratio >= 1 && abs(ratio - ratio.rounded()) < 1e-6, "\(coarser) over \(finer)")
      }
    }
  }
}

@Suite struct GridSpacingTests {
  private static let scales = (0..<34).map { 500 * pow2($0) }
  private static func pow2(_ step: Int) -> Double { (0..<step).reduce(1.0) { value, _ in value * 1.42 } }
  private static let kinds: [GridSpecification.Kind] =
    [.latlong, .utm, .mgrs] + [.projected((try? SpatialReference.parse("EPSG:3035")) ?? .webMercator)]

  /// From 1:500 to 1:50,000,000, in steps of less than a half.
  @Test(arguments: kinds, ["EPSG:3857", "EPSG:25832", "ESRI:54030"])
  func everyLevelStandsWithinBounds(_ kind: GridSpecification.Kind, _ code: String) throws {
    let reference = try SpatialReference.parse(code)
    let center = try #require(try Projector(from: .wgs84, to: reference).project(Position(x: 9, y: 48)))
    for scale in Self.scales {
      let resolution = try #require(reference.resolution(forScale: scale, at: center))
      // Beyond that UTM is no map.
      if code == "EPSG:25832", scale > 1e7 { continue }
      try GridSpacing.expect(
        GridSpecification(kind),
        on: MapView(
          reference: reference, center: center, resolution: resolution / 2, size: PixelSize(width: 500, height: 400),
          pixelRatio: 2))
    }
  }
}
