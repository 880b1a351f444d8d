/// Texts that others wrote, made safe to show on a terminal.
package enum Printable {
  /// The text with every control character as its picture (`␛`), and every one that reorders a line as `�`.
  ///
  /// Most texts have none and are returned as they are.
  package static func text(_ text: String, keepingTabs: Bool = false) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || keepingTabs && $0 == 0x09 }
    if isPlain { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      shown.append(keepingTabs && scalar == "\t" ? scalar : picture(of: scalar))
    }
    return String(shown)
  }

  /// What stands for a scalar on a terminal.
  package static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: "\u{FFFD}"
    default: scalar
    }
  }
}
