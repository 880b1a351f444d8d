import Geodesy

@testable import Rendering

/// PNG files made for tests, of any form that is not interlaced, with any filters.
struct TestPNG {
  var width: Int
  var height: Int
  var depth: Int
  var colorType: PNGLayout.ColorType
  var palette: [UInt8] = []
  var transparency: [UInt8] = []
  /// Parts that the pixel data is cut into.
  var parts = 1

  var samples: Int { [.grey: 1, .rgb: 3, .palette: 1, .greyAlpha: 2, .rgba: 4][colorType] ?? 1 }
  var rowBytes: Int { (width * samples * depth + 7) / 8 }

  /// - Parameter rows: Filtered, each led by its filter's byte.
  func file(rows: [UInt8]) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) } }
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    file += PNGChunks.chunk(
      "IHDR", word(width) + word(height) + [UInt8(depth), colorType.rawValue, 0, 0, 0])
    if !palette.isEmpty { file += PNGChunks.chunk("PLTE", palette) }
    if !transparency.isEmpty { file += PNGChunks.chunk("tRNS", transparency) }
    var deflater = RowDeflater(stride: rowBytes + 1, step: 1)
    let stream = [0x78, 0x01] + deflater.compressed(rows[...]) + word(Int(Adler32(rows).value))
    let length = (stream.count + parts - 1) / parts
    for start in stride(from: 0, to: stream.count, by: length) {
      file += PNGChunks.chunk("IDAT", Array(stream[start..<min(start + length, stream.count)]))
    }
    return file + PNGChunks.chunk("IEND", [])
  }
}
