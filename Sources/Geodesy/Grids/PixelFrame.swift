/// A box of a picture, in device pixels.
struct PixelFrame: Hashable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  /// A picture and a margin around it.
  init(_ size: PixelSize, margin: Double = 0) {
    (left, top, right, bottom) = (-margin, -margin, Double(size.width) + margin, Double(size.height) + margin)
  }

  func contains(_ point: PicturePoint) -> Bool {
    left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
  }

  /// Whether a curve through points may come into the frame.
  func mayMeet(_ points: [PicturePoint]) -> Bool {
    guard let first = points.first else { return false }
    var (low, high) = (first, first)
    for point in points.dropFirst() {
      (low.x, low.y) = (min(low.x, point.x), min(low.y, point.y))
      (high.x, high.y) = (max(high.x, point.x), max(high.y, point.y))
    }
    // It bulges out of the box around its points by no more than that.
    let slack = max(high.x - low.x, high.y - low.y) / 4
    return low.x - slack <= right && high.x + slack >= left && low.y - slack <= bottom && high.y + slack >= top
  }

  /// The parts of a line inside, each at least two points; on pixels' 256th parts, so that processors whose last bits differ
  /// draw the same.
  func clipped(_ line: [PicturePoint]) -> [[PicturePoint]] {
    var parts: [[PicturePoint]] = []
    var part: [PicturePoint] = []
    for (start, end) in zip(line, line.dropFirst()) {
      guard let (first, last) = clipped(start, end) else {
        if part.count > 1 { parts.append(part) }
        part = []
        continue
      }
      let (from, to) = (Self.snapped(first), Self.snapped(last))
      if part.last != from {
        if part.count > 1 { parts.append(part) }
        part = [from]
      }
      if to != from { part.append(to) }
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }

  /// The part of a stretch inside, by Liang and Barsky.
  private func clipped(_ start: PicturePoint, _ end: PicturePoint) -> (PicturePoint, PicturePoint)? {
    if contains(start), contains(end) { return (start, end) }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    var (low, high) = (0.0, 1.0)
    for (direction, room) in [
      (-dx, start.x - left), (dx, right - start.x), (-dy, start.y - top), (dy, bottom - start.y),
    ] {
      if direction == 0 {
        if room < 0 { return nil }
      } else if direction < 0 {
        low = max(low, room / direction)
      } else {
        high = min(high, room / direction)
      }
    }
    guard low < high else { return nil }
    func at(_ share: Double, _ exact: PicturePoint, _ isExact: Bool) -> PicturePoint {
      isExact ? exact : PicturePoint(x: start.x + dx * share, y: start.y + dy * share)
    }
    return (at(low, start, low == 0), at(high, end, high == 1))
  }

  static func snapped(_ point: PicturePoint) -> PicturePoint {
    PicturePoint(x: (point.x * 256).rounded() / 256, y: (point.y * 256).rounded() / 256)
  }
}
