/// Pixels of a row mixed from the four around each place, in whole numbers.
///
/// Places are in 1/65536 pixel; weights have 8 bits, so a place is right to 1/512 pixel, and sums are rounded once.
enum BilinearRow {
  /// - Parameters:
  ///   - window: Of `width` pixels a row; holds all four pixels of each place.
  ///   - x: Of the first place, in 1/65536 pixel from the centre of the window's first pixel; at least 0. So is `y`.
  static func write(
    _ window: Span<UInt32>, width: Int, x: Int, y: Int, stepX: Int, stepY: Int, count: Int,
    into target: inout MutableSpan<UInt32>, at start: Int
  ) {
    guard count > 0 else { return }
    let (lastX, lastY) = (x + (count - 1) * stepX, y + (count - 1) * stepY)
    // Both coordinates run evenly, so that the ends tell for all.
    precondition(
      min(x, lastX) >= 0 && min(y, lastY) >= 0 && max(x, lastX) >> 16 + 1 < width
        && (max(y, lastY) >> 16 + 2) * width <= window.count && start >= 0 && start + count <= target.count,
      "a place beyond its window")
    let half: UInt64 = 0x0000_8000_0000_8000
    let low: UInt64 = 0x0000_ffff_0000_ffff
    let byte: UInt64 = 0x0000_00ff_0000_00ff
    var (x, y) = (x, y)
    for index in 0..<count {
      let place = (y >> 16) &* width &+ x >> 16
      let across = UInt64(truncatingIfNeeded: (x >> 8) & 255)
      let down = UInt64(truncatingIfNeeded: (y >> 8) & 255)
      let above = mixed(window[unchecked: place], window[unchecked: place &+ 1], across)
      let below = mixed(window[unchecked: place &+ width], window[unchecked: place &+ width &+ 1], across)
      let (evenAbove, evenBelow) = (above & low, below & low)
      let (oddAbove, oddBelow) = (above >> 16 & low, below >> 16 & low)
      let even = ((evenAbove << 8) &+ (evenBelow &- evenAbove) &* down &+ half) >> 16 & byte
      let odd = ((oddAbove << 8) &+ (oddBelow &- oddAbove) &* down &+ half) >> 16 & byte
      let pairs = even | odd << 16
      target[unchecked: start &+ index] = UInt32(truncatingIfNeeded: pairs | pairs >> 24)
      x &+= stepX
      y &+= stepY
    }
  }

  /// Two pixels in four numbers of 16 bits, times 256. Borrows between the numbers cancel out, for each sum is at least 0.
  @inline(__always)
  private static func mixed(_ one: UInt32, _ other: UInt32, _ weight: UInt64) -> UInt64 {
    let (one, other) = (spread(one), spread(other))
    return (one << 8) &+ (other &- one) &* weight
  }

  /// R, B, G, A, each in 16 bits.
  @inline(__always)
  private static func spread(_ pixel: UInt32) -> UInt64 {
    let pixel = UInt64(pixel)
    return pixel & 0x00ff_00ff | (pixel & 0xff00_ff00) << 24
  }
}
