import Testing

@testable import Geodesy

/// What labels say.
@Suite struct GridTextTests {
  struct Case: Sendable {
    let format: AngleFormat
    let value: Double
    let interval: Double
    let longitude: String
    let latitude: String?

    init(_ format: AngleFormat, _ value: Double, _ interval: Double, _ longitude: String, _ latitude: String? = nil) {
      (self.format, self.value, self.interval) = (format, value, interval)
      (self.longitude, self.latitude) = (longitude, latitude)
    }
  }

  private static let minute = 1.0 / 60
  private static let second = 1.0 / 3600
  private static let threeSeconds = 9.0 + 5 * minute + 20 * second

  static let cases: [Case] = [
    Case(.degreesMinutesSeconds, 0, 1, "0°", "0°"),
    Case(.degreesMinutesSeconds, 12, 1, "12°E", "12°N"),
    Case(.degreesMinutesSeconds, -12, 1, "12°W", "12°S"),
    Case(.degreesMinutesSeconds, 180, 30, "180°"),
    Case(.degreesMinutesSeconds, -180, 30, "180°"),
    Case(.degreesMinutesSeconds, 190, 10, "170°W"),
    Case(.degreesMinutesSeconds, -540, 30, "180°"),
    Case(.degreesMinutesSeconds, 12.5, 0.5, "12°30′E", "12°30′N"),
    Case(.degreesMinutesSeconds, -0.25, 0.25, "0°15′W", "0°15′S"),
    Case(.degreesMinutesSeconds, 9, minute, "9°00′E", "9°00′N"),
    Case(.degreesMinutesSeconds, threeSeconds, 10 * second, "9°05′20″E", "9°05′20″N"),
    Case(.degreesMinutesSeconds, 9 + second / 2, second / 2, "9°00′00.5″E", "9°00′00.5″N"),
    // Rounded up into the next degree, never `60″`.
    Case(.degreesMinutesSeconds, 9.9999999999, 10 * second, "10°00′00″E"),
    Case(.degreesDecimalMinutes, 12.5, 0.5, "12°30′E", "12°30′N"),
    Case(.degreesDecimalMinutes, 12.505, 0.005, "12°30.3′E"),
    Case(.degreesDecimalMinutes, -7, 1, "7°W", "7°S"),
    Case(.degreesDecimalMinutes, 0, 0.1, "0°00′", "0°00′"),
    Case(.decimalDegrees, 12.5, 0.5, "12.5°E", "12.5°N"),
    Case(.decimalDegrees, 13, 0.5, "13.0°E"),
    Case(.decimalDegrees, -0.00001, 0.00001, "0.00001°W"),
    Case(.decimalDegrees, 30, 30, "30°E", "30°N"),
  ]

  @Test(arguments: cases) func degreesAreWrittenAsTheIntervalNeeds(_ one: Case) {
    let text = AngleText(one.format, interval: one.interval)
    #expect(text.longitude(one.value) == one.longitude)
    if let latitude = one.latitude { #expect(text.latitude(one.value) == latitude) }
  }

  @Test func coordinatesOfZones() {
    let utm = ZoneText(GridSpecification(.utm), interval: 1000)
    #expect(utm.parts(.x, 545_000).map(\.text) == ["545000mE"])
    #expect(utm.parts(.y, 6_745_000).map(\.text) == ["6745000mN"])
    let meters = ZoneText(
      GridSpecification(.usng, labels: GridLabelSettings(unit: .meters)), interval: 1000)
    #expect(meters.parts(.x, 545_000).map(\.text) == ["45000"])
    #expect(meters.parts(.x, 500_000).map(\.text) == ["00000"])
    let full = ZoneText(GridSpecification(.mgrs, labels: GridLabelSettings(digits: .full)), interval: 1000)
    let parts = full.parts(.y, 6_745_000)
    #expect(parts.map(\.text) == ["67", "45", "000mN"])
    #expect(parts.map(\.isSmall) == [true, false, true])
    // Squares have names; their edges need none.
    #expect(ZoneText(GridSpecification(.mgrs), interval: 100_000).parts(.x, 500_000).isEmpty)
  }

  @Test func coordinatesOfProjectedReferences() {
    #expect(PlaneText("Easting", 1000).text(545_000) == "545000 E")
    #expect(PlaneText("Northing", 0.5).text(-12.5) == "-12.5 N")
    #expect(PlaneText("X", 10).text(0) == "0 X")
  }

  /// Every interval that is chosen is written exactly.
  @Test(arguments: AngleFormat.allCases) func labelsEqualTheirLines(_ format: AngleFormat) {
    let intervals = GridIntervals(numbers: .angles(format))
    var interval = 1e-7
    while interval < 90 {
      interval = intervals.coarser(than: interval)
      let steps = IntervalSteps(interval)
      let text = AngleText(format, interval: interval)
      for step in [1, 7, 59, 1234] {
        let value = steps.value(step)
        guard value < 180 else { continue }
        #expect(abs(degrees(text.longitude(value)) - value) < 2e-11, "\(interval) \(text.longitude(value))")
      }
    }
  }
}

/// The number that a label of degrees says.
func degrees(_ text: String) -> Double {
  let parts = text.split { "°′″EWNS".contains($0) }.compactMap { Double($0) }
  let value = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
  return text.hasSuffix("W") || text.hasSuffix("S") ? -value : value
}
