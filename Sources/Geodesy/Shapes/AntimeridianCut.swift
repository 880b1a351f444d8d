/// Geometries that a document itself has, read as those of files are (``PathUnwrapping``).
extension PathUnwrapping {
  /// The same path without a step of more than half the world: it goes on beyond the antimeridian.
  package func continuous(_ path: [Position]) -> [Position] {
    var path = path
    unwrap(&path)
    return path
  }

  /// What a closed ring that jumps across the antimeridian goes round, cut there as RFC 7946, 3.1.9, wants it: closed rings,
  /// none of which jumps. One that goes round the world has the pole inside on whose side it leaves the smaller part.
  /// - Parameter ring: In degrees.
  /// - Returns: `nil` for a ring that does not jump.
  package func parts(ofClosed ring: [Position]) -> [[Position]]? {
    var open = ring
    let closing = unwrap(ring: &open)
    if closing == .roundPole { open = closed(aroundPole: continuous(ring), pole: 90) }
    if closing == .closed, open.elementsEqual(ring.dropLast()) { return nil }
    let (low, high) = open.reduce((Double.infinity, -Double.infinity)) { (min($0.0, $1.x), max($0.1, $1.x)) }
    guard low.isFinite, high - low < 8 * 360 else { return nil }
    let frames = Int(((low + 180) / 360).rounded(.down))...Int(((high + 180) / 360).rounded(.down))
    return frames.compactMap { frame in
      let shift = Double(frame) * 360
      let world = Extent(xmin: -180 + shift, ymin: -90, xmax: 180 + shift, ymax: 90)
      let part = BoxCut(box: world).part(ofRing: open).map { Position(x: $0.x - shift, y: $0.y) }
      guard let first = part.first, part.count > 2, RingCut.area(part) != 0 else { return nil }
      return part + [first]
    }
  }
}
