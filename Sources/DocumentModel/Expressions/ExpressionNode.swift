/// A part of an expression, with its type as far as that is known before a feature is looked at.
struct ExpressionNode: Sendable, Hashable {
  indirect enum Kind: Sendable, Hashable {
    case value(ExpressionValue)
    /// By its number in the expression's list of fields.
    case field(Int)
    case negative(ExpressionNode)
    case not(ExpressionNode)
    /// True when all of them are; at least two.
    case all([ExpressionNode])
    /// True when one of them is; at least two.
    case oneOf([ExpressionNode])
    case arithmetic(ExpressionArithmetic, ExpressionNode, ExpressionNode)
    case comparison(ExpressionComparison, ExpressionNode, ExpressionNode)
    case membership(ExpressionNode, in: [ExpressionNode])
    case like(ExpressionNode, pattern: ExpressionNode)
    case isNull(ExpressionNode)
    case call(ExpressionFunction, [ExpressionNode])
  }

  let kind: Kind
  let type: ExpressionType
  /// In Unicode scalars from the start of the text.
  let range: Range<Int>
  /// Operations within one another, itself included.
  let height: Int
}

/// The arithmetic operators.
enum ExpressionArithmetic: Sendable, Hashable {
  case plus, minus, times, over, modulo

  /// The result on two numbers: whole where both are and it is not a quotient; `null` where it is not a finite number.
  func result(_ one: ExpressionValue, _ other: ExpressionValue) -> ExpressionValue {
    if case .integer(let one) = one, case .integer(let other) = other, let whole = whole(one, other) { return whole }
    guard let one = one.number, let other = other.number else { return .null }
    switch self {
    case .plus: return ExpressionValue(one + other)
    case .minus: return ExpressionValue(one - other)
    case .times: return ExpressionValue(one * other)
    case .over: return ExpressionValue(one / other)
    case .modulo: return ExpressionValue(one.truncatingRemainder(dividingBy: other))
    }
  }

  /// `nil` where whole numbers do not do: a quotient, and a result of more than 64 bits.
  private func whole(_ one: Int, _ other: Int) -> ExpressionValue? {
    let (value, isTooLarge): (Int, Bool)
    switch self {
    case .plus: (value, isTooLarge) = one.addingReportingOverflow(other)
    case .minus: (value, isTooLarge) = one.subtractingReportingOverflow(other)
    case .times: (value, isTooLarge) = one.multipliedReportingOverflow(by: other)
    case .over: return nil
    case .modulo:
      if other == 0 { return .null }
      // The remainder of the smallest number and -1 is 0, but processors trap at it.
      return .integer(other == -1 ? 0 : one % other)
    }
    return isTooLarge ? nil : .integer(value)
  }
}

/// The comparing operators.
enum ExpressionComparison: Sendable, Hashable {
  case equal, unequal, less, lessOrEqual, greater, greaterOrEqual

  func holds(_ order: ExpressionOrder) -> Bool {
    switch self {
    case .equal: order == .equal
    case .unequal: order != .equal
    case .less: order == .less
    case .lessOrEqual: order != .greater
    case .greater: order == .greater
    case .greaterOrEqual: order != .less
    }
  }

  /// `==` and `!=`; the others ask for an order, which `true` and `false` have not.
  var isEquality: Bool { self == .equal || self == .unequal }
}

extension ExpressionValue {
  /// As a floating-point number; `nil` for what is no number.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    default: nil
    }
  }
}
