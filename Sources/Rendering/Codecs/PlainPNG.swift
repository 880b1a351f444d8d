internal import CDeflate

/// The common forms of PNG, unpacked without libspng: not interlaced, at most 8 bits a sample, transparency only in the
/// palette or as a channel of its own. Three times as fast for tiles, and the same pixels.
struct PlainPNG {
  private let layout: PNGLayout

  /// `nil` for the other forms.
  init?(_ layout: PNGLayout) {
    guard !layout.isInterlaced, layout.depth <= 8 else { return nil }
    guard layout.transparency == nil || layout.colorType == .palette else { return nil }
    self.layout = layout
  }

  /// - Returns: `nil` when something is wrong: libspng is asked then, and says what.
  func picture(in bytes: [UInt8]) -> Picture? {
    guard var rows = inflated(bytes) else { return nil }
    let (stride, height) = (layout.rowBytes + 1, layout.size.height)
    let distance = max(1, layout.samples * layout.depth / 8)
    for row in 0..<height {
      guard PNGFilter.undo(in: &rows, row: row, stride: stride, distance: distance) else { return nil }
    }
    switch layout.colorType {
    case .grey: return picture { expand(rows, colors: greys(), into: &$0) }
    case .palette:
      guard let colors = palette(bytes), indexesAreBelow(colors.count, in: rows) else { return nil }
      return picture { expand(rows, colors: colors, into: &$0) }
    case .rgb: return picture { expandRGB(rows, into: &$0) }
    case .greyAlpha: return picture { expandAlpha(rows, samples: 2, into: &$0) }
    case .rgba: return picture { expandAlpha(rows, samples: 4, into: &$0) }
    }
  }

  /// - Parameter write: Writes all bytes that it is given.
  private func picture(_ write: (inout MutableRawSpan) -> Void) -> Picture {
    let size = layout.size.width * layout.size.height * 4
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
      let all = UnsafeMutableRawBufferPointer(bytes)
      var target = MutableRawSpan(_unsafeBytes: UnsafeMutableRawBufferPointer(rebasing: all[..<size]))
      write(&target)
      count = size
    }
    return Picture(size: layout.size, bytes: bytes)
  }

  /// The filtered rows, checked against their Adler-32.
  private func inflated(_ bytes: [UInt8]) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    let size = (layout.rowBytes + 1) * layout.size.height
    let source = layout.data.count == 1 ? bytes[layout.data[0]] : ArraySlice(layout.data.flatMap { bytes[$0] })
    let rows = source.withUnsafeBytes { source in
      [UInt8](unsafeUninitializedCapacity: size) { target, count in
        let result = libdeflate_zlib_decompress(
          decompressor, source.baseAddress, source.count, target.baseAddress, size, &count)
        if result != LIBDEFLATE_SUCCESS { count = 0 }
      }
    }
    return rows.count == size ? rows : nil
  }

  // MARK: From samples to premultiplied R, G, B, A

  private func greys() -> [UInt32] {
    let most = UInt32(1) << UInt32(layout.depth) - 1
    return (0...most).map { packed(UInt8($0 * 255 / most), UInt8($0 * 255 / most), UInt8($0 * 255 / most), 255) }
  }

  private func palette(_ bytes: [UInt8]) -> [UInt32]? {
    guard let palette = layout.palette else { return nil }
    let alphas = layout.transparency.map { Array(bytes[$0]) } ?? []
    guard alphas.count <= palette.count / 3 else { return nil }
    return (0..<palette.count / 3).map { index in
      let alpha = index < alphas.count ? alphas[index] : 255
      let place = palette.lowerBound + index * 3
      return packed(
        scaled(bytes[place], by: alpha), scaled(bytes[place + 1], by: alpha), scaled(bytes[place + 2], by: alpha), alpha
      )
    }
  }

  /// In the order of memory, whatever the machine's.
  private func packed(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
    UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24)
  }

  private func indexesAreBelow(_ count: Int, in rows: [UInt8]) -> Bool {
    let (depth, width) = (layout.depth, layout.size.width)
    if count == 1 << depth { return true }
    if depth == 8 { return largestByte(of: rows) < count }
    // The largest index in each byte; what fills up the last byte of a row is no index.
    let largest = (0..<256).map { byte in
      stride(from: 0, to: 8, by: depth).map { byte >> $0 & (1 << depth - 1) }.max() ?? 0
    }
    let filling = (8 - width * depth % 8) % 8
    let (span, table) = (rows.span, largest.span)
    var most = 0
    for end in stride(from: layout.rowBytes + 1, through: rows.count, by: layout.rowBytes + 1) {
      for place in end - layout.rowBytes..<end - 1 { most = max(most, table[Int(span[place])]) }
      most = max(most, table[(Int(span[end - 1]) >> filling) << filling])
    }
    return most < count
  }

  /// Of the rows, without their filters' bytes.
  private func largestByte(of rows: [UInt8]) -> Int {
    let span = rows.span
    var most: UInt8 = 0
    for end in stride(from: layout.rowBytes + 1, through: rows.count, by: layout.rowBytes + 1) {
      // One check for a row, none for a byte: the compiler makes vectors of it.
      precondition(end <= span.count)
      for place in end - layout.rowBytes..<end { most = max(most, span[unchecked: place]) }
    }
    return Int(most)
  }

  private func expand(_ rows: [UInt8], colors: [UInt32], into target: inout MutableRawSpan) {
    // 256 entries, so that no byte is outside.
    let table = (colors + [UInt32](repeating: 0, count: 256 - colors.count))
    let (colors, source) = (table.span, rows.span)
    let (stride, width, depth) = (layout.rowBytes + 1, layout.size.width, layout.depth)
    var to = 0
    for y in 0..<layout.size.height {
      let start = y * stride + 1
      if depth == 8 {
        // One check for a row; no byte is beyond the table.
        precondition(start + width <= source.count && to + width * 4 <= target.byteCount && colors.count == 256)
        for x in 0..<width {
          target.storeBytes(
            of: colors[unchecked: Int(source[unchecked: start + x])], toUncheckedByteOffset: to, as: UInt32.self)
          to += 4
        }
      } else {
        // The next index always stands in the highest bits of `left`.
        var (x, place) = (0, start)
        while x < width {
          var left = source[place]
          for _ in 0..<min(8 / depth, width - x) {
            target.storeBytes(of: colors[Int(left >> UInt8(8 - depth))], toByteOffset: to, as: UInt32.self)
            left <<= UInt8(depth)
            to += 4
          }
          x += 8 / depth
          place += 1
        }
      }
    }
  }

  private func expandRGB(_ rows: [UInt8], into target: inout MutableRawSpan) {
    let source = rows.span
    var to = 0
    for y in 0..<layout.size.height {
      var from = y * (layout.rowBytes + 1) + 1
      for _ in 0..<layout.size.width {
        target.storeBytes(
          of: packed(source[from], source[from + 1], source[from + 2], 255), toByteOffset: to, as: UInt32.self)
        from += 3
        to += 4
      }
    }
  }

  /// Grey and alpha, or R, G, B and alpha.
  private func expandAlpha(_ rows: [UInt8], samples: Int, into target: inout MutableRawSpan) {
    let source = rows.span
    var to = 0
    for y in 0..<layout.size.height {
      var from = y * (layout.rowBytes + 1) + 1
      for _ in 0..<layout.size.width {
        let (green, blue) = samples == 2 ? (from, from) : (from + 1, from + 2)
        let alpha = source[from + samples - 1]
        let pixel =
          alpha == 255
          ? packed(source[from], source[green], source[blue], 255)
          : packed(
            scaled(source[from], by: alpha), scaled(source[green], by: alpha), scaled(source[blue], by: alpha), alpha)
        target.storeBytes(of: pixel, toByteOffset: to, as: UInt32.self)
        from += samples
        to += 4
      }
    }
  }
}
