import Geodesy

/// What of the page a layer is drawn on, where its `clip` or that of a group leaves less than all: its labels stand inside.
package struct LabelClip: Sendable, Hashable {
  /// In device pixels, holes the other way round than outer rings, which may overlap; of several clips a place lies in each.
  private let clips: [[[PixelPoint]]]
  /// Around what is inside of all of them.
  let bounds: PixelRectangle

  /// - Returns: `nil` where there is nothing to be cut by.
  package init?(_ clips: [[[PixelPoint]]]) {
    guard !clips.isEmpty else { return nil }
    self.clips = clips
    var (low, high) = (SIMD2(repeating: -Double.infinity), SIMD2(repeating: Double.infinity))
    for clip in clips {
      let places = clip.joined().map { SIMD2($0.x, $0.y) }
      let first = places.first ?? SIMD2()
      low = pointwiseMax(low, places.reduce(first) { pointwiseMin($0, $1) })
      high = pointwiseMin(high, places.reduce(first) { pointwiseMax($0, $1) })
    }
    let size = pointwiseMax(high - low, SIMD2())
    bounds = PixelRectangle(x: low.x, y: low.y, width: size.x, height: size.y)
  }

  package func contains(_ point: PixelPoint) -> Bool {
    clips.allSatisfy { clip in
      var winding = 0
      for ring in clip {
        guard var last = ring.last else { continue }
        for next in ring {
          if (next.y > point.y) != (last.y > point.y),
            point.x < last.x + (next.x - last.x) * (point.y - last.y) / (next.y - last.y)
          {
            winding += next.y > last.y ? 1 : -1
          }
          last = next
        }
      }
      return winding != 0
    }
  }

  /// Whether a label may stand there: its middle and its corners are inside.
  func holds(_ box: LabelBox) -> Bool { contains(box.center) && box.corners.allSatisfy(contains) }
}

extension LabelBox {
  fileprivate var corners: [PixelPoint] {
    [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { right, down in
      let (x, y) = (right * half.x, down * half.y)
      return PixelPoint(x: center.x + x * cos - y * sin, y: center.y + x * sin + y * cos)
    }
  }
}

extension DrawnFeatures {
  /// The same with labels and callouts of what the clips leave alone.
  package func clipped(by clip: LabelClip) -> DrawnFeatures {
    var clipped = self
    clipped.labels = labels.compactMap { request in
      if case .point(let point, _) = request.subject, !clip.contains(point) { return nil }
      var own = request
      own.clip = clip
      return own
    }
    clipped.callouts = callouts.filter { clip.contains($0.point) }
    return clipped
  }
}
