/// Polygons of positions or points that are cut to where they are shown.
package enum PolygonCut {
  /// The part of a ring where a function is not negative, by Sutherland and Hodgman; exact where the function is straight
  /// between neighbours.
  static func keeping<Place>(
    _ ring: [Place], where inside: (Place) -> Double, between: (Place, Place, Double) -> Place
  ) -> [Place] {
    guard let last = ring.last else { return [] }
    var kept: [Place] = []
    var (start, startSide) = (last, inside(last))
    for end in ring {
      let endSide = inside(end)
      if (startSide >= 0) != (endSide >= 0) { kept.append(between(start, end, startSide / (startSide - endSide))) }
      if endSide >= 0 { kept.append(end) }
      (start, startSide) = (end, endSide)
    }
    return kept
  }

  static func keeping(_ ring: [PicturePoint], in frame: PixelFrame) -> [PicturePoint] {
    guard let around = PixelFrame(around: ring), frame.meets(around) else { return [] }
    if frame.contains(around) { return ring }
    let sides: [(PicturePoint) -> Double] = [
      { $0.x - frame.left }, { frame.right - $0.x }, { $0.y - frame.top }, { frame.bottom - $0.y },
    ]
    return sides.reduce(ring) { ring, side in
      keeping(ring, where: side) { start, end, share in
        PicturePoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
      }
    }
  }

  /// Whether a point lies inside of a ring.
  package static func contains(_ ring: [PicturePoint], _ point: PicturePoint) -> Bool {
    guard var start = ring.last else { return false }
    var isInside = false
    for end in ring {
      if (start.y > point.y) != (end.y > point.y),
        point.x < start.x + (end.x - start.x) * (point.y - start.y) / (end.y - start.y)
      {
        isInside.toggle()
      }
      start = end
    }
    return isInside
  }

  /// The middle of a ring's area, and the area; `nil` for one without any.
  static func middle(of ring: [PicturePoint]) -> (point: PicturePoint, area: Double)? {
    guard let first = ring.first, let last = ring.last else { return nil }
    var (sum, x, y) = (0.0, 0.0, 0.0)
    var start = last
    for end in ring {
      // About the first point, so that large coordinates do not hide small rings.
      let (ax, ay, bx, by) = (start.x - first.x, start.y - first.y, end.x - first.x, end.y - first.y)
      let cross = ax * by - bx * ay
      sum += cross
      x += (ax + bx) * cross
      y += (ay + by) * cross
      start = end
    }
    guard abs(sum) > 1e-6 else { return nil }
    return (PicturePoint(x: first.x + x / (3 * sum), y: first.y + y / (3 * sum)), abs(sum) / 2)
  }
}
