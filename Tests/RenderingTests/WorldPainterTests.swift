import Geodesy
import Testing

@testable import Rendering

@Suite struct WorldPainterTests {
  private static let half = 20_037_508.342789244
  private static let mercatorWorld = Extent(xmin: -half, ymin: -half, xmax: half, ymax: half)

  /// The colour at a place in degrees, in a picture of the whole world.
  private func color(_ longitude: Double, _ latitude: Double, in picture: Picture) -> [UInt8] {
    let x = Int((longitude + 180) / 360 * Double(picture.size.width))
    let y = Int((90 - latitude) / 180 * Double(picture.size.height))
    let offset = (y * picture.size.width + x) * 4
    return Array(picture.bytes[offset..<offset + 4])
  }

  // Well inside a country or an ocean, away from the graticule.
  @Test(
    arguments: [
      (10.5, 50.5, true), (-100.5, 40.5, true), (135.5, -25.5, true), (-55.5, -10.5, true), (100.5, 62.5, true),
      (-40.5, 35.5, false), (-140.5, 5.5, false), (80.5, -30.5, false), (51.5, 42.5, false), (0.5, -85.5, true),
    ] as [(Double, Double, Bool)])
  func landIsLandAndWaterIsWater(longitude: Double, latitude: Double, isLand: Bool) throws {
    let world = Extent(xmin: -180, ymin: -90, xmax: 180, ymax: 90)
    let picture = try WorldPainter.tile(world, in: .wgs84, size: PixelSize(width: 2048, height: 1024))
    let land: [UInt8] = [0xF6, 0xF3, 0xEC, 255]
    let sea: [UInt8] = [0xD3, 0xE2, 0xEA, 255]
    #expect(color(longitude, latitude, in: picture) == (isLand ? land : sea))
  }

  @Test func neighbouringTilesMeetWithoutASeam() throws {
    // Europe at zoom 3 as one picture of 512 pixels and as four tiles of 256.
    let size = Self.half * 2 / 8
    let (left, top) = (0.0, size * 3)
    func extent(_ column: Int, _ row: Int, _ count: Int) -> Extent {
      Extent(
        xmin: left + Double(column) * size, ymin: top - Double(row + count) * size,
        xmax: left + Double(column + count) * size, ymax: top - Double(row) * size)
    }
    let whole = try WorldPainter.tile(extent(0, 0, 2), in: .webMercator, size: PixelSize(width: 512, height: 512))
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let tile = try WorldPainter.tile(
        extent(column, row, 1), in: .webMercator, size: PixelSize(width: 256, height: 256))
      for line in 0..<256 {
        let start = ((row * 256 + line) * 512 + column * 256) * 4
        #expect(
          Array(whole.bytes[start..<start + 1024]) == Array(tile.bytes[line * 1024..<line * 1024 + 1024]),
          "tile \(column), \(row) differs in line \(line)")
      }
    }
  }

  @Test func theWorldIsOpaque() throws {
    let picture = try WorldPainter.tile(Self.mercatorWorld, in: .webMercator, size: PixelSize(width: 256, height: 256))
    #expect(stride(from: 3, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 255 })
  }
}
