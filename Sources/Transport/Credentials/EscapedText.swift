/// A text as what it means: whatever was escaped for an address (`%2F`), for XML (`&amp;`, `&#47;`) or for JSON (`\/`,
/// `\u002f`), and one of these in another, is read as the character that was meant.
struct EscapedText {
  let bytes: UnsafeRawBufferPointer

  /// A character, or a byte of one.
  struct Unit {
    /// In UTF-8, the first byte lowest.
    private var utf8: UInt32
    private(set) var count: Int
    /// Behind what was written for it.
    private(set) var end: Int

    fileprivate init(_ byte: UInt8, end: Int) { (utf8, count, self.end) = (UInt32(byte), 1, end) }

    fileprivate init(_ scalar: Unicode.Scalar, end: Int) {
      (utf8, count, self.end) = (0, 0, end)
      for byte in UTF8.encode(scalar) ?? .init() {
        utf8 |= UInt32(byte) << UInt32(8 * count)
        count += 1
      }
    }

    /// - Parameter index: Below ``count``.
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: utf8 >> UInt32(truncatingIfNeeded: 8 * index)) }

    /// Itself where it is of ASCII, else a byte that begins nothing.
    fileprivate var ascii: UInt8 { count == 1 && utf8 < 0x80 ? byte(0) : 0 }
  }

  /// How many times a character may have been escaped.
  static let depth = 4

  /// What is meant at a place; `nil` at the end.
  /// - Complexity: Constant: what stands for one character has a bounded length.
  func unit(at place: Int, depth: Int = EscapedText.depth) -> Unit? {
    guard place < bytes.count else { return nil }
    let byte = bytes[place]
    // What escapes nothing is itself, however deep.
    guard depth > 0, byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\") else {
      return Unit(byte, end: place + 1)
    }
    guard let first = unit(at: place, depth: depth - 1) else { return nil }
    switch first.ascii {
    case UInt8(ascii: "%"):
      guard let number = number(at: first.end, digits: 2, depth - 1) else { return first }
      return Unit(UInt8(truncatingIfNeeded: number.value), end: number.end)
    case UInt8(ascii: "&"): return entity(at: first.end, depth - 1) ?? first
    case UInt8(ascii: "\\"): return escapeOfJSON(at: first.end, depth - 1) ?? first
    default: return first
    }
  }

  private struct Number {
    var value: UInt32 = 0
    var end: Int
  }

  private func number(at place: Int, digits: Int, _ depth: Int) -> Number? {
    var number = Number(end: place)
    for _ in 0..<digits {
      guard let unit = unit(at: number.end, depth: depth), let digit = unit.ascii.hexValue else { return nil }
      number.value = number.value << 4 | UInt32(digit)
      number.end = unit.end
    }
    return number
  }

  private func escapeOfJSON(at place: Int, _ depth: Int) -> Unit? {
    guard let kind = unit(at: place, depth: depth) else { return nil }
    switch kind.ascii {
    case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"): return kind
    case UInt8(ascii: "u"):
      guard let number = number(at: kind.end, digits: 4, depth), let scalar = Unicode.Scalar(number.value) else {
        return nil
      }
      return Unit(scalar, end: number.end)
    default: return nil
    }
  }

  /// The longest is `#x10FFFF`.
  private static let longestName = 8

  private func entity(at place: Int, _ depth: Int) -> Unit? {
    // A byte for each letter, the last one lowest.
    var (name, count) = (UInt64(0), 0)
    var end = place
    while let unit = unit(at: end, depth: depth) {
      let byte = unit.ascii
      end = unit.end
      if byte == UInt8(ascii: ";") {
        guard let scalar = Self.scalar(named: name, count) else { return nil }
        return Unit(scalar, end: end)
      }
      let isInName = byte == UInt8(ascii: "#") ? count == 0 : byte.isLetterOrDigit
      guard isInName, count < Self.longestName else { return nil }
      (name, count) = (name << 8 | UInt64(byte), count + 1)
    }
    return nil
  }

  private static func scalar(named name: UInt64, _ count: Int) -> Unicode.Scalar? {
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: name >> UInt64(8 * (count - 1 - index))) }
    guard count > 1, byte(0) == UInt8(ascii: "#") else {
      return switch name {
      case 0x61_6D_70: "&"  // amp
      case 0x6C_74: "<"  // lt
      case 0x67_74: ">"  // gt
      case 0x71_75_6F_74: "\""  // quot
      case 0x61_70_6F_73: "'"  // apos
      default: nil
      }
    }
    let isHex = byte(1) | 0x20 == UInt8(ascii: "x")
    guard !isHex || count > 2 else { return nil }
    var value: UInt32 = 0
    for index in (isHex ? 2 : 1)..<count {
      guard let digit = byte(index).hexValue, isHex || digit < 10 else { return nil }
      value = value * (isHex ? 16 : 10) + UInt32(digit)
    }
    return Unicode.Scalar(value)
  }
}

extension EscapedText {
  /// A byte of what a text means, and where it stands in what is written.
  struct Place {
    let byte: UInt8
    let written: Range<Int>
  }

  /// All that is meant, in order.
  var places: [Place] {
    var places: [Place] = []
    places.reserveCapacity(bytes.count)
    var start = 0
    while let unit = unit(at: start) {
      for index in 0..<unit.count { places.append(Place(byte: unit.byte(index), written: start..<unit.end)) }
      start = unit.end
    }
    return places
  }
}

extension UInt8 {
  /// Of a digit from 0 to F in either case.
  fileprivate var hexValue: UInt8? {
    switch self {
    case 48...57: self - 48
    case 65...70: self - 55
    case 97...102: self - 87
    default: nil
    }
  }

  fileprivate var isLetterOrDigit: Bool { 48...57 ~= self || 97...122 ~= (self | 0x20) }
}
