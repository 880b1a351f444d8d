import Geodesy

/// Where a label may stand beside a place, the best first.
///
/// The order is the one that textbooks and other programs have for text that is read from left to right (J. Krygier and
/// D. Wood, Making Maps; QGIS's "cartographic" placement): right above, left above, right below, left below, right, left,
/// above, below. A label of a place without a symbol stands on it where it can.
struct PointCandidates {
  private let text: LabelText
  private let pivot: PixelPoint
  private let rotation: Double
  /// From the place to the edge of its symbol, and from there to the letters.
  private let (reach, gap): (Double, Double)

  init(_ text: LabelText, at point: PixelPoint, clearance: Double, _ request: LabelRequest) {
    self.text = text
    pivot = PixelPoint(x: point.x + request.offset.x, y: point.y + request.offset.y)
    rotation = request.rotation
    reach = max(0, clearance)
    gap = 0.18 * text.size + text.haloWidth / 2
  }

  var places: [TextPlace] {
    let sides = [
      beside(1, -1), beside(-1, -1), beside(1, 1), beside(-1, 1), beside(1, 0), beside(-1, 0), over(-1), over(1),
    ]
    return reach > 0 ? sides : [place(text.shift(.center), 0.5)] + sides
  }

  private func place(_ shift: PixelPoint, _ alignment: Double) -> TextPlace {
    TextPlace(pivot: pivot, shift: shift, rotation: rotation, alignment: alignment)
  }

  /// - Parameters:
  ///   - side: 1 to the right, -1 to the left.
  ///   - height: -1: its last line stands a little above the place, 1: its first one hangs below, 0: in the middle.
  private func beside(_ side: Double, _ height: Double) -> TextPlace {
    let apart = reach + gap * (height == 0 ? 1 : 0.6)
    let x = side > 0 ? apart - text.text.left * text.size : -apart - text.text.right * text.size
    let rise = 0.1 * text.size + 0.35 * reach
    let y =
      height == 0
      ? -text.text.middle * text.size : height < 0 ? -rise - text.lastBaseline : rise + text.capHeight
    return place(PixelPoint(x: x, y: y), side > 0 ? 0 : 1)
  }

  /// - Parameter height: -1 above, 1 below.
  private func over(_ height: Double) -> TextPlace {
    let apart = reach + gap * 0.6
    let y = height < 0 ? -apart - text.text.bottom * text.size : apart - text.text.top * text.size
    return place(PixelPoint(x: -text.width / 2, y: y), 0.5)
  }
}
