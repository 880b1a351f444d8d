import Diagnostics

/// Which fields an expression may name.
package enum ExpressionFields: Sendable, Hashable {
  /// Any: what there is shows when a feature is looked at.
  case any
  /// These alone, with their types.
  case known([String: ExpressionType])

  fileprivate func type(of name: String) -> ExpressionType? {
    switch self {
    case .any: .any
    case .known(let types): types[name]
    }
  }

  fileprivate var names: [String] {
    switch self {
    case .any: []
    case .known(let types): types.keys.sorted()
    }
  }
}

/// Puts the parts of an expression together and checks that their types fit. What does not fit is noted and reading goes
/// on, so that one run reports every mistake.
struct ExpressionBuilder {
  struct Result {
    let root: ExpressionNode
    /// Fields in the order of their first mention.
    let fieldNames: [String]
    /// By their places.
    let errors: [ExpressionError]
  }

  private let fields: ExpressionFields
  private var fieldNames: [String] = []
  private var errors: [ExpressionError] = []

  init(fields: ExpressionFields) { self.fields = fields }

  /// - Parameter slips: Mistakes that were found before.
  func result(_ root: ExpressionNode, _ slips: [ExpressionError]) -> Result {
    let sorted = (errors + slips).sorted { ($0.range.lowerBound, $0.reason) < ($1.range.lowerBound, $1.reason) }
    return Result(root: root, fieldNames: fieldNames, errors: sorted)
  }

  func value(_ value: ExpressionValue, _ range: Range<Int>) -> ExpressionNode {
    ExpressionNode(kind: .value(value), type: value.type, range: range, height: 0)
  }

  mutating func field(_ name: String, _ range: Range<Int>) -> ExpressionNode {
    let type = fields.type(of: name)
    if type == nil { errors.append(.unknownField(name, known: fields.names, at: range)) }
    let number = fieldNames.firstIndex(of: name) ?? fieldNames.count
    if number == fieldNames.count { fieldNames.append(name) }
    return ExpressionNode(kind: .field(number), type: type ?? .any, range: range, height: 0)
  }

  mutating func negative(_ operand: ExpressionNode, _ range: Range<Int>) throws(ExpressionError) -> ExpressionNode {
    expect(operand, .number, "`-`")
    return try node(.negative(operand), .number, range, [operand])
  }

  mutating func not(_ operand: ExpressionNode, _ range: Range<Int>) throws(ExpressionError) -> ExpressionNode {
    expect(operand, .boolean, "`not`")
    return try node(.not(operand), .boolean, range, [operand])
  }

  mutating func chain(_ parts: [ExpressionNode], isAll: Bool, _ range: Range<Int>) throws(ExpressionError)
    -> ExpressionNode
  {
    for part in parts { expect(part, .boolean, isAll ? "`and`" : "`or`") }
    return try node(isAll ? .all(parts) : .oneOf(parts), .boolean, range, parts)
  }

  mutating func arithmetic(
    _ operation: ExpressionArithmetic, _ left: ExpressionNode, _ right: ExpressionNode, _ range: Range<Int>
  ) throws(ExpressionError) -> ExpressionNode {
    let word = "`\(operation.word)`"
    let hint = operation == .plus ? "join texts with `concat(.., ..)`" : nil
    expect(left, .number, word, hint: hint)
    // One finding is enough for two texts that someone wants to join.
    if left.type != .text { expect(right, .number, word, hint: hint) }
    return try node(.arithmetic(operation, left, right), .number, range, [left, right])
  }

  mutating func comparison(
    _ comparison: ExpressionComparison, _ left: ExpressionNode, _ right: ExpressionNode, _ range: Range<Int>
  ) throws(ExpressionError) -> ExpressionNode {
    if comparison.isEquality, let null = [right, left].first(where: { $0.kind == .value(.null) }) {
      let word = comparison == .equal ? "is null" : "is not null"
      errors.append(
        ExpressionError(
          "a comparison with `null` is never true", at: null.range, hint: "write `\(word)` behind the value"))
    } else if !comparison.isEquality, let boolean = [left, right].first(where: { $0.type == .boolean }) {
      errors.append(ExpressionError("`true` and `false` have no order", at: boolean.range))
    } else {
      expectSame(left, right)
    }
    return try node(.comparison(comparison, left, right), .boolean, range, [left, right])
  }

  mutating func membership(
    _ left: ExpressionNode, _ choices: [ExpressionNode], _ range: Range<Int>
  ) throws(ExpressionError) -> ExpressionNode {
    for choice in choices { expectSame(left, choice) }
    return try node(.membership(left, in: choices), .boolean, range, [left] + choices)
  }

  mutating func like(_ left: ExpressionNode, _ pattern: ExpressionNode, _ range: Range<Int>) throws(ExpressionError)
    -> ExpressionNode
  {
    expect(left, .text, "`like`")
    expect(pattern, .text, "`like`")
    return try node(.like(left, pattern: pattern), .boolean, range, [left, pattern])
  }

  func isNull(_ operand: ExpressionNode, _ range: Range<Int>) throws(ExpressionError) -> ExpressionNode {
    try node(.isNull(operand), .boolean, range, [operand])
  }

  mutating func call(
    _ name: String, _ nameRange: Range<Int>, _ arguments: [ExpressionNode], _ range: Range<Int>
  ) throws(ExpressionError) -> ExpressionNode {
    guard let function = ExpressionFunction(rawValue: name.lowercased()) else {
      errors.append(.unknownFunction(name, at: nameRange))
      // A value of any type, so that nothing else is wrong on its account.
      return try node(.call(.coalesce, arguments), .any, range, arguments)
    }
    if !function.counts.contains(arguments.count) {
      errors.append(
        ExpressionError(
          "`\(function.rawValue)` takes \(function.countWords), here are \(arguments.count)", at: range))
    }
    for argument in arguments { expect(argument, function.parameterType, "`\(function.rawValue)`") }
    return try node(.call(function, arguments), function.type(of: arguments), range, arguments)
  }

  private func node(
    _ kind: ExpressionNode.Kind, _ type: ExpressionType, _ range: Range<Int>, _ parts: [ExpressionNode]
  ) throws(ExpressionError) -> ExpressionNode {
    let height = 1 + (parts.map(\.height).max() ?? 0)
    guard height <= ExpressionLimits.height else {
      throw ExpressionError(
        "more than \(ExpressionLimits.height) operations work on one another's results", at: range,
        hint: "make the expression shorter")
    }
    return ExpressionNode(kind: kind, type: type, range: range, height: height)
  }

  private mutating func expect(
    _ node: ExpressionNode, _ type: ExpressionType, _ user: String, hint: String? = nil
  ) {
    if !node.type.fits(type) {
      errors.append(.wrongType(node.type, expected: type, by: user, at: node.range, hint: hint))
    }
  }

  private mutating func expectSame(_ left: ExpressionNode, _ right: ExpressionNode) {
    if !right.type.fits(left.type) { errors.append(.differentTypes(left.type, right.type, at: right.range)) }
  }
}

extension ExpressionArithmetic {
  var word: String {
    switch self {
    case .plus: "+"
    case .minus: "-"
    case .times: "*"
    case .over: "/"
    case .modulo: "%"
    }
  }
}

extension ExpressionFunction {
  fileprivate var countWords: String {
    switch (counts.lowerBound, counts.upperBound) {
    case (1, 1): "one argument"
    case (1, 2): "one or two arguments"
    default: "at least one argument"
    }
  }
}

extension ExpressionError {
  static func wrongType(
    _ type: ExpressionType, expected: ExpressionType, by user: String, at range: Range<Int>, hint: String? = nil
  ) -> ExpressionError {
    ExpressionError("this is \(type.words), and \(user) takes \(expected.words)", at: range, hint: hint)
  }

  static func differentTypes(_ one: ExpressionType, _ other: ExpressionType, at range: Range<Int>) -> ExpressionError {
    let hint: String? =
      one == .number && other == .text
      ? "write a number without quotes"
      : one == .text && other == .number ? "write a text between single quotes" : nil
    return ExpressionError("this is \(other.words), and it is compared with \(one.words)", at: range, hint: hint)
  }

  fileprivate static func unknownField(_ name: String, known: [String], at range: Range<Int>) -> ExpressionError {
    let reason = "there is no field `\(name)` here"
    if let word = Suggestion.nearest(to: name, among: known) {
      return ExpressionError(reason, at: range, hint: "did you mean `\(word)`?", replacement: word)
    }
    if known.isEmpty { return ExpressionError(reason, at: range) }
    return ExpressionError(reason, at: range, hint: "use \(oneOf(known))")
  }

  fileprivate static func unknownFunction(_ name: String, at range: Range<Int>) -> ExpressionError {
    let known = ExpressionFunction.allCases.map(\.rawValue)
    let reason = "there is no function `\(name)`"
    if let word = Suggestion.nearest(to: name, among: known) {
      return ExpressionError(reason, at: range, hint: "did you mean `\(word)`?", replacement: word)
    }
    return ExpressionError(reason, at: range, hint: "use \(oneOf(known))")
  }
}
