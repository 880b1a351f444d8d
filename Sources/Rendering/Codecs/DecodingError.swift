import Geodesy

/// Why bytes are not a picture: what they are, and where they break.
package enum DecodingError: Error, Hashable, Sendable {
  /// Not of a kind that is read; says what the bytes look like ("an HTML page").
  case notAPicture(String)
  /// The bytes end before the picture does; `at` is their number.
  case cutShort(PictureKind, at: Int)
  /// The bytes contradict themselves; `at` is where, when that is known.
  case broken(PictureKind, reason: String, at: Int?)
  /// Of a form of the kind that is not read.
  case unsupported(PictureKind, String)
  /// Past the bounds, found before memory was taken.
  case tooLarge(PictureKind, PixelSize, PictureLimit)
}

/// The kinds of picture that are read.
package enum PictureKind: String, Hashable, Sendable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webp = "WebP"
  case gif = "GIF"
}

/// The largest picture that is decoded.
package struct PictureLimit: Hashable, Sendable {
  /// Of one side, in pixels.
  package let side: Int
  package let pixels: Int

  /// 16,384 a side and 64 mebipixels: 256 MiB when decoded.
  package static let standard = PictureLimit(side: 16_384, pixels: 64 << 20)

  package init(side: Int, pixels: Int) {
    self.side = side
    self.pixels = pixels
  }

  /// - Throws: ``DecodingError/tooLarge(_:_:_:)``, or `broken` for a size of nothing.
  func check(_ size: PixelSize, of kind: PictureKind) throws(DecodingError) {
    guard size.width > 0, size.height > 0 else { throw .broken(kind, reason: "its size is 0", at: nil) }
    // Each side is checked first, so that the product cannot overflow.
    guard size.width <= side, size.height <= side, size.width * size.height <= pixels else {
      throw .tooLarge(kind, size, self)
    }
  }
}

extension DecodingError: CustomStringConvertible {
  /// One line, lower case, without a full stop.
  package var description: String {
    switch self {
    case .notAPicture(let what): "\(what), not a picture"
    case .cutShort(let kind, let count): "\(kind.rawValue) cut short at byte \(count)"
    case .broken(let kind, let reason, let place?): "\(kind.rawValue) broken at byte \(place): \(reason)"
    case .broken(let kind, let reason, nil): "broken \(kind.rawValue): \(reason)"
    case .unsupported(let kind, let what): "\(kind.rawValue) of a form that is not read: \(what)"
    case .tooLarge(let kind, let size, let limit):
      "\(kind.rawValue) of \(size.width) x \(size.height) pixels, at most \(limit.side) a side and "
        + "\(limit.pixels) pixels are read"
    }
  }
}
