import Geodesy

/// Pixels: premultiplied sRGB as R, G, B, A bytes, rows from the top, no padding.
package struct Picture: Sendable, Hashable {
  package let size: PixelSize
  /// `size.width * size.height * 4` bytes.
  package var bytes: [UInt8]

  package init(size: PixelSize) {
    self.size = size
    self.bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
  }

  /// - Precondition: `bytes` has four bytes for each pixel.
  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == size.width * size.height * 4, "a picture of another size than its bytes")
    self.size = size
    self.bytes = bytes
  }
}
