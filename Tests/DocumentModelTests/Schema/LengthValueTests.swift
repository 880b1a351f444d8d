import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct LengthValueTests {
  @Test(arguments: [
    ("12", 12, false), ("1.5", 1.5, false), ("12px", 12, false), ("1in", 96, true), ("25.4mm", 96, true),
    ("2.54 cm", 96, true), ("72pt", 96, true), ("-0.5mm", -0.5 / 25.4 * 96, true), (".5in", 48, true),
    ("1e1px", 10, false),
  ])
  func countsInLogicalPixels(_ text: String, _ pixels: Double, _ isPhysical: Bool) throws {
    let length = try #require(value(Length.self, text).value)
    #expect(abs(length.pixels - pixels) < 1e-9)
    #expect(length.isPhysical == isPhysical)
  }

  @Test(arguments: ["1 em", "mm", "1 mm mm", "0x1px", "\"\"", "1,5mm"])
  func refusesWhatIsNone(_ text: String) throws {
    #expect(try value(Length.self, text).findings.map(\.code) == [.badLength])
  }

  @Test func namesTheUnits() throws {
    let finding = try #require(value(Length.self, "3MM").findings.first)
    #expect(finding.message == "`3MM` is not a length: `MM` is none of the units `mm`, `cm`, `in`, `pt` or `px`")
    #expect(finding.hint?.edit?.replacement == "3mm")
  }

  @Test func refusesWhatIsNoScalar() throws {
    #expect(try value(Length.self, "[1]").findings.map(\.code) == [.wrongType])
    #expect(try value(Length.self, ".inf").findings.map(\.code) == [.outOfRange])
  }
}
