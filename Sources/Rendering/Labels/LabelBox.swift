import Geodesy

/// The room that letters take: a box that may be turned. In device pixels.
package struct LabelBox: Sendable, Hashable {
  package let center: PixelPoint
  /// Half of its sides, along its own axes.
  package let half: PixelPoint
  /// The direction of its first axis.
  package let cos: Double
  package let sin: Double

  package init(center: PixelPoint, half: PixelPoint, cos: Double = 1, sin: Double = 0) {
    self.center = center
    self.half = half
    self.cos = cos
    self.sin = sin
  }

  package init(_ box: PixelRectangle) {
    self.init(
      center: PixelPoint(x: box.x + box.width / 2, y: box.y + box.height / 2),
      half: PixelPoint(x: box.width / 2, y: box.height / 2))
  }

  /// The upright box around it.
  package var bounds: PixelRectangle {
    let (x, y) = (abs(cos) * half.x + abs(sin) * half.y, abs(sin) * half.x + abs(cos) * half.y)
    return PixelRectangle(x: center.x - x, y: center.y - y, width: 2 * x, height: 2 * y)
  }

  func grown(by margin: Double) -> LabelBox {
    LabelBox(center: center, half: PixelPoint(x: half.x + margin, y: half.y + margin), cos: cos, sin: sin)
  }

  /// Whether both have more than an edge in common: no line along a side of either lies between them.
  package func touches(_ other: LabelBox) -> Bool {
    let (dx, dy) = (other.center.x - center.x, other.center.y - center.y)
    // How the other's axes lie along mine.
    let (c, s) = (abs(cos * other.cos + sin * other.sin), abs(cos * other.sin - sin * other.cos))
    return abs(dx * cos + dy * sin) < half.x + other.half.x * c + other.half.y * s - Self.slack
      && abs(dy * cos - dx * sin) < half.y + other.half.x * s + other.half.y * c - Self.slack
      && abs(dx * other.cos + dy * other.sin) < other.half.x + half.x * c + half.y * s - Self.slack
      && abs(dy * other.cos - dx * other.sin) < other.half.y + half.x * s + half.y * c - Self.slack
  }

  /// Of pixels: boxes that share an edge do not touch, whatever the last bits of sines say.
  private static let slack = 1e-6

  func contains(_ point: PixelPoint) -> Bool {
    let (dx, dy) = (point.x - center.x, point.y - center.y)
    return abs(dx * cos + dy * sin) <= half.x && abs(dy * cos - dx * sin) <= half.y
  }
}
