import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct ScalarTests {
  @Test(arguments: [("yes", "true"), ("off", "false"), ("\"true\"", "true"), ("0", "false")])
  func tellsWhatTheWordsOfYAML11MeantByBooleans(_ text: String, _ mended: String) throws {
    let findings = try value(Bool.self, text).findings
    #expect(findings.map(\.code) == [.wrongType])
    #expect(findings.first?.hint?.edit?.replacement == mended)
  }

  @Test(arguments: [("yes", "write `true`"), ("\"true\"", "write `true` without quotes")])
  func aBooleanInQuotesIsAText(_ text: String, _ hint: String) throws {
    #expect(try value(Bool.self, text).findings.first?.hint?.text == hint)
  }

  @Test func aNumberInQuotesIsAText() throws {
    let finding = try #require(value(BoundedNumber<UnitBounds>.self, "\"0.5\"").findings.first)
    #expect(finding.message == "`0.5` stands where a number from 0 to 1 is expected")
    #expect(finding.hint?.text == "write `0.5` without quotes")
  }

  @Test(arguments: [("2026", "2026"), ("007", "007"), ("0x1F", "0x1F"), ("1.50", "1.50"), ("-3", "-3"), ("abc", "abc")])
  func aNumberServesAsTheTextThatWasWritten(_ text: String, _ expected: String) throws {
    #expect(try value(String.self, text).value == expected)
  }

  @Test(arguments: ["true", "[a]", "{a: b}", "null"])
  func whatIsNoTextIsRefused(_ text: String) throws {
    #expect(try value(String.self, text).findings.map(\.code) == [.wrongType])
  }

  @Test(arguments: [("5", 5), ("5.0", 5), ("1e2", 100)])
  func wholeNumbersMayBeWrittenWithAPoint(_ text: String, _ expected: Int) throws {
    #expect(try value(BoundedInteger<PercentBounds>.self, text).value?.value == expected)
  }

  @Test(arguments: ["0", "101", "5.5", ".nan", "1e300", "99999999999999999999"])
  func wholeNumbersHaveBounds(_ text: String) throws {
    #expect(try value(BoundedInteger<PercentBounds>.self, text).findings.map(\.code) == [.outOfRange])
  }

  @Test(arguments: ["-0.1", "1.1", ".inf", "-.inf", ".nan"])
  func numbersHaveBounds(_ text: String) throws {
    let findings = try value(BoundedNumber<UnitBounds>.self, text).findings
    #expect(findings.map(\.message) == ["`\(text)` is not a number from 0 to 1"])
  }

  @Test func boundsSayWhatTheyAllow() {
    #expect(BoundedNumber<SecondsBounds>.words == "a number of seconds above 0 and at most 3600")
    #expect(BoundedNumber<PositiveBounds>.words == "a number above 0")
    #expect(BoundedInteger<LevelBounds>.words == "a whole number from 0 to 60")
  }

  @Test func oneOrManyReportsEveryWrongItem() throws {
    #expect(try value(OneOrMany<Int>.self, "3").value?.values == [3])
    #expect(try value(OneOrMany<Int>.self, "[3, 4]").value?.values == [3, 4])
    #expect(try value(OneOrMany<Int>.self, "[a, 4, b]").findings.count == 2)
  }

  @Test func wordsAreSuggestedAndLaterOnesRefused() throws {
    #expect(try value(BlendMode.self, "multiply").value == .multiply)
    let slip = try #require(value(BlendMode.self, "mulitply").findings.first)
    #expect(slip.code == .unknownValue)
    #expect(slip.hint?.edit?.replacement == "multiply")
    #expect(try value(Reproject.self, "always").value == .always)
    #expect(try value(OutputFormat.self, "pdf").findings.map(\.code) == [.notYetSupported])
    #expect(try value(Georeference.self, "geotiff").findings.map(\.code) == [.notYetSupported])
    #expect(try value(Resampling.self, "3").findings.map(\.code) == [.wrongType])
  }

  @Test func pathsAreRelativeToTheirFile() throws {
    #expect(try value(FilePath.self, "data/a.mbtiles").value?.resolved == "maps/data/a.mbtiles")
    #expect(try value(FilePath.self, "./a.mbtiles").value?.resolved == "maps/a.mbtiles")
    #expect(try value(FilePath.self, "/data/a.mbtiles").value?.resolved == "/data/a.mbtiles")
    #expect(try value(FilePath.self, "\"\"").findings.map(\.code) == [.wrongType])
  }
}
