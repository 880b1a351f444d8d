/// Percent-encoding (RFC 3986, section 2) of what goes into an address or a form.
enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Encodes all but the unreserved characters; with `all: false` only what no address may hold.
  static func encoded(_ text: String, all: Bool = true) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122: bytes.append(byte)
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): bytes.append(byte)
      case 0x21...0x7E where !all: bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The body of a form: `application/x-www-form-urlencoded`.
  static func form(_ fields: [(name: String, value: String)]) -> String {
    fields.map { encoded($0.name) + "=" + encoded($0.value) }.joined(separator: "&")
  }

  /// An address's target with a parameter more.
  static func adding(_ name: String, _ value: String, to target: String) -> String {
    let isFirst = !target.contains("?")
    let mark = isFirst ? "?" : target.hasSuffix("?") || target.hasSuffix("&") ? "" : "&"
    return target + mark + encoded(name) + "=" + encoded(value)
  }
}
