import Geodesy

/// How pixels are stored.
enum PNGForm: Sendable, Hashable {
  case rgb, rgba
  case palette(PNGPalette)

  /// Bits of a sample.
  var depth: Int {
    guard case .palette(let palette) = self else { return 8 }
    return palette.colors.count <= 2 ? 1 : palette.colors.count <= 4 ? 2 : palette.colors.count <= 16 ? 4 : 8
  }

  /// Bytes of a pixel, 1 where several are in one.
  var pixelBytes: Int {
    switch self {
    case .rgb: 3
    case .rgba: 4
    case .palette: 1
    }
  }

  var colorType: PNGLayout.ColorType {
    switch self {
    case .rgb: .rgb
    case .rgba: .rgba
    case .palette: .palette
    }
  }

  /// Bytes of a row without its filter's byte.
  func rowBytes(width: Int) -> Int {
    switch self {
    case .rgb: width * 3
    case .rgba: width * 4
    case .palette: (width * depth + 7) / 8
    }
  }
}

/// Makes a chunk of a PNG of a band, alone.
struct PNGBandEncoder: BandEncoder {
  struct Piece: Sendable {
    /// A whole IDAT chunk.
    let chunk: [UInt8]
    let checksum: Adler32
  }

  let form: PNGForm
  /// Rows of the whole picture: the first band begins the zlib stream, the last one ends it.
  let height: Int

  /// One of so many rows is compressed in two ways, to find the better one for the band.
  private static let sampling = 16

  func encode(_ band: PictureBand) -> Piece {
    encode([band], rows: band.top..<band.top + band.picture.size.height)
  }

  /// - Parameters:
  ///   - bands: Without a gap, all as high as the first but the last.
  ///   - rows: Of the whole picture, and within the bands.
  func encode(_ bands: [PictureBand], rows: Range<Int>) -> Piece {
    let size = bands[0].picture.size
    let lines = PNGLines(rowBytes: form.rowBytes(width: size.width), distance: form.pixelBytes)
    var samples = [UInt8](unsafeUninitializedCapacity: lines.stride * rows.count) { samples, count in
      for row in rows {
        let band = bands[(row - bands[0].top) / size.height]
        let line = UnsafeMutableBufferPointer(rebasing: samples[count..<count + lines.stride])
        line[0] = PNGFilter.none.rawValue
        var target = MutableSpan(_unsafeElements: UnsafeMutableBufferPointer(rebasing: line[1...]))
        band.picture.withRow(row - band.top, columns: 0..<size.width) { store($0, into: &target) }
        count += lines.stride
      }
    }
    var deflater = RowDeflater(stride: lines.stride, step: form.pixelBytes)
    if let filter = filter(of: samples, rows: rows.count, lines, &deflater) {
      samples = lines.filtered(samples[...], by: filter)
    }
    let stream = deflater.compressed(samples[...], isLast: rows.upperBound == height)
    let head = rows.lowerBound == 0 ? PNGChunks.zlibHead : []
    return Piece(chunk: PNGChunks.chunk("IDAT", head + stream), checksum: Adler32(samples))
  }

  /// The filter for a band, found on a strip of it; `nil` where none pays: filters help photographs and spoil flat maps.
  private func filter(
    of samples: [UInt8], rows: Int, _ lines: PNGLines, _ deflater: inout RowDeflater
  ) -> PNGFilter? {
    if case .palette = form { return nil }
    let count = max(4, rows / Self.sampling)
    guard rows > count else { return nil }
    let start = (rows - count) / 2
    let strip = samples[start * lines.stride..<(start + count) * lines.stride]
    let best = lines.bestFilter(of: strip)
    return deflater.compressed(best.lines[...]).count < deflater.compressed(strip).count ? best.filter : nil
  }

  /// - Parameter target: A row of samples, all of which are written.
  private func store(_ pixels: Span<UInt32>, into target: inout MutableSpan<UInt8>) {
    precondition(target.count == form.rowBytes(width: pixels.count))
    switch form {
    case .rgb:
      var (index, place) = (0, 0)
      // Four pixels are three words.
      while index &+ 4 <= pixels.count {
        let (a, b) = (pixels[unchecked: index], pixels[unchecked: index &+ 1])
        let (c, d) = (pixels[unchecked: index &+ 2], pixels[unchecked: index &+ 3])
        var bytes = target.mutableBytes
        bytes.storeBytes(of: (a & 0xff_ffff | b << 24).littleEndian, toByteOffset: place, as: UInt32.self)
        bytes.storeBytes(of: (b >> 8 & 0xffff | c << 16).littleEndian, toByteOffset: place &+ 4, as: UInt32.self)
        bytes.storeBytes(of: (c >> 16 & 0xff | d << 8).littleEndian, toByteOffset: place &+ 8, as: UInt32.self)
        index &+= 4
        place &+= 12
      }
      for rest in index..<pixels.count {
        for shift: UInt32 in [0, 8, 16] {
          target[place] = UInt8(truncatingIfNeeded: pixels[rest] >> shift)
          place &+= 1
        }
      }
    case .rgba:
      for index in 0..<pixels.count {
        let pixel = straight(pixels[index])
        for channel in 0..<4 {
          target[index * 4 + channel] = UInt8(truncatingIfNeeded: pixel >> UInt32(channel * 8))
        }
      }
    case .palette(let palette):
      target.update(repeating: 0)
      let depth = form.depth
      var (last, place): (UInt32?, UInt8) = (nil, 0)
      for index in 0..<pixels.count {
        if pixels[index] != last {
          last = pixels[index]
          guard let found = palette.index(of: pixels[index]) else { preconditionFailure("a colour beside the palette") }
          place = found
        }
        let bit = index * depth
        target[bit >> 3] |= place << UInt8(8 - depth - bit & 7)
      }
    }
  }
}

/// A premultiplied pixel as one that is not: c·255/a rounded to the nearest.
func straight(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  if alpha == 255 { return pixel }
  if alpha == 0 { return 0 }
  var result = alpha << 24
  for shift: UInt32 in [0, 8, 16] {
    result |= unscaled(pixel >> shift & 255, by: alpha) << shift
  }
  return result
}
