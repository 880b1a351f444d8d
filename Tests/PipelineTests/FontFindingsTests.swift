import Diagnostics
import Testing

@testable import Pipeline
@testable import Rendering

@Suite struct FontFindingsTests {
  private let range = SourceRange(startOf: SourceFile(path: "map.yaml", bytes: []))

  @Test func nothingIsSaidWhereNothingIsMissing() { #expect(MissingFonts().findings(at: range).isEmpty) }

  @Test func lettersAreNamedWithThePackageThatHasThem() throws {
    var missing = MissingFonts()
    missing.letters = ["ก", "한", "語", "\u{1F409}", "अ", "𐎀"]
    let finding = try #require(missing.findings(at: range).first)
    #expect(finding.code == .lettersWithoutFont)
    #expect(finding.message.contains("`अ` (U+0905)") && finding.message.contains("and 1 more"))
    let hint = try #require(finding.hint?.text)
    for name in ["fonts-lohit-deva", "fonts-tlwg-loma", "fonts-wqy-microhei", "fonts-symbola", "fonts-noto-core"] {
      #expect(hint.contains("`\(name)`"))
    }
  }

  @Test func fontsAreNamedAsTheDocumentDoes() throws {
    var missing = MissingFonts()
    missing.fonts = ["Frutiger, Univers"]
    let finding = try #require(missing.findings(at: range).first)
    #expect(finding.code == .fontNotInstalled && finding.message.contains("`Frutiger, Univers`"))
  }
}
