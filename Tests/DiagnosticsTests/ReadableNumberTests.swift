import Diagnostics
import Testing

@Suite struct ReadableNumberTests {
  @Test(arguments: [
    (156543.03392804097, "156543.0339"), (0.703125, "0.703125"), (2.682209014892575E-06, "0.00000268220901"), (0, "0"),
    (1, "1"), (-0.5, "-0.5"), (-0.00000000000001, "-0.00000000000001"),
  ])
  func writesWhatMattersOfAResolution(_ value: Double, _ text: String) {
    #expect(ReadableNumber.significant(value, digits: 9, places: 4...14) == text)
  }

  @Test(arguments: [
    (96.0, "96"), (305.748113, "305.748"), (0.00000123456789, "0.00000123457"), (1234567.8, "1234568"), (0, "0"),
    (156543.03392804097, "156543"), (39135.75848201024, "39135.8"), (-2.5, "-2.5"), (.infinity, "inf"),
  ])
  func writesSixDigits(_ value: Double, _ text: String) {
    #expect(ReadableNumber.significant(value, digits: 6, places: 0...12) == text)
  }

  @Test(arguments: [
    (0.35, 2, "0.35"), (12.0, 2, "12"), (-1.25, 1, "-1.3"), (-0.001, 2, "0"), (1500000.0, 6, "1500000"),
    (0.1 + 0.2, 6, "0.3"), (1.005, 1, "1"), (5.05, 2, "5.05"), (0.999, 2, "1"), (1e20, 2, "1e+20"),
    (1e14, 6, "100000000000000.0"), (.infinity, 2, "inf"), (.nan, 0, "nan"), (0.05, 0, "0"),
  ])
  func writesSoManyPlacesAtMost(_ value: Double, _ places: Int, _ text: String) {
    #expect(ReadableNumber.fixed(value, places: places) == text)
  }

  @Test(arguments: [
    (591_658_710.9, "591,658,711"), (999, "999"), (1000, "1,000"), (-1000, "-1,000"), (0, "0"), (-0.3, "0"),
    (1e19, "1e+19"), (999.6, "1,000"), (25000, "25,000"), (-1234, "-1,234"),
  ])
  func setsThousandsApart(_ value: Double, _ text: String) { #expect(ReadableNumber.grouped(value) == text) }

  @Test(arguments: [(0, "0 kB"), (16_049, "16 kB"), (999_949, "999.9 kB"), (3_400_000, "3.4 MB")])
  func countsBytes(_ count: Int, _ text: String) { #expect(ReadableNumber.bytes(count) == text) }
}
