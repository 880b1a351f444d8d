extension PixelRectangle {
  /// A whole level without its outermost pixels.
  init(inside grid: WorldGrid, edge: Double) {
    self.init(x: edge, y: edge, width: grid.width - 2 * edge, height: grid.height - 2 * edge)
  }

  func contains(_ point: PixelPoint, within reach: Double) -> Bool {
    point.x >= x - reach && point.x <= x + width + reach && point.y >= y - reach && point.y <= y + height + reach
  }

  func contains(_ other: PixelRectangle) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
  }

  func touches(_ other: PixelRectangle) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }

  /// The part that lies in both; `nil` when they share no area.
  func intersection(_ other: PixelRectangle) -> PixelRectangle? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
    return left < right && top < bottom
      ? PixelRectangle(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  func union(_ other: PixelRectangle) -> PixelRectangle {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRectangle(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Moved by the shortest way; `nil` where it is larger.
  func moved(into other: PixelRectangle) -> PixelRectangle? {
    guard width <= other.width, height <= other.height else { return nil }
    return PixelRectangle(
      x: max(other.x, min(other.x + other.width - width, x)),
      y: max(other.y, min(other.y + other.height - height, y)), width: width, height: height)
  }
}
