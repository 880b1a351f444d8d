import Geodesy

/// The first frame of a GIF, on the transparent ground of its logical screen.
enum GIFReader {
  static func picture(in bytes: [UInt8], limit: PictureLimit) throws(DecodingError) -> Picture {
    var reader = GIFBytes(bytes: bytes, place: 6)
    let screen = PixelSize(width: try reader.short(), height: try reader.short())
    try limit.check(screen, of: .gif)
    let flags = try reader.byte()
    _ = try reader.take(2)  // background colour, which all programs ignore, and the pixels' aspect
    let global = try reader.palette(flags: flags)
    var transparent: UInt8?
    while true {
      let place = reader.place
      switch try reader.byte() {
      case 0x21:
        let isControl = try reader.byte() == 0xf9
        let body = try reader.blocks()
        if isControl, body.count >= 4 { transparent = body[0] & 1 == 1 ? body[3] : nil }
      case 0x2c:
        return try frame(&reader, on: screen, global: global, transparent: transparent, limit: limit)
      case 0x3b: throw .broken(.gif, reason: "it has no frame", at: place)
      default: throw .broken(.gif, reason: "there is no block where one should begin", at: place)
      }
    }
  }

  private static func frame(
    _ reader: inout GIFBytes, on screen: PixelSize, global: [UInt8], transparent: UInt8?, limit: PictureLimit
  ) throws(DecodingError) -> Picture {
    let (left, top) = (try reader.short(), try reader.short())
    let size = PixelSize(width: try reader.short(), height: try reader.short())
    try limit.check(size, of: .gif)
    let flags = try reader.byte()
    let local = try reader.palette(flags: flags)
    let colors = local.isEmpty ? global : local
    let place = reader.place
    let codeSize = Int(try reader.byte())
    guard 1...11 ~= codeSize, !colors.isEmpty else {
      throw .broken(.gif, reason: "it has no palette, or codes of \(codeSize) bits", at: place)
    }
    let indexes = LZW.unpack(try reader.blocks(), codeSize: codeSize, count: size.width * size.height)
    guard let indexes else { throw .broken(.gif, reason: "its pixels are cut short or garbled", at: place) }
    var picture = Picture(size: screen)
    for (number, y) in rows(size.height, isInterlaced: flags & 0x40 != 0).enumerated() where top + y < screen.height {
      for x in 0..<min(size.width, max(0, screen.width - left)) {
        let index = Int(indexes[number * size.width + x])
        if index == transparent.map(Int.init) || index * 3 + 2 >= colors.count { continue }
        let target = ((top + y) * screen.width + left + x) * 4
        for channel in 0..<3 { picture.bytes[target + channel] = colors[index * 3 + channel] }
        picture.bytes[target + 3] = 255
      }
    }
    return picture
  }

  /// Rows in the order in which they are stored.
  private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
    return passes.flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }
}

/// Takes the parts of a GIF one after another.
private struct GIFBytes {
  let bytes: [UInt8]
  var place: Int

  mutating func take(_ count: Int) throws(DecodingError) -> ArraySlice<UInt8> {
    guard place + count <= bytes.count else { throw .cutShort(.gif, at: bytes.count) }
    defer { place += count }
    return bytes[place..<place + count]
  }

  mutating func byte() throws(DecodingError) -> UInt8 { try take(1).first ?? 0 }

  mutating func short() throws(DecodingError) -> Int {
    _ = try take(2)
    return bytes.littleEndian16(at: place - 2)
  }

  /// R, G, B of each colour; empty where the flags say that there is none.
  mutating func palette(flags: UInt8) throws(DecodingError) -> [UInt8] {
    flags & 0x80 == 0 ? [] : Array(try take(3 << (Int(flags & 7) + 1)))
  }

  /// The content of blocks of up to 255 bytes, until an empty one.
  mutating func blocks() throws(DecodingError) -> [UInt8] {
    var content: [UInt8] = []
    while case let count = Int(try byte()), count > 0 { content += try take(count) }
    return content
  }
}

/// The packing of GIF: variable codes of up to 12 bits, the lowest bit first.
private enum LZW {
  /// - Returns: `count` bytes, or `nil` when the codes give less or contradict themselves.
  static func unpack(_ packed: [UInt8], codeSize: Int, count: Int) -> [UInt8]? {
    let (clear, end) = (1 << codeSize, (1 << codeSize) + 1)
    // Each code is another code and one more byte.
    var prefix = [Int](repeating: 0, count: 4096)
    var suffix = (0..<4096).map { UInt8(truncatingIfNeeded: $0) }
    var (next, width) = (end + 1, codeSize + 1)
    var (previous, first): (Int?, UInt8) = (nil, 0)
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var reversed: [UInt8] = []
    var (bits, held) = (0, 0)
    for byte in packed {
      bits |= Int(byte) << held
      held += 8
      while held >= width {
        let code = bits & (1 << width - 1)
        bits >>= width
        held -= width
        if code == clear {
          (next, width, previous) = (end + 1, codeSize + 1, nil)
          continue
        }
        if code == end { return result.count == count ? result : nil }
        guard code < next || code == next && previous != nil, code < clear || previous != nil else { return nil }
        // A code that is just being made: the previous one and its own first byte.
        var step = code
        if code == next, let previous {
          reversed.append(first)
          step = previous
        }
        while step > end {
          reversed.append(suffix[step])
          step = prefix[step]
        }
        first = UInt8(truncatingIfNeeded: step)
        result.append(first)
        result.append(contentsOf: reversed.reversed())
        reversed.removeAll(keepingCapacity: true)
        if result.count >= count { return Array(result.prefix(count)) }
        if let previous, next < 4096 {
          (prefix[next], suffix[next]) = (previous, first)
          next += 1
          if next == 1 << width, width < 12 { width += 1 }
        }
        previous = code
      }
    }
    return nil
  }
}
