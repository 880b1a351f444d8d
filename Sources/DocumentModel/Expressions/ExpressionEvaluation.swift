/// Finds the value of an expression for the values of its fields. It ends, and it never traps: depth and texts are bounded,
/// whole numbers that would be too large become floating-point ones, and what is not a finite number is `null`.
struct ExpressionEvaluation {
  /// In the order of the expression's list of fields.
  let fields: [ExpressionValue]

  func value(of node: ExpressionNode) throws(ExpressionError) -> ExpressionValue {
    switch node.kind {
    case .value(let value): return value
    case .field(let number):
      let value = fields[number]
      // A decoder may hand over what is no number.
      if case .decimal(let number) = value { return ExpressionValue(number) }
      return value
    case .negative(let operand):
      let value = try self.value(of: operand, .number, "`-`")
      return value == .null ? .null : ExpressionArithmetic.minus.result(.integer(0), value)
    case .not(let operand): return ExpressionValue(try condition(operand, "`not`").map { !$0 })
    case .all(let parts): return try chain(parts, until: false, "`and`")
    case .oneOf(let parts): return try chain(parts, until: true, "`or`")
    case .arithmetic(let operation, let left, let right):
      let word = "`\(operation.word)`"
      let one = try value(of: left, .number, word)
      let other = try value(of: right, .number, word)
      return one == .null || other == .null ? .null : operation.result(one, other)
    case .comparison(let comparison, let left, let right):
      return try compared(comparison, left, right)
    case .membership(let left, let choices): return try isMember(left, choices)
    case .like(let left, let pattern): return try isLike(left, pattern)
    case .isNull(let operand): return .boolean(try value(of: operand) == .null)
    case .call(let function, let arguments): return try call(function, arguments, node.range)
    }
  }

  /// A value of one type, or `null`.
  private func value(
    of node: ExpressionNode, _ type: ExpressionType, _ user: String
  ) throws(ExpressionError) -> ExpressionValue {
    let value = try value(of: node)
    guard value.type.fits(type) else { throw .wrongType(value.type, expected: type, by: user, at: node.range) }
    return value
  }

  private func condition(_ node: ExpressionNode, _ user: String) throws(ExpressionError) -> Bool? {
    if case .boolean(let value) = try value(of: node, .boolean, user) { return value }
    return nil
  }

  /// Three-valued logic: the deciding value wins over `null`, wherever it stands; what comes behind it is not looked at.
  private func chain(_ parts: [ExpressionNode], until decision: Bool, _ user: String) throws(ExpressionError)
    -> ExpressionValue
  {
    var isKnown = true
    for part in parts {
      guard let value = try condition(part, user) else {
        isKnown = false
        continue
      }
      if value == decision { return .boolean(decision) }
    }
    return isKnown ? .boolean(!decision) : .null
  }

  private func compared(
    _ comparison: ExpressionComparison, _ left: ExpressionNode, _ right: ExpressionNode
  ) throws(ExpressionError) -> ExpressionValue {
    let one = try value(of: left)
    let other = try value(of: right)
    if one == .null || other == .null { return .null }
    if !comparison.isEquality, one.type == .boolean || other.type == .boolean {
      throw ExpressionError(
        "`true` and `false` have no order", at: one.type == .boolean ? left.range : right.range)
    }
    guard let order = ExpressionOrder(one, other) else { throw .differentTypes(one.type, other.type, at: right.range) }
    return .boolean(comparison.holds(order))
  }

  private func isMember(_ left: ExpressionNode, _ choices: [ExpressionNode]) throws(ExpressionError) -> ExpressionValue
  {
    let one = try value(of: left)
    var isKnown = one != .null
    for choice in choices {
      let other = try value(of: choice)
      if one == .null { continue }
      if other == .null {
        isKnown = false
        continue
      }
      guard let order = ExpressionOrder(one, other) else {
        throw .differentTypes(one.type, other.type, at: choice.range)
      }
      if order == .equal { return .boolean(true) }
    }
    return isKnown ? .boolean(false) : .null
  }

  private func isLike(_ left: ExpressionNode, _ pattern: ExpressionNode) throws(ExpressionError) -> ExpressionValue {
    let one = try value(of: left, .text, "`like`")
    let other = try value(of: pattern, .text, "`like`")
    guard case .text(let text) = one, case .text(let wanted) = other else { return .null }
    guard let like = LikePattern(wanted) else {
      throw ExpressionError(
        "a pattern of `like` has at most \(ExpressionLimits.pattern) characters", at: pattern.range)
    }
    return .boolean(like.matches(text))
  }

  private func call(
    _ function: ExpressionFunction, _ arguments: [ExpressionNode], _ range: Range<Int>
  ) throws(ExpressionError) -> ExpressionValue {
    var values: [ExpressionValue] = []
    for argument in arguments {
      let value = try value(of: argument, function.parameterType, "`\(function.rawValue)`")
      if function == .coalesce {
        if value != .null { return value }
      } else if value == .null {
        return .null
      }
      values.append(value)
    }
    guard let result = function.result(values) else {
      throw ExpressionError("the text is longer than the \(ExpressionLimits.text) bytes that are kept", at: range)
    }
    return result
  }
}

extension ExpressionValue {
  /// `nil` is not known.
  fileprivate init(_ condition: Bool?) { self = condition.map { .boolean($0) } ?? .null }
}
