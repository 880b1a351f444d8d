/// Premultiplied pixels over a row, as far as each is covered.
enum PixelCovering {
  /// All of them the same.
  static func cover(_ columns: Range<Int>, with pixel: UInt32, _ same: UInt8, _ ground: inout MutableSpan<UInt32>) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= ground.count, "a run beyond its row")
    let source = scaled(pixel, UInt32(same))
    let rest = 255 - source >> 24
    if rest == 0 {
      for column in columns { ground[unchecked: column] = source }
    } else {
      for column in columns { ground[unchecked: column] = source &+ scaled(ground[unchecked: column], rest) }
    }
  }

  /// - Parameter coverage: Of the row's pixels, at least as many as the run needs.
  static func cover(
    _ columns: Range<Int>, with pixel: UInt32, _ coverage: Span<UInt8>, _ ground: inout MutableSpan<UInt32>
  ) {
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= min(ground.count, coverage.count), "a run beyond its row")
    let isOpaque = pixel >> 24 == 255
    let pixels = FourPixels(repeating: pixel)
    var column = columns.lowerBound
    while column &+ 4 <= columns.upperBound {
      defer { column &+= 4 }
      let shares = coverage.bytes.unsafeLoadUnaligned(fromByteOffset: column, as: UInt32.self).littleEndian
      if shares == 0 { continue }
      if shares == .max, isOpaque {
        pixels.store(in: &ground, at: column)
        continue
      }
      let share = FourPixels(shares & 255, shares &>> 8 & 255, shares &>> 16 & 255, shares &>> 24)
      pixels.scaled(by: share).over(FourPixels(ground, at: column)).store(in: &ground, at: column)
    }
    while column < columns.upperBound {
      let source = scaled(pixel, UInt32(coverage[unchecked: column]))
      ground[unchecked: column] = source &+ scaled(ground[unchecked: column], 255 - source >> 24)
      column &+= 1
    }
  }

  /// - Parameter tile: A row of pixels that is repeated from the first column on.
  static func cover(
    _ columns: Range<Int>, repeating tile: Span<UInt32>, _ coverage: Span<UInt8>, _ ground: inout MutableSpan<UInt32>
  ) {
    precondition(
      columns.lowerBound >= 0 && columns.upperBound <= min(ground.count, coverage.count), "a run beyond its row")
    var place = columns.lowerBound % tile.count
    for column in columns {
      let source = scaled(tile[place], UInt32(coverage[unchecked: column]))
      ground[unchecked: column] = source &+ scaled(ground[unchecked: column], 255 - source >> 24)
      place = place + 1 == tile.count ? 0 : place + 1
    }
  }

  /// Each channel times a share of 255, rounded to the nearest; two channels at a time.
  @inline(__always)
  static func scaled(_ pixel: UInt32, _ share: UInt32) -> UInt32 {
    var redBlue = (pixel & 0x00ff_00ff) &* share &+ 0x0080_0080
    redBlue = ((redBlue &+ ((redBlue &>> 8) & 0x00ff_00ff)) &>> 8) & 0x00ff_00ff
    var greenAlpha = ((pixel &>> 8) & 0x00ff_00ff) &* share &+ 0x0080_0080
    greenAlpha = (greenAlpha &+ ((greenAlpha &>> 8) & 0x00ff_00ff)) & 0xff00_ff00
    return redBlue | greenAlpha
  }
}
