import Geodesy

/// a·b/255 rounded to the nearest, exact for all bytes (255 is odd: there are no ties).
@inline(__always)
func scaled(_ value: UInt8, by alpha: UInt8) -> UInt8 {
  let product = UInt32(value) * UInt32(alpha) + 128
  return UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
}

/// c·255/a rounded to the nearest: the colour that ``scaled(_:by:)`` made smaller.
/// - Precondition: `alpha` is above 0.
@inline(__always)
func unscaled(_ value: UInt32, by alpha: UInt32) -> UInt32 { min(255, (value * 510 + alpha) / (2 * alpha)) }

extension Picture {
  /// Takes R, G, B, A bytes that are not premultiplied.
  init(size: PixelSize, straight bytes: consuming [UInt8]) {
    var pixels = bytes
    premultiply(&pixels)
    self.init(size: size, bytes: pixels)
  }

  /// R, G, B, A bytes that are not premultiplied: c·255/a rounded to the nearest, 0 where a is 0.
  package var straightBytes: [UInt8] {
    var result = bytes
    for place in stride(from: 0, to: result.count, by: 4) where result[place + 3] != 255 {
      let alpha = UInt32(result[place + 3])
      for channel in place..<place + 3 {
        result[channel] = alpha == 0 ? 0 : UInt8(truncatingIfNeeded: unscaled(UInt32(result[channel]), by: alpha))
      }
    }
    return result
  }
}

/// R, G, B, A bytes, in place.
private func premultiply(_ bytes: inout [UInt8]) {
  var pixels = bytes.mutableSpan
  var place = 0
  while place + 3 < pixels.count {
    let alpha = pixels[place + 3]
    if alpha != 255 {
      pixels[place] = scaled(pixels[place], by: alpha)
      pixels[place + 1] = scaled(pixels[place + 1], by: alpha)
      pixels[place + 2] = scaled(pixels[place + 2], by: alpha)
    }
    place += 4
  }
}
