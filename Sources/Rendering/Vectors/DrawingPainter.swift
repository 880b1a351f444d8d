internal import CDrawing
import DocumentModel
import Geodesy

/// Draws the rows of a band that vector content touches.
struct DrawingPainter {
  let drawing: Drawing
  let width: Int
  let band: Range<Int>

  /// A picture of the band's size, or `nil` where nothing touches it.
  ///
  /// - Throws: ``DrawingError`` where cairo is not installed or has no memory.
  func painted() throws(DrawingError) -> Picture? {
    let touched = drawing.items.filter { item in
      item.bounds.y < Double(band.upperBound) && item.bounds.y + item.bounds.height > Double(band.lowerBound)
        && item.bounds.x < Double(width) && item.bounds.x + item.bounds.width > 0
    }
    if touched.isEmpty { return nil }
    let canvas = try DrawingCanvas(size: PixelSize(width: width, height: band.count))
    canvas.move(down: -Double(band.lowerBound))
    for item in touched {
      switch item.mark {
      case .fill(let rings, let color): canvas.fill(rings, color)
      case .stroke(let paths, let stroke): canvas.stroke(paths, stroke)
      case .letters(let rings, let color, let halo): canvas.letters(rings, color, halo: halo)
      }
    }
    return canvas.picture()
  }
}
