/// Writes codes of some bits as deflate has them (RFC 1951, 3.1.1): the first bit is the lowest one of the first byte.
///
/// Whoever makes it has seen to it that there is room for all that is written, and for eight bytes more.
struct BitWriter {
  private let start: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer
  private var word: UInt64 = 0
  private var held = 0

  init(_ start: UnsafeMutableRawPointer) { (self.start, next) = (start, start) }

  /// Whole bytes that have been written.
  var count: Int { next - start }

  /// At most 56 bits may be put between two flushes, the bits of `code` above its length being 0.
  @inline(__always)
  mutating func put(_ code: UInt64, bits: Int) {
    word |= code &<< UInt64(truncatingIfNeeded: held)
    held &+= bits
  }

  /// Hands over the whole bytes that it holds.
  @inline(__always)
  mutating func flush() {
    next.storeBytes(of: word.littleEndian, as: UInt64.self)
    next += held >> 3
    word &>>= UInt64(truncatingIfNeeded: held & ~7)
    held &= 7
  }

  /// Fills the last byte up with 0.
  mutating func align() {
    if held & 7 != 0 { put(0, bits: 8 - held & 7) }
    flush()
  }
}
