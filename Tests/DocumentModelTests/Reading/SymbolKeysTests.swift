import Diagnostics
import Testing

@testable import DocumentModel

/// Symbols as documents write them.
@Suite struct SymbolKeysTests {
  private func symbol(_ text: String) throws -> Symbol {
    let (read, findings) = try value(Symbol.self, text)
    try #require(findings.isEmpty, "\(findings.map(\.message))")
    return try #require(read)
  }

  private func findings(_ text: String) throws -> [String] {
    let marked = MarkedText(text)
    let findings = try value(SymbolList.self, marked.text).findings
    #expect(findings.map(\.range.start) == marked.places, "\(findings.map(\.message))")
    return findings.map(\.code.name)
  }

  @Test func aMarkerHasItsKeys() throws {
    let read = try symbol(
      """
      type: marker
      shape: pin
      size: 4mm
      color: "#f00"
      outline: {color: black, width: 0.5}
      rotation: {field: course}
      anchor: topLeft
      offset: [1, "=2 * dy"]
      """)
    var wanted = MarkerSymbol()
    wanted.form = .shape(.pin)
    wanted.size = .fixed(4 * 96 / 25.4)
    wanted.color = .fixed(Color(red: 255, green: 0, blue: 0))
    wanted.outline = MarkerSymbol.Outline(color: .fixed(.black), width: .fixed(0.5))
    wanted.rotation = .worked(try Expression("\"course\""))
    wanted.anchor = .topLeft
    wanted.offset = SymbolOffset(x: .fixed(1), y: .worked(try Expression("2 * dy")))
    #expect(read == .marker(wanted))
  }

  @Test func lettersOfNoSizeAreAllowedAsNothing() throws {
    guard case .text(let read) = try symbol("{type: text, text: a, size: 0}") else { return #expect(Bool(false)) }
    #expect(read.size == .fixed(0))
    _ = try symbol("{type: text, text: a, size: 0.5}")
  }

  @Test func aTextIsAsLongAsItMayBe() throws {
    let longest = String(repeating: "x", count: 4096)
    guard case .text(let read) = try symbol("{type: text, text: \(longest)}") else { return #expect(Bool(false)) }
    #expect(read.text?.parts == [.literal(longest)])
  }

  @Test func aLineHasItsKeys() throws {
    let read = try symbol(
      """
      type: line
      color: {field: "two words"}
      width: "=lanes * 1.5"
      dash: [6, 3, 1]
      cap: butt
      join: miter
      offset: -2
      casing: {color: white, width: 2}
      arrow: both
      markers: {symbol: {shape: triangle}, spacing: 1cm}
      """)
    var wanted = LineSymbol()
    wanted.color = .worked(try Expression("\"two words\""))
    wanted.width = .worked(try Expression("lanes * 1.5"))
    wanted.dash = [6, 3, 1, 6, 3, 1]
    wanted.cap = .butt
    wanted.join = .miter
    wanted.offset = .fixed(-2)
    wanted.casing = LineSymbol.Casing(color: .fixed(.white), width: .fixed(2))
    wanted.arrow = .both
    var marker = MarkerSymbol()
    marker.form = .shape(.triangle)
    wanted.markers = LineSymbol.Markers(symbol: marker, spacing: 96 / 2.54)
    #expect(read == .line(wanted))
  }

  @Test func aFillHasItsKeys() throws {
    let read = try symbol(
      """
      type: fill
      color: green
      hatch: {pattern: cross, color: red, width: 0.5, spacing: 4}
      image: wood.png
      outline: {width: 2}
      """)
    var wanted = FillSymbol()
    wanted.color = .fixed(Color(red: 0, green: 128, blue: 0))
    wanted.hatch = FillSymbol.Hatching(
      pattern: .cross, color: .fixed(Color(red: 255, green: 0, blue: 0)), width: 0.5, spacing: 4)
    wanted.image = .file("maps/wood.png")
    var outline = LineSymbol()
    outline.width = .fixed(2)
    wanted.outline = outline
    #expect(read == .fill(wanted))
    guard case .fill(let short) = try symbol("{type: fill, hatch: diagonalCross}") else { return #expect(Bool(false)) }
    #expect(short.color == nil && short.hatch?.pattern == .diagonalCross && short.hatch?.spacing == 8)
  }

  @Test func aTextHasItsKeys() throws {
    let read = try symbol(
      """
      type: text
      text: "{{{upper(name)} {pop:,.0}"
      font: Noto Sans, sans
      bold: true
      italic: true
      size: 9pt
      color: navy
      halo: {}
      placement: line
      priority: {field: rank}
      wrap: 80
      offset: [0, 4]
      rotation: 45
      repeat: 300
      """)
    guard case .text(let text) = read else { return #expect(Bool(false)) }
    #expect(
      text.text?.parts == [
        .literal("{"), .value(try Expression("upper(name)"), format: nil), .literal(" "),
        .value(try Expression("pop"), format: NumberFormat(decimals: 0, grouping: ",")),
      ])
    #expect(text.font == "Noto Sans, sans" && text.isBold && text.isItalic && text.size == .fixed(12))
    #expect(text.halo == TextSymbol.Halo() && text.placement == .line && text.wrap == 80 && text.repeatDistance == 300)
    #expect(text.priority == .worked(try Expression("\"rank\"")) && text.rotation == .fixed(45))
  }

  @Test func symbolsAreOneOrMany() throws {
    let (list, findings) = try value(SymbolList.self, "[{type: line, width: 4}, {type: line}]")
    #expect(findings.isEmpty && list?.values.count == 2)
    #expect(try value(SymbolList.self, "{type: line}").value?.values == [.line(LineSymbol())])
  }

  @Test(arguments: [
    ("↓{color: red}", ["MD102"]), ("{type: ↓lines}", ["MD105"]), ("↓red", ["MD103"]),
    ("{type: line, ↓colour: red}", ["MD101"]), ("{type: line, width: ↓-1}", ["MD104"]),
    ("{type: line, width: ↓2 furlongs}", ["MD107"]), ("{type: line, color: ↓reed}", ["MD106"]),
    ("{type: line, width: \"=lanes ↓= 2\"}", ["MD114"]), ("{type: line, width: \"=↓'wide'\"}", ["MD114"]),
    ("{type: line, color: \"=↓width * 2\"}", ["MD114"]), ("{type: line, width: {↓fields: a}}", ["MD102", "MD101"]),
    ("{type: line, dash: [1, ↓-2]}", ["MD104"]), ("{type: line, dash: ↓[0, 0]}", ["MD104"]),
    ("{type: marker, shape: pin, ↓image: a.png}", ["MD111"]), ("{type: marker, offset: ↓3}", ["MD103"]),
    ("{type: line, markers: ↓{symbol: {}}}", ["MD102"]), ("{type: line, casing: ↓{width: 2}}", ["MD102"]),
    ("{type: fill, outline: {type: ↓fill}}", ["MD105"]), ("{type: fill, hatch: ↓stripes}", ["MD105"]),
    ("↓{type: text}", ["MD102"]), ("{type: text, text: \"a ↓{name\"}", ["MD114"]),
    ("{type: text, text: \"{pop:↓loud}\"}", ["MD114"]), ("{type: text, text: \"x {↓}\"}", ["MD114"]),
    ("{type: text, text: a, size: ↓1e-300}", ["MD104"]), ("{type: text, text: a, size: ↓0.4}", ["MD104"]),
    ("{type: text, text: \"↓\(String(repeating: "{v}", count: 1366))\"}", ["MD114"]),
    ("{type: text, text: \"{two ↓words}\"}", ["MD114"]), ("[{type: fill}, {type: fill, ↓size: 2}]", ["MD101"]),
  ])
  func whatIsAmissIsSaidAtItsPlace(_ text: String, _ codes: [String]) throws {
    if text.contains(
      """
      fields: a
      """)
    {
      return #expect(
        try value(SymbolList.self, MarkedText(text).text).findings.map(\.code.name).sorted() == ["MD101", "MD102"])
    }
    #expect(try findings(text) == codes)
  }

  @Test func aNameWithSpacesIsToldToHaveQuotes() throws {
    let findings = try value(TextTemplate.self, "\"{two words}\"").findings
    #expect(findings.first?.hint?.text == "write `{\"two words\"}` for a field of that name")
  }

  @Test(
    arguments: [
      ("{a:,}", ",", nil), ("{a:.2}", "", 2), ("{a:'.1f}", "'", 1), ("{a: .0}", "\u{202F}", 0), ("{a:_}", "_", nil),
    ] as [(String, String, Int?)])
  func numbersAreFormatted(_ text: String, _ grouping: String, _ decimals: Int?) throws {
    let template = try #require(TextTemplate(text))
    #expect(
      template.parts == [
        .value(
          try Expression(
            "a"), format: NumberFormat(decimals: decimals, grouping: grouping))
      ])
  }

  @Test func bracesInTextsOfAnExpressionEndNothing() throws {
    let template = try #require(TextTemplate("{concat(a, ' } : ')}!"))
    #expect(template.parts == [.value(try Expression("concat(a, ' } : ')"), format: nil), .literal("!")])
    #expect(template.fieldNames == ["a"])
  }
}
