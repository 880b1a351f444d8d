/// Numbers as JSON and YAML write them.
package enum NumberText {
  /// The shortest decimal that reads back as the same number, as ECMAScript writes it: without an exponent from 10⁻⁶ to
  /// below 10²¹, whole numbers without a point, zero without a sign; `nil` for what is not finite.
  package static func of(_ number: Double) -> String? {
    guard number.isFinite else { return nil }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
    // Swift's own description has the shortest digits; only their layout is changed.
    let parts = "\(abs(number))".split(separator: "e")
    var exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    var digits = parts[0].filter { $0 != "." }
    exponent += parts[0].prefix { $0 != "." }.count
    let leading = digits.prefix { $0 == "0" }.count
    digits = digits.dropFirst(leading).description
    exponent -= leading
    while digits.last == "0" { digits.removeLast() }
    return (number < 0 ? "-" : "") + layout(digits, exponent)
  }

  /// - Parameter point: How many of the digits stand before the point.
  private static func layout(_ digits: String, _ point: Int) -> String {
    let count = digits.count
    if point > 21 || point <= -6 {
      let rest = digits.dropFirst()
      let sign = point > 0 ? "+" : ""
      return digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e\(sign)\(point - 1)"
    }
    if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
    if count <= point { return digits + String(repeating: "0", count: point - count) }
    return digits.prefix(point) + "." + digits.dropFirst(point)
  }
}
