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
    // Warm or cool, whatever letters are near.
    let color = color(longitude, latitude, in: picture)
    #expect((color[0] > color[2]) == isLand, "\(color)")
  }

  /// A part of a level: so many tiles from a column and a row on.
  private func extent(zoom: Int, column: Int, row: Int, count: Int, degrees: Bool) -> Extent {
    let (west, top, side) = degrees ? (-180.0, 90.0, 180.0) : (-Self.half, Self.half, Self.half * 2)
    let size = side / Double(1 << zoom)
    return Extent(
      xmin: west + Double(column) * size, ymin: top - Double(row + count) * size,
      xmax: west + Double(column + count) * size, ymax: top - Double(row) * size)
  }

  // Where many labels lie across edges of tiles: Europe, the Caribbean, Indonesia, beside the antimeridian.
  @Test(
    arguments: [
      (3, 4, 2, false, 1.0), (4, 8, 4, false, 1), (5, 9, 13, false, 1), (5, 25, 15, false, 1.5), (6, 32, 20, false, 2),
      (4, 14, 6, false, 1), (2, 4, 0, true, 1), (4, 17, 3, true, 2), (6, 66, 14, true, 1),
    ] as [(Int, Int, Int, Bool, Double)])
  func neighbouringTilesMeetWithoutASeam(zoom: Int, column: Int, row: Int, degrees: Bool, ratio: Double) throws {
    let reference = degrees ? SpatialReference.wgs84 : .webMercator
    let side = Int(256 * ratio)
    let whole = try WorldPainter.tile(
      extent(zoom: zoom, column: column, row: row, count: 2, degrees: degrees), in: reference,
      size: PixelSize(width: 2 * side, height: 2 * side), pixelRatio: ratio)
    for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let tile = try WorldPainter.tile(
        extent(zoom: zoom, column: column + right, row: row + down, count: 1, degrees: degrees), in: reference,
        size: PixelSize(width: side, height: side), pixelRatio: ratio)
      var (differing, worst, first) = (0, 0, "")
      for line in 0..<side {
        for byte in 0..<side * 4 {
          let here = Int(tile.bytes[line * side * 4 + byte])
          let there = Int(whole.bytes[((down * side + line) * 2 * side + right * side) * 4 + byte])
          guard here != there else { continue }
          if differing == 0 { first = "\(byte / 4), \(line)" }
          (differing, worst) = (differing + 1, max(worst, abs(here - there)))
        }
      }
      #expect(
        differing == 0, "tile \(right), \(down) differs in \(differing) bytes by up to \(worst), first at \(first)")
    }
  }

  @Test func aTileIsTheSameWhateverWasDrawnBefore() throws {
    let europe = extent(zoom: 4, column: 8, row: 5, count: 1, degrees: false)
    let size = PixelSize(width: 256, height: 256)
    let first = try WorldPainter.tile(europe, in: .webMercator, size: size)
    // More levels than are kept.
    for zoom in 0...6 {
      _ = try WorldPainter.tile(
        extent(zoom: zoom, column: 0, row: 0, count: 1, degrees: true), in: .wgs84, size: size)
    }
    #expect(try WorldPainter.tile(europe, in: .webMercator, size: size) == first)
  }

  // The ground is kept from picture to picture; what is written on it is not.
  @Test func namesOfOnePictureAreNotOnAnother() throws {
    let tile = extent(zoom: 5, column: 16, row: 10, count: 1, degrees: false)
    let size = PixelSize(width: 256, height: 256)
    let whole = try WorldPainter.tile(tile, in: .webMercator, size: size)
    let nothing = Extent(xmin: tile.xmin, ymin: tile.ymin, xmax: tile.xmin + 1000, ymax: tile.ymin + 1000)
    let bare = try WorldPainter.tile(tile, in: .webMercator, size: size, shown: ShownArea(nothing))
    #expect(whole != bare)
    #expect(try WorldPainter.tile(tile, in: .webMercator, size: size) == whole)
    #expect(try WorldPainter.tile(tile, in: .webMercator, size: size, shown: ShownArea(nothing)) == bare)
  }

  @Test func theWorldIsOpaque() throws {
    let picture = try WorldPainter.tile(Self.mercatorWorld, in: .webMercator, size: PixelSize(width: 256, height: 256))
    #expect(stride(from: 3, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 255 })
  }
}
