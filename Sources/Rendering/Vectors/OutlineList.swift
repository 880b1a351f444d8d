import Geodesy

/// Closed polygons in 1/256 of a device pixel, ready to be filled: what every mark of a drawing becomes, once for all bands.
///
/// Whole numbers make the picture the same whatever the processor, and however it is cut into bands.
struct OutlineList: Sendable {
  /// A polygon: where it ends in the coordinates, and the rows that it touches, in 1/256.
  struct Polygon: Sendable {
    var end: Int
    var top: Int32
    var bottom: Int32
  }

  private(set) var x: [Int32] = []
  private(set) var y: [Int32] = []
  private(set) var polygons: [Polygon] = []

  /// Beyond this many pixels from the picture's corner a coordinate counts as this many.
  private static let farthest = 4_000_000.0

  @inline(__always)
  mutating func add(_ px: Double, _ py: Double) {
    x.append(Self.fixed(px))
    y.append(Self.fixed(py))
  }

  /// Makes a polygon of what has been added since the last one; of fewer than three positions, none.
  ///
  /// - Parameter turned: It goes round the other way than it was added.
  mutating func close(turned: Bool = false) {
    let start = polygons.last?.end ?? 0
    if turned {
      x[start...].reverse()
      y[start...].reverse()
    }
    guard y.count - start >= 3 else {
      x.removeLast(x.count - start)
      y.removeLast(y.count - start)
      return
    }
    var (top, bottom) = (y[start], y[start])
    for place in start + 1..<y.count {
      top = min(top, y[place])
      bottom = max(bottom, y[place])
    }
    polygons.append(Polygon(end: y.count, top: top, bottom: bottom))
  }

  /// Each of some rings as a polygon.
  mutating func add(rings: PathList, _ range: Range<Int>) {
    for ring in range {
      for place in rings.range(of: ring) { add(rings.x[place], rings.y[place]) }
      close()
    }
  }

  /// By whole pixels.
  func moved(right: Int, down: Int) -> OutlineList {
    let (dx, dy) = (Int32(right) << 8, Int32(down) << 8)
    var moved = self
    for place in x.indices { (moved.x[place], moved.y[place]) = (x[place] + dx, y[place] + dy) }
    for polygon in polygons.indices {
      moved.polygons[polygon].top += dy
      moved.polygons[polygon].bottom += dy
    }
    return moved
  }

  /// That some polygons touch.
  func rows(of range: Range<Int>) -> Range<Int> {
    guard let top = polygons[range].lazy.map(\.top).min(), let bottom = polygons[range].lazy.map(\.bottom).max() else {
      return 0..<0
    }
    return Int(top >> 8)..<Int(bottom >> 8) + 1
  }

  /// The positions of a polygon.
  func range(of polygon: Int) -> Range<Int> { (polygon == 0 ? 0 : polygons[polygon - 1].end)..<polygons[polygon].end }

  /// Halves away from 0; what is no number counts as 0.
  @inline(__always)
  private static func fixed(_ value: Double) -> Int32 {
    let bounded = min(max(value, -farthest), farthest)
    return bounded == bounded ? Int32((bounded * 256).rounded()) : 0
  }
}
