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
