import DocumentModel
import Geodesy

/// Draws what `type: debug` shows: the edge of a tile, and its level, row and column in the tile's corner.
package enum TileOutlinePainter {
  private static let line = Color(red: 0xC2, green: 0x18, blue: 0x5B)
  private static let halo = Color(red: 255, green: 255, blue: 255, alpha: 0xD9)

  /// - Throws: ``DrawingError`` where cairo, pango or the font is not installed.
  package static func tile(_ index: TileIndex, size: PixelSize) throws(DrawingError) -> Picture {
    let canvas = try DrawingCanvas(size: size)
    let (width, height) = (Double(size.width), Double(size.height))
    // Half of the line in this tile, half in its neighbour.
    canvas.stroke(
      lines: [
        [
          PixelPoint(x: 0, y: 0), PixelPoint(x: width, y: 0), PixelPoint(x: width, y: height),
          PixelPoint(x: 0, y: height),
          PixelPoint(x: 0, y: 0),
        ]
      ], line, width: 2)
    let letters = max(9, min(13, width / 18))
    try canvas.draw(
      "\(index.level) / \(index.row) / \(index.column)", size: letters, at: PixelPoint(x: 8, y: 8 + letters), line,
      halo: (halo, 2))
    return canvas.picture()
  }
}
