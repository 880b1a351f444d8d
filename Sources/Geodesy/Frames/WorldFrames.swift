/// Copies of the world side by side, where a map goes on beyond its edge: frame 0 reaches from -180 to 180 degrees, frame 1
/// lies to the right of it, frame -1 to the left. y never repeats.
package struct WorldFrames: Sendable, Hashable {
  /// Of a frame, in units of x.
  package let width: Double

  /// `nil` for a reference whose picture does not repeat.
  package init?(of reference: SpatialReference) {
    guard let width = reference.facts.worldWidth else { return nil }
    self.width = width
  }

  /// The left and right edge of a frame.
  package func edges(of frame: Int) -> (left: Double, right: Double) {
    ((Double(frame) - 0.5) * width, (Double(frame) + 0.5) * width)
  }

  /// The frames that a box shows a part of, at most 2⁵³; what is narrower than a billionth of the world is none.
  package func frames(of extent: Extent) -> ClosedRange<Int> {
    let tolerance = 1e-9
    let first = Int(saturating: (extent.xmin / width + 0.5 + tolerance).rounded(.down))
    let last = Int(saturating: (extent.xmax / width + 0.5 - tolerance).rounded(.up)) - 1
    return first...max(first, last)
  }

  /// The same place in frame 0, from its left edge up to its right one, which belongs to it.
  package func inFrameZero(_ x: Double) -> Double {
    let half = width / 2
    // What lies beyond an edge and ends on one again ends on the edge that it went past.
    if x > half { return x - width * ((x - half) / width).rounded(.up) }
    if x < -half { return x + width * ((-half - x) / width).rounded(.up) }
    return x
  }

  /// The same box with its centre in frame 0.
  package func inFrameZero(_ extent: Extent) -> Extent {
    extent.shifted(x: inFrameZero(extent.center.x) - extent.center.x)
  }

  /// A box that lies in another frame as a whole, moved to frame 0; any other as it stands.
  package func movedWhole(_ extent: Extent) -> Extent {
    let frames = frames(of: extent)
    return frames.count == 1 ? extent.shifted(x: -Double(frames.lowerBound) * width) : extent
  }

  /// How far a box is moved to each frame in which it then shares a part of an area.
  ///
  /// A box of more worlds than ``mostWorlds`` is nothing on earth, and lies everywhere as it stands: it is not moved.
  package func shifts(of box: Extent, into area: Extent) -> [Double] {
    let (shown, own) = (frames(of: area), frames(of: box))
    guard own.count <= Self.mostWorlds else { return box.intersection(area) == nil ? [] : [0] }
    return (shown.lowerBound - own.upperBound...shown.upperBound - own.lowerBound)
      .map { Double($0) * width }.filter { box.shifted(x: $0).intersection(area) != nil }
  }

  private static let mostWorlds = 8

  /// True for a box that reaches all round the world, give or take a billionth of it.
  package func isAllRound(_ extent: Extent) -> Bool { extent.width >= width * (1 - 1e-9) }

  /// What a box shows of frame 0: all the world where a frame's edge lies in it, the box moved there where none does.
  func shownInFrameZero(_ extent: Extent) -> Extent {
    let frames = frames(of: extent)
    guard frames.count == 1 else {
      return Extent(xmin: -width / 2, ymin: extent.ymin, xmax: width / 2, ymax: extent.ymax)
    }
    return extent.shifted(x: -Double(frames.lowerBound) * width)
  }
}
