internal import CDeflate

/// Unpacks whole pieces of deflated bytes (RFC 1951, RFC 1952), never beyond the size that is expected of them.
enum Inflate {
  enum Failure: Error, Equatable {
    case damaged
    /// What it unpacks to is larger than was said, or than the bound.
    case tooLarge
    case tooShort
  }

  /// Deflated bytes without a header, as in a ZIP archive.
  /// - Parameter size: What they must unpack to.
  static func deflated(_ packed: [UInt8], size: Int) throws(Failure) -> [UInt8] {
    try unpack(packed, capacity: size, isExact: true) { decompressor, source, target, got in
      libdeflate_deflate_decompress(
        decompressor, source.baseAddress, source.count, target.baseAddress, target.count, got)
    }
  }

  /// A gzip file of one member.
  /// - Parameter limit: The most it may unpack to; its trailer says how much that is, and is not believed beyond this.
  static func gzip(_ packed: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    guard packed.count >= 18 else { throw .damaged }
    let said = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard said <= limit else { throw .tooLarge }
    return try unpack(packed, capacity: said, isExact: false) { decompressor, source, target, got in
      libdeflate_gzip_decompress(decompressor, source.baseAddress, source.count, target.baseAddress, target.count, got)
    }
  }

  /// The checksum of ZIP archives and gzip files.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }

  private static func unpack(
    _ packed: [UInt8], capacity: Int, isExact: Bool,
    by work: (
      OpaquePointer, UnsafeRawBufferPointer, UnsafeMutableBufferPointer<UInt8>, UnsafeMutablePointer<Int>
    ) -> libdeflate_result
  ) throws(Failure) -> [UInt8] {
    guard let decompressor = libdeflate_alloc_decompressor() else { throw .damaged }
    defer { libdeflate_free_decompressor(decompressor) }
    var result = LIBDEFLATE_BAD_DATA
    let bytes = [UInt8](unsafeUninitializedCapacity: max(capacity, 1)) { buffer, filled in
      var got = 0
      result = packed.withUnsafeBytes {
        work(decompressor, $0, UnsafeMutableBufferPointer(rebasing: buffer[..<capacity]), &got)
      }
      filled = result == LIBDEFLATE_SUCCESS ? got : 0
    }
    switch result {
    case LIBDEFLATE_SUCCESS: break
    case LIBDEFLATE_INSUFFICIENT_SPACE: throw .tooLarge
    default: throw .damaged
    }
    if isExact, bytes.count != capacity { throw .tooShort }
    return bytes
  }
}
