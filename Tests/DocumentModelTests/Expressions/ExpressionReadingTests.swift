import Diagnostics
import Testing

@testable import DocumentModel

private enum TileScope: ExpressionScope {
  static let fields = ExpressionFields.known(["x": .number, "y": .number, "z": .number])
  static let result = ExpressionType.boolean
  static let words = "a condition"
}

@Suite struct ExpressionReadingTests {
  /// `↓` stands before the part that is wrong, `↑` behind it.
  @Test(arguments: [
    "where: x % 2 ↓=↑ 1", "where: 'x % 2 == ↓''a''↑'", #"where: "x % 2 == ↓'a'↑""#, #"where: "\u0078 ↓=↑ 1""#,
    #"where: "z == 1 and \"x\" == ↓'\t\\'↑""#, #"where: "\"\U0001F600\" == 1 or ↓'a'↑""#,
    "where: z == 1\n  and x == 1\n  and y == ↓'b'↑", "where: |\n  z == 1 and\n  x == ↓'b'↑ or y == 2\n",
    "where: >-\n\n  z == 1 and\n\n  x   == ↓'b'↑\n", "where: 'z == 1 and\n\n   x == ↓''b c''↑'",
    "where: \"z == 1 and \\\n    x == ↓'b'↑\"", "where: ↓x↑", "where: x ==↓↑", "where: 'x ==↓↑'",
    "where: '\"äöü😀\" ↓=↑ 1'",
    "where: &c ↓x↑", "where: !!str ↓x↑", "where: (z == 1) and (x % 2 == 1) and ↓colum↑ > 2 # ok",
    "{where: x ↓<>↑ 1, b: 2}",
    "where: x ↓=↑ 1\r\n", "\u{FEFF}where: x ↓=↑ 1", "where: ↓7↑",
  ])
  func pointsIntoTheText(_ marked: String) throws {
    let text = marked.replacing("↓", with: "").replacing("↑", with: "")
    let findings = try read(text)
    // A byte order mark has no column.
    let start = position(of: "↓", in: marked.replacing("↑", with: "").replacing("\u{FEFF}", with: ""))
    let end = position(of: "↑", in: marked.replacing("↓", with: "").replacing("\u{FEFF}", with: ""))
    let wrong = try #require(
      findings.first { $0.range.start == start }, "\(findings.map(\.message)) \(findings.map(\.range.start))")
    #expect(wrong.code == .badExpression)
    #expect(wrong.range.end == end)
  }

  /// The text is not in the file as it is, so the whole value must do.
  @Test func pointsToTheValueWhereAParameterWasPutIn() throws {
    let range = SourceRange(
      SourceFile(path: "a.yaml", bytes: Array("w: x = ${n}".utf8)), SourcePosition(line: 1, column: 4),
      SourcePosition(line: 1, column: 12))
    let context = ReadingContext(kinds: standInKinds)
    #expect(Expression.read(Node(.scalar(.text("x = 1")), at: range), in: context) == nil)
    #expect(context.findings.map(\.range) == [range])
    #expect(context.findings.first?.hint?.edit == nil)
  }

  @Test func mendsWithAnEdit() throws {
    let finding = try #require(try read("where: colum > 2").first)
    #expect(finding.message == "there is no field `colum` here")
    #expect(finding.hint?.text == "use `x`, `y` or `z`")
    let sign = try #require(try read("where: x % 2 = 1").first)
    #expect(sign.message == "`=` is not an operator here")
    #expect(sign.hint?.text == "write `==`")
    #expect(sign.hint?.edit?.replacement == "==")
    #expect(sign.hint?.edit?.range == sign.range)
  }

  @Test(arguments: ["where: true", "where: x % 2 == 1", "where: null is null", "where: \"x > y\""])
  func readsAConditionAsItStands(_ text: String) throws { #expect(try read(text).isEmpty) }

  @Test(arguments: ["where: [x]", "where: {x: 1}"])
  func refusesListsAndMaps(_ text: String) throws {
    #expect(try read(text).map(\.code) == [.wrongType])
  }

  private func read(_ text: String) throws -> [Diagnostic] {
    let (node, findings) = YAMLReader.read(SourceFile(path: "map.yaml", bytes: Array(text.utf8)))
    try #require(findings.isEmpty)
    let context = ReadingContext(kinds: standInKinds)
    _ = ScopedExpression<TileScope>.read(try #require(node?["where"]), in: context)
    return context.findings
  }

  private func position(of mark: Character, in text: String) -> SourcePosition? {
    var (line, column) = (1, 1)
    for scalar in text.unicodeScalars {
      if scalar == mark.unicodeScalars.first { return SourcePosition(line: line, column: column) }
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    return nil
  }
}
