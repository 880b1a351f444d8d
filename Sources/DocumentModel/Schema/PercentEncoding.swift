/// Percent-encoding (RFC 3986, section 2).
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// The text encoded: letters, digits and `-._~`, which are unreserved, stand for themselves, and what else is to.
  package static func encoded(_ text: String, keeping others: String = "") -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isWord = 48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte
      if isWord || "-._~".utf8.contains(byte) || others.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text that an encoded one stands for; a `%` without two hex digits stands for itself.
  package static func decoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
