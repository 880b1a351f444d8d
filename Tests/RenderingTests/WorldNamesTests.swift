import DocumentModel
import Geodesy
import Glibc
import Testing

@testable import Rendering

@Suite struct WorldNamesTests {
  private static let half = 20_037_508.342789244
  private static let world = Extent(xmin: -half, ymin: -half, xmax: half, ymax: half)

  /// Of Web Mercator, of whose level the whole world is one tile.
  private static func names(_ zoom: Int) -> (names: WorldNames, grid: WorldGrid) {
    let size = PixelSize(width: 256 << zoom, height: 256 << zoom)
    return (
      WorldNames(onLevelOf: world, in: .webMercator, size: size),
      WorldGrid(tile: world, reference: .webMercator, size: size, pixelRatio: 1)
    )
  }

  /// The north pole in the middle of a page, as a stereographic projection of the sphere shows it.
  private static func polar(_ place: Position, scale: Double) -> PixelPoint? {
    guard place.y > -60 else { return nil }
    let (distance, turn) = (2 * scale * tan((90 - place.y) * .pi / 360), place.x * .pi / 180)
    return PixelPoint(x: 500 + distance * sin(turn), y: 500 + distance * cos(turn))
  }

  @Test(arguments: [1.0, 2.0]) func namesOfAPolarMapTouchNothing(pixelRatio: Double) throws {
    let names = Self.names(3).names
    let page = PixelSize(width: Int(1000 * pixelRatio), height: Int(1000 * pixelRatio))
    let taken = PixelRectangle(
      x: 300 * pixelRatio, y: 600 * pixelRatio, width: 200 * pixelRatio, height: 200 * pixelRatio)
    let places = names.positions.map { position in
      Self.polar(position, scale: 326).map { PixelPoint(x: $0.x * pixelRatio, y: $0.y * pixelRatio) }
    }
    let placed = try names.placed(at: places, on: page, pixelRatio: pixelRatio, taken: [taken])
    #expect(placed.boxes.count > 60)
    let side = 1000 * pixelRatio
    for (number, box) in placed.boxes.enumerated() {
      #expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= side && box.y + box.height <= side)
      #expect(!box.touches(taken) && !placed.boxes[..<number].contains { $0.touches(box) })
    }
    // The letters lie in their boxes, but for the halo.
    for item in placed.drawing.items {
      guard case .letters(let rings, _, _) = item.mark, let bounds = PixelRectangle(around: rings) else { continue }
      #expect(placed.boxes.contains { $0.grown(by: 1).contains(bounds) })
    }
  }

  @Test(arguments: [1, 3, 4, 5]) func anUprightMapHasTheNamesOfItsTiles(zoom: Int) throws {
    let (names, grid) = Self.names(zoom)
    let window = PixelRectangle(
      x: (grid.width * 0.45).rounded(), y: (grid.height * 0.25).rounded(), width: 250, height: 125)
    let tiles = try WorldLabelPlacer(WorldData.shared.names, on: grid).labels(within: WorldLabelRoom(window))
    let places = names.positions.map { position -> PixelPoint? in
      let place = grid.pixel(position)
      return PixelPoint(x: place.x - window.x, y: place.y - window.y)
    }
    let page = PixelSize(width: Int(window.width), height: Int(window.height))
    let boxes = try names.placed(at: places, on: page, pixelRatio: 1).boxes
    #expect(boxes.count == tiles.count && !boxes.isEmpty)
    for (box, label) in zip(boxes, tiles) {
      #expect(abs(box.x + window.x - label.box.x) < 0.1 && abs(box.y + window.y - label.box.y) < 0.1)
    }
  }

  @Test func namesStayInsideOfAClip() throws {
    let names = Self.names(3).names
    let places = names.positions.map { Self.polar($0, scale: 326) }
    let circle = (0..<64).map { number in
      PixelPoint(x: 500 + 300 * cos(Double(number) * .pi / 32), y: 500 + 300 * sin(Double(number) * .pi / 32))
    }
    let page = PixelSize(width: 1000, height: 1000)
    let boxes = try names.placed(at: places, on: page, pixelRatio: 1, inside: [[circle]]).boxes
    #expect(boxes.count > 20)
    for box in boxes {
      for (x, y) in [(box.x, box.y), (box.x + box.width, box.y + box.height)] {
        #expect(hypot(x - 500, y - 500) < 301)
      }
    }
  }

  @Test func whatIsNotOnTheMapHasNoName() throws {
    let names = Self.names(2).names
    let places: [PixelPoint?] = names.positions.map { _ in nil }
    let placed = try names.placed(at: places, on: PixelSize(width: 100, height: 100), pixelRatio: 1)
    #expect(placed.boxes.isEmpty && placed.drawing.isEmpty)
  }
}
