import DocumentModel

/// Percent-encoding of addresses that people write: what is encoded already stays as it is.
enum AddressEscaping {
  /// Bytes that stand for themselves in an address: unreserved and reserved characters of RFC 3986.
  private static let plain: [Bool] = {
    var plain = [Bool](repeating: false, count: 256)
    for byte in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=".utf8 {
      plain[Int(byte)] = true
    }
    return plain
  }()

  /// Encodes what may not stand in an address: spaces, quotes, braces, what is not ASCII; a `%` unless two hex digits follow.
  ///
  /// - Parameter isValue: The text comes from `values:`: a `#` in it is no fragment.
  static func escaped(_ text: String, isValue: Bool = false) -> String {
    let plain = Self.plain
    if text.utf8.allSatisfy({ plain[Int($0)] && !(isValue && $0 == UInt8(ascii: "#")) }) { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && index + 2 < bytes.count && isHex(bytes[index + 1]) && isHex(bytes[index + 2])
      if isEscape || plain[Int(byte)] && !(isValue && byte == UInt8(ascii: "#")) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Encodes a value for one place of an address, so that no character of it means anything there.
  ///
  /// - Parameter place: In a path `:`, `@`, `,` and `=` stand for themselves; in a query nothing but letters, digits and
  ///   `-._~` does.
  static func encoded(_ value: String, in place: Place) -> String {
    PercentEncoding.encoded(value, keeping: place == .path ? ":@,=!$'()*" : "")
  }

  enum Place { case path, query }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
}
