import Diagnostics

/// A length in a picture: logical pixels (1/96 inch), or with a unit.
package struct Length: DefinedValue, Hashable {
  /// In logical pixels, whatever unit was written.
  package let pixels: Double
  /// True when it was written in a unit of paper: mm, cm, in, pt.
  package let isPhysical: Bool

  package init(pixels: Double, isPhysical: Bool = false) {
    self.pixels = pixels
    self.isPhysical = isPhysical
  }

  /// A number, with a unit behind it or a space between: `0.5mm`, `8 pt`; `nil` when it is none.
  package init?(_ text: some StringProtocol) {
    let text = Substring(text).trimmed
    let digits = text.prefix { !$0.isLetter || ($0 == "e" || $0 == "E") }
    guard let value = Double(decimal: digits.trimmed) else { return nil }
    let unit = String(text[digits.endIndex...])
    guard let size = unit.isEmpty ? 1 : Length.units.first(where: { $0.key == unit })?.value else { return nil }
    self.init(pixels: value * size, isPhysical: !unit.isEmpty && unit != "px")
  }

  /// Logical pixels of each unit.
  static let units: KeyValuePairs<String, Double> = [
    "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "pt": 96 / 72, "px": 1,
  ]

  package static func read(_ node: Node, in context: ReadingContext) -> Length? {
    switch node.content {
    case .scalar(.int(let value)): return Length(pixels: Double(value))
    case .scalar(.double(let value, _)) where value.isFinite: return Length(pixels: value)
    case .scalar(.double): context.report(.outOfRange(node, expected: "a finite length"))
    case .scalar(.text(let text)):
      if let length = Length(text) { return length }
      context.report(.badLength(text, at: node.range))
    default: context.report(.wrongType(node, expected: words))
    }
    return nil
  }

  package static var definitionName: String { "length" }
  package static var words: String { "a length" }
  package static var definedSchema: JSONValue {
    [
      "description": "logical pixels (1/96 inch), or a number with a unit: mm, cm, in, pt, px",
      "anyOf": [
        ["type": "number"],
        ["type": "string", "pattern": "^ *[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+) *(mm|cm|in|pt|px)? *$"],
      ],
      "examples": [12, "0.5mm", "8pt", "2cm", "1in"],
    ]
  }
}

extension Diagnostic {
  fileprivate static func badLength(_ text: String, at range: SourceRange) -> Diagnostic {
    let digits = text.prefix { !$0.isLetter }.trimmed
    let unit = String(text.drop { !$0.isLetter })
    let units = Length.units.map(\.key)
    if Double(decimal: digits) != nil, !unit.isEmpty {
      return Diagnostic(
        .badLength, "`\(text)` is not a length: `\(unit)` is none of the units \(oneOf(units))", at: range,
        hint: units.first { $0 == unit.lowercased() }.map { .write("\(digits)\($0)", at: range) })
    }
    return Diagnostic(
      .badLength, "`\(text)` is not a length", at: range,
      hint: Hint("write a number of logical pixels, or one with a unit, as in `0.5mm` or `8pt`"))
  }
}

extension Substring {
  /// Without spaces and tabs at its ends.
  var trimmed: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

extension Double {
  /// A finite decimal number, as `1`, `-0.5`, `.5` or `1e3`; no `inf`, `nan` or hexadecimal digits.
  init?(decimal text: some StringProtocol) {
    let isDecimal = text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || byte == 43 || byte == 45 || byte == 46 || byte == 69 || byte == 101
    }
    guard isDecimal, let value = Double(text), value.isFinite else { return nil }
    self = value
  }
}
