import DocumentModel
import Geodesy
import Testing

@testable import Rendering

@Suite struct TextShapingTests {
  private func shaped(
    _ text: String, font: String? = nil, isBold: Bool = false, isItalic: Bool = false, wrap: Double? = nil
  ) throws -> ShapedText {
    let setting = TextSetting(
      [TextRun(text)], TextStyle(font: font, isBold: isBold, isItalic: isItalic, size: 1, color: .black), wrap: wrap)
    return try Fonts.use { $0.shaped(setting) }
  }

  /// The shapes of the letters, from left to right.
  private func outlines(_ text: ShapedText) -> [ObjectIdentifier] { text.glyphs.map { ObjectIdentifier($0.outline) } }

  @Test func widthsAreThoseOfTheSameTextAtAnySize() throws {
    let text = try shaped("Kraków 1:25 000")
    let line = try Fonts.use { $0.line("Kraków 1:25 000", size: 200).extent }
    #expect(abs(text.width * 200 - line.width) < 0.05)
    #expect(text.lines.count == 1 && text.missing.isEmpty)
  }

  @Test func aSizeIsReachedExactly() throws {
    // The feet of an H stand on the baseline, its top at the height of capitals of DejaVu Sans, 1493 of 2048 units.
    let box = try #require(try shaped("H").glyphs.first?.outline.bounds)
    #expect(abs(box.y + 1493.0 / 2048) < 0.001 && abs(box.y + box.height) < 0.001)
  }

  @Test func hebrewRunsFromRightToLeft() throws {
    let (text, first) = (try shaped("שלום"), try shaped("ש"))
    #expect(text.missing.isEmpty)
    #expect(outlines(text).last == outlines(first).last, "the first letter stands at the right")
  }

  @Test func arabicLettersAreJoined() throws {
    // The letter beh alone, and three of them: first, middle and last forms differ.
    let (joined, alone) = (try shaped("ببب"), try shaped("ب"))
    #expect(Set(outlines(joined)).count == 3)
    #expect(joined.width < 3 * alone.width)
  }

  @Test func marksStayOnTheirLetters() throws {
    // No font has q with a ring below as one letter.
    let text = try shaped("q\u{325}x")
    #expect(text.clusters.count == 2 && text.glyphs.count == 3)
    #expect(text.clusters[0].glyphs.count == 2)
  }

  @Test func linesBreakAtSpacesAndAreBalanced() throws {
    let text = "Konungariket Sverige och Norge"
    let broken = try shaped(text, wrap: 14)
    #expect(broken.lines.count == 2)
    #expect(broken.width <= 14)
    // Neither line is much longer than the other: "Norge" does not stand alone.
    #expect(broken.lines.allSatisfy { $0.width > broken.width * 0.6 })
    #expect(try shaped(text).lines.count == 1)
    #expect(try shaped("one\ntwo\r\nthree").lines.count == 3)
  }

  @Test func aWordLongerThanALineStaysWhole() throws {
    #expect(try shaped("Donaudampfschifffahrtsgesellschaft", wrap: 3).lines.count == 1)
  }

  @Test func runsOfOneLineDifferInSizeAndHeight() throws {
    let style = TextStyle(size: 1, color: .black)
    let setting = TextSetting([TextRun("42", scale: 0.5, rise: 0.3), TextRun("70")], style)
    let text = try Fonts.use { $0.shaped(setting) }
    let plain = try shaped("70")
    #expect(text.lines.count == 1 && text.glyphs.count == 4)
    #expect(abs(text.width - plain.width * 1.5) < 0.01)
    #expect(abs(text.glyphs[0].y + 0.3) < 0.01 && text.glyphs[2].y == 0)
    let (small, large) = (text.glyphs[0].outline.bounds, plain.glyphs[0].outline.bounds)
    #expect(abs(small.height / large.height - 0.5) < 0.05)
  }

  @Test func lettersWithoutAFontAreNamed() throws {
    // A private letter that no font has.
    let text = try shaped("a\u{F8F7A}b")
    #expect(text.missing == ["\u{F8F7A}"])
    #expect(text.glyphs.allSatisfy { !$0.outline.isEmpty }, "a box stands for it")
  }

  @Test func otherFamiliesAreFoundByName() throws {
    let (sans, serif, mono) = (
      try shaped("ill"), try shaped("ill", font: "serif"), try shaped("ill", font: "monospace")
    )
    #expect(outlines(sans) != outlines(serif) && outlines(serif) != outlines(mono))
    #expect(abs(mono.clusters[0].width - mono.clusters[1].width) < 1e-9)
    let missing = try Fonts.use { $0.choice(of: "No Such Font, Nor This") }
    #expect(!missing.isFound && missing.families == Fonts.family)
    #expect(try Fonts.use { $0.choice(of: "No Such Font, DejaVu Serif").isFound })
  }

  @Test func boldAndItalicLettersDiffer() throws {
    let plain = try shaped("maps")
    #expect(try shaped("maps", isBold: true).width > plain.width * 1.05)
    let italic = try shaped("maps", isItalic: true)
    #expect(italic.slant > 0 && italic.right > plain.right)
  }

  @Test func whatCannotBeSeenIsLeftOut() throws {
    #expect(try shaped("a\u{7}b\u{0}").glyphs.count == 2)
    #expect(try shaped(" \u{200B} ").isEmpty)
    #expect(try shaped(String(repeating: "x", count: 100_000)).glyphs.count == 2000)
  }
}
