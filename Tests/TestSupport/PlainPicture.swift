/// A picture of R, G, B, A bytes, not premultiplied, that writes itself as a PNG without compression.
///
/// Shares no code with what is tested.
package struct PlainPicture: Sendable, Equatable {
  package let width: Int
  package let height: Int
  /// Rows from the top, four bytes a pixel.
  package var bytes: [UInt8]

  /// - Parameter color: R, G, B, A of a pixel; x to the right and y down from the top left one.
  package init(width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8, UInt8)) {
    self.width = width
    self.height = height
    bytes = []
    bytes.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue, alpha) = color(x, y)
        bytes += [red, green, blue, alpha]
      }
    }
  }

  /// The file: one IDAT of stored deflate blocks (RFC 1950, RFC 1951, section 3.2.4).
  package var png: [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(bytes.count + height)
    for y in 0..<height {
      rows.append(0)
      rows += bytes[y * width * 4..<(y + 1) * width * 4]
    }
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    while start < rows.count {
      let count = min(65_535, rows.count - start)
      stream.append(start + count == rows.count ? 1 : 0)
      stream += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      stream += rows[start..<start + count]
      start += count
    }
    stream += Self.word(Self.adler32(rows))
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk("IHDR", Self.word(UInt32(width)) + Self.word(UInt32(height)) + [8, 6, 0, 0, 0])
    file += Self.chunk("IDAT", stream)
    return file + Self.chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + body
    return word(UInt32(body.count)) + checked + word(crc32(checked))
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static let crcTable: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { crcTable[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
  }
}

extension PlainPicture {
  /// A tile that looks like no other: its level, column and row stand in its colours, and every pixel differs from its
  /// neighbours.
  package static func tile(level: Int, column: Int, row: Int, size: Int = 256) -> PlainPicture {
    PlainPicture(width: size, height: size) { x, y in
      (
        UInt8(truncatingIfNeeded: x &* 7 &+ column &* 37), UInt8(truncatingIfNeeded: y &* 5 &+ row &* 53),
        UInt8(truncatingIfNeeded: x ^ y &+ level &* 29), 255
      )
    }
  }
}
