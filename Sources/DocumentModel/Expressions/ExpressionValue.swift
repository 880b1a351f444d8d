/// What an expression comes to, and what a field of a feature holds.
package enum ExpressionValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// Finite: what is not becomes ``null``.
  case decimal(Double)
  case text(String)

  /// A number that may come from anywhere; infinities and NaN are `null`.
  package init(_ number: Double) { self = number.isFinite ? .decimal(number) : .null }

  package var type: ExpressionType {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .integer, .decimal: .number
    case .text: .text
    }
  }

  /// The one form of values that are equal: a number that is whole is a whole number.
  package var normalised: ExpressionValue {
    if case .decimal(let value) = self, let whole = Int(exactly: value) { return .integer(whole) }
    return self
  }

  /// As `concat` writes it: whole numbers without a point, other numbers with the fewest digits that tell them apart.
  package var written: String {
    switch self {
    case .null: ""
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .decimal(let value): Int(exactly: value).map(String.init) ?? String(value)
    case .text(let text): text
    }
  }
}

/// A type of values. Whole numbers and others are one type: `3` equals `3.0`.
package enum ExpressionType: Sendable, Hashable {
  /// Of `null` alone, which stands in for any type.
  case null
  case boolean, number, text
  /// Known only when a feature is looked at.
  case any

  /// For messages: "a number".
  var words: String {
    switch self {
    case .null: "null"
    case .boolean: "`true` or `false`"
    case .number: "a number"
    case .text: "a text"
    case .any: "a value"
    }
  }

  /// Whether a value of this type may stand where one of `wanted` is expected.
  func fits(_ wanted: ExpressionType) -> Bool {
    self == wanted || self == .null || self == .any || wanted == .any || wanted == .null
  }
}

/// The order of two values of one type; `nil` for two of different types, and for `null`.
enum ExpressionOrder: Sendable, Hashable {
  case less, equal, greater

  init?(_ one: ExpressionValue, _ other: ExpressionValue) {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): self = Self.of(one, other)
    case (.decimal(let one), .decimal(let other)): self = Self.of(one, other)
    case (.integer(let one), .decimal(let other)): self = Self.exactly(one, other)
    case (.decimal(let one), .integer(let other)): self = Self.exactly(other, one).turned
    case (.text(let one), .text(let other)): self = Self.ofTexts(one, other)
    case (.boolean(let one), .boolean(let other)): self = Self.of(one ? 1 : 0, other ? 1 : 0)
    default: return nil
    }
  }

  private static func of<Value: Comparable>(_ one: Value, _ other: Value) -> Self {
    one < other ? .less : one == other ? .equal : .greater
  }

  /// A whole number against another, without rounding it to 53 bits.
  private static func exactly(_ one: Int, _ other: Double) -> Self {
    // 2^63 is the first number above every whole one.
    if other >= 0x1p63 { return .less }
    if other < -0x1p63 { return .greater }
    let whole = other.rounded(.down)
    let order = of(one, Int(whole))
    return order == .equal && whole != other ? .less : order
  }

  /// By their Unicode scalars, which is the order of their UTF-8 too; no language has a say.
  private static func ofTexts(_ one: String, _ other: String) -> Self {
    if one.utf8.elementsEqual(other.utf8) { return .equal }
    return one.utf8.lexicographicallyPrecedes(other.utf8) ? .less : .greater
  }

  private var turned: Self {
    switch self {
    case .less: .greater
    case .equal: .equal
    case .greater: .less
    }
  }
}
