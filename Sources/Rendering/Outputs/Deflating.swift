internal import CDeflate

/// One part of a zlib stream (RFC 1950), compressed apart.
struct DeflatedPart: Sendable {
  let bytes: [UInt8]
  let checksum: Adler32
}

/// Owns a compressor of libdeflate; one for each thread at a time.
struct Deflater: ~Copyable {
  private let pointer: OpaquePointer

  /// - Parameter level: 1 (fast) to 12 (small).
  init(level: Int) {
    guard let pointer = libdeflate_alloc_compressor(Int32(level)) else {
      preconditionFailure("no memory, or a level that libdeflate does not have")
    }
    self.pointer = pointer
  }

  deinit { libdeflate_free_compressor(pointer) }

  /// A whole deflate stream.
  func compressed(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: libdeflate_deflate_compress_bound(pointer, bytes.count)) { target, count in
      count = bytes.withUnsafeBytes {
        libdeflate_deflate_compress(pointer, $0.baseAddress, $0.count, target.baseAddress, target.count)
      }
    }
  }

  /// The last part, or the only one.
  func whole(_ bytes: [UInt8]) -> DeflatedPart {
    DeflatedPart(bytes: compressed(bytes), checksum: Adler32(bytes))
  }

  /// A part that another one must follow.
  func part(_ bytes: [UInt8]) -> DeflatedPart {
    var stream = compressed(bytes)
    let isOpen = DeflateJoiner.leaveOpen(&stream)
    precondition(isOpen, "libdeflate made a stream that is none")
    return DeflatedPart(bytes: stream, checksum: Adler32(bytes))
  }
}

/// The checksum of zlib (RFC 1950, 8.2), of bytes that may have been summed in parts.
struct Adler32: Sendable, Hashable {
  private(set) var value: UInt32
  private var count: Int

  /// Of no bytes.
  init() { (value, count) = (1, 0) }

  init(_ bytes: [UInt8]) {
    value = bytes.withUnsafeBytes { libdeflate_adler32(1, $0.baseAddress, $0.count) }
    count = bytes.count
  }

  /// Takes in the bytes that follow.
  mutating func append(_ other: Adler32) {
    // a = 1 + Σ b and b = n + Σ (n - i)·b, modulo 65521: the later sum starts from a, not from 1.
    let base: UInt64 = 65521
    let (a, b) = (UInt64(value & 0xffff), UInt64(value >> 16))
    let (a2, b2) = (UInt64(other.value & 0xffff), UInt64(other.value >> 16))
    let sum = (a + a2 + base - 1) % base
    let second = (b + b2 + UInt64(other.count) % base * ((a + base - 1) % base)) % base
    value = UInt32(second) << 16 | UInt32(sum)
    count += other.count
  }
}

/// CRC-32 as PNG has it.
func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  let result = bytes.withContiguousStorageIfAvailable { libdeflate_crc32(0, $0.baseAddress, $0.count) }
  return result ?? crc32(Array(bytes))
}
