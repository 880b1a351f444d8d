/// Brings geometry that goes on beyond the world's edge back into frame 0, as Esri's `normalizeCentralMeridian` does: it is
/// cut at the antimeridian, and its parts are moved by whole worlds.
///
/// Input goes on beyond the edge (a line from 170 to 190); it does not jump across it (from 170 to -170).
extension WorldFrames {
  /// Geometry wider than that is no geometry of a map.
  private static let mostFrames = 64

  /// A place in frame 0.
  package func normalized(_ place: Position) -> Position { Position(x: inFrameZero(place.x), y: place.y) }

  /// The parts of a line in frame 0, from the frame of its left end on; what runs along the edge is in one part.
  /// - Returns: `nil` for a line that is not finite, or wider than 64 worlds.
  package func normalized(line: [Position]) -> [[Position]]? {
    guard let frames = framesOf(line) else { return nil }
    return frames.flatMap { frame -> [[Position]] in
      let (left, right) = edges(of: frame)
      // The line as it is where it lies in one frame, edges included.
      let isWhole = frames.count == 1
      return (isWhole ? [line] : Self.parts(of: line, from: left, to: right)).map { shifted($0, from: frame) }
    }
  }

  /// The polygons that a polygon becomes in frame 0: of each the outer ring, then its holes.
  ///
  /// - Parameter rings: The outer ring, then the holes; closed or not, in any direction.
  /// - Returns: Closed rings, the outer ones counterclockwise. A ring that crosses an edge is joined along it, so that no
  ///   ring touches itself. `nil` for a polygon that is not finite, or wider than 64 worlds.
  package func normalized(polygon rings: [[Position]]) -> [[[Position]]]? {
    guard let frames = framesOf(rings.flatMap { $0 }) else { return nil }
    let directed = rings.enumerated().compactMap { number, ring in
      RingCut.directed(ring, isCounterclockwise: number == 0)
    }
    return frames.flatMap { frame -> [[[Position]]] in
      let (left, right) = edges(of: frame)
      let cut = RingCut.keeping(RingCut.keeping(directed, rightOf: left), leftOf: right)
      return RingCut.polygons(of: cut).map { $0.map { shifted($0, from: frame) } }
    }
  }

  private func framesOf(_ places: [Position]) -> ClosedRange<Int>? {
    guard places.allSatisfy(\.isFinite), let box = Extent(around: places) else { return nil }
    let frames = frames(of: box)
    return frames.count <= Self.mostFrames ? frames : nil
  }

  private func shifted(_ places: [Position], from frame: Int) -> [Position] {
    // By the edges, so that what ends on an edge ends on that of frame 0 to the last bit.
    let (left, right) = edges(of: frame)
    return places.map { place in
      if frame == 0 { return place }
      if place.x == left { return Position(x: -width / 2, y: place.y) }
      if place.x == right { return Position(x: width / 2, y: place.y) }
      return Position(x: place.x - Double(frame) * width, y: place.y)
    }
  }

  /// The parts of a line between two meridians.
  private static func parts(of line: [Position], from left: Double, to right: Double) -> [[Position]] {
    var parts: [[Position]] = []
    var part: [Position] = []
    for (start, end) in zip(line, line.dropFirst()) {
      guard let (first, last) = clipped(start, end, from: left, to: right) else {
        if part.count > 1 { parts.append(part) }
        part = []
        continue
      }
      if part.last != first {
        if part.count > 1 { parts.append(part) }
        part = [first]
      }
      part.append(last)
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }

  /// What lies between two meridians of a straight stretch; `nil` for nothing, or a single place.
  private static func clipped(
    _ start: Position, _ end: Position, from left: Double, to right: Double
  ) -> (Position, Position)? {
    let (low, high) = (min(start.x, end.x), max(start.x, end.x))
    // What runs along the right edge belongs to the frame on its right.
    guard high > left || low == high && low == left, low < right, start != end else { return nil }
    func held(_ place: Position) -> Position {
      if place.x < left { return RingCut.crossing(start, end, at: left) }
      if place.x > right { return RingCut.crossing(start, end, at: right) }
      return place
    }
    let (first, last) = (held(start), held(end))
    return first == last ? nil : (first, last)
  }
}
