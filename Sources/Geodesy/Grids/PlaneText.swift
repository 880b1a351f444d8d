/// Coordinates of a projected reference with the letter of their axis: `500000 E`.
struct PlaneText {
  private let places: Int
  private let axis: String

  init(_ axis: String, _ interval: Double) {
    places = DecimalText.places(of: interval)
    let known = ["Easting": "E", "Northing": "N", "Westing": "W", "Southing": "S"]
    self.axis = known[axis] ?? axis
  }

  func text(_ value: Double) -> String {
    let number = DecimalText(abs(value), places: places)
    return (value < 0 && !number.isZero ? "-" : "") + "\(number.whole)\(number.decimals)"
      + (axis.isEmpty ? "" : " " + axis)
  }
}
