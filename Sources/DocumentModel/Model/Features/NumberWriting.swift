extension NumberFormat {
  /// A number as it says; anything else as `concat` writes it.
  package func written(_ value: ExpressionValue) -> String {
    let number: Double
    switch value {
    case .integer(let whole) where decimals == nil: return grouped(String(whole))
    case .integer(let whole): number = Double(whole)
    case .decimal(let decimal): number = decimal
    default: return value.written
    }
    guard let decimals else { return grouped(value.written) }
    return grouped(Self.fixed(number, decimals))
  }

  /// Halves away from 0.
  private static func fixed(_ number: Double, _ decimals: Int) -> String {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let scaled = (abs(number) * factor).rounded()
    // Beyond that many digits there is nothing behind the point that a number knows of.
    guard scaled < 0x1p53 else { return ExpressionValue.decimal(number).written }
    var digits = String(Int(scaled))
    if decimals > 0 {
      digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
    }
    return number < 0 && scaled > 0 ? "-" + digits : digits
  }

  private func grouped(_ text: String) -> String {
    if grouping.isEmpty { return text }
    let digits = text.prefix { $0 == "-" || $0.isNumber }
    // A number that is written with an exponent has no groups.
    let rest = text.dropFirst(digits.count)
    if rest.contains("e") { return text }
    let sign = digits.hasPrefix("-") ? "-" : ""
    let whole = Array(digits.dropFirst(sign.count))
    var result = sign
    for (place, digit) in whole.enumerated() {
      if place > 0, (whole.count - place) % 3 == 0 { result += grouping }
      result.append(digit)
    }
    return result + rest
  }
}
