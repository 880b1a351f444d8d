import Diagnostics

/// The tags that a document may write, as libyaml resolves them.
enum Tag {
  static let prefix = "tag:yaml.org,2002:"
  static let map = prefix + "map"
  static let seq = prefix + "seq"

  enum Reading {
    case scalar(Scalar)
    /// The text is no word of that type, which is named: "a whole number".
    case otherWord(String)
    case unknown
  }

  /// A scalar read as its tag says.
  static func scalar(_ text: String, tag: String) -> Reading {
    if tag == "!" { return .scalar(.text(text)) }
    guard tag.hasPrefix(prefix) else { return .unknown }
    let plain = CoreSchema.scalar(text)
    switch (tag.dropFirst(prefix.count), plain) {
    case ("str", _): return .scalar(.text(text))
    case ("int", .int), ("float", .double), ("bool", .bool), ("null", .null): return .scalar(plain)
    case ("float", .int(let value)): return .scalar(.double(Double(value), text: text))
    case ("int", _): return .otherWord("a whole number")
    case ("float", _): return .otherWord("a number")
    case ("bool", _): return .otherWord("`true` or `false`")
    case ("null", _): return .otherWord("`null`")
    case ("map", _): return .otherWord("a map")
    case ("seq", _): return .otherWord("a list")
    default: return .unknown
    }
  }
}

extension Diagnostic {
  static func unsupportedTag(_ tag: String, at range: SourceRange) -> Diagnostic {
    let shown = tag.hasPrefix(Tag.prefix) ? "!!" + tag.dropFirst(Tag.prefix.count) : tag
    return Diagnostic(
      .unsupportedTag, "the tag `\(shown)` means nothing here", at: range,
      hint: Hint("take the tag out; `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map` and `!!seq` are known"))
  }

  static func unfitForTag(_ text: String, _ words: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unsupportedTag, "`\(text)` stands where the tag says \(words)", at: range,
      hint: Hint("take the tag out, or write \(words)"))
  }
}
