import Testing

@testable import DocumentModel

/// The values of `x` 7, `y` 2.5, `name` "Elbe", `none` null, `yes` true and `no` false.
func evaluated(_ text: String) throws -> ExpressionValue {
  let expression = try Expression(text)
  let known: [String: ExpressionValue] = [
    "x": .integer(7), "y": .decimal(2.5), "name": .text("Elbe"), "none": .null, "yes": .boolean(true),
    "no": .boolean(false), "two words": .integer(2), "größe": .integer(5), "a\"b": .integer(6), "length": .integer(9),
  ]
  return try expression.value(expression.fieldNames.map { known[$0] ?? .null })
}

@Suite struct ExpressionTests {
  private static let values: [(String, ExpressionValue)] = [
    // Literals and fields.
    ("1", .integer(1)), ("1.5", .decimal(1.5)), (".5", .decimal(0.5)), ("2.", .decimal(2)), ("1e3", .decimal(1000)),
    ("2E-2", .decimal(0.02)), ("9223372036854775807", .integer(.max)),
    ("9223372036854775808", .decimal(9_223_372_036_854_775_808)), ("'a'", .text("a")), ("''", .text("")),
    ("'it''s'", .text("it's")), (#"'a\n'"#, .text(#"a\n"#)), ("true", .boolean(true)), ("FALSE", .boolean(false)),
    ("Null", .null), ("x", .integer(7)), ("\"two words\"", .integer(2)), ("größe", .integer(5)),
    (#""a""b""#, .integer(6)), ("length", .integer(9)), ("\"name\"", .text("Elbe")),
    // Arithmetic.
    ("1 + 2 * 3", .integer(7)), ("(1 + 2) * 3", .integer(9)), ("7 - 2 - 1", .integer(4)), ("12 / 2 / 3", .decimal(2)),
    ("7 / 2", .decimal(3.5)), ("7 % 3", .integer(1)), ("-7 % 3", .integer(-1)), ("7 % -3", .integer(1)),
    ("7.5 % 2", .decimal(1.5)), ("-7.5 % 2", .decimal(-1.5)), ("2 * 3 % 4", .integer(2)), ("-x", .integer(-7)),
    ("- -x", .integer(7)), ("2 - -3", .integer(5)), ("-2 * -3", .integer(6)), ("-y", .decimal(-2.5)),
    ("1 / 0", .null), ("0 / 0", .null), ("1 % 0", .null), ("1.0 % 0", .null), ("1e308 * 10", .null),
    ("9223372036854775807 + 1", .decimal(9_223_372_036_854_775_808)),
    ("-9223372036854775807 - 1", .integer(.min)), ("(-9223372036854775807 - 1) % -1", .integer(0)),
    ("-(-9223372036854775807 - 1)", .decimal(9_223_372_036_854_775_808)),
    ("3037000500 * 3037000500", .decimal(9_223_372_037_000_249_344)), ("none + 1", .null), ("1 % none", .null),
    ("-none", .null),
    // Comparisons.
    ("1 == 1.0", .boolean(true)), ("x != 7", .boolean(false)), ("2 < 10", .boolean(true)),
    ("'2' < '10'", .boolean(false)), ("2.5 <= y", .boolean(true)), ("x > y", .boolean(true)),
    ("x >= 8", .boolean(false)),
    ("9007199254740993 == 9007199254740992.0", .boolean(false)),
    ("9223372036854775807 < 9223372036854775808", .boolean(true)), ("name == 'Elbe'", .boolean(true)),
    ("name == 'elbe'", .boolean(false)), ("'Z' < 'a'", .boolean(true)), ("'z' < 'ä'", .boolean(true)),
    ("yes == true", .boolean(true)), ("yes != no", .boolean(true)), ("none == 1", .null), ("1 < none", .null),
    ("none != none", .null),
    // Logic, three-valued.
    ("not yes", .boolean(false)), ("not none", .null), ("yes and no", .boolean(false)),
    ("no and none", .boolean(false)),
    ("none and no", .boolean(false)), ("yes and none", .null), ("none or yes", .boolean(true)),
    ("yes or none", .boolean(true)), ("no or none", .null), ("none or none", .null),
    ("no or no or yes", .boolean(true)),
    ("yes or no and no", .boolean(true)), ("(yes or no) and no", .boolean(false)), ("not no and no", .boolean(false)),
    ("not (no and no)", .boolean(true)), ("not x == 7", .boolean(false)), ("not not yes", .boolean(true)),
    ("x % 2 == 1 AND y > 1 Or no", .boolean(true)), ("1 + 1 == 2 and 2 * 2 == 4", .boolean(true)),
    // Lists, patterns, null.
    ("x in (1, 7)", .boolean(true)), ("x in (1, 2)", .boolean(false)), ("x not in (1, 2)", .boolean(true)),
    ("x in (7, null)", .boolean(true)), ("x in (1, null)", .null), ("x not in (1, null)", .null),
    ("none in (1)", .null),
    ("name in ('Elbe')", .boolean(true)), ("x in (3 + 4)", .boolean(true)), ("not x in (7)", .boolean(false)),
    ("name like 'E%'", .boolean(true)), ("name like 'e%'", .boolean(false)), ("name like '_lb_'", .boolean(true)),
    ("name like 'Elb'", .boolean(false)), ("name like '%'", .boolean(true)), ("'' like '%'", .boolean(true)),
    ("'' like ''", .boolean(true)), ("'' like '_'", .boolean(false)), ("'50%' like '50\\%'", .boolean(true)),
    ("'500' like '50\\%'", .boolean(false)), ("'a_b' like 'a\\_b'", .boolean(true)),
    ("'a\\' like '%\\'", .boolean(true)),
    ("'abcabd' like '%ab_'", .boolean(true)), ("'aXbXc' like 'a%b%c'", .boolean(true)), ("none like 'a'", .null),
    ("name not like 'E%'", .boolean(false)), ("'ä' like '_'", .boolean(true)), ("none is null", .boolean(true)),
    ("x is null", .boolean(false)), ("x is not null", .boolean(true)), ("null is null", .boolean(true)),
    ("none + 1 is null", .boolean(true)), ("not none is null", .boolean(false)),
    // Functions.
    ("lower('ÄB')", .text("äb")), ("upper(name)", .text("ELBE")), ("length('äöü')", .integer(3)),
    ("round(2.5)", .integer(3)),
    ("round(-2.5)", .integer(-3)), ("round(2.4)", .integer(2)), ("round(3)", .integer(3)),
    ("round(2.347, 2)", .decimal(2.35)), ("round(1234, -2)", .integer(1200)), ("round(1e300)", .decimal(1e300)),
    ("round(1.5, 400)", .decimal(1.5)), ("round(1.5, -400)", .integer(0)), ("abs(-3)", .integer(3)),
    ("abs(-2.5)", .decimal(2.5)), ("abs(-9223372036854775807 - 1)", .decimal(9_223_372_036_854_775_808)),
    ("min(3, 1.5, 2)", .decimal(1.5)), ("max(3, 1.5)", .integer(3)), ("max(1, none)", .null), ("min(4)", .integer(4)),
    ("coalesce(none, 5)", .integer(5)), ("coalesce(none, null)", .null), ("coalesce(name, 'x')", .text("Elbe")),
    ("concat(name, ' ', 3, ' ', 2.0, ' ', 2.5, ' ', yes)", .text("Elbe 3 2 2.5 true")), ("concat('a', none)", .null),
    ("concat('a', coalesce(none, '-'))", .text("a-")), ("lower(none)", .null), ("round(none)", .null),
    ("Upper(CONCAT('a', 'b'))", .text("AB")), ("min(length(name), x)", .integer(4)), (" \n x\t+ 1 ", .integer(8)),
  ]

  @Test(arguments: values)
  func comesTo(_ text: String, _ value: ExpressionValue) throws {
    #expect(try evaluated(text) == value)
  }

  // What is wrong and where: the part, its first place in characters, and a word of the reason.
  private static let mistakes: [(String, String, Int, String)] = [
    ("", "", 0, "nothing stands here"), ("  ", "", 2, "nothing stands here"), ("1 +", "", 3, "the end"),
    ("x = 1", "=", 2, "not an operator"), ("x <> 1", "<>", 2, "not an operator"),
    ("a && b", "&&", 2, "not an operator"),
    ("a || b", "||", 2, "not an operator"), ("!a", "!", 0, "not an operator"),
    ("1 2", "2", 2, "an operator is expected"),
    ("(1", "(", 0, "never closed"), ("1)", ")", 1, "an operator is expected"), ("'abc", "'abc", 0, "has no end"),
    ("\"abc", "\"abc", 0, "has no end"), ("\"\"", "\"\"", 0, "has a name"), ("1 < x < 3", "<", 6, "do not chain"),
    ("x in 1", "1", 5, "a list in brackets"), ("x in ()", ")", 6, "a value is expected"),
    ("x is 3", "3", 5, "`null` is expected"), ("x not 3", "3", 6, "`in` or `like`"),
    ("1 + not yes", "not", 4, "a value"),
    ("2x", "2x", 0, "neither a number nor a name"), ("1.2.3", "1.2.3", 0, "neither a number"),
    ("1e999", "1e999", 0, "too large"),
    ("x # 1", "#", 2, "means nothing"), ("a.b", ".", 1, "means nothing"), ("x + ;", ";", 4, "means nothing"),
    ("sqrt(4)", "sqrt", 0, "no function `sqrt`"), ("roud(4)", "roud", 0, "no function `roud`"),
    ("round()", "round()", 0, "one or two arguments"), ("abs(1, 2)", "abs(1, 2)", 0, "one argument, here are 2"),
    ("1 + 'a'", "'a'", 4, "takes a number"), ("'a' + 'b'", "'a'", 0, "takes a number"),
    ("not 1", "1", 4, "takes `true`"),
    ("1 and true", "1", 0, "takes `true`"), ("-'a'", "'a'", 1, "takes a number"),
    ("1 == 'a'", "'a'", 5, "compared with a number"),
    ("'a' < 1", "1", 6, "compared with a text"), ("true < false", "true", 0, "have no order"),
    ("1 in (2, 'a')", "'a'", 9, "compared with a number"), ("1 like 'a'", "1", 0, "takes a text"),
    ("'a' like 1", "1", 9, "takes a text"), ("lower(1)", "1", 6, "takes a text"),
    ("abs('a')", "'a'", 4, "takes a number"),
    ("x == null", "null", 5, "never true"), ("null != x", "null", 0, "never true"),
    ("(x > 1) + 2", "x > 1", 1, "takes a number"),
    ("\"min\"(1)", "(", 5, "an operator is expected"), ("concat(1", "(", 6, "never closed"),
    ("in", "in", 0, "a value is expected"),
    ("x y", "y", 2, "an operator is expected"), ("1 ++ 2", "+", 3, "a value is expected"),
    ("== 1", "==", 0, "a value is expected"),
  ]

  @Test(arguments: mistakes)
  func isRefused(_ text: String, _ part: String, _ place: Int, _ reason: String) throws {
    let error = try #require(#expect(throws: ExpressionErrors.self) { try Expression(text) }?.all.first)
    #expect(error.reason.contains(reason), "\(error.reason)")
    let scalars = Array(text.unicodeScalars)
    #expect(error.range.lowerBound == place)
    #expect(String(String.UnicodeScalarView(scalars[error.range])) == part)
  }

  @Test(arguments: [
    ("x = 1", "=="), ("x <> 1", "!="), ("!yes", "not"), ("roud(4)", "round"), ("cncat('a')", "concat"),
    ("x % 2 == 1 && y > 2", "and"),
  ])
  func saysHowToMendIt(_ text: String, _ replacement: String) throws {
    let error = try #require(#expect(throws: ExpressionErrors.self) { try Expression(text) }?.all.first)
    #expect(error.replacement == replacement)
    #expect(error.hint?.contains("`\(replacement)`") == true)
  }

  @Test func namesEveryMistakeOfAnExpression() throws {
    let errors = try #require(
      #expect(throws: ExpressionErrors.self) {
        try Expression(
          "colum > 1 and lower(row) == 'a' or sqrt(2) > 1", fields: .known(["column": .number, "row": .number]))
      })
    #expect(errors.all.map(\.range.lowerBound) == [0, 20, 35])
    #expect(errors.all.first?.replacement == "column")
  }

  @Test func readsOnBehindAnOperatorOfAnotherLanguage() throws {
    let errors = try #require(
      #expect(throws: ExpressionErrors.self) {
        try Expression("colum % 2 = 'a' && !row", fields: .known(["column": .number, "row": .number]))
      })
    #expect(errors.all.map(\.range.lowerBound) == [0, 10, 12, 16, 19, 20])
    #expect(errors.all.map(\.replacement) == ["column", "==", nil, "and", "not", nil])
    // What follows from it is not shown.
    let broken = #expect(throws: ExpressionErrors.self) { try Expression("a = = 1") }
    #expect(broken?.all.map(\.range.lowerBound) == [2])
  }

  @Test func knowsItsFieldsAndItsType() throws {
    let expression = try Expression("a + b > a and \"c d\" is null")
    #expect(expression.fieldNames == ["a", "b", "c d"])
    #expect(expression.type == .boolean)
    #expect(try Expression("coalesce(1, 2)").type == .number)
    #expect(try Expression("coalesce(1, 'a')").type == .any)
  }

  @Test(arguments: [("x", "a condition is expected"), ("'a'", "this is a text"), ("x + 1", "this is a number")])
  func refusesWhatIsNoConditionWhereOneIsWanted(_ text: String, _ reason: String) throws {
    let errors = #expect(throws: ExpressionErrors.self) {
      try Expression(text, fields: .known(["x": .number]), result: .boolean)
    }
    #expect(errors?.all.first?.reason.contains(reason) == true)
    #expect(try Expression("null", result: .boolean).holds([]) == false)
  }

  // What a feature holds shows late.
  private static let misfits: [(String, ExpressionValue, Range<Int>, String)] = [
    ("x + 1", .text("a"), 0..<1, "takes a number"), ("1 < x", .text("a"), 4..<5, "compared with a number"),
    ("x < 1", .boolean(true), 0..<1, "no order"), ("x and true", .integer(1), 0..<1, "takes `true`"),
    ("x like 'a'", .integer(1), 0..<1, "takes a text"), ("2 in (1, x)", .text("a"), 9..<10, "compared with"),
    ("'a' like concat(x, x)", .text(String(repeating: "a", count: 600)), 9..<21, "at most 1024 characters"),
    ("concat(x, x)", .text(String(repeating: "a", count: 600_000)), 0..<12, "longer than"),
  ]

  @Test(arguments: misfits)
  func refusesValuesOfAnotherType(_ text: String, _ value: ExpressionValue, _ range: Range<Int>, _ reason: String)
    throws
  {
    let expression = try Expression(text)
    let error = #expect(throws: ExpressionError.self) { try expression.value([value]) }
    #expect(error?.range == range)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func isNotHeldUpByWhatDecidesNothing() throws {
    #expect(try Expression("x == 1 or y > 'a'").value([.integer(1), .integer(3)]) == .boolean(true))
    #expect(try Expression("x").value([.decimal(.nan)]) == .null)
    #expect(try Expression("x").value([.decimal(.infinity)]) == .null)
  }
}
