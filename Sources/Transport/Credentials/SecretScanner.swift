/// Finds secrets in answers, however they are escaped there: in one go over the bytes, most of which are looked at once.
struct SecretScanner: Sendable {
  private let forms: [SecretForm]
  /// By a byte that is meant or written, the numbers of the forms that start with it.
  private let starting: [[Int]]
  /// A bit for each pair of bytes, the first one lowest, with which something that is looked for may start.
  private let pairs: [UInt64]

  /// - Parameter forms: Each of at least two bytes.
  init(_ forms: some Sequence<SecretForm>) {
    let forms = Array(forms).filter { $0.meant.count > 1 && $0.literal.count > 1 }
    var starting = [[Int]](repeating: [], count: 256)
    var pairs = [UInt64](repeating: 0, count: forms.isEmpty ? 0 : 1024)
    func note(_ first: UInt8, _ second: UInt8) {
      let pair = Int(first) | Int(second) << 8
      pairs[pair >> 6] |= 1 << UInt64(pair & 63)
    }
    let escapes = Array("%&\\".utf8)
    for (number, form) in forms.enumerated() {
      for first in form.writings(at: 0) {
        starting[Int(first)].append(number)
        for second in form.writings(at: 1).union(escapes) { note(first, second) }
      }
    }
    if !forms.isEmpty {
      for second in Array("0123456789abcdefABCDEF".utf8) + escapes { note(UInt8(ascii: "%"), second) }
      for second in Array("#algq".utf8) + escapes { note(UInt8(ascii: "&"), second) }
      for second in Array("u\"/".utf8) + escapes { note(UInt8(ascii: "\\"), second) }
    }
    (self.forms, self.starting, self.pairs) = (forms, starting, pairs)
  }

  /// The first place from a start on where one of them stands, the longest there.
  func first(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Range<Int>? {
    guard !forms.isEmpty else { return nil }
    let text = EscapedText(bytes: bytes)
    return pairs.withUnsafeBufferPointer { pairs in
      var place = start
      while place + 1 < bytes.count {
        let pair = Int(bytes[place]) | Int(bytes[place + 1]) << 8
        if pairs[pair >> 6] >> UInt64(pair & 63) & 1 != 0, let end = end(in: text, from: place) { return place..<end }
        place += 1
      }
      return nil
    }
  }

  private func end(in text: EscapedText, from place: Int) -> Int? {
    let written = text.bytes[place]
    var last = 0
    for number in starting[Int(written)] { last = max(last, forms[number].end(in: text, from: place) ?? 0) }
    if let meant = text.unit(at: place)?.byte(0), meant != written {
      for number in starting[Int(meant)] { last = max(last, forms[number].end(in: text, from: place) ?? 0) }
    }
    return last == 0 ? nil : last
  }

  /// The bytes with a mark in place of each; `nil` where there is none.
  func replaced(in bytes: [UInt8], with mark: [UInt8]) -> [UInt8]? {
    bytes.withUnsafeBytes { source in
      guard var found = first(in: source) else { return nil }
      var (result, done) = ([UInt8](), 0)
      result.reserveCapacity(bytes.count)
      while true {
        result += source[done..<found.lowerBound]
        result += mark
        done = found.upperBound
        guard let next = first(in: source, from: done) else { break }
        found = next
      }
      result += source[done...]
      return result
    }
  }
}
