/// JSON writes a character past U+FFFF as two escapes, `\ud83d\ude00`, which libyaml does not know: a copy of the
/// text with `\U0001F600` in their place.
struct SurrogateEscapes {
  /// The text with the escapes that YAML has.
  let text: [UInt8]
  /// The numbers of the scalars of ``text`` behind each escape that was shortened, by 2 scalars.
  let ends: [Int]

  /// - Parameter text: UTF-8.
  /// - Returns: `nil` for a text that is not JSON or has no such escape: in YAML's plain scalars and single quotes a
  ///   backslash means nothing.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let first = text.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      text.contains(UInt8(ascii: "\\"))
    else { return nil }
    var copy: [UInt8] = []
    var ends: [Int] = []
    var index = 0
    var at = 0
    while at < text.count {
      if text[at] == UInt8(ascii: "\\") {
        if let scalar = Self.pair(text, at) {
          if ends.isEmpty { copy.reserveCapacity(text.count) }
          if copy.isEmpty { copy.append(contentsOf: text[..<at]) }
          let digits = String(scalar.value, radix: 16)
          copy.append(contentsOf: "\\U\(String(repeating: "0", count: 8 - digits.utf8.count))\(digits)".utf8)
          index += 10
          ends.append(index)
          at += 12
          continue
        }
        // The next one is escaped by it, and begins nothing.
        if !ends.isEmpty { copy.append(text[at]) }
        index += 1
        at += 1
        if at == text.count { break }
      }
      if text[at] & 0xC0 != 0x80 { index += 1 }
      if !ends.isEmpty { copy.append(text[at]) }
      at += 1
    }
    if ends.isEmpty { return nil }
    self.text = copy
    self.ends = ends
  }

  private static func pair(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Unicode.Scalar? {
    guard let high = unit(text, at), (0xD800...0xDBFF).contains(high), let low = unit(text, at + 6),
      (0xDC00...0xDFFF).contains(low)
    else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  /// The number of an escape `\u` with four digits.
  private static func unit(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt32? {
    guard at + 6 <= text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u") else { return nil }
    var value: UInt32 = 0
    for byte in text[(at + 2)..<(at + 6)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
