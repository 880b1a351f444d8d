/// How many columns of a terminal texts take, and how they are broken into lines.
package enum TextWidth {
  /// Columns of a text: wide characters take two, combining ones none.
  package static func columns(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Columns of one scalar; control characters count as one, because they are shown by a picture.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    if wide.contains(where: { $0.contains(value) }) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// East Asian Width W and F of Unicode, by blocks.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
    0x20000...0x3FFFD,
  ]

  /// The text with spaces behind it to so many columns.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  /// The text with spaces before it to so many columns.
  package static func rightAligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns(text))) + text
  }

  /// Breaks a text into lines of at most `width` columns, at spaces that do not stand in backquotes.
  ///
  /// Paragraphs are divided by empty lines and stay so; other line ends of `text` are spaces. A word longer than
  /// `width` has a line of its own.
  package static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var words: [Substring] = []
    func endParagraph() {
      guard !words.isEmpty else { return }
      if !lines.isEmpty { lines.append("") }
      lines += filled(words, to: width)
      words = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let found = line.split(separator: " ")
      if found.isEmpty { endParagraph() }
      words += found
    }
    endParagraph()
    return lines
  }

  private static func filled(_ words: [Substring], to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in joiningBackquoted(words) {
      if line.isEmpty {
        line = word
      } else if columns(line) + 1 + columns(word) <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Words between a pair of backquotes become one, so that what a reader would copy is never broken.
  private static func joiningBackquoted(_ words: [Substring]) -> [String] {
    var joined: [String] = []
    var isOpen = false
    for word in words {
      if isOpen, let last = joined.popLast() { joined.append(last + " " + word) } else { joined.append(String(word)) }
      if !word.filter({ $0 == "`" }).count.isMultiple(of: 2) { isOpen.toggle() }
    }
    return joined
  }
}
