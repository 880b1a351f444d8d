/// Makes a tree of an expression. From the loosest to the tightest: `or`; `and`; `not`; comparisons, `in`, `like` and
/// `is null`, which do not chain; `+ -`; `* / %`; a leading minus. Equal ones bind from the left.
struct ExpressionParser {
  private let tokens: [ExpressionToken]
  private var place = 0
  private var nesting = 0
  private var builder: ExpressionBuilder

  /// - Throws: What keeps the text from being an expression at all: there is then no tree.
  static func parse(_ text: String, fields: ExpressionFields) throws(ExpressionError) -> ExpressionBuilder.Result {
    let (tokens, slips) = try ExpressionLexer.tokens(of: text)
    var parser = ExpressionParser(tokens: tokens, fields: fields)
    do throws(ExpressionError) {
      let root = try parser.expression(.or)
      if parser.token.kind != .end { throw parser.unexpected("an operator") }
      return parser.builder.result(root, slips)
    } catch {
      // A slip may be what the rest follows from.
      throw slips.first { $0.range.lowerBound <= error.range.lowerBound } ?? error
    }
  }

  private init(tokens: [ExpressionToken], fields: ExpressionFields) {
    self.tokens = tokens
    builder = ExpressionBuilder(fields: fields)
  }

  /// How tight an operator binds.
  fileprivate enum Tightness: Int, Comparable {
    case or, and, not, comparison, sum, product, sign
    static func < (one: Tightness, other: Tightness) -> Bool { one.rawValue < other.rawValue }
    var next: Tightness { Tightness(rawValue: rawValue + 1) ?? .sign }
  }

  // The last token is the end, which is never passed.
  private var token: ExpressionToken { tokens[min(place, tokens.count - 1)] }
  private var lastEnd: Int { place > 0 ? tokens[place - 1].range.upperBound : 0 }

  private mutating func advance() { place = min(place + 1, tokens.count - 1) }

  private mutating func accept(_ kind: ExpressionToken.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  private mutating func expression(_ floor: Tightness) throws(ExpressionError) -> ExpressionNode {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= ExpressionLimits.nesting else {
      throw ExpressionError(
        "brackets, signs and calls are nested more than \(ExpressionLimits.nesting) deep", at: token.range)
    }
    var left = try prefix(floor)
    while true {
      switch token.kind {
      case .keyword(.or) where floor <= .or: left = try chain(left, .or, .and)
      case .keyword(.and) where floor <= .and: left = try chain(left, .and, .not)
      case .sign(let sign):
        if let comparison = sign.comparison, floor <= .comparison {
          advance()
          left = try builder.comparison(comparison, left, try expression(.sum), range(from: left))
          try refuseChain()
        } else if let arithmetic = sign.arithmetic, floor <= arithmetic.tightness {
          advance()
          let right = try expression(arithmetic.tightness.next)
          left = try builder.arithmetic(arithmetic, left, right, range(from: left))
        } else {
          return left
        }
      case .keyword(.in), .keyword(.like), .keyword(.is), .keyword(.not):
        guard floor <= .comparison else { return left }
        left = try test(left)
        try refuseChain()
      default: return left
      }
    }
  }

  private func range(from left: ExpressionNode) -> Range<Int> {
    left.range.lowerBound..<max(left.range.lowerBound, lastEnd)
  }

  /// `and` and `or` of any number of parts.
  private mutating func chain(
    _ first: ExpressionNode, _ word: ExpressionToken.Keyword, _ inner: Tightness
  ) throws(ExpressionError) -> ExpressionNode {
    var parts = [first]
    while accept(.keyword(word)) { parts.append(try expression(inner)) }
    return try builder.chain(parts, isAll: word == .and, range(from: first))
  }

  private mutating func prefix(_ floor: Tightness) throws(ExpressionError) -> ExpressionNode {
    let start = token.range.lowerBound
    if token.kind == .keyword(.not) {
      guard floor <= .not else {
        throw ExpressionError(
          "`not` stands where a value is expected", at: token.range, hint: "put `not` and what follows in brackets")
      }
      advance()
      let operand = try expression(.not)
      return try builder.not(operand, start..<lastEnd)
    }
    if accept(.sign(.minus)) {
      let operand = try expression(.sign)
      return try builder.negative(operand, start..<lastEnd)
    }
    return try primary()
  }

  private mutating func primary() throws(ExpressionError) -> ExpressionNode {
    let first = token
    switch first.kind {
    case .value(let value):
      advance()
      return builder.value(value, first.range)
    case .keyword(.true), .keyword(.false):
      advance()
      return builder.value(.boolean(first.kind == .keyword(.true)), first.range)
    case .keyword(.null):
      advance()
      return builder.value(.null, first.range)
    case .quotedName(let name):
      advance()
      return builder.field(name, first.range)
    case .name(let name):
      advance()
      if accept(.sign(.open)) { return try call(name, first.range) }
      return builder.field(name, first.range)
    case .sign(.open):
      advance()
      let inner = try expression(.or)
      try close(first)
      return inner
    default: throw unexpected("a value")
    }
  }

  private mutating func call(_ name: String, _ nameRange: Range<Int>) throws(ExpressionError) -> ExpressionNode {
    let open = tokens[max(0, place - 1)]
    var arguments: [ExpressionNode] = []
    if token.kind != .sign(.close) {
      repeat { arguments.append(try expression(.or)) } while accept(.sign(.comma))
    }
    try close(open)
    return try builder.call(name, nameRange, arguments, nameRange.lowerBound..<lastEnd)
  }

  private mutating func close(_ open: ExpressionToken) throws(ExpressionError) {
    if accept(.sign(.close)) { return }
    if token.kind == .end {
      throw ExpressionError("this bracket is never closed", at: open.range, hint: "write `)` at its end")
    }
    throw unexpected("`)`")
  }

  /// `in (..)`, `like`, `is null`, and each with `not`: `not in`, `not like`, `is not null`.
  private mutating func test(_ left: ExpressionNode) throws(ExpressionError) -> ExpressionNode {
    var isNegative = accept(.keyword(.not))
    let result: ExpressionNode
    if accept(.keyword(.like)) {
      result = try builder.like(left, try expression(.sum), range(from: left))
    } else if accept(.keyword(.in)) {
      let open = token
      guard accept(.sign(.open)) else { throw unexpected("a list in brackets", hint: "write `in (1, 2, 3)`") }
      var choices: [ExpressionNode] = []
      repeat { choices.append(try expression(.or)) } while accept(.sign(.comma))
      try close(open)
      result = try builder.membership(left, choices, range(from: left))
    } else if !isNegative, accept(.keyword(.is)) {
      isNegative = accept(.keyword(.not))
      guard accept(.keyword(.null)) else {
        throw unexpected("`null`", hint: "compare with `==`; `is` goes with `null` and `not null` alone")
      }
      result = try builder.isNull(left, range(from: left))
    } else {
      throw unexpected("`in` or `like`")
    }
    return isNegative ? try builder.not(result, result.range) : result
  }

  /// `1 < x < 3` means something else in each language that has it.
  private func refuseChain() throws(ExpressionError) {
    let chains =
      switch token.kind {
      case .sign(let sign): sign.comparison != nil
      case .keyword(.in), .keyword(.like), .keyword(.is), .keyword(.not): true
      default: false
      }
    if chains {
      throw ExpressionError(
        "\(shown) stands behind a comparison, and comparisons do not chain", at: token.range,
        hint: "join two comparisons with `and`")
    }
  }

  /// The current token in words, for messages.
  private var shown: String {
    switch token.kind {
    case .name(let name): "`\(name)`"
    case .quotedName(let name): "`\"\(name)\"`"
    case .value(.text(let text)): "`'\(text.count > 40 ? text.prefix(37) + "..." : text[...])'`"
    case .value(let value): "`\(value.written)`"
    case .keyword(let word): "`\(word.rawValue)`"
    case .sign(let sign): "`\(sign.rawValue)`"
    case .end: "the end"
    }
  }

  private func unexpected(_ wanted: String, hint: String? = nil) -> ExpressionError {
    if tokens.count == 1 {
      return ExpressionError("an expression is expected, and nothing stands here", at: token.range)
    }
    return ExpressionError("\(shown) stands where \(wanted) is expected", at: token.range, hint: hint)
  }
}

extension ExpressionArithmetic {
  fileprivate var tightness: ExpressionParser.Tightness { self == .plus || self == .minus ? .sum : .product }
}

extension ExpressionToken.Sign {
  var comparison: ExpressionComparison? {
    switch self {
    case .equal: .equal
    case .unequal: .unequal
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    default: nil
    }
  }

  var arithmetic: ExpressionArithmetic? {
    switch self {
    case .plus: .plus
    case .minus: .minus
    case .times: .times
    case .over: .over
    case .modulo: .modulo
    default: nil
    }
  }
}
