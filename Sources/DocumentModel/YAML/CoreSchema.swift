import Diagnostics

/// What a plain scalar is by the core schema of YAML 1.2, which knows fewer words than the 1.1 of libyaml.
enum CoreSchema {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// `null`, booleans, numbers; everything else is a text. An integer that does not fit becomes a double.
  static func scalar(_ bytes: Bytes) -> Scalar {
    guard let first = bytes.first else { return .null }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return number(bytes) ?? .text(text(bytes))
    case UInt8(ascii: "~") where bytes.count == 1:
      return .null
    case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "n"),
      UInt8(ascii: "N"):
      return bytes.count > 5 ? .text(text(bytes)) : word(text(bytes))
    default:
      return .text(text(bytes))
    }
  }

  /// The same of a text that stands outside of a YAML file.
  static func scalar(_ written: String) -> Scalar {
    var written = written
    return written.withUTF8 { scalar($0) }
  }

  static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func word(_ text: String) -> Scalar {
    switch text {
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    case "null", "Null", "NULL": .null
    default: .text(text)
    }
  }

  /// `[-+]?[0-9]+`, `0o[0-7]+`, `0x[0-9a-fA-F]+`, a decimal fraction, an infinity, or not a number.
  static func number(_ bytes: Bytes) -> Scalar? {
    var at = 0
    let sign = bytes[0]
    let isNegative = sign == UInt8(ascii: "-")
    if isNegative || sign == UInt8(ascii: "+") { at = 1 }
    guard at < bytes.count else { return nil }
    if at == 0, bytes.count > 2, bytes[0] == UInt8(ascii: "0") {
      if bytes[1] == UInt8(ascii: "x") { return integer(bytes, radix: 16) }
      if bytes[1] == UInt8(ascii: "o") { return integer(bytes, radix: 8) }
    }
    if let special = special(bytes, from: at, isNegative: isNegative) { return special }

    // The digits as one integer, with the place of the point: most numbers are exact from these two.
    var digits: UInt64 = 0
    var count = 0
    var fraction = 0
    var sawPoint = false
    while at < bytes.count {
      let byte = bytes[at]
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        if count < 19 { digits = digits * 10 + UInt64(byte - UInt8(ascii: "0")) }
        if count > 0 || byte != UInt8(ascii: "0") { count += 1 }
        if sawPoint { fraction += 1 }
      } else if byte == UInt8(ascii: "."), !sawPoint {
        sawPoint = true
      } else {
        break
      }
      at += 1
    }
    let signLength = isNegative || sign == UInt8(ascii: "+") ? 1 : 0
    guard at - signLength > (sawPoint ? 1 : 0) else { return nil }
    if at == bytes.count {
      if !sawPoint, let value = integer(digits, count: count, isNegative: isNegative) { return .int(value) }
      if sawPoint, count <= 15, fraction < powersOfTen.count {
        let value = Double(digits) / powersOfTen[fraction]
        return .double(isNegative ? -value : value, text: text(bytes))
      }
    } else if !isExponent(bytes, from: at) {
      return nil
    }
    let written = text(bytes)
    return Double(written).map { .double($0, text: written) }
  }

  private static func integer(_ digits: UInt64, count: Int, isNegative: Bool) -> Int? {
    guard count < 19 || (count == 19 && digits <= UInt64(Int.max)) else { return nil }
    return isNegative ? -Int(digits) : Int(digits)
  }

  private static func integer(_ bytes: Bytes, radix: Double) -> Scalar? {
    var value = 0.0
    var exact = 0
    var fits = true
    for byte in bytes[2...] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      guard Double(digit) < radix else { return nil }
      value = value * radix + Double(digit)
      let (product, overflows) = exact.multipliedReportingOverflow(by: Int(radix))
      let (sum, overflowsToo) = product.addingReportingOverflow(Int(digit))
      fits = fits && !overflows && !overflowsToo
      exact = sum
    }
    return fits ? .int(exact) : .double(value, text: text(bytes))
  }

  private static func special(_ bytes: Bytes, from start: Int, isNegative: Bool) -> Scalar? {
    guard bytes.count == start + 4, bytes[start] == UInt8(ascii: ".") else { return nil }
    let written = text(bytes)
    switch String(written.dropFirst(start)) {
    case ".inf", ".Inf", ".INF": return .double(isNegative ? -.infinity : .infinity, text: written)
    case ".nan", ".NaN", ".NAN": return start == 0 ? .double(.nan, text: written) : nil
    default: return nil
    }
  }

  private static func isExponent(_ bytes: Bytes, from start: Int) -> Bool {
    guard bytes[start] | 0x20 == UInt8(ascii: "e") else { return false }
    var at = start + 1
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") { at += 1 }
    guard at < bytes.count else { return false }
    return bytes[at...].allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  /// Exact as doubles, so one division of two exact numbers rounds once (Clinger, 1990).
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
