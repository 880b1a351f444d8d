import DocumentModel
import Geodesy

/// A text as it will look, without its place.
struct LabelText: Sendable {
  let text: ShapedText
  let style: TextStyle

  var size: Double { style.size }
  var width: Double { text.width * size }
  /// From the first baseline down to the last.
  var lastBaseline: Double { (text.lines.last?.baseline ?? 0) * size }
  var capHeight: Double { ShapedText.capHeight * size }
  var haloWidth: Double { style.halo.map { $0.color.alpha > 0 ? max(0, $0.width) : 0 } ?? 0 }

  /// The letters with their halo.
  func box(at place: TextPlace) -> LabelBox {
    let corner = place.moved(PixelPoint(x: (text.left + text.right) / 2 * size, y: (text.top + text.bottom) / 2 * size))
    return LabelBox(
      center: corner,
      half: PixelPoint(
        x: (text.right - text.left) / 2 * size + haloWidth, y: (text.bottom - text.top) / 2 * size + haloWidth),
      cos: place.cos, sin: place.sin)
  }

  /// Where the first baseline's left end lies beside the point that a part of the text's box stands at.
  func shift(_ anchor: MarkerSymbol.Anchor) -> PixelPoint {
    let x =
      switch anchor {
      case .left, .topLeft, .bottomLeft: -text.left * size
      case .right, .topRight, .bottomRight: -text.right * size
      case .center, .top, .bottom: -width / 2
      }
    let y =
      switch anchor {
      case .top, .topLeft, .topRight: -text.top * size
      case .bottom, .bottomLeft, .bottomRight: -text.bottom * size
      case .center, .left, .right: -text.middle * size
      }
    return PixelPoint(x: x, y: y)
  }

  func draw(into drawing: inout Drawing, at place: TextPlace) {
    var rings = PathList()
    rings.reserve(text.glyphs.reduce(0) { $0 + $1.outline.weight })
    add(to: &rings, at: place)
    drawing.letters(rings, style.color, halo: style.halo)
  }

  /// Adds the outlines of its letters.
  func add(to rings: inout PathList, at place: TextPlace) {
    for line in text.lines {
      let indent = text.indent(of: line, place.alignment)
      for cluster in text.clusters[line.clusters] {
        for glyph in text.glyphs[cluster.glyphs] where !glyph.outline.isEmpty {
          let origin = place.moved(
            PixelPoint(x: (glyph.x + indent) * size, y: (glyph.y + line.baseline) * size))
          glyph.outline.add(
            to: &rings, GlyphPlace(origin: origin, size: size, turn: [place.cos, place.sin], slant: text.slant))
        }
      }
    }
  }
}

/// Where a text stands: moved beside a point, and turned about it. In device pixels.
struct TextPlace: Sendable {
  let pivot: PixelPoint
  /// From the pivot to the left end of the first baseline, before it is turned.
  let shift: PixelPoint
  let cos: Double
  let sin: Double
  /// Of its lines: 0 at the left, 0.5 in the middle, 1 at the right.
  let alignment: Double

  /// - Parameter rotation: Degrees clockwise.
  init(pivot: PixelPoint, shift: PixelPoint, rotation: Double = 0, alignment: Double = 0.5) {
    let axes = PageAxes(rotation: rotation.isFinite ? rotation : 0)
    let isUpright = axes.areUpright
    // Upright letters stand on a row of pixels: their feet are sharp.
    let (x, y) = (pivot.x + shift.x, pivot.y + shift.y)
    self.pivot = isUpright ? PixelPoint(x: (x * 4).rounded() / 4, y: y.rounded()) : pivot
    self.shift = isUpright ? PixelPoint(x: 0, y: 0) : shift
    (cos, sin) = (axes.cosine, axes.sine)
    self.alignment = alignment
  }

  /// Where a place of the text lies on the page, which is counted from the left end of its first baseline.
  func moved(_ place: PixelPoint) -> PixelPoint {
    let (x, y) = (place.x + shift.x, place.y + shift.y)
    return PixelPoint(x: pivot.x + x * cos - y * sin, y: pivot.y + x * sin + y * cos)
  }

  func moved(by offset: PixelPoint) -> TextPlace {
    TextPlace(
      pivot: PixelPoint(x: pivot.x + offset.x, y: pivot.y + offset.y), shift: shift, cos: cos, sin: sin,
      alignment: alignment)
  }

  private init(pivot: PixelPoint, shift: PixelPoint, cos: Double, sin: Double, alignment: Double) {
    (self.pivot, self.shift, self.cos, self.sin, self.alignment) = (pivot, shift, cos, sin, alignment)
  }
}
