import Testing

@testable import Geodesy

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where grids of projected references, and lines on projections that are torn, begin and end.
@Suite struct ProjectedGridTests {
  private func world(_ size: (Int, Int) = (900, 600), worlds: Double = 1, center: Double = 0) -> MapView {
    let width = 2 * SphericalMercator.halfWorld
    return MapView(
      reference: .webMercator, center: Position(x: center, y: 0), resolution: worlds * width / Double(size.0),
      size: PixelSize(width: size.0, height: size.1), pixelRatio: 1)
  }

  private func figure(_ code: String, on view: MapView, wraps: Bool = false) throws -> GridFigure {
    try GridFigure(GridSpecification(.projected(try SpatialReference.parse(code))), on: view, wraps: wraps)
  }

  /// Degrees of what lines show.
  private func places(_ figure: GridFigure, on view: MapView) throws -> [Position] {
    let projector = try Projector(from: .wgs84, to: view.reference)
    return projector.unproject(figure.strokes.flatMap(\.points).map(view.ground)).compactMap { $0 }
  }

  /// The middles of all straight stretches of lines lie on their lines, within a quarter of a pixel.
  private func expectOnLines(_ figure: GridFigure, _ code: String, on view: MapView) throws {
    let projector = try Projector(from: try SpatialReference.parse(code), to: view.reference)
    var checked = 0
    for stroke in figure.strokes {
      let own = projector.unproject(stroke.points.map(view.ground))
      for index in stroke.points.indices.dropFirst() {
        guard let from = own[index - 1], let to = own[index] else { continue }
        let (start, end) = (stroke.points[index - 1], stroke.points[index])
        let middle = PicturePoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
        let places = (0...64).map { step -> Position in
          let share = Double(step) / 64
          return stroke.axis == .x
            ? Position(x: stroke.value, y: from.y + (to.y - from.y) * share)
            : Position(x: from.x + (to.x - from.x) * share, y: stroke.value)
        }
        let line = projector.project(places).compactMap { $0.map(view.point) }
        let off = zip(line, line.dropFirst()).map { distance(of: middle, from: $0, $1) }.min() ?? .infinity
        #expect(off < 0.25, "\(stroke.axis) \(stroke.value) at \(middle.x), \(middle.y)")
        checked += 1
      }
    }
    #expect(checked > 100)
  }

  private func distance(of point: PicturePoint, from start: PicturePoint, _ end: PicturePoint) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    let way = (point.x - start.x) * dx + (point.y - start.y) * dy
    let share = square > 0 ? min(max(way / square, 0), 1) : 0
    return hypot(point.x - start.x - share * dx, point.y - start.y - share * dy)
  }

  /// The grid of Europe is drawn in Europe and about it, also on a map of the world.
  @Test func aNationalGridEndsAboutItsAreaOfUse() throws {
    let view = world()
    let figure = try figure("EPSG:3035", on: view)
    let places = try places(figure, on: view)
    #expect(places.count > 100)
    #expect(places.allSatisfy { $0.y > -10 && $0.x > -120 && $0.x < 140 })
    try expectOnLines(figure, "EPSG:3035", on: view)
  }

  /// A line that leaves the picture at one side and ends at the other with its grid is labelled at both.
  @Test func linesAreLabelledWhereTheyEndWithTheirGrid() throws {
    let view = MapView(
      reference: .webMercator, center: Position(x: 750_000, y: 7_300_000), resolution: 3892,
      size: PixelSize(width: 900, height: 668), pixelRatio: 1)
    let labels = try figure("EPSG:25832", on: view).labels.filter { $0.text == "6000000 N" }
    // At its end inside the picture, and where it crosses the picture's edge.
    let places = labels.map(\.point.x).sorted()
    #expect(places.count == 2 && 50...300 ~= places[0] && places[1] == 900)
  }

  /// Where nobody says where a reference is meant to be used, its lines are as curved as they are up to where they end.
  @Test func linesAreCurvedUpToTheirEnds() throws {
    let view = world()
    let code = "+proj=ortho +lat_0=52 +lon_0=10 +R=6371000 +units=m"
    try expectOnLines(try figure(code, on: view), code, on: view)
  }

  /// About the pole a reference is used at all longitudes.
  @Test func aPolarGridGoesRound() throws {
    let view = MapView(
      reference: try SpatialReference.parse("EPSG:3413"), center: Position(x: 0, y: 0), resolution: 20_000,
      size: PixelSize(width: 600, height: 600), pixelRatio: 1)
    let figure = try figure("EPSG:3413", on: view)
    let points = figure.strokes.flatMap(\.points)
    #expect(figure.strokes.count >= 10)
    #expect(points.contains { $0.x < 150 } && points.contains { $0.x > 450 })
    #expect(points.contains { $0.y < 150 } && points.contains { $0.y > 450 })
  }

  /// On a map that goes on, each world that shows has the grid, with its labels.
  @Test(arguments: [("EPSG:3035", 0.0), ("EPSG:3338", 1.4e7), ("EPSG:2193", -9e6)])
  func aGridRepeatsInEachWorld(_ code: String, _ center: Double) throws {
    let view = world((1500, 500), worlds: 3, center: center)
    let figure = try figure(code, on: view, wraps: true)
    let (left, all) = (
      figure.strokes.filter { $0.points.allSatisfy { $0.x < 490 } }, Set(figure.strokes.map(Shape.init))
    )
    #expect(!left.isEmpty)
    for stroke in left {
      for worlds in 1...2 { #expect(all.contains(Shape(stroke, shifted: Double(worlds) * 500)), "\(stroke.value)") }
    }
    let texts = Dictionary(grouping: figure.labels, by: \.text)
    #expect(texts.values.contains { $0.count >= 3 })
  }

  /// A stroke by its value and where it begins and ends.
  private struct Shape: Hashable {
    let axis: GridStroke.Axis
    let numbers: [Int]

    init(_ stroke: GridStroke) { self.init(stroke, shifted: 0) }

    init(_ stroke: GridStroke, shifted: Double) {
      axis = stroke.axis
      var numbers = [Int(stroke.value)]
      for point in [stroke.points[0], stroke.points[stroke.points.count - 1]] {
        numbers.append(Int(((point.x + shifted) / 4).rounded()))
        numbers.append(Int((point.y / 4).rounded()))
      }
      self.numbers = numbers
    }
  }

  /// Between the lobes of a map that is torn there is no ground, and no line.
  @Test(arguments: ["+proj=igh +datum=WGS84", "+proj=igh_o +datum=WGS84", "+proj=imoll +datum=WGS84"])
  func noLineLeapsFromLobeToLobe(_ code: String) throws {
    let view = MapView(
      reference: try SpatialReference.parse(code), center: Position(x: 0, y: 0), resolution: 60_000,
      size: PixelSize(width: 700, height: 350), pixelRatio: 1)
    let page = try GridPage(view, wraps: false)
    for kind in [GridSpecification.Kind.latlong, .mgrs] {
      let strokes = try GridFigure(GridSpecification(kind), on: view).strokes
      #expect(strokes.count > 15)
      for stroke in strokes {
        let longer = zip(stroke.points, stroke.points.dropFirst()).filter { abs($0.x - $1.x) + abs($0.y - $1.y) > 3 }
        let middles = longer.map { PicturePoint(x: ($0.x + $1.x) / 2, y: ($0.y + $1.y) / 2) }
        // A line may run on the edge of a lobe.
        let beside = middles.flatMap { middle in [-1.5, 0, 1.5].map { PicturePoint(x: middle.x + $0, y: middle.y) } }
        let places = page.places(beside)
        for (index, middle) in middles.enumerated() {
          let isGround = places[3 * index..<3 * index + 3].contains { $0 != nil }
          #expect(isGround, "\(kind) \(stroke.axis) \(stroke.value) at \(middle.x), \(middle.y)")
        }
      }
    }
  }
}
