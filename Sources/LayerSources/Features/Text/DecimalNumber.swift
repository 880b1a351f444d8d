#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A decimal number, taken apart as it was read: digits beyond the nineteenth count for nothing.
struct DecimalNumber {
  var isNegative = false
  var digits: UInt64 = 0
  /// How many of the digits are kept, leading zeros not counted.
  var count = 0
  /// The power of ten of the last digit kept.
  var exponent = 0
  /// It has a point or an exponent.
  var isDecimal = false

  @inline(__always)
  mutating func add(digit: UInt8, behindPoint: Bool) {
    if count < 19 {
      digits = digits &* 10 &+ UInt64(digit)
      if digits != 0 { count += 1 }
      if behindPoint { exponent -= 1 }
    } else if !behindPoint {
      exponent += 1
    }
  }

  /// Reads a number without an exponent of at most 18 digits, as nearly all are.
  /// - Returns: With its length; `nil` for any other number, and where what follows it is not known.
  @inline(__always)
  static func plain(in bytes: UnsafeBufferPointer<UInt8>) -> (DecimalNumber, length: Int)? {
    guard bytes.count > 24, let start = bytes.baseAddress else { return nil }
    var number = DecimalNumber()
    var place = 0
    if start[0] == UInt8(ascii: "-") {
      number.isNegative = true
      place = 1
    }
    let first = place
    var digits: UInt64 = 0
    while place < 20, start[place] &- 0x30 < 10 {
      digits = digits &* 10 &+ UInt64(start[place] &- 0x30)
      place += 1
    }
    guard place > first else { return nil }
    var count = place - first
    if start[place] == UInt8(ascii: ".") {
      let point = place
      place += 1
      while place < 21, start[place] &- 0x30 < 10 {
        digits = digits &* 10 &+ UInt64(start[place] &- 0x30)
        place += 1
      }
      let decimals = place - point - 1
      guard decimals > 0 else { return nil }
      number.exponent = -decimals
      number.isDecimal = true
      count += decimals
    }
    // A digit more, or an exponent.
    guard count <= 18, start[place] &- 0x30 >= 10, start[place] | 0x20 != UInt8(ascii: "e") else { return nil }
    number.digits = digits
    number.count = count
    return (number, place)
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// Its value within two units of its last place: what coordinates need, which are snapped before they are drawn. Infinite
  /// where it is too large.
  var nearby: Double {
    guard exponent >= -22, exponent <= 22 else { return exact }
    let value = exponent < 0 ? Double(digits) / Self.powers[-exponent] : Double(digits) * Self.powers[exponent]
    return isNegative ? -value : value
  }

  /// The number of 64 bits that is nearest.
  var exact: Double {
    if digits <= 1 << 53, exponent >= -22, exponent <= 22 {
      let value = exponent < 0 ? Double(digits) / Self.powers[-exponent] : Double(digits) * Self.powers[exponent]
      return isNegative ? -value : value
    }
    let value = strtod("\(digits)e\(exponent)", nil)
    return isNegative ? -value : value
  }

  /// As a whole number; `nil` where it was not written as one, or is too large.
  var whole: Int? {
    guard !isDecimal, exponent == 0 else { return nil }
    if isNegative { return digits <= 1 << 63 ? Int(truncatingIfNeeded: 0 &- digits) : nil }
    return Int(exactly: digits)
  }
}
