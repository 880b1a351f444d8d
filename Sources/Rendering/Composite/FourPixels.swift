/// Four premultiplied pixels at a time.
typealias FourPixels = SIMD4<UInt32>

extension FourPixels {
  /// Two channels of each, in 16 bits each: every x86-64 multiplies those at once, but not 32 bits.
  private typealias Channels = SIMD8<UInt16>

  /// The pixels of a row from a place on.
  /// - Precondition: The row has all four.
  @inline(__always)
  init(_ row: borrowing MutableSpan<UInt32>, at place: Int) {
    self.init(row[unchecked: place], row[unchecked: place &+ 1], row[unchecked: place &+ 2], row[unchecked: place &+ 3])
  }

  /// - Precondition: The row has room for all four.
  @inline(__always)
  func store(in row: inout MutableSpan<UInt32>, at place: Int) {
    for offset in 0..<4 { row[unchecked: place &+ offset] = self[offset] }
  }

  /// Each channel times a share of 255, rounded to the nearest.
  /// - Parameter shares: 0 to 255 for each pixel.
  @inline(__always)
  func scaled(by shares: FourPixels) -> FourPixels {
    let mask = FourPixels(repeating: 0x00ff_00ff)
    let share = unsafeBitCast(shares | shares &<< 16, to: Channels.self)
    let half = Channels(repeating: 128)
    // At most 255 * 255 + 128 + 254: no carry leaves the 16 bits.
    var redBlue = unsafeBitCast(self & mask, to: Channels.self) &* share &+ half
    redBlue = (redBlue &+ (redBlue &>> 8)) &>> 8
    var greenAlpha = unsafeBitCast((self &>> 8) & mask, to: Channels.self) &* share &+ half
    greenAlpha = greenAlpha &+ (greenAlpha &>> 8)
    return unsafeBitCast(redBlue, to: FourPixels.self) | (unsafeBitCast(greenAlpha, to: FourPixels.self) & ~mask)
  }

  /// They lie on others.
  @inline(__always)
  func over(_ below: FourPixels) -> FourPixels {
    self &+ below.scaled(by: FourPixels(repeating: 255) &- (self &>> 24))
  }
}
