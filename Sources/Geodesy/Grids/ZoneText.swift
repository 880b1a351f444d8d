/// What labels of eastings and northings say.
struct ZoneText {
  private let specification: GridSpecification
  /// Of the finest level that shows, in metres: it says how many digits are needed.
  private let interval: Double
  /// Of a square of 100 km.
  private static let square = 100_000

  init(_ specification: GridSpecification, interval: Double) {
    self.specification = specification
    self.interval = interval
  }

  /// Empty where a line needs no label: of squares, which have names.
  func parts(_ axis: GridStroke.Axis, _ value: Double) -> [GridLabel.Part] {
    guard let settings = specification.labels else { return [] }
    let letter = axis == .x ? "E" : "N"
    guard specification.kind != .utm else {
      let number = DecimalText(abs(value), places: DecimalText.places(of: interval))
      return [GridLabel.Part("\(value < 0 ? "-" : "")\(number.whole)\(number.decimals)m\(letter)")]
    }
    let metres = Int(saturating: value.rounded())
    guard interval < Double(Self.square), metres >= 0 else { return [] }
    let inSquare = metres % Self.square
    let step = Int(saturating: interval.rounded())
    let digits = Self.padded(inSquare / step, to: String(Self.square / step).count - 1)
    switch (settings.digits, settings.unit) {
    case (.full, _):
      let rest = step == 1 ? "" : String(repeating: "0", count: String(step).count - 1)
      let before = metres / Self.square
      return [
        GridLabel.Part(before == 0 ? "" : String(before), isSmall: true), GridLabel.Part(digits),
        GridLabel.Part(rest + "m" + letter, isSmall: true),
      ].filter { !$0.text.isEmpty }
    case (.principal, .kilometersMeters): return [GridLabel.Part(digits)]
    case (.principal, .meters): return [GridLabel.Part(Self.padded(inSquare, to: 5))]
    }
  }

  private static func padded(_ value: Int, to count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
