import Testing

@testable import Geodesy

@Suite struct RotatedViewTests {
  private func view(_ rotation: Double) -> MapView {
    MapView(
      reference: .webMercator, center: Position(x: 100, y: 50), resolution: 2, size: PixelSize(width: 80, height: 60),
      pixelRatio: 1, rotation: rotation)
  }

  @Test func northPointsToTheRightOfUp() {
    let view = view(30)
    let north = view.point(of: Position(x: 100, y: 150))
    // 50 pixels from the middle, 30 degrees to the right of up.
    #expect(abs(north.x - (40 + 25)) < 1e-9 && abs(north.y - (30 - 50 * 0.8660254037844387)) < 1e-9)
  }

  @Test(arguments: [0.0, 30, 90, -45, 180, 271, 720])
  func pointsAndGroundAreInverse(_ rotation: Double) {
    let view = view(rotation)
    for point in [PicturePoint(x: 0, y: 0), PicturePoint(x: 80, y: 7), PicturePoint(x: 33.25, y: 61)] {
      let back = view.point(of: view.ground(at: point))
      #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
    }
    #expect(view.ground(at: PicturePoint(x: 40, y: 30)) == Position(x: 100, y: 50))
  }

  @Test func quarterTurnsAreExact() {
    #expect(view(90).extent == Extent(xmin: 40, ymin: -30, xmax: 160, ymax: 130))
    #expect(view(180).visibleArea == [(180, -10), (20, -10), (20, 110), (180, 110)].map { Position(x: $0.0, y: $0.1) })
    #expect(view(360).visibleArea == view(0).visibleArea && view(0).visibleArea == view(0).extent.corners)
  }

  @Test func aBoxAlongThePageStaysInTheMiddle() throws {
    let axes = PageAxes(rotation: 30)
    let corners = Extent(xmin: 0, ymin: 0, xmax: 400, ymax: 100).corners
    let page = try #require(axes.box(around: corners))
    let view = try #require(
      MapView(
        showing: page, in: .webMercator, size: PixelSize(width: 500, height: 500), pixelRatio: 1,
        margins: PictureMargins(left: 100), rotation: 30))
    let points = corners.map(view.point)
    #expect(points.allSatisfy { $0.x >= 100 - 1e-6 && $0.x <= 500 + 1e-6 && $0.y >= -1e-6 && $0.y <= 500 + 1e-6 })
    let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    #expect(abs(left - 100) < 1e-6 && abs(right - 500) < 1e-6)
  }

  @Test func aQuarterTurnSnapsToTheGrid() {
    let scheme = TilingScheme.webMercator
    let level = scheme.levels[5]
    let view = MapView(
      reference: .webMercator, center: Position(x: 1_234_567, y: 7_654_321), resolution: 5000,
      size: PixelSize(width: 81, height: 60), pixelRatio: 1, rotation: 90)
    let snapped = view.snapped(to: level, of: scheme)
    let corner = snapped.visibleArea[0]
    for distance in [corner.x - scheme.origin.x, scheme.origin.y - corner.y] {
      let pixels = distance / level.resolution
      #expect(abs(pixels - pixels.rounded()) < 1e-6)
    }
    #expect(snapped.rotation == 90)
    let free = MapView(
      reference: .webMercator, center: view.center, resolution: 5000, size: view.size, pixelRatio: 1, rotation: 10)
    #expect(free.snapped(to: level, of: scheme).center == view.center)
  }

  @Test func theScaleIsThatOfTheRows() throws {
    // At 60° north a degree of latitude is twice as long as one of longitude.
    let view = MapView(
      reference: .wgs84, center: Position(x: 0, y: 60), resolution: 0.001, size: PixelSize(width: 10, height: 10),
      pixelRatio: 1)
    let turned = MapView(
      reference: .wgs84, center: view.center, resolution: 0.001, size: view.size, pixelRatio: 1, rotation: 90)
    let ratio = try #require(turned.groundScale) / (try #require(view.groundScale))
    #expect(abs(ratio - 2) < 0.01)
  }
}
