/// Joins deflate streams (RFC 1951) that were made apart, so that many threads can compress one picture.
///
/// libdeflate only makes whole streams. Here the mark of the last block is taken away and an empty stored block is added
/// behind it, which ends on a whole byte: another stream can follow. To find that mark and where the last block ends, the
/// codes are stepped over without unpacking anything.
enum DeflateJoiner {
  /// Makes a finished stream into one that must be followed by another.
  ///
  /// - Returns: `false`, and nothing is changed, where the bytes are not one whole deflate stream.
  static func leaveOpen(_ stream: inout [UInt8]) -> Bool {
    var walker = DeflateWalker(stream)
    guard let last = walker.lastBlock() else { return false }
    stream.removeSubrange((last.end + 7) / 8..<stream.count)
    stream[last.start / 8] &= ~(1 << UInt8(last.start % 8))
    // What lies behind the last code is filling: it becomes the head of the stored block, three bits of 0.
    let used = last.end % 8
    if used != 0 { stream[stream.count - 1] &= UInt8(1 << used - 1) }
    if used == 0 || used > 5 { stream.append(0) }
    stream += [0x00, 0x00, 0xff, 0xff]
    return true
  }
}

/// Steps over the blocks of a deflate stream.
private struct DeflateWalker {
  /// With eight bytes more, so that a whole word can be read anywhere.
  private let bytes: [UInt8]
  private let bitCount: Int
  /// In bits.
  private var place = 0
  private var codes = SkippingCode()
  private var distances = SkippingCode()

  init(_ stream: [UInt8]) {
    bytes = stream + [UInt8](repeating: 0, count: 8)
    bitCount = stream.count * 8
  }

  /// Where the last block's head and the bit behind its end lie; `nil` for bytes that are no deflate stream.
  mutating func lastBlock() -> (start: Int, end: Int)? {
    while true {
      let start = place
      let isLast = take(1) == 1
      let isRead =
        switch take(2) {
        case 0: skipStored()
        case 1: readFixedCodes() && skipCodes()
        case 2: readCodes() && skipCodes()
        default: false
        }
      guard isRead, place <= bitCount else { return nil }
      if isLast { return (start, place) }
    }
  }

  /// At least 57 bits, the next one lowest; 0 beyond the end.
  @inline(__always)
  private func word(at place: Int) -> UInt64 {
    let byte = place >> 3
    guard byte + 8 <= bytes.count else { return 0 }
    return bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: byte, as: UInt64.self).littleEndian >> UInt64(place & 7)
  }

  private mutating func take(_ count: Int) -> Int {
    defer { place += count }
    return Int(word(at: place) & (1 << UInt64(count) - 1))
  }

  private mutating func skipStored() -> Bool {
    place = (place + 7) & ~7
    let length = take(16)
    guard take(16) == ~length & 0xffff else { return false }
    place += length * 8
    return true
  }

  private mutating func readFixedCodes() -> Bool {
    let lengths = (0..<288).map { UInt8($0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8) }
    return codes.make(lengths, extra: Self.lengthExtra)
      && distances.make([UInt8](repeating: 5, count: 30), extra: Self.distanceExtra)
  }

  private mutating func readCodes() -> Bool {
    let (codeCount, distanceCount, orderCount) = (take(5) + 257, take(5) + 1, take(4) + 4)
    guard codeCount <= 286, distanceCount <= 30 else { return false }
    var small = [UInt8](repeating: 0, count: 19)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for symbol in order.prefix(orderCount) { small[symbol] = UInt8(take(3)) }
    var first = SkippingCode()
    guard first.make(small, extra: { _ in 0 }) else { return false }
    var lengths: [UInt8] = []
    while lengths.count < codeCount + distanceCount {
      guard place < bitCount, let step = first.entry(word(at: place)) else { return false }
      place += step.bits
      switch step.symbol {
      case 16:
        guard let last = lengths.last else { return false }
        lengths += repeatElement(last, count: 3 + take(2))
      case 17: lengths += repeatElement(0, count: 3 + take(3))
      case 18: lengths += repeatElement(0, count: 11 + take(7))
      default: lengths.append(UInt8(step.symbol))
      }
    }
    guard lengths.count == codeCount + distanceCount else { return false }
    return codes.make(Array(lengths[..<codeCount]), extra: Self.lengthExtra)
      && distances.make(Array(lengths[codeCount...]), extra: Self.distanceExtra)
  }

  /// The hot loop: codes up to the end of the block.
  private mutating func skipCodes() -> Bool {
    codes.gatherLiterals()
    while place < bitCount {
      var bits = word(at: place)
      var step = codes.run(bits)
      // Three looks at 12 bits each fit into a word, and a length behind them.
      if step & SkippingCode.isLiteral != 0 {
        place += Int(step & SkippingCode.count)
        bits >>= UInt64(step & SkippingCode.count)
        step = codes.run(bits)
        if step & SkippingCode.isLiteral != 0 {
          place += Int(step & SkippingCode.count)
          bits >>= UInt64(step & SkippingCode.count)
          step = codes.run(bits)
        }
      }
      if step & SkippingCode.count == 0 { step = codes.raw(bits) }
      let count = step & SkippingCode.count
      if count == 0 { return false }
      place += Int(count)
      if step & SkippingCode.isLiteral != 0 { continue }
      if step & SkippingCode.isEnd != 0 { return true }
      let distance = distances.raw(word(at: place)) & SkippingCode.count
      if distance == 0 { return false }
      place += Int(distance)
    }
    return false
  }

  /// Bits that follow a code of a length or of a distance (RFC 1951, 3.2.5).
  private static func lengthExtra(_ symbol: Int) -> Int {
    symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
  }

  private static func distanceExtra(_ symbol: Int) -> Int { symbol < 4 ? 0 : (symbol - 2) / 2 }
}

/// A Huffman code as a table of how many bits each symbol takes with what belongs to it.
private struct SkippingCode {
  /// By the next bits; 0 where no code begins so. The symbol stands from bit 8 on, the length of its code from bit 20.
  private var table: [UInt32] = [0]
  private var mask: UInt64 = 0
  /// By the next 12 bits: all the literals that lie in them whole, taken together, else what `table` has of a code that
  /// does; 0 for a longer one. Small enough for the nearest cache of a processor.
  private var runs: [UInt32] = []

  static let runBits = 12
  static let count: UInt32 = 0x3f
  static let isLiteral: UInt32 = 0x40
  static let isEnd: UInt32 = 0x80
  static let lengthShift: UInt32 = 20

  /// - Parameters:
  ///   - lengths: Of each symbol's code in bits, at most 15; 0 for none.
  ///   - extra: Bits that follow a symbol's code.
  /// - Returns: `false` for lengths that no code has.
  mutating func make(_ lengths: [UInt8], extra: (Int) -> Int) -> Bool {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    guard let longest = counts.lastIndex(where: { $0 > 0 }) else {
      // A block without matches has no code for distances.
      table = [0]
      mask = 0
      return true
    }
    var (next, code) = ([Int](repeating: 0, count: 17), 0)
    for length in 1...15 {
      next[length] = code
      code = (code + counts[length]) << 1
      if next[length] + counts[length] > 1 << length { return false }
    }
    table = [UInt32](repeating: 0, count: 1 << longest)
    mask = UInt64(table.count - 1)
    let isLengths = lengths.count > 256
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      let code = next[length]
      next[length] += 1
      var entry = UInt32(length + (isLengths && symbol < 257 ? 0 : extra(symbol))) | UInt32(symbol) << 8
        | UInt32(length) << Self.lengthShift
      if isLengths, symbol < 256 { entry |= Self.isLiteral }
      if isLengths, symbol == 256 { entry |= Self.isEnd }
      // Codes are sent from their highest bit.
      var reversed = 0
      for bit in 0..<length where code & 1 << bit != 0 { reversed |= 1 << (length - 1 - bit) }
      for place in stride(from: reversed, to: table.count, by: 1 << length) { table[place] = entry }
    }
    return true
  }

  mutating func gatherLiterals() {
    runs = (0..<UInt64(1 << Self.runBits)).map { bits in
      var used: UInt32 = 0
      while true {
        let step = raw(bits >> UInt64(used))
        let length = step >> Self.lengthShift & 15
        guard step & Self.count != 0, used + length <= Self.runBits else { break }
        if step & Self.isLiteral == 0 { return used == 0 ? step : used | Self.isLiteral }
        used += length
      }
      return used == 0 ? 0 : used | Self.isLiteral
    }
  }

  @inline(__always)
  func raw(_ bits: UInt64) -> UInt32 { table[Int(bits & mask)] }

  @inline(__always)
  func run(_ bits: UInt64) -> UInt32 { runs[Int(bits & UInt64(1 << Self.runBits - 1))] }

  func entry(_ bits: UInt64) -> (symbol: Int, bits: Int)? {
    let step = raw(bits)
    return step & Self.count == 0 ? nil : (Int(step >> 8 & 0xfff), Int(step & Self.count))
  }
}
