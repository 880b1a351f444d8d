extension Int {
  /// The largest count that the arithmetic of tiles gives: up to here doubles hold every whole number, and sums of two
  /// such numbers stay far from the end of `Int`.
  static let largestExact = 1 << 53

  /// The whole part of a number, held within ±2⁵³: hostile sizes saturate where plain conversion would trap.
  /// Not a number is 0.
  package init(saturating value: Double) {
    let limit = Double(Int.largestExact)
    self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -limit), limit))
  }

  /// The product, held within ±2⁵³.
  func saturatingProduct(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    guard overflow else { return Swift.min(Swift.max(product, -Int.largestExact), Int.largestExact) }
    return (self < 0) == (other < 0) ? Int.largestExact : -Int.largestExact
  }
}
