import Testing

@testable import DocumentModel

/// Expressions are foreign text: whatever stands there, reading and working out end soon and never trap.
@Suite struct ExpressionBoundsTests {
  @Test func boundsItsLength() throws {
    let longest = String(repeating: "1", count: 100) + String(repeating: " ", count: ExpressionLimits.length - 100)
    #expect(throws: Never.self) { try Expression(longest) }
    let error = #expect(throws: ExpressionErrors.self) { try Expression(longest + " ") }
    #expect(error?.all.first?.reason == "an expression has at most 4096 characters")
  }

  @Test(arguments: ["(", "-", "not ", "abs(", "x in (", "1 + (", "coalesce(1, "])
  func boundsItsNesting(_ part: String) throws {
    let count = ExpressionLimits.length / part.count
    let error = #expect(throws: ExpressionErrors.self) { try Expression(String(repeating: part, count: count)) }
    #expect(error?.all.first?.reason == "brackets, signs and calls are nested more than 64 deep")
  }

  @Test func nestsAsDeepAsAnybodyWrites() throws {
    let text = String(repeating: "(", count: 60) + "1" + String(repeating: ")", count: 60)
    #expect(try Expression(text).value([]) == .integer(1))
  }

  @Test func joinsAsManyConditionsAsFit() throws {
    let parts = Array(repeating: "x == 1", count: 300)
    #expect(try Expression(parts.joined(separator: " or ")).value([.integer(2)]) == .boolean(false))
    #expect(try Expression(parts.joined(separator: " and ")).value([.integer(1)]) == .boolean(true))
  }

  @Test func boundsItsHeight() throws {
    #expect(try Expression(Array(repeating: "1", count: 129).joined(separator: "+")).value([]) == .integer(129))
    let error = #expect(throws: ExpressionErrors.self) {
      try Expression(Array(repeating: "1", count: 130).joined(separator: "+"))
    }
    #expect(error?.all.first?.reason.contains("more than 128 operations") == true)
  }

  @Test(.timeLimit(.minutes(10))) func matchesHostilePatternsSoon() throws {
    let text = String(repeating: "a", count: 40_000) + "b"
    let pattern = String(repeating: "%a", count: 500) + "%c"
    #expect(try Expression("t like p").value([.text(text), .text(pattern)]) == .boolean(false))
  }

  /// Random strings of the language's own tokens.
  @Test(.timeLimit(.minutes(10))) func survivesRandomTokens() throws {
    var random = SeededNumbers(seed: 20_26)
    let tokens = [
      "x", "y", "z", "\"q\"", "1", "0", "2.5", "9223372036854775807", "1e308", "'a'", "'%'", "true", "false", "null",
      "+",
      "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "in", "(", ")", ",", "like", "is",
      "lower(", "round(", "abs(", "min(", "coalesce(", "concat(", "length(",
    ]
    let values: [ExpressionValue] = [
      .null, .integer(.min), .integer(.max), .integer(0), .integer(-1), .decimal(1e308), .decimal(.nan), .decimal(-0.0),
      .text(""), .text("a%_\\"), .boolean(true),
    ]
    var (parsed, worked) = (0, 0)
    for _ in 0..<15_000 {
      let text = (0..<random.below(12) + 1).map { _ in tokens[random.below(tokens.count)] }.joined(separator: " ")
      let length = text.unicodeScalars.count
      do {
        let expression = try Expression(text)
        parsed += 1
        for _ in 0..<3 {
          let fields = expression.fieldNames.map { _ in values[random.below(values.count)] }
          do {
            if case .decimal(let number) = try expression.value(fields) { #expect(number.isFinite) }
            worked += 1
          } catch {
            #expect(error.range.upperBound <= length && error.range.lowerBound >= 0)
          }
        }
      } catch {
        #expect(!error.all.isEmpty)
        for one in error.all { #expect(one.range.upperBound <= length && !one.reason.isEmpty) }
      }
    }
    #expect(parsed > 300 && worked > 600, "\(parsed) \(worked)")
  }

  @Test(.timeLimit(.minutes(10))) func survivesRandomCharacters() {
    var random = SeededNumbers(seed: 7)
    let alphabet = Array("xyz01.e+-*/%=!<>&|()',\" \n\t_aä€😀\u{301}\u{0}\u{FEFF}`$#{}[]\\^~?:;@".unicodeScalars)
    for _ in 0..<15_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.below(24) { text.append(alphabet[random.below(alphabet.count)]) }
      guard let expression = try? Expression(String(text)) else { continue }
      _ = try? expression.value(expression.fieldNames.map { _ in .integer(3) })
    }
  }

  /// A whole number against a floating-point one is compared exactly, like two of a kind.
  @Test func ordersNumbersTotally() {
    let numbers: [ExpressionValue] = [
      .decimal(-1e300), .integer(.min), .integer(.min + 1), .decimal(-0.5), .integer(0), .decimal(0.5), .integer(1),
      .integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .integer(.max), .decimal(0x1p63),
      .decimal(1e300),
    ]
    for (place, one) in numbers.enumerated() {
      for (otherPlace, other) in numbers.enumerated() {
        let wanted: ExpressionOrder = place < otherPlace ? .less : place == otherPlace ? .equal : .greater
        #expect(ExpressionOrder(one, other) == wanted, "\(one) \(other)")
      }
    }
  }

  /// Laws that hold for whatever values: De Morgan, and `not in` as a chain of `!=`.
  @Test func keepsTheLawsOfThreeValuedLogic() throws {
    let all: [ExpressionValue] = [.boolean(true), .boolean(false), .null]
    let pairs = [
      ("not (a and b)", "not a or not b"), ("not (a or b)", "not a and not b"), ("a and b", "b and a"),
      ("a or b", "b or a"),
      ("a in (b)", "a == b"), ("a not in (b, true)", "a != b and a != true"),
    ]
    for (one, other) in pairs {
      let (left, right) = (try Expression(one), try Expression(other))
      for a in all {
        for b in all {
          let values = ["a": a, "b": b]
          #expect(
            try left.value(left.fieldNames.map { values[$0] ?? .null })
              == right.value(right.fieldNames.map { values[$0] ?? .null }), "\(one) for \(a), \(b)")
        }
      }
    }
  }
}

/// SplitMix64: the same numbers in every run.
struct SeededNumbers {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % UInt64(max(1, limit)))
  }
}
