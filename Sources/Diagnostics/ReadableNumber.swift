/// Numbers as people read them in messages and tables, without a locale.
package enum ReadableNumber {
  /// At most so many places behind the point, without zeros at the end: `0.35`, `12`, `-1.5`.
  ///
  /// What has more than 18 digits, or is not finite, is written as Swift writes it.
  package static func fixed(_ value: Double, places: Int) -> String {
    let factor = tens(places)
    let scaled = (value.magnitude * factor).rounded()
    guard scaled < largest else { return "\(value)" }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: Int(factor))
    var text = String(whole)
    if rest > 0 {
      let digits = String(rest)
      text += "." + String(repeating: "0", count: places - digits.utf8.count) + digits
      while text.last == "0" { text.removeLast() }
    }
    return value < 0 && scaled > 0 ? "-" + text : text
  }

  /// With so many digits that matter, but never fewer or more behind the point than `places` allows, and no zeros at the end.
  package static func significant(_ value: Double, digits: Int, places: ClosedRange<Int>) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    var (magnitude, power) = (value.magnitude, 0)
    while magnitude >= 10 { (magnitude, power) = (magnitude / 10, power + 1) }
    while magnitude < 1, power > -places.upperBound { (magnitude, power) = (magnitude * 10, power - 1) }
    return fixed(value, places: min(max(digits - 1 - power, places.lowerBound), places.upperBound))
  }

  /// A whole number with commas between its thousands: `591,658,711`.
  package static func grouped(_ value: Double) -> String {
    let whole = value.magnitude.rounded()
    guard whole < largest else { return "\(value)" }
    let digits = Array(String(Int(whole)))
    var text = value < 0 && whole > 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// A number of bytes: `16 kB`, `3.4 MB`.
  package static func bytes(_ count: Int) -> String {
    count < 1_000_000
      ? fixed(Double(count) / 1000, places: 1) + " kB" : fixed(Double(count) / 1_000_000, places: 1) + " MB"
  }

  /// Below it every rounded number is an `Int`.
  private static let largest = 9e18

  private static func tens(_ places: Int) -> Double { (0..<places).reduce(1) { power, _ in power * 10 } }
}
