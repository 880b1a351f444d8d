internal import CDeflate

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
