import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct ColorValueTests {
  // The numbers of a browser: Firefox 128, getComputedStyle(element).color.
  @Test(arguments: [
    ("\"#f80\"", 0xFF88_00FF), ("\"#f808\"", 0xFF88_0088), ("\"#3366CC\"", 0x3366_CCFF),
    ("\"#3366cc80\"", 0x3366_CC80), ("RebeccaPurple", 0x6633_99FF), ("steelblue", 0x4682_B4FF),
    ("transparent", 0), ("rgb(51, 102, 204)", 0x3366_CCFF), ("rgba(51,102,204,0.5)", 0x3366_CC80),
    ("rgb(20% 40% 80%)", 0x3366_CCFF), ("rgb(51 102 204 / 50%)", 0x3366_CC80), ("rgb(51 102 204 / .5)", 0x3366_CC80),
    ("RGB( 51 , 102 , 204 )", 0x3366_CCFF), ("rgba(51 102 204)", 0x3366_CCFF), ("rgb(127.5,0,0)", 0x8000_00FF),
  ])
  func readsWhatCSSReads(_ text: String, _ expected: UInt32) throws {
    let color = try #require(value(Color.self, text).value)
    let bits = [color.red, color.green, color.blue, color.alpha].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    #expect(bits == expected, "\(String(bits, radix: 16))")
  }

  @Test(arguments: [
    "\"#12345g\"", "\"#12345\"", "\"#\"", "rgb(1,2)", "rgb(1 2 3 4)", "rgb(1, 2, 3 / 4)", "rgb(300, 0, 0)",
    "rgb(0x10,0,0)", "rgb(1,2,3", "hsl(0, 100%, 50%)", "bleu", "\"\"", "rgb(nan,0,0)", "rgba(1,2,3,2)", "rgb(1 2 3 /)",
    "rgb(1 2 3 / 1 / 1)",
  ])
  func refusesWhatIsNone(_ text: String) throws {
    let (color, findings) = try value(Color.self, text)
    #expect(color == nil)
    #expect(findings.map(\.code) == [.badColour])
  }

  @Test func knowsThe148NamesOfCSS() {
    #expect(CSSColors.values.count == 148)
  }

  @Test func suggestsTheNearestName() throws {
    let finding = try #require(value(Color.self, "stelblue").findings.first)
    #expect(finding.message == "`stelblue` is not a colour")
    #expect(finding.hint?.text == "did you mean `steelblue`?")
  }

  @Test(arguments: [("ff8800", "\"#ff8800\""), ("123456", "\"#123456\"")])
  func tellsHowToWriteDigitsWithoutTheirMark(_ text: String, _ mended: String) throws {
    let finding = try #require(value(Color.self, text).findings.first)
    #expect(finding.hint?.edit?.replacement == mended)
  }

  @Test func hintsAtAnUnquotedMark() throws {
    let findings = document(small("canvas: {size: [10, 10]}\n", layer: "onMissingTile: #ff8800 orange")).findings
    #expect(findings.map(\.code) == [.badColour])
    #expect(findings.first?.hint?.text == "write `\"#ff8800\"` in quotes: an unquoted `#` starts a comment")
  }

  @Test func aNullBackgroundIsNoBackground() {
    #expect(document(small("canvas:\n  background: # #fff\n")).findings.map(\.code) == [.badColour])
  }

  @Test func tellsTransparentFromColours() throws {
    #expect(try value(Background.self, "transparent").value == .transparent)
    #expect(try value(Background.self, "\"#0000\"").value == .transparent)
    #expect(try value(Background.self, "white").value == .color(.white))
    #expect(try value(MissingTile.self, "parent").value == .parent)
    #expect(try value(MissingTile.self, "parnt").findings.first?.hint?.text == "did you mean `parent`?")
  }
}
