import Geodesy

/// How a picture must be turned or mirrored to stand upright; raw values are EXIF's.
enum EXIFOrientation: Int {
  case upright = 1
  case mirrored, upsideDown, flipped, transposed, turnedRight, transversed, turnedLeft

  /// `upright` where the JPEG says nothing, or nothing that can be read.
  static func find(in bytes: [UInt8]) -> EXIFOrientation {
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xff {
      let marker = bytes[place + 1]
      if marker == 0xff {  // filling
        place += 1
        continue
      }
      // Start of scan: pixels follow.
      if marker == 0xda || marker == 0xd9 { break }
      let length = bytes.bigEndian16(at: place + 2)
      let body = place + 4..<place + 2 + max(2, length)
      guard body.upperBound <= bytes.count else { break }
      if marker == 0xe1, bytes[body].starts(with: Array("Exif\0\0".utf8)) {
        return orientation(in: Array(bytes[body].dropFirst(6)))
      }
      place = body.upperBound
    }
    return .upright
  }

  /// In a TIFF header and its first directory.
  private static func orientation(in tiff: [UInt8]) -> EXIFOrientation {
    guard tiff.count >= 8, tiff[0] == tiff[1], tiff[0] == 0x49 || tiff[0] == 0x4d else { return .upright }
    let isLittle = tiff[0] == 0x49
    func short(_ place: Int) -> Int { isLittle ? tiff.littleEndian16(at: place) : tiff.bigEndian16(at: place) }
    let directory =
      isLittle ? tiff.littleEndian16(at: 4) | tiff.littleEndian16(at: 6) << 16 : tiff.bigEndian32(at: 4)
    guard directory + 2 <= tiff.count else { return .upright }
    for entry in 0..<short(directory) {
      let place = directory + 2 + entry * 12
      guard place + 12 <= tiff.count else { break }
      if short(place) == 0x0112 { return EXIFOrientation(rawValue: short(place + 8)) ?? .upright }
    }
    return .upright
  }

  fileprivate var swapsSides: Bool { rawValue >= 5 }

  /// Where the pixel of the upright picture lies in the stored one.
  fileprivate func stored(_ x: Int, _ y: Int, in size: PixelSize) -> (x: Int, y: Int) {
    let (right, bottom) = (size.width - 1, size.height - 1)
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right - x, y)
    case .upsideDown: (right - x, bottom - y)
    case .flipped: (x, bottom - y)
    case .transposed: (y, x)
    case .turnedRight: (y, bottom - x)
    case .transversed: (right - y, bottom - x)
    case .turnedLeft: (right - y, x)
    }
  }
}

extension Picture {
  /// The picture as it is meant to be seen.
  func turned(_ orientation: EXIFOrientation) -> Picture {
    if orientation == .upright { return self }
    let upright = orientation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
    var result = Picture(size: upright)
    for y in 0..<upright.height {
      for x in 0..<upright.width {
        let source = orientation.stored(x, y, in: size)
        let from = (source.y * size.width + source.x) * 4
        let to = (y * upright.width + x) * 4
        for channel in 0..<4 { result.bytes[to + channel] = bytes[from + channel] }
      }
    }
    return result
  }
}
