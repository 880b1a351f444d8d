import Geodesy
import Glibc
import Testing

@testable import Rendering

@Suite struct WorldLabelTests {
  /// A whole level: of Web Mercator, or of the pyramid in degrees.
  private static func grid(_ zoom: Int, degrees: Bool, pixelRatio: Double = 1) -> WorldGrid {
    let half = 20_037_508.342789244
    let world =
      degrees
      ? Extent(xmin: -180, ymin: -90, xmax: 180, ymax: 90) : Extent(xmin: -half, ymin: -half, xmax: half, ymax: half)
    let side = Int((256 * pixelRatio).rounded()) << zoom
    return WorldGrid(
      tile: world, reference: degrees ? .wgs84 : .webMercator,
      size: PixelSize(width: degrees ? 2 * side : side, height: side), pixelRatio: pixelRatio)
  }

  private static let levels = (0...6).flatMap { [($0, false), ($0, true)] }

  @Test(arguments: levels)
  func noLabelTouchesAnotherOrLeavesTheWorld(zoom: Int, degrees: Bool) throws {
    let grid = Self.grid(zoom, degrees: degrees)
    let labels = try WorldLabelPlacer(WorldData.shared.names, on: grid).labels()
    #expect(!labels.isEmpty)
    let boxes = labels.map(\.box).sorted { $0.x < $1.x }
    for (number, box) in boxes.enumerated() {
      #expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= grid.width && box.y + box.height <= grid.height)
      for other in boxes[(number + 1)...] {
        if other.x >= box.x + box.width { break }
        #expect(other.y >= box.y + box.height || box.y >= other.y + other.height)
      }
    }
  }

  @Test(arguments: levels)
  func theLettersStayInTheirBoxes(zoom: Int, degrees: Bool) throws {
    // The box was made by adding up letters; what pango sets may not be wider.
    let level = try WorldLevel.of(Self.grid(zoom, degrees: degrees))
    for label in level.labels(within: .everywhere).prefix(120) {
      let size = label.lettering.size
      for line in label.lines {
        let width = try Fonts.use { $0.line(line, size: size, isBold: label.lettering.isBold).extent.width }
        #expect(width <= label.box.width - 2 * WorldLabel.margin + 0.5, "\(line)")
      }
    }
  }

  /// Windows of pictures over Europe, Japan, the south and the antimeridian, in parts of the whole level; the last two go on
  /// beyond its edge.
  @Test(
    arguments: [
      (0.5, 0.3, 0.07), (0.87, 0.38, 0.06), (0.3, 0.8, 0.2), (0.0, 0.3, 0.05), (0.75, 0.3, 0.5), (-0.2, 0.3, 0.5),
    ], levels)
  func noNameIsCutAtTheEdgeOfAPicture(window: (x: Double, y: Double, side: Double), level: (zoom: Int, degrees: Bool))
    throws
  {
    let grid = Self.grid(level.zoom, degrees: level.degrees)
    let visible = PixelRectangle(
      x: (window.x * grid.width).rounded(), y: (window.y * grid.height).rounded(),
      width: (window.side * grid.width).rounded(), height: (window.side * grid.width).rounded())
    let placer = try WorldLabelPlacer(WorldData.shared.names, on: grid)
    let labels = placer.labels(within: WorldLabelRoom(visible))
    // A label's own dot stands in the margin of its letters.
    let parts = labels.map { label in
      [label.box]
        + (label.dot.map { dot in
          [
            PixelRectangle(
              x: dot.center.x - dot.diameter / 2 - 1, y: dot.center.y - dot.diameter / 2 - 1, width: dot.diameter + 2,
              height: dot.diameter + 2)
          ]
        } ?? [])
    }
    for (number, boxes) in parts.enumerated() {
      for box in boxes {
        #expect(box.x >= visible.x && box.x + box.width <= visible.x + visible.width)
        #expect(box.y >= visible.y && box.y + box.height <= visible.y + visible.height)
        let isApart = parts[(number + 1)...].joined().allSatisfy { other in
          other.x >= box.x + box.width || box.x >= other.x + other.width || other.y >= box.y + box.height
            || box.y >= other.y + other.height
        }
        #expect(isApart)
      }
    }
    if level.zoom >= 4, window.y < 0.5, window.x > 0 { #expect(labels.count >= 2) }
  }

  /// A turned picture of Europe, and the same with a clip that has a hole.
  @Test(arguments: [false, true], [10.0, 45, 200])
  func noNameReachesBeyondAnOutline(isClipped: Bool, angle: Double) throws {
    let grid = Self.grid(4, degrees: false)
    let middle = PixelPoint(x: 0.53 * grid.width, y: 0.34 * grid.height)
    func ring(_ side: Double) -> [PixelPoint] {
      [(-1.0, -0.8), (1, -0.8), (1, 0.8), (-1, 0.8)].map { x, y in
        let (sine, cosine) = (sin(angle * .pi / 180), cos(angle * .pi / 180))
        return PixelPoint(
          x: middle.x + side * (x * cosine - y * sine), y: middle.y + side * (x * sine + y * cosine))
      }
    }
    let outlines = [[ring(300)]] + (isClipped ? [[ring(280), ring(120).reversed()]] : [])
    let box = PixelRectangle(x: middle.x - 400, y: middle.y - 400, width: 800, height: 800)
    let placer = try WorldLabelPlacer(WorldData.shared.names, on: grid)
    let labels = placer.labels(within: WorldLabelRoom(box, outlines: outlines))
    #expect(labels.count >= 10)
    // On the turned page, the outlines are upright: no point of a name lies beyond them.
    for label in labels {
      for part in 0...40 {
        let along = Double(part % 20) / 19
        let x = label.box.x + label.box.width * (part < 20 ? along : part % 2 == 0 ? 0 : 1) - middle.x
        let y = label.box.y + label.box.height * (part < 20 ? (part % 2 == 0 ? 0 : 1) : along) - middle.y
        let (sine, cosine) = (sin(angle * .pi / 180), cos(angle * .pi / 180))
        let (across, down) = (abs(x * cosine + y * sine), abs(y * cosine - x * sine))
        #expect(across <= (isClipped ? 280 : 300) && down <= (isClipped ? 224 : 240), "\(label.lines)")
        if isClipped { #expect(across >= 120 || down >= 96, "\(label.lines)") }
      }
    }
  }

  @Test func nothingIsWrittenWhereThereIsNoRoom() throws {
    let placer = try WorldLabelPlacer(WorldData.shared.names, on: Self.grid(4, degrees: false))
    for side in [0.0, 3, 12] {
      #expect(
        placer.labels(within: WorldLabelRoom(PixelRectangle(x: 2100, y: 1300, width: side, height: side))).isEmpty)
    }
  }

  @Test func anotherNameTakesTheRoomOfOneThatTheEdgeWouldCut() throws {
    func city(_ text: String, _ longitude: Double) -> WorldData.Name {
      WorldData.Name(kind: .city, zooms: 0...6, place: Position(x: longitude, y: 1), room: 0, text: text)
    }
    let placer = try WorldLabelPlacer([city("Longestname", 0), city("Small", 1)], on: Self.grid(4, degrees: false))
    #expect(placer.labels().map(\.lines) == [["Longestname"]])
    // The edge cuts the dot of the first.
    let visible = PixelRectangle(x: 2047, y: 1900, width: 200, height: 200)
    #expect(placer.labels(within: WorldLabelRoom(visible)).map(\.lines) == [["Small"]])
  }

  @Test(arguments: [1.5, 2, 3.125])
  func theSameLabelsAtEveryPixelRatio(ratio: Double) throws {
    let plain = try WorldLevel.of(Self.grid(4, degrees: false)).labels(within: .everywhere)
    let fine = try WorldLevel.of(Self.grid(4, degrees: false, pixelRatio: ratio)).labels(within: .everywhere)
    #expect(plain.map(\.lines) == fine.map(\.lines))
    for (one, other) in zip(plain, fine) {
      #expect(abs(one.box.x - other.box.x) < 1e-6 && abs(one.box.y - other.box.y) < 1e-6)
    }
  }

  // A country's name leaves room for its capital's.
  @Test(arguments: [(4, ["London", "Warsaw", "Sofia", "Madrid", "Kyiv", "Ankara"]), (3, ["Paris", "Madrid"])])
  func showsCapitalsBesideTheirCountries(zoom: Int, wanted: [String]) throws {
    let labels = try WorldLabelPlacer(WorldData.shared.names, on: Self.grid(zoom, degrees: false)).labels()
    let shown = Set(labels.map { $0.lines.joined(separator: " ") })
    for name in wanted { #expect(shown.contains(name), "\(name) at zoom \(zoom)") }
  }

  @Test(arguments: [
    (1, ["AFRICA", "INDIAN OCEAN"]), (2, ["BRAZIL", "Paris", "ATLANTIC OCEAN"]),
    (4, ["GERMANY", "Berlin", "Black Sea", "Chișinău"]), (6, ["Luxembourg", "Zürich", "Kattegat", "POLAND"]),
  ])
  func showsWhatAnAtlasWouldShow(zoom: Int, wanted: [String]) throws {
    let labels = try WorldLabelPlacer(WorldData.shared.names, on: Self.grid(zoom, degrees: false)).labels()
    let shown = Set(labels.map { $0.lines.joined(separator: " ").filter { $0 != "\u{200A}" } })
    for name in wanted { #expect(shown.contains(name), "\(name) at zoom \(zoom)") }
  }

  @Test func breaksNamesIntoTheFewestLinesThatFit() throws {
    let widths = try LetterWidths(of: [("UNITED STATES OF AMERICA\u{200A}", false)])
    let lettering = WorldStyle.Lettering(size: 10, color: .white)
    #expect(lettering.broken("UNITED STATES OF AMERICA", room: 400, widths) == ["UNITED STATES OF AMERICA"])
    #expect(lettering.broken("UNITED STATES OF AMERICA", room: 100, widths) == ["UNITED STATES", "OF AMERICA"])
    #expect(lettering.broken("UNITED STATES OF AMERICA", room: 1, widths).count == 3)
  }
}
