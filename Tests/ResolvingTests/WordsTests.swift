import Geodesy
import Testing

@testable import Resolving

@Suite struct WordsTests {
  @Test(arguments: [
    (25_000.0, "1:25,000"), (999.6, "1:1,000"), (591_657_550.5, "1:591,657,551"), (1, "1:1"), (0.25, "1:0.25"),
    (0.0005, "1:0.0005"), (0.012, "1:0.012"), (9_007_199_254_740_992, "1:9,007,199,254,740,992"),
  ])
  func writesScales(value: Double, text: String) { #expect(Words.scale(value) == text) }

  @Test(arguments: [
    (0.0, "0"), (-0.0000001, "0"), (12.5, "12.5"), (-180, "-180"), (20037508.342789244, "20037508.342789"),
    (1e300, "1e+300"), (.infinity, "inf"),
  ])
  func writesNumbersWithoutZerosAtTheEnd(value: Double, text: String) { #expect(Words.number(value) == text) }

  @Test(arguments: [(0.35, "0.35 m"), (12.34, "12.3 m"), (145.2, "145 m"), (12_345, "12.3 km")])
  func writesLengths(value: Double, text: String) { #expect(Words.metres(value) == text) }

  @Test func writesListsAndRuns() {
    #expect(Words.list([]) == "none")
    #expect(Words.list(["a"]) == "a")
    #expect(Words.list(["a", "b", "c"]) == "a, b and c")
    #expect(Words.list((1...12).map(String.init), limit: 3) == "1, 2, 3 and 9 more")
    #expect(Words.levels([0, 1, 2, 5, 7, 8]) == "0 to 2, 5 and 7, 8")
    #expect(Words.levels([3, 1, 2]) == "1 to 3")
  }
}
