import Diagnostics
import DocumentModel
import Geodesy

/// What a layer's clip leaves of the picture.
struct ClippedArea: Sendable {
  /// In the map's reference; `nil`: no clip.
  var rings: [[Position]]?
  /// The box around what is left of the area; `nil` when nothing is, or when there is no view.
  var area: Extent?
}

/// `clip`: its rings in the map's reference, with positions between those that are written wherever a straight line of the
/// one reference bends in the other.
enum ClipRule {
  /// Why a layer whose clip leaves nothing of the picture is not drawn.
  static let outside = "its `clip` lies outside the picture"

  /// Pieces of each side of a ring.
  private static let pieces = 32
  /// In all rings after splitting; past it sides are split into fewer pieces.
  private static let mostPositions = 200_000

  /// - Parameters:
  ///   - area: What the groups around the layer leave of the picture.
  ///   - frames: Set where the map goes on beyond the edge of the world: the clip is then the same in each frame.
  ///   - margin: Kept around the clip's box, in map units: two pixels, for soft edges and for resampling.
  static func clip(
    of layer: Layer, in reference: SpatialReference, area: Extent?, margin: Double, frames: WorldFrames?
  ) throws(ViewProblem) -> ClippedArea {
    guard let clip = layer.clip else { return ClippedArea(rings: nil, area: area) }
    let rings = try projected(clip, of: layer, to: reference)
    let box = Extent(around: rings.flatMap { $0 })
    if let frames, let box, let area { return repeated(rings, around: box, frames, in: area) }
    guard let box, let left = area?.intersection(box) else { return ClippedArea(rings: rings, area: nil) }
    let grown = Extent(
      xmin: left.xmin - margin, ymin: left.ymin - margin, xmax: left.xmax + margin, ymax: left.ymax + margin)
    return ClippedArea(rings: rings, area: area?.intersection(grown))
  }

  /// The rings in each frame that shows a part of them.
  private static func repeated(
    _ rings: [[Position]], around box: Extent, _ frames: WorldFrames, in area: Extent
  ) -> ClippedArea {
    let seen = frames.shifts(of: box, into: area)
    guard !seen.isEmpty else { return ClippedArea(rings: rings, area: nil) }
    let all = seen.flatMap { distance in
      rings.map { ring in ring.map { Position(x: $0.x + distance, y: $0.y) } }
    }
    // What is left may lie at both ends of the picture: nothing is cut off beforehand.
    return ClippedArea(rings: all, area: area)
  }

  private static func projected(
    _ clip: Clip, of layer: Layer, to reference: SpatialReference
  ) throws(ViewProblem) -> [[Position]] {
    guard clip.reference != reference else { return clip.rings }
    let count = clip.rings.reduce(0) { $0 + $1.count }
    let pieces = max(1, min(Self.pieces, mostPositions / max(1, count)))
    let projector = try ViewProblem.asking(at: layer.typeRange) { () throws(GeodesyError) in
      try Projector(from: clip.reference, to: reference)
    }
    var rings: [[Position]] = []
    for ring in clip.rings {
      let split = Self.split(ring, into: pieces)
      let moved = projector.projectHeld(split)
      var projected: [Position] = []
      projected.reserveCapacity(moved.count)
      for (position, place) in zip(split, moved) {
        guard let place else {
          var finding = Diagnostic.notProjectable(
            Words.position(position), clip.reference, reference, at: layer.typeRange)
          finding.layer = layer.id
          throw ViewProblem(finding: finding)
        }
        projected.append(place)
      }
      rings.append(projected)
    }
    return rings
  }

  /// The ring with each side cut into equal pieces; a ring that is not closed is closed.
  static func split(_ ring: [Position], into pieces: Int) -> [Position] {
    guard pieces > 1, let first = ring.first else { return ring }
    let closed = ring.last == first ? ring : ring + [first]
    var split: [Position] = [first]
    for (start, end) in zip(closed, closed.dropFirst()) where start != end {
      for piece in 1..<pieces {
        let share = Double(piece) / Double(pieces)
        split.append(Position(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
      }
      split.append(end)
    }
    return split
  }
}
