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

  /// - Parameter pixel: Of all pixels, red in its lowest byte.
  init(size: PixelSize, filledWith pixel: UInt32) {
    self.size = size
    let pixels = size.width * size.height
    self.bytes = [UInt8](unsafeUninitializedCapacity: pixels * 4) { bytes, count in
      // An array's first byte is aligned for every type.
      UnsafeMutableRawBufferPointer(bytes).bindMemory(to: UInt32.self)[..<pixels].initialize(repeating: pixel)
      count = pixels * 4
    }
  }

  /// - Precondition: `bytes` has four bytes for each pixel.
  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == size.width * size.height * 4, "a picture of another size than its bytes")
    self.size = size
    self.bytes = bytes
  }
}

extension Picture {
  /// The picture without so many pixels at its edges; the picture itself where nothing would be left.
  package func inside(_ margins: PixelMargins) -> Picture {
    let kept = PixelSize(
      width: size.width - margins.left - margins.right, height: size.height - margins.top - margins.bottom)
    guard kept != size, kept.width > 0, kept.height > 0 else { return self }
    var inner: [UInt8] = []
    inner.reserveCapacity(kept.width * kept.height * 4)
    for row in margins.top..<margins.top + kept.height {
      let start = (row * size.width + margins.left) * 4
      inner += bytes[start..<start + kept.width * 4]
    }
    return Picture(size: kept, bytes: inner)
  }
}
