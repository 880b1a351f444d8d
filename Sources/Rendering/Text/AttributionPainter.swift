import DocumentModel
import Geodesy

/// Draws the attributions that providers' terms ask for, as web maps do: small, on a pale ground, in the bottom right corner.
package enum AttributionPainter {
  private static let ink = Color(red: 0x33, green: 0x33, blue: 0x33)
  private static let ground = Color(red: 255, green: 255, blue: 255, alpha: 0xCC)

  /// - Parameters:
  ///   - picture: The size of the whole picture, in device pixels.
  ///   - pixelRatio: Device pixels in a logical pixel.
  /// - Returns: The label and the place of its top left corner; `nil` for no texts.
  /// - Throws: ``DrawingError`` where cairo, pango or the font is not installed.
  package static func label(_ texts: [String], on picture: PixelSize, pixelRatio: Double) throws(DrawingError)
    -> (label: Picture, x: Int, y: Int)?
  {
    guard !texts.isEmpty else { return nil }
    let text = texts.joined(separator: "  |  ")
    // Smaller where the picture is too narrow for the whole text: it may not be cut.
    var size = 10 * pixelRatio
    let (side, rim) = (5 * pixelRatio, 2 * pixelRatio)
    var extent = try Fonts.use { $0.line(text, size: size).extent }
    let room = Double(picture.width) - 2 * side
    if extent.width > room, room > 0 {
      size = max(4, size * room / extent.width)
      extent = try Fonts.use { $0.line(text, size: size).extent }
    }
    let box = PixelSize(
      width: min(picture.width, Int((extent.width + 2 * side).rounded(.up))),
      height: min(picture.height, Int((extent.height + 2 * rim).rounded(.up))))
    let canvas = try DrawingCanvas(size: box)
    canvas.fill(ground)
    try canvas.draw(text, size: size, at: PixelPoint(x: side, y: rim + extent.baseline), ink)
    return (canvas.picture(), picture.width - box.width, picture.height - box.height)
  }
}
