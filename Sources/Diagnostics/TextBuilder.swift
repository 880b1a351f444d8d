/// Puts a long text together as bytes, which is several times quicker than adding to a `String`.
struct TextBuilder {
  private(set) var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func append(_ text: Substring) { bytes.append(contentsOf: text.utf8) }
  mutating func append(byte: UInt8) { bytes.append(byte) }
  mutating func append(bytes more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
  mutating func append(spaces count: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }

  /// Appends a text with some of its bytes replaced. Only ASCII bytes may be, so that no character is broken.
  ///
  /// - Parameter replacement: What is written for a byte; `nil`: the byte itself.
  mutating func append(_ text: String, replacing replacement: (UInt8) -> String?) {
    var text = text
    text.withUTF8 { source in
      var written = 0
      for (place, byte) in source.enumerated() where byte < 0x80 {
        guard let other = replacement(byte) else { continue }
        bytes.append(contentsOf: source[written..<place])
        bytes.append(contentsOf: other.utf8)
        written = place + 1
      }
      bytes.append(contentsOf: source[written...])
    }
  }
}
