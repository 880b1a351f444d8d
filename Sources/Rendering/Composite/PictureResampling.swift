import DocumentModel
import Geodesy

extension Picture {
  var wholeRectangle: PixelRectangle {
    PixelRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// A part of this picture on another pixel grid. Pixels beside the part are used where the filter reaches them; the
  /// outermost stand for those beyond.
  ///
  /// - Parameters:
  ///   - part: In pixels of this picture; its sides are above 0.
  ///   - target: Each side at least 1.
  func resampled(_ part: PixelRectangle, to target: PixelSize, _ resampling: Resampling) -> Picture {
    let (scaleX, scaleY) = (Double(target.width) / part.width, Double(target.height) / part.height)
    let horizontal = AxisWeights(
      results: 0..<target.width, origin: -part.x * scaleX, scale: scaleX, limits: 0..<size.width,
      resampling: resampling)
    let vertical = AxisWeights(
      results: 0..<target.height, origin: -part.y * scaleY, scale: scaleY, limits: 0..<size.height,
      resampling: resampling)
    var result = Picture(size: target)
    var mixer = RowMixer(reads: horizontal.reads)
    for y in 0..<target.height {
      mixer.begin()
      for tap in 0..<vertical.taps {
        mixer.add(
          self, row: vertical.firsts[y] + tap, at: 0, weight: vertical.weights[y * vertical.taps + tap])
      }
      result.withMutableRow(y) { mixer.write(horizontal, overshoots: resampling.overshoots, into: &$0) }
    }
    return result
  }
}

extension Resampling {
  /// Whether the filter has negative weights, so that results must be brought back into their range.
  var overshoots: Bool { self == .cubic || self == .lanczos }
}
