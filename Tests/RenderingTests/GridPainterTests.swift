import DocumentModel
import Geodesy
import Testing

@testable import Rendering

/// Where labels of grids stand on the page, and what lines of their levels look like.
@Suite struct GridPainterTests {
  private static func view(_ code: String, _ center: Position, resolution: Double, rotation: Double = 0) throws
    -> MapView
  {
    let reference = try SpatialReference.parse(code)
    let middle = try #require(try Projector(from: .wgs84, to: reference).project(center))
    return MapView(
      reference: reference, center: middle, resolution: resolution, size: PixelSize(width: 800, height: 600),
      pixelRatio: 1, rotation: rotation)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let kind: GridSpecification.Kind
    let code: String
    let center: Position
    let resolution: Double
    let rotation: Double
    var testDescription: String { "\(kind) at \(resolution), turned by \(rotation)" }
  }

  static let cases: [Case] = [0.0, 25, 45, 90, -130].flatMap { rotation -> [Case] in
    [
      Case(kind: .mgrs, code: "EPSG:3857", center: Position(x: 4, y: 60.4), resolution: 2000, rotation: rotation),
      Case(kind: .usng, code: "EPSG:32632", center: Position(x: 9, y: 54.3), resolution: 13, rotation: rotation),
      Case(kind: .latlong, code: "EPSG:3035", center: Position(x: 12, y: 54), resolution: 3000, rotation: rotation),
      Case(kind: .latlong, code: "EPSG:3995", center: Position(x: 0, y: 90), resolution: 9000, rotation: rotation),
      Case(kind: .utm, code: "EPSG:3857", center: Position(x: 0, y: 0), resolution: 300, rotation: rotation),
    ]
  }

  /// No label touches another or the edge of the page, in any position, upright and along, however the map is turned.
  @Test(arguments: cases) func labelsTouchNeitherEachOtherNorTheEdge(_ one: Case) throws {
    let view = try Self.view(one.code, one.center, resolution: one.resolution, rotation: one.rotation)
    for position in GridLabelPosition.allCases {
      let figure = try GridFigure(
        GridSpecification(one.kind, labels: GridLabelSettings(position: position)), on: view)
      #expect(!figure.labels.isEmpty)
      for angle in GridLabelStyle.Angle.allCases {
        let painter = GridPainter(figure, labels: GridLabelStyle(angle: angle), pixelRatio: 1)
        var placer = LabelPlacer(view.size, pixelRatio: 1)
        let labels = try painter.labels()
        let placed = try placer.place(labels.map(\.request))
        let boxes = placed.labels.flatMap(\.boxes)
        #expect(boxes.count >= min(4, labels.count), "\(position)")
        for (index, box) in boxes.enumerated() {
          let bounds = box.bounds
          #expect(bounds.x >= 0 && bounds.y >= 0 && bounds.x + bounds.width <= 800 && bounds.y + bounds.height <= 600)
          for other in boxes[(index + 1)...] { #expect(!box.touches(other)) }
        }
      }
    }
  }

  /// A text at an edge stands on its line: the line goes through its middle.
  @Test func labelsAtEdgesStandOnTheirLines() throws {
    let view = try Self.view("EPSG:3857", Position(x: 10, y: 50), resolution: 1000)
    let figure = try GridFigure(GridSpecification(.latlong), on: view)
    let labels = try GridPainter(figure, pixelRatio: 1).labels()
    var placer = LabelPlacer(view.size, pixelRatio: 1)
    let placed = try placer.place(labels.map(\.request))
    for label in placed.labels {
      let own = figure.labels[labels[label.request].number]
      let center = label.boxes[0].center
      switch own.place {
      case .edge(.top), .edge(.bottom): #expect(abs(center.x - own.point.x) < 0.6)
      case .edge(.left), .edge(.right): #expect(abs(center.y - own.point.y) < 2)
      default: Issue.record("a label away from the edges")
      }
    }
    #expect(placed.labels.count >= 16)
  }

  @Test func theFinestLineIsOnePixelWideAndCoarserOnesMoreUpToThree() {
    let look = GridLook(symbols: [], levels: [0, 1, 2, 3], pixelRatio: 2)
    #expect([3, 2, 1, 0].map { look.stroke(of: $0)?.width } == [2, 4, 6, 6])
    var symbols = GridLevelSymbols()
    symbols.line.width = 0.5
    symbols.line.dash = [4, 2]
    let own = GridLook(symbols: [symbols], levels: [0, 1], pixelRatio: 2)
    #expect(own.stroke(of: 0)?.width == 1 && own.stroke(of: 0)?.dash == [8, 4])
    #expect(own.stroke(of: 1)?.width == 2)
    symbols.line.isVisible = false
    #expect(GridLook(symbols: [symbols], levels: [0], pixelRatio: 1).stroke(of: 0) == nil)
  }

  /// A name is written only where all of it lies in its cell.
  @Test func namesStayInsideTheirCells() throws {
    let view = try Self.view("EPSG:3857", Position(x: 4, y: 60.4), resolution: 2000)
    let figure = try GridFigure(GridSpecification(.mgrs), on: view)
    let labels = try GridPainter(figure, pixelRatio: 1).labels()
    var placer = LabelPlacer(view.size, pixelRatio: 1)
    let placed = try placer.place(labels.map(\.request))
    var names = 0
    for label in placed.labels {
      guard case .cell(let outline) = figure.labels[labels[label.request].number].place else { continue }
      names += 1
      // The halo may reach over the edge, the letters not.
      let bounds = label.boxes[0].bounds
      for (x, y) in [(0.0, 0.0), (1, 0), (1, 1), (0, 1)] {
        let corner = PicturePoint(
          x: bounds.x + 3 + (bounds.width - 6) * x, y: bounds.y + 3 + (bounds.height - 6) * y)
        #expect(PolygonCut.contains(outline, corner))
      }
    }
    #expect(names > 10)
  }

  /// Room is measured in the text's own letters: in large ones, and in those of a wider font, fewer cells hold their names.
  @Test func roomInCellsIsThatOfTheLetters() throws {
    let view = try Self.view("EPSG:3857", Position(x: 4, y: 60.4), resolution: 2000)
    let figure = try GridFigure(GridSpecification(.mgrs), on: view)
    func count(_ font: String?, _ size: Double) throws -> Int {
      var symbols = GridLevelSymbols()
      (symbols.text.font, symbols.text.size) = (font, size)
      return try GridPainter(figure, symbols: [symbols, symbols], pixelRatio: 1).labels().count
    }
    let plain = try count(nil, 26)
    let wide = try [20.0, 26, 32, 38, 44, 50].map { try count("DejaVu Sans Mono", $0) }
    #expect(try wide != [20.0, 26, 32, 38, 44, 50].map { try count(nil, $0) })
    #expect(try count(nil, 60) < plain && plain < count(nil, 8))
  }

  /// Labels begin where ticks end.
  @Test func labelsDoNotCoverTicks() throws {
    let view = try Self.view("EPSG:3857", Position(x: 10, y: 50), resolution: 1000)
    let figure = try GridFigure(GridSpecification(.latlong, style: .ticks), on: view)
    let ticks = Set(figure.strokes.flatMap(\.points))
    #expect(ticks.count > 20)
    let labels = try GridPainter(
      figure, labels: GridLabelStyle(offset: GridLabelStyle().offset + GridStyle.ticks.depth), pixelRatio: 1
    ).labels()
    var placer = LabelPlacer(view.size, pixelRatio: 1)
    for label in try placer.place(labels.map(\.request)).labels {
      let box = label.boxes[0].bounds
      let covered = ticks.filter { point in
        box.x < point.x && point.x < box.x + box.width && box.y < point.y && point.y < box.y + box.height
      }
      #expect(covered.isEmpty, "\(box)")
    }
  }
}
