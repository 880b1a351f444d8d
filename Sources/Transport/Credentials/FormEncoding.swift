import DocumentModel

extension PercentEncoding {
  /// All of ASCII that shows.
  static let visible = String(decoding: [UInt8](0x21...0x7E), as: UTF8.self)

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
