/// 128 bits that tell tiles apart within one run: two keyed hashes of the bytes, whose key nobody outside knows, so that no
/// server can send two tiles that look the same.
package struct TileFingerprint: Hashable, Sendable {
  private let first: UInt64
  private let second: UInt64

  package init(of bytes: [UInt8]) {
    (first, second) = bytes.withUnsafeBytes { buffer in (Self.hash(buffer, 1), Self.hash(buffer, 2)) }
  }

  private static func hash(_ buffer: UnsafeRawBufferPointer, _ mark: UInt8) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(mark)
    hasher.combine(bytes: buffer)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
