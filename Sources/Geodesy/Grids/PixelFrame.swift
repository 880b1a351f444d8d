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

  /// The smallest one around points; `nil` for none.
  init?(around points: [PicturePoint]) {
    guard let first = points.first else { return nil }
    (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points.dropFirst() {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
  }

  func grown(by margin: Double) -> PixelFrame {
    var grown = self
    (grown.left, grown.top) = (left - margin, top - margin)
    (grown.right, grown.bottom) = (right + margin, bottom + margin)
    return grown
  }

  func meets(_ other: PixelFrame) -> Bool {
    left <= other.right && right >= other.left && top <= other.bottom && bottom >= other.top
  }

  func contains(_ frame: PixelFrame) -> Bool {
    left <= frame.left && frame.right <= right && top <= frame.top && frame.bottom <= bottom
  }

  func contains(_ point: PicturePoint) -> Bool {
    left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
  }

  /// Whether a curve from one point to another may come into the frame.
  func mayMeet(_ start: PicturePoint, _ end: PicturePoint) -> Bool { mayMeet(start, start, end) }

  /// Whether a curve through three points may come into the frame.
  func mayMeet(_ start: PicturePoint, _ middle: PicturePoint, _ end: PicturePoint) -> Bool {
    let (lowX, highX) = (min(start.x, middle.x, end.x), max(start.x, middle.x, end.x))
    let (lowY, highY) = (min(start.y, middle.y, end.y), max(start.y, middle.y, end.y))
    // It bulges out of the box around its points by no more than that.
    let slack = max(highX - lowX, highY - lowY) / 4
    return lowX - slack <= right && highX + slack >= left && lowY - slack <= bottom && highY + slack >= top
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
      let (from, to) = (first.snapped, last.snapped)
      if part.last != from {
        if part.count > 1 { parts.append(part) }
        part = [from]
      }
      if to != from { part.append(to) }
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }

  /// The part of a stretch inside.
  private func clipped(_ start: PicturePoint, _ end: PicturePoint) -> (PicturePoint, PicturePoint)? {
    if contains(start), contains(end) { return (start, end) }
    let box = Extent(xmin: left, ymin: top, xmax: right, ymax: bottom)
    guard let part = box.part(from: Position(x: start.x, y: start.y), to: Position(x: end.x, y: end.y)),
      part.start < part.end
    else { return nil }
    func at(_ share: Double) -> PicturePoint {
      PicturePoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
    }
    return (part.start == 0 ? start : at(part.start), part.end == 1 ? end : at(part.end))
  }
}
