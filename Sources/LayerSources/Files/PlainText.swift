/// Text out of the little HTML that attributions are written in.
enum PlainText {
  /// Without tags, with its character references resolved and white space in one piece each.
  static func ofHTML(_ html: String) -> String {
    var text = ""
    var rest = html.prefix(4096)[...]
    while let character = rest.first {
      if character == "<", let next = rest.dropFirst().first, next.isLetter || next == "/" || next == "!",
        let end = rest.firstIndex(of: ">")
      {
        // A tag that ends a line of text must not join two words.
        let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "/" }.lowercased()
        if ["br", "br/", "p", "/p", "/div", "div", "li", "/li"].contains(name) { text += " " }
        rest = rest[rest.index(after: end)...]
      } else if character == "&", let (resolved, after) = reference(at: rest) {
        text.append(resolved)
        rest = after
      } else {
        text.append(character)
        rest = rest.dropFirst()
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The character that `&copy;` or `&#169;` stands for, and what follows it.
  private static func reference(at text: Substring) -> (Character, Substring)? {
    guard let end = text.prefix(12).firstIndex(of: ";") else { return nil }
    let name = text[text.index(after: text.startIndex)..<end]
    let after = text[text.index(after: end)...]
    if let known = named[String(name)] { return (known, after) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { $0 >= 32 ? Unicode.Scalar($0) : nil }.map { (Character($0), after) }
  }

  private static let named: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®", "trade": "™",
    "ndash": "–", "mdash": "—", "middot": "·", "bull": "•", "hellip": "…", "raquo": "»", "laquo": "«",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ", "aring": "å", "oslash": "ø", "aelig": "æ",
  ]
}
