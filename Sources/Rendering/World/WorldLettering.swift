import DocumentModel

/// How wide letters are: each is measured once, because setting a line of text costs a hundred times as much as adding up.
struct LetterWidths: Sendable {
  private var widths: [[Character: Double]] = [[:], [:]]
  /// Letters are measured at this size, in pixels.
  private static let size = 100.0
  /// From line to line, for each pixel of the size: that of DejaVu Sans.
  static let lineHeight = 1.17

  /// Measures every letter of the texts. Kerning, which is left out, only brings letters together.
  ///
  /// - Throws: ``DrawingError`` where pango or the font is not installed.
  init(of texts: [(text: String, isBold: Bool)]) throws(DrawingError) {
    var letters: [Set<Character>] = [[], []]
    for (text, isBold) in texts { letters[isBold ? 1 : 0].formUnion(text) }
    let wanted = letters
    widths = try Fonts.use { fonts in
      [false, true].map { isBold in
        var measured: [Character: Double] = [:]
        for letter in wanted[isBold ? 1 : 0] {
          measured[letter] = fonts.line(String(letter), size: Self.size, isBold: isBold).extent.width / Self.size
        }
        return measured
      }
    }
  }

  /// In pixels, for a font of a size in pixels.
  func width(of text: String, size: Double, isBold: Bool) -> Double {
    text.reduce(0) { $0 + (widths[isBold ? 1 : 0][$1] ?? 0.6) } * size
  }
}

extension WorldStyle.Lettering {
  private static let hairSpace = "\u{200A}"

  /// The text as it is written: capitals, and space between them.
  func written(_ text: String) -> String {
    let letters = isCapital ? text.uppercased() : text
    guard spacing > 0 else { return letters }
    return letters.map(String.init).joined(separator: String(repeating: Self.hairSpace, count: spacing))
  }

  /// Breaks a text at spaces into the fewest lines that are no wider than `room`, else into as many as may be.
  func broken(_ text: String, room: Double, _ widths: LetterWidths) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    var best = [written(text)]
    for count in 1...max(1, min(lines, words.count)) {
      best = balanced(words, count, widths).map(written)
      if widest(best, widths) <= room { break }
    }
    return best
  }

  /// In pixels.
  func widest(_ lines: [String], _ widths: LetterWidths) -> Double {
    lines.map { widths.width(of: $0, size: size, isBold: isBold) }.max() ?? 0
  }

  /// So many lines, the widest as narrow as can be; the first such way.
  private func balanced(_ words: [String], _ count: Int, _ widths: LetterWidths) -> [String] {
    guard count > 1, words.count >= count else { return [words.joined(separator: " ")] }
    var best: (width: Double, lines: [String])?
    for taken in 1...(words.count - count + 1) {
      let rest = balanced(Array(words.dropFirst(taken)), count - 1, widths)
      let lines = [words.prefix(taken).joined(separator: " ")] + rest
      let width = widest(lines.map(written), widths)
      if best.map({ width < $0.width }) ?? true { best = (width, lines) }
    }
    return best?.lines ?? [words.joined(separator: " ")]
  }
}
