import DocumentModel

/// A text in which a secret would be told: the secret itself, or what base64 or hexadecimal digits make of it.
struct SecretForm: Hashable {
  /// What it means, in the case that is compared.
  let meant: [UInt8]
  /// As it is. Differs from ``meant`` for a secret that looks like something escaped.
  let literal: [UInt8]
  /// Whether capital letters count as small ones.
  private let foldsCase: Bool

  /// From so many bytes on a text that holds them in another case tells them all the same.
  private static let shortestFolded = 6

  init?(_ text: [UInt8]) {
    guard !text.isEmpty else { return nil }
    let folds = text.count >= Self.shortestFolded
    foldsCase = folds
    literal = text.map { Self.folded($0, case: folds) }
    meant = text.withUnsafeBytes { EscapedText(bytes: $0).places.map { Self.folded($0.byte, case: folds) } }
  }

  private init(meant: [UInt8], foldsCase: Bool) { (self.meant, literal, self.foldsCase) = (meant, meant, foldsCase) }

  /// The same without white space; `nil` where nothing is left.
  var squeezed: SecretForm? {
    let left = meant.filter { $0 > 0x20 && $0 != UInt8(ascii: "+") }
    return left.isEmpty ? nil : SecretForm(meant: left, foldsCase: foldsCase)
  }

  /// A space is a plus in forms.
  private static func folded(_ byte: UInt8, case foldsCase: Bool) -> UInt8 {
    if byte == 0x20 { return UInt8(ascii: "+") }
    return foldsCase && 65...90 ~= byte ? byte | 0x20 : byte
  }

  func isEqual(_ byte: UInt8, _ index: Int) -> Bool { Self.folded(byte, case: foldsCase) == meant[index] }

  /// The bytes that may be written for the one at an index, where it is not escaped.
  func writings(at index: Int) -> Set<UInt8> {
    var all: Set<UInt8> = []
    for byte in [meant, literal].compactMap({ index < $0.count ? $0[index] : nil }) {
      all.insert(byte)
      if foldsCase, 97...122 ~= byte { all.insert(byte & 0xDF) }
      if byte == UInt8(ascii: "+") { all.insert(0x20) }
    }
    return all
  }

  /// Where it ends in a text in which it starts at a place; `nil` where it does not.
  func end(in text: EscapedText, from place: Int) -> Int? {
    if isWritten(in: text.bytes, from: place) { return place + literal.count }
    var (index, end) = (0, place)
    while index < meant.count {
      guard let unit = text.unit(at: end) else { return nil }
      for number in 0..<unit.count {
        guard index < meant.count, isEqual(unit.byte(number), index) else { return nil }
        index += 1
      }
      end = unit.end
    }
    return end
  }

  private func isWritten(in bytes: UnsafeRawBufferPointer, from place: Int) -> Bool {
    guard place + literal.count <= bytes.count else { return false }
    for index in 0..<literal.count where Self.folded(bytes[place + index], case: foldsCase) != literal[index] {
      return false
    }
    return true
  }

  /// Where it stands in a text whose places are given.
  func ranges(in places: [EscapedText.Place]) -> [Range<Int>] {
    guard places.count >= meant.count else { return [] }
    return (0...places.count - meant.count).compactMap { start in
      guard meant.indices.allSatisfy({ isEqual(places[start + $0].byte, $0) }) else { return nil }
      return places[start].written.lowerBound..<places[start + meant.count - 1].written.upperBound
    }
  }
}

extension SecretForm {
  /// The forms of a secret that may stand in any text.
  ///
  /// - Parameter isWhole: It is looked for as it is; else only what base64 makes of it, as of a user and a password.
  static func all(of secret: String, isWhole: Bool = true) -> Set<SecretForm> {
    let bytes = Array(secret.utf8)
    var texts = isWhole ? [bytes] : []
    if !isWhole || bytes.count >= shortestFolded {
      texts += inBase64(bytes)
      // As a part of an address that is put into base64 as a whole.
      for escaped in [
        PercentEncoding.encoded(secret), PercentEncoding.encoded(secret, keeping: PercentEncoding.visible),
      ] where escaped != secret { texts += inBase64(Array(escaped.utf8)) }
      texts.append(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
    return Set(texts.compactMap(SecretForm.init))
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Base64 of it alone, and what does not change whatever stands before and behind it; in both alphabets (RFC 4648).
  private static func inBase64(_ bytes: [UInt8]) -> [[UInt8]] {
    var texts = [Array(Base64.withoutPadding(bytes).utf8)]
    for before in 0..<3 {
      let all = Array(Base64.withoutPadding([UInt8](repeating: 0, count: before) + bytes).utf8)
      let (start, end) = ((before * 8 + 5) / 6, (before + bytes.count) * 8 / 6)
      if end - start >= shortestFolded { texts.append(Array(all[start..<end])) }
    }
    let ofAddresses = texts.map { text in
      text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
    }
    return texts + ofAddresses
  }
}

/// So many bytes of a secret in a row: a text that holds them repeats a part of it.
struct SecretParts {
  private let windows: Set<UInt64>

  /// Bytes.
  static let length = 6

  init(of forms: some Sequence<SecretForm>) {
    var windows: Set<UInt64> = []
    for form in forms where form.meant.count >= Self.length {
      for start in 0...form.meant.count - Self.length {
        windows.insert(Self.packed(form.meant[start..<start + Self.length]))
      }
    }
    self.windows = windows
  }

  /// Where parts stand in a text whose places are given.
  func ranges(in places: [EscapedText.Place]) -> [Range<Int>] {
    guard !windows.isEmpty, places.count >= Self.length else { return [] }
    let bytes = places.map { 65...90 ~= $0.byte ? $0.byte | 0x20 : $0.byte == 0x20 ? UInt8(ascii: "+") : $0.byte }
    return (0...bytes.count - Self.length).compactMap { start in
      guard windows.contains(Self.packed(bytes[start..<start + Self.length])) else { return nil }
      return places[start].written.lowerBound..<places[start + Self.length - 1].written.upperBound
    }
  }

  private static func packed(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
