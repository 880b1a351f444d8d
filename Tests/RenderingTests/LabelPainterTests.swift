import Geodesy
import Testing

@testable import Rendering

@Suite struct LabelPainterTests {
  private func alpha(_ picture: Picture, _ x: Int, _ y: Int) -> UInt8 {
    picture.bytes[(y * picture.size.width + x) * 4 + 3]
  }

  @Test func aDebugTileShowsItsEdgeAndIsClearInside() throws {
    let picture = try TileOutlinePainter.tile(
      TileIndex(level: 3, column: 5, row: 2), size: PixelSize(width: 256, height: 256))
    for place in [(0, 128), (255, 128), (128, 0), (128, 255)] { #expect(alpha(picture, place.0, place.1) == 255) }
    #expect(alpha(picture, 128, 128) == 0)
    #expect((8..<80).contains { alpha(picture, $0, 16) > 0 }, "no label in the corner")
  }

  @Test func differentTilesHaveDifferentLabels() throws {
    let size = PixelSize(width: 256, height: 256)
    let one = try TileOutlinePainter.tile(TileIndex(level: 3, column: 5, row: 2), size: size)
    let other = try TileOutlinePainter.tile(TileIndex(level: 3, column: 2, row: 5), size: size)
    #expect(one != other)
    #expect(try TileOutlinePainter.tile(TileIndex(level: 3, column: 5, row: 2), size: size) == one)
  }

  @Test(arguments: [1.0, 2.0, 3.125])
  func anAttributionLiesInTheCorner(pixelRatio: Double) throws {
    let size = PixelSize(width: 1200, height: 800)
    let label = try #require(
      try AttributionPainter.label(["© OpenStreetMap contributors"], on: size, pixelRatio: pixelRatio))
    #expect(label.x + label.label.size.width == 1200)
    #expect(label.y + label.label.size.height == 800)
    #expect(Double(label.label.size.height) > 12 * pixelRatio && Double(label.label.size.height) < 22 * pixelRatio)
  }

  @Test func anAttributionIsNeverCut() throws {
    let text = "© OpenStreetMap contributors and many, many others who have worked for this map"
    let label = try #require(
      try AttributionPainter.label([text], on: PixelSize(width: 300, height: 200), pixelRatio: 1))
    #expect(label.x >= 0 && label.label.size.width <= 300)
    // The ground's right rim is free of ink.
    let right = label.label.size.width - 2
    let ground = alpha(label.label, 0, 0)
    #expect((0..<label.label.size.height).allSatisfy { alpha(label.label, right, $0) == ground })
  }

  @Test(arguments: [(40, 20), (120, 60), (60, 400), (300, 8), (12, 12), (1, 1)])
  func anAttributionStandsWholeOnASmallPicture(width: Int, height: Int) throws {
    let text = "© OpenStreetMap contributors"
    let label = try #require(
      try AttributionPainter.label([text, "© Others"], on: PixelSize(width: width, height: height), pixelRatio: 1))
    let size = label.label.size
    #expect(label.x >= 0 && label.y >= 0 && size.width <= width && size.height <= height)
    guard width >= 40, height >= 20 else { return }
    // All four edges are free of ink.
    let ground = alpha(label.label, 0, 0)
    let edge =
      (0..<size.width).flatMap { [($0, 0), ($0, size.height - 1)] }
      + (0..<size.height).flatMap { [(0, $0), (size.width - 1, $0)] }
    #expect(edge.allSatisfy { alpha(label.label, $0.0, $0.1) == ground })
  }

  // Icons and banners: read at all, on less than half of the picture.
  @Test(arguments: [(64, 64), (200, 40), (120, 90)])
  func anAttributionLeavesRoomForASmallMap(width: Int, height: Int) throws {
    let label = try #require(
      try AttributionPainter.label(
        ["© OpenStreetMap contributors"], on: PixelSize(width: width, height: height), pixelRatio: 1))
    let size = label.label.size
    #expect(size.height * 2 < height)
    // A line of six pixels is seven high, with a rim of one above and below.
    #expect(size.height >= 9)
  }

  @Test func aLineNeitherBeginsNorEndsWithTheSeparator() throws {
    // As wide as the longer text: the separator would stand alone at an end of a line.
    let picture = PixelSize(width: 110, height: 200)
    let texts = try AttributionPainter.label(["Hydrographic Office", "Ordnance Survey"], on: picture, pixelRatio: 1)
    let one = try AttributionPainter.label(["Hydrographic Office Ordnance Survey"], on: picture, pixelRatio: 1)
    #expect(texts?.label == one?.label)
  }

  @Test func noTextNoLabel() throws {
    #expect(try AttributionPainter.label([], on: PixelSize(width: 100, height: 100), pixelRatio: 1) == nil)
  }
}
