import Geodesy

/// The chunks of a PNG around its pixels.
enum PNGChunks {
  /// Deflate with a window of 32 KiB, made fast (RFC 1950, 2.2).
  static let zlibHead: [UInt8] = [0x78, 0x01]

  /// All that stands before the pixels.
  static func head(size: PixelSize, form: PNGForm, options: EncodingOptions) -> [UInt8] {
    var header = bigEndian(size.width) + bigEndian(size.height)
    header += [UInt8(form.depth), form.colorType.rawValue, 0, 0, 0]
    var result = PNGLayout.signature + chunk("IHDR", header) + chunk("sRGB", [0])
    let perMetre = bigEndian(Int((options.dpi / 0.0254).rounded()))
    result += chunk("pHYs", perMetre + perMetre + [1])
    for text in options.texts { result += self.text(text.key, text.value) }
    if case .palette(let palette) = form {
      let colors = palette.colors.map(straight)
      result += chunk(
        "PLTE",
        colors.flatMap {
          [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0 >> 16)]
        })
      let alphas = colors.prefix { $0 >> 24 != 255 }.map { UInt8($0 >> 24) }
      if !alphas.isEmpty { result += chunk("tRNS", alphas) }
    }
    return result
  }

  /// All that stands after the pixels.
  static func tail(_ checksum: Adler32) -> [UInt8] {
    chunk("IDAT", bigEndian(Int(checksum.value))) + chunk("IEND", [])
  }

  static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(type.utf8) + body
    return bigEndian(body.count) + named + bigEndian(Int(crc32(named)))
  }

  /// A text: `tEXt` where ASCII can write it, else `iTXt`, as many programs take the Latin-1 of `tEXt` for UTF-8. Keys are
  /// brought into the form that PNG asks for.
  private static func text(_ key: String, _ value: String) -> [UInt8] {
    let words = key.unicodeScalars.map { 0x20...0x7e ~= $0.value ? Character($0) : "_" }.split(separator: " ")
    let keyword = Array(String(words.joined(separator: " ").prefix(79)).utf8)
    let scalars = value.unicodeScalars.filter { $0 != "\0" }
    guard !keyword.isEmpty else { return [] }
    if scalars.allSatisfy({ $0 == "\n" || 0x20...0x7e ~= $0.value }) {
      return chunk("tEXt", keyword + [0] + scalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }
    return chunk("iTXt", keyword + [0, 0, 0, 0, 0] + Array(String(String.UnicodeScalarView(scalars)).utf8))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) }
  }
}
