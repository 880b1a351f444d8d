import Testing

@testable import Pipeline

@Suite struct NumbersTests {
  @Test(arguments: [
    (0.0, "0"), (1, "1"), (96, "96"), (0.5, "0.5"), (156543.03392804097, "156543"), (39135.75848201024, "39135.8"),
    (0.703125, "0.703125"), (0.00000123456789, "0.00000123457"), (-2.5, "-2.5"), (1234567.8, "1234568"),
    (.infinity, "inf"),
  ])
  func hasSixDigits(value: Double, text: String) { #expect(value.short == text) }

  @Test(arguments: [
    (0.0, "0"), (999, "999"), (999.6, "1,000"), (25000, "25,000"), (1_234_567, "1,234,567"), (-0.4, "0"),
    (-1234, "-1,234"),
    (147914677.7, "147,914,678"),
  ])
  func groupsThrees(value: Double, text: String) { #expect(value.grouped == text) }

  @Test(arguments: [
    (1.005, 1, "1"), (1.25, 1, "1.3"), (2.0, 3, "2"), (0.1, 7, "0.1"), (-0.0001, 2, "0"), (-0.5, 1, "-0.5"),
    (1e20, 2, "1e+20"), (123.456, 0, "123"), (0.999, 2, "1"), (5.05, 2, "5.05"),
  ])
  func roundsToPlaces(value: Double, places: Int, text: String) { #expect(value.rounded(places: places) == text) }
}
