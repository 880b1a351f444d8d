import DocumentModel
import Geodesy
import Testing

@testable import Rendering

@Suite struct WorldOutlinesTests {
  /// A grid of one pixel for each degree.
  private static let grid = WorldGrid(
    tile: Extent(xmin: -180, ymin: -90, xmax: 180, ymax: 90), reference: .wgs84,
    size: PixelSize(width: 360, height: 180), pixelRatio: 1)

  private func outline(_ points: [(Double, Double)]) -> WorldData.Outline {
    WorldData.Outline(rank: 0, points: points.map { Position(x: $0.0, y: $0.1) })
  }

  /// A star around the middle of the world, whose rays go far beyond any tile.
  private var star: [(Double, Double)] {
    var random = Randomness(seed: 7)
    let points = (0..<500).map { _ in
      (Double.random(in: -170...170, using: &random), Double.random(in: -80...80, using: &random))
    }
    return points + [points[0]]
  }

  @Test(arguments: [(150, 60), (0, 0), (200, 100), (300, 20)])
  func whatIsDroppedOutsideATileDoesNotShowInIt(x: Int, y: Int) throws {
    let size = PixelSize(width: 48, height: 48)
    let outlines = WorldOutlines([outline(star)], on: Self.grid)
    let small = WorldOutlines.Box(x: x, y: y, size: size, margin: 6)
    let all = WorldOutlines.Box(x: -1000, y: -1000, size: PixelSize(width: 3000, height: 3000), margin: 0)
    func drawn(_ box: WorldOutlines.Box) throws -> Picture {
      let canvas = try DrawingCanvas(size: size)
      canvas.fill(rings: outlines.rings(in: box, origin: (x, y)), Color(red: 0, green: 90, blue: 0))
      canvas.stroke(lines: outlines.lines(in: box, origin: (x, y)), .white, width: 1.5)
      return canvas.picture()
    }
    #expect(outlines.rings(in: small, origin: (x, y)).reduce(0) { $0 + $1.count } < star.count)
    // Cairo samples rows otherwise where edges end or cross: hence, without what a tile adds, not to the bit.
    let differences = try zip(drawn(small).bytes, drawn(all).bytes).map { abs(Int($0) - Int($1)) }
    #expect(differences.allSatisfy { $0 <= 16 })
    #expect(differences.count { $0 > 0 } * 50 < differences.count)
  }

  @Test func aDashIsAsLongAsItShouldBe() {
    let line = WorldOutlines([outline([(-180, 90), (-160, 90), (-160, 70)])], on: Self.grid)
    let all = WorldOutlines.Box(x: -10, y: -10, size: PixelSize(width: 400, height: 200), margin: 0)
    let dashes = WorldOutlines(dashing: line, on: 6, off: 4).lines(in: all, origin: (0, 0))
    #expect(dashes.count == 4)
    #expect(dashes.first?.map(\.x) == [0, 6])
    // The third goes over the corner: 20 right, then down.
    #expect(dashes[2].map(\.y) == [0, 6])
  }
}
