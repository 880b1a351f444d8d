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
    guard !texts.isEmpty, picture.width > 0, picture.height > 0 else { return nil }
    let layout = try fitted(texts.joined(separator: "  |  "), on: picture, pixelRatio: pixelRatio)
    let extent = layout.extents.first ?? TextExtent(width: 0, height: 0, baseline: 0)
    let width = layout.extents.map(\.width).max() ?? 0
    let box = PixelSize(
      width: min(picture.width, Int((width + 2 * layout.side).rounded(.up))),
      height: min(picture.height, Int((extent.height * Double(layout.lines.count) + 2 * layout.rim).rounded(.up))))
    let canvas = try DrawingCanvas(size: box)
    canvas.fill(ground)
    for (number, line) in layout.lines.enumerated() {
      let baseline = layout.rim + extent.height * Double(number) + extent.baseline
      try canvas.draw(line, size: layout.size, at: PixelPoint(x: layout.side, y: baseline), ink)
    }
    return (canvas.picture(), picture.width - box.width, picture.height - box.height)
  }

  /// Lines of one size with the space around them.
  private struct Layout {
    let lines: [String]
    let extents: [TextExtent]
    /// Of the font, in device pixels.
    let size: Double
    let side: Double
    let rim: Double
  }

  /// In logical pixels: the usual size, and the least that is read with ease.
  private static let (usualSize, leastSize) = (10.0, 6.0)

  /// The text as large as it can stand on the picture without a letter cut off: on one line down to the least size, then
  /// on several, then, on a picture that has no room for that either, as small as it must be.
  private static func fitted(
    _ text: String, on picture: PixelSize, pixelRatio: Double
  ) throws(DrawingError) -> Layout {
    var size = usualSize * pixelRatio
    while size >= leastSize * pixelRatio {
      if let one = try layout(text, size: size, isOneLine: true, on: picture) { return one }
      size *= 0.95
    }
    size = usualSize * pixelRatio
    // Wrapped; below a quarter of a pixel nothing is seen any more, and the loop ends.
    while size > 0.25 {
      if let several = try layout(text, size: size, isOneLine: false, on: picture) {
        return several
      }
      size *= 0.9
    }
    return Layout(lines: [], extents: [], size: size, side: 0, rim: 0)
  }

  /// `nil` where the picture has no room.
  private static func layout(
    _ text: String, size: Double, isOneLine: Bool, on picture: PixelSize
  ) throws(DrawingError) -> Layout? {
    // The space around goes with the letters, in the proportion that it has at the usual size.
    let (side, rim) = (size / usualSize * 5, size / usualSize * 2)
    let room = Double(picture.width) - 2 * side
    return try Fonts.use { fonts in
      var lines = [text]
      if !isOneLine {
        lines = []
        for word in text.split(separator: " ").map(String.init) {
          let longer = (lines.last.map { $0 + " " } ?? "") + word
          if !lines.isEmpty, fonts.line(longer, size: size).extent.width <= room {
            lines[lines.count - 1] = longer
          } else {
            lines.append(word)
          }
        }
      }
      let extents = lines.map { fonts.line($0, size: size).extent }
      let height = (extents.first?.height ?? 0) * Double(lines.count) + 2 * rim
      guard extents.allSatisfy({ $0.width <= room }), height <= Double(picture.height) else { return nil }
      return Layout(lines: lines, extents: extents, size: size, side: side, rim: rim)
    }
  }
}
