/// Numbers and texts as people read them in tables.
extension Double {
  /// Up to 6 significant digits, without an exponent for what maps need.
  var short: String {
    guard isFinite, self != 0 else { return isFinite ? "0" : "\(self)" }
    var power = 0
    var magnitude = abs(self)
    while magnitude >= 10, power < 300 { (magnitude, power) = (magnitude / 10, power + 1) }
    while magnitude < 1, power > -300 { (magnitude, power) = (magnitude * 10, power - 1) }
    return rounded(places: max(0, min(12, 5 - power)))
  }

  /// A whole number with groups of three: `25,000`.
  var grouped: String {
    guard isFinite, abs(self) < 1e18 else { return "\(self)" }
    var digits = Array(String(Int(self.rounded().magnitude)))
    var position = digits.count - 3
    while position > 0 {
      digits.insert(",", at: position)
      position -= 3
    }
    return (self <= -0.5 ? "-" : "") + String(digits)
  }

  /// At most so many places after the point, without zeros at the end.
  func rounded(places: Int) -> String {
    guard isFinite, abs(self) < 1e15 else { return "\(self)" }
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    let scaled = (magnitude * factor).rounded()
    guard scaled < 9e18 else { return "\(self)" }
    let whole = Int(scaled)
    var fraction = String(whole % Int(factor))
    fraction = String(repeating: "0", count: places - fraction.count < 0 ? 0 : places - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    let sign = self < 0 && whole != 0 ? "-" : ""
    return sign + String(whole / Int(factor)) + (fraction.isEmpty || places == 0 ? "" : "." + fraction)
  }
}

extension String {
  /// Filled with spaces to so many characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

  var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
