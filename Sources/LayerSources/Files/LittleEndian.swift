/// Takes numbers one after the other out of bytes, the lowest byte of each first.
struct LittleEndian {
  private let bytes: ArraySlice<UInt8>
  private(set) var place: Int

  init(_ bytes: ArraySlice<UInt8>, at place: Int) { (self.bytes, self.place) = (bytes, place) }

  init(_ bytes: [UInt8], at place: Int = 0) { self.init(bytes[...], at: place) }

  func has(_ count: Int) -> Bool { place + count <= bytes.endIndex }

  /// A number of at most 8 bytes; one of 8 bytes above 2⁶³ becomes negative.
  /// - Precondition: So many bytes are there: ``has(_:)``.
  mutating func next(_ count: Int) -> Int {
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[place + index]) << UInt64(8 * index) }
    place += count
    return Int(truncatingIfNeeded: value)
  }
}
