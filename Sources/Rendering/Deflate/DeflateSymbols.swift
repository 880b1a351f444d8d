/// The symbol of a copy's length, and the bits that follow it (RFC 1951, 3.2.5).
struct LengthSymbol {
  /// 257 to 285.
  let symbol: Int
  let extra: Int
  let extraBits: Int

  /// - Parameter length: 3 to 258.
  init(_ length: Int) {
    let value = length - 3
    guard value >= 8, length < 258 else {
      (symbol, extra, extraBits) = (length == 258 ? 285 : 257 + value, 0, 0)
      return
    }
    // Four symbols for each power of two.
    extraBits = value.bitWidth - 1 - value.leadingZeroBitCount - 2
    symbol = 257 + extraBits * 4 + value >> extraBits
    extra = value & (1 << extraBits - 1)
  }
}

/// The symbol of a copy's distance, and the bits that follow it (RFC 1951, 3.2.5).
struct DistanceSymbol {
  /// 0 to 29.
  let symbol: Int
  let extra: Int
  let extraBits: Int

  /// - Parameter distance: 1 to 32,768.
  @inline(__always)
  init(_ distance: Int) {
    let value = distance &- 1
    // Two symbols for each power of two.
    let bits = max(0, value.bitWidth &- 2 &- value.leadingZeroBitCount)
    extraBits = bits
    symbol = bits &* 2 &+ value &>> bits
    extra = value & (1 &<< bits &- 1)
  }
}

/// Lengths of codes as the head of a block has them: one alone, or a number of equal ones (RFC 1951, 3.2.7).
struct LengthRun {
  let symbol: Int
  var extra = 0
  var extraBits = 0

  /// In which order the lengths of this code's own codes are written.
  static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  static func runs(of lengths: [UInt8]) -> [LengthRun] {
    var runs: [LengthRun] = []
    var place = 0
    while place < lengths.count {
      let length = lengths[place]
      var count = lengths[place...].prefix { $0 == length }.count
      place += count
      if length > 0 {
        runs.append(LengthRun(symbol: Int(length)))
        count -= 1
      }
      while count >= 3 {
        let least = length == 0 && count >= 11 ? 11 : 3
        let (symbol, bits) = length > 0 ? (16, 2) : least == 3 ? (17, 3) : (18, 7)
        let extra = min(count - least, 1 << bits - 1)
        runs.append(LengthRun(symbol: symbol, extra: extra, extraBits: bits))
        count -= least + extra
      }
      runs += [LengthRun](repeating: LengthRun(symbol: Int(length)), count: count)
    }
    return runs
  }
}
