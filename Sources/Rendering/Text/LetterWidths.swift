/// A font that letters are measured in.
struct LettersOfFont: Hashable {
  let font: String?
  let isBold: Bool
  let isItalic: Bool
}

extension Fonts {
  /// How wide letters and digits of ASCII are in a font, in ems, by their numbers; those without ink, and other signs, are 0.
  func letterWidths(of style: TextStyle) -> [Double] {
    let key = LettersOfFont(font: style.font, isBold: style.isBold, isItalic: style.isItalic)
    if let known = letterWidths[key] { return known }
    var widths = [Double](repeating: 0, count: 128)
    let letters = Array(0x30...0x39) + Array(0x41...0x5A) + Array(0x61...0x7A)
    for letter in letters {
      let text = shaped(TextSetting([TextRun(String(Unicode.Scalar(UInt8(letter))))], style))
      widths[letter] = text.isEmpty ? 0 : text.width
    }
    if letterWidths.count > 100 { letterWidths = [:] }
    letterWidths[key] = widths
    return widths
  }
}
