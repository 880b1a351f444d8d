import Geodesy
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
    let labels = try LabelPlacer.labels(WorldData.shared.names, on: grid)
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
    for label in level.labels.prefix(120) {
      let size = label.lettering.size
      for line in label.lines {
        let width = try Fonts.use { $0.line(line, size: size, isBold: label.lettering.isBold).extent.width }
        #expect(width <= label.box.width - 2 * WorldLabel.margin + 0.5, "\(line)")
      }
    }
  }

  @Test(arguments: [1.5, 2, 3.125])
  func theSameLabelsAtEveryPixelRatio(ratio: Double) throws {
    let plain = try WorldLevel.of(Self.grid(4, degrees: false)).labels
    let fine = try WorldLevel.of(Self.grid(4, degrees: false, pixelRatio: ratio)).labels
    #expect(plain.map(\.lines) == fine.map(\.lines))
    for (one, other) in zip(plain, fine) {
      #expect(abs(one.box.x - other.box.x) < 1e-6 && abs(one.box.y - other.box.y) < 1e-6)
    }
  }

  @Test(arguments: [
    (1, ["AFRICA", "INDIAN OCEAN"]), (2, ["BRAZIL", "Paris", "ATLANTIC OCEAN"]),
    (4, ["GERMANY", "Berlin", "Black Sea", "Chișinău"]), (6, ["Luxembourg", "Zürich", "Kattegat", "POLAND"]),
  ])
  func showsWhatAnAtlasWouldShow(zoom: Int, wanted: [String]) throws {
    let labels = try LabelPlacer.labels(WorldData.shared.names, on: Self.grid(zoom, degrees: false))
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
