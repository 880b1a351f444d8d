internal import CSPNG
import Geodesy

/// PNG of every form: the common ones are unpacked here, the rest by libspng.
enum PNGReader {
  static func picture(in bytes: [UInt8], limit: PictureLimit) throws(DecodingError) -> Picture {
    let layout = try PNGLayout(bytes)
    try limit.check(layout.size, of: .png)
    if let picture = PlainPNG(layout)?.picture(in: bytes) { return picture }
    return try pictureByLibrary(in: bytes, layout: layout, limit: limit)
  }

  /// libspng alone: also what the fast path is compared with.
  static func pictureByLibrary(
    in bytes: [UInt8], layout: PNGLayout, limit: PictureLimit
  ) throws(DecodingError) -> Picture {
    let isDeep = layout.depth == 16
    let context = SPNGContext()
    let count = layout.size.width * layout.size.height * (isDeep ? 8 : 4)
    var pixels = [UInt8](repeating: 0, count: count)
    // libspng keeps the pointer to the bytes: all calls happen inside.
    let status = bytes.withUnsafeBytes { source in
      pixels.withUnsafeMutableBytes { target in
        context.decode(source, into: target, format: isDeep ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8, limit: limit)
      }
    }
    guard status == SPNG_OK.rawValue else {
      let reason = String(cString: spng_strerror(status))
      throw .broken(.png, reason: reason, at: layout.data.first?.lowerBound)
    }
    return Picture(size: layout.size, straight: isDeep ? eightBits(pixels) : pixels)
  }

  /// Native-endian 16-bit samples as bytes: v·255/65535 rounded to the nearest.
  private static func eightBits(_ deep: [UInt8]) -> [UInt8] {
    deep.withUnsafeBytes { deep in
      deep.bindMemory(to: UInt16.self).map { UInt8(truncatingIfNeeded: (UInt32($0) * 255 + 32767) / 65535) }
    }
  }
}

/// Owns a context of libspng.
private struct SPNGContext: ~Copyable {
  private let pointer: OpaquePointer?

  init() { pointer = spng_ctx_new(0) }

  deinit { spng_ctx_free(pointer) }

  /// - Returns: The library's status; 0 when all went well.
  func decode(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, format: spng_format,
    limit: PictureLimit
  ) -> Int32 {
    guard let pointer else { return SPNG_EMEM.rawValue }
    let steps: [() -> Int32] = [
      { spng_set_image_limits(pointer, UInt32(limit.side), UInt32(limit.side)) },
      { spng_set_chunk_limits(pointer, 4 << 20, 16 << 20) },
      // Checksums that matter were checked with the layout; a wrong one in a text chunk spoils no pixel.
      { spng_set_crc_action(pointer, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_DISCARD.rawValue)) },
      { spng_set_png_buffer(pointer, source.baseAddress, source.count) },
      {
        spng_decode_image(
          pointer, target.baseAddress, target.count, Int32(format.rawValue), Int32(SPNG_DECODE_TRNS.rawValue))
      },
    ]
    for step in steps {
      let status = step()
      if status != 0 { return status }
    }
    return 0
  }
}
