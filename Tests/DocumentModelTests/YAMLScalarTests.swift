import Diagnostics
import Testing

@testable import DocumentModel

@Suite struct YAMLScalarTests {
  // The tables of chapter 10.3.2 of the YAML 1.2.2 specification.
  @Test(arguments: [
    ("null", Scalar.null), ("Null", .null), ("NULL", .null), ("~", .null),
    ("true", .bool(true)), ("True", .bool(true)), ("TRUE", .bool(true)),
    ("false", .bool(false)), ("False", .bool(false)), ("FALSE", .bool(false)),
    ("0", .int(0)), ("-19", .int(-19)), ("+12", .int(12)), ("012", .int(12)), ("0o7", .int(7)), ("0o17", .int(15)),
    ("0x3A", .int(58)), ("0xff", .int(255)),
    ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
    ("0.", .double(0, text: "0.")), ("-0.0", .double(-0.0, text: "-0.0")), (".5", .double(0.5, text: ".5")),
    ("+12e03", .double(12000, text: "+12e03")), ("-2E+05", .double(-200_000, text: "-2E+05")),
    ("1e3", .double(1000, text: "1e3")), ("12.34567", .double(12.34567, text: "12.34567")),
    (".inf", .double(.infinity, text: ".inf")), ("-.Inf", .double(-.infinity, text: "-.Inf")),
    ("+.INF", .double(.infinity, text: "+.INF")),
  ])
  func resolvesByTheCoreSchema(_ text: String, _ scalar: Scalar) throws {
    #expect(try node("[\(text)]").at("0")?.content == .scalar(scalar))
  }

  @Test(arguments: [".nan", ".NaN", ".NAN"])
  func readsNotANumber(_ text: String) throws {
    guard case .scalar(.double(let value, _)) = try node("- \(text)").at("0")?.content else {
      Issue.record("`\(text)` is no double")
      return
    }
    #expect(value.isNaN)
  }

  @Test(arguments: [
    "no", "off", "yes", "on", "y", "nULL", "tRUE", "1_000", "0b1", "0O7", "0xg", "0x", "0o8", "-0x1", "1.2.3", "1e",
    "e3",
    ".", "-", "+", "+.", "-.nan", "12:30", "2020-01-01", "EPSG:4326", "1,5", "5px", "--1", ".e1", "1e+", "١٢",
  ])
  func leavesEverythingElseAText(_ text: String) throws {
    if text != "-" { #expect(try node("a: \(text)").at("a")?.content == .scalar(.text(text))) }
    #expect(CoreSchema.scalar(text) == .text(text))
  }

  @Test func takesAnIntegerThatDoesNotFitAsADouble() throws {
    for text in ["9223372036854775808", "-9223372036854775809", "99999999999999999999", "0x10000000000000000"] {
      guard case .scalar(.double(let value, let written)) = try node("a: \(text)").at("a")?.content else {
        Issue.record("`\(text)` is no double")
        continue
      }
      #expect(written == text)
      #expect(value.magnitude >= 9.2e18)
    }
  }

  // Every double that Swift prints must come back, bit by bit: the fast way for short numbers rounds once.
  @Test func readsNumbersExactly() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let digits = Int.random(in: 1...17, using: &random)
      let whole = UInt64.random(in: 0..<100_000_000_000_000_000, using: &random)
      var text = String(String(whole).prefix(digits))
      text.insert(".", at: text.index(text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &random)))
      guard text != ".", case .double(let value, _) = CoreSchema.scalar(text) else { continue }
      #expect(value == Double(text.first == "." ? "0" + text : text.last == "." ? text + "0" : text), "\(text)")
    }
  }

  @Test(arguments: [("\"12\"", "12"), ("'true'", "true"), ("\"\"", ""), ("''", ""), ("|-\n  12", "12"), ("\"~\"", "~")])
  func takesWhatStandsInQuotesAsText(_ written: String, _ text: String) throws {
    #expect(try node("a: \(written)").at("a")?.content == .scalar(.text(text)))
  }

  @Test(arguments: [
    ("!!str 12", Scalar.text("12")), ("!!int \"12\"", .int(12)), ("!!float 12", .double(12, text: "12")),
    ("!!bool \"true\"", .bool(true)), ("!!null ''", .null), ("! 12", .text("12")),
    ("!<tag:yaml.org,2002:str> 12", .text("12")),
  ])
  func obeysTags(_ written: String, _ scalar: Scalar) throws {
    #expect(try node("a: \(written)").at("a")?.content == .scalar(scalar))
  }

  @Test(arguments: [
    "↓!!int twelve", "↓!!bool 1", "↓!!binary aGk=", "↓!!timestamp 2020-01-01", "↓!local x", "&a ↓!!set {x}",
    "↓!!map [1]",
    "↓!!seq {x: 1}", "↓!!map x",
  ])
  func refusesOtherTagsAndMisfits(_ marked: String) {
    expectFindings(in: "a: \(marked)\nb: 1\n", [.unsupportedTag])
  }
}

/// The same numbers in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
