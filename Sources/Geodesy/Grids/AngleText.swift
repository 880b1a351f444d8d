#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Longitudes and latitudes as maps write them: no more digits than the interval between lines needs, and none less, so that
/// a label is its line's value.
struct AngleText {
  let format: AngleFormat
  /// Of the smallest part that is written, for a degree: 1, 60 or 3600.
  private let parts: Double
  /// Decimals of that part.
  private let places: Int

  /// - Parameter interval: Degrees between lines.
  init(_ format: AngleFormat, interval: Double) {
    self.format = format
    switch format {
    case .decimalDegrees: parts = 1
    case .degreesDecimalMinutes: parts = Self.isWhole(interval) ? 1 : 60
    case .degreesMinutesSeconds: parts = Self.isWhole(interval) ? 1 : Self.isWhole(interval * 60) ? 60 : 3600
    }
    places = DecimalText.places(of: interval * parts)
  }

  func longitude(_ value: Double) -> String {
    var value = remainder(value, 360)
    if value == -180 { value = 180 }
    return text(value, value == 180 ? "" : value < 0 ? "W" : "E")
  }

  func latitude(_ value: Double) -> String { text(value, value < 0 ? "S" : "N") }

  private func text(_ value: Double, _ hemisphere: String) -> String {
    let number = DecimalText(abs(value) * parts, places: places)
    let whole = Int(parts)
    let (degrees, rest) = number.whole.quotientAndRemainder(dividingBy: whole)
    var text: String
    switch whole {
    case 1: text = "\(degrees)\(number.decimals)°"
    case 60: text = "\(degrees)°\(Self.padded(rest))\(number.decimals)′"
    default: text = "\(degrees)°\(Self.padded(rest / 60))′\(Self.padded(rest % 60))\(number.decimals)″"
    }
    if !number.isZero { text += hemisphere }
    return text
  }

  private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private static func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-9 * max(1, value) }
}

/// A number of at least 0 with so many decimals.
struct DecimalText {
  let whole: Int
  /// `.50`, or nothing.
  let decimals: String
  let isZero: Bool

  init(_ value: Double, places: Int) {
    let factor = Self.power(places)
    let digits = Int(saturating: (value * Double(factor)).rounded())
    whole = digits / factor
    isZero = digits == 0
    let rest = String(digits % factor)
    decimals = places == 0 ? "" : "." + String(repeating: "0", count: places - rest.count) + rest
  }

  /// The decimals that multiples of an interval need, at most 8.
  static func places(of interval: Double) -> Int {
    (0..<8).first { places in
      let scaled = interval * Double(power(places))
      return scaled >= 0.5 && abs(scaled - scaled.rounded()) < 1e-6
    } ?? 8
  }

  private static func power(_ places: Int) -> Int { (0..<places).reduce(1) { power, _ in power * 10 } }
}
