import Geodesy

/// Rows of pixels as whole numbers: the first byte of a pixel, red, is the lowest of the number, alpha the highest, as
/// on every machine that Swift runs on.
extension Picture {
  /// Lends a part of a row.
  /// - Precondition: The picture has the row and the columns.
  @inline(__always)
  func withRow<Result>(_ row: Int, columns: Range<Int>, _ body: (Span<UInt32>) -> Result) -> Result {
    precondition(0..<size.height ~= row && columns.lowerBound >= 0 && columns.upperBound <= size.width, "no such row")
    return bytes.withUnsafeBytes { bytes in
      // An array's first byte is aligned for every type, and each pixel has four.
      let pixels = bytes.assumingMemoryBound(to: UInt32.self)
      let start = row * size.width
      return body(
        Span(
          _unsafeElements: UnsafeBufferPointer(
            rebasing: pixels[start + columns.lowerBound..<start + columns.upperBound])))
    }
  }

  /// Lends a whole row for writing.
  @inline(__always)
  mutating func withMutableRow(_ row: Int, _ body: (inout MutableSpan<UInt32>) -> Void) {
    precondition(0..<size.height ~= row, "no such row")
    let width = size.width
    bytes.withUnsafeMutableBytes { bytes in
      let pixels = bytes.assumingMemoryBound(to: UInt32.self)
      var span = MutableSpan(
        _unsafeElements: UnsafeMutableBufferPointer(rebasing: pixels[row * width..<(row + 1) * width]))
      body(&span)
    }
  }
}

/// The four channels of a pixel as numbers from 0 to 255.
@inline(__always)
func channels(_ pixel: UInt32) -> SIMD4<Float> {
  SIMD4<Float>(unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
}

/// A pixel of four channels, each rounded to the nearest, halves to even.
/// - Precondition: Each channel is from 0 to 255: other values give another colour.
@inline(__always)
func pixel(_ channels: SIMD4<Float>) -> UInt32 {
  // At 2²³ the last bit of a Float counts ones: adding rounds, and the lowest byte is the result.
  let bits = unsafeBitCast(channels + 8_388_608, to: SIMD4<UInt32>.self)
  return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: bits), to: UInt32.self)
}
