import DocumentModel
import Geodesy

/// Draws the attributions that providers' terms ask for, as web maps do: small, on a pale ground, in the bottom right corner.
package enum AttributionPainter {
  private static let ink = Color(red: 0x33, green: 0x33, blue: 0x33)
  /// Between two texts on a line.
  private static let separator = "|"
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
    let layout = try fitted(texts.joined(separator: "  \(separator)  "), on: picture, pixelRatio: pixelRatio)
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

  /// In logical pixels: the usual size, the least that is read with ease, and the least that is read at all.
  private static let (usualSize, easySize, leastSize) = (10.0, 8.0, 6.0)
  /// The part of the picture's height that several lines may cover, while there is another way.
  private static let easyCover = 0.4

  /// The text as large as it can stand on the picture without a letter cut off: on one line, or on several that cover
  /// little of it, as long as it is read with ease; then so as long as it is read at all; then on as many lines as there is
  /// room for, and on a picture that has no room for that either as small as it must be.
  private static func fitted(
    _ text: String, on picture: PixelSize, pixelRatio: Double
  ) throws(DrawingError) -> Layout {
    let low = PixelSize(width: picture.width, height: Int(Double(picture.height) * easyCover))
    let (usual, easy, least) = (usualSize * pixelRatio, easySize * pixelRatio, leastSize * pixelRatio)
    if let one = try largest(text, from: usual, to: easy, isOneLine: true, on: picture) { return one }
    if let several = try largest(text, from: usual, to: easy, isOneLine: false, on: low) { return several }
    if let one = try largest(text, from: easy, to: least, isOneLine: true, on: picture) { return one }
    if let several = try largest(text, from: easy, to: least, isOneLine: false, on: low) { return several }
    // Below a quarter of a pixel nothing is seen any more.
    if let several = try largest(text, from: least, to: 0.25, isOneLine: false, on: picture) { return several }
    return Layout(lines: [], extents: [], size: 0, side: 0, rim: 0)
  }

  private static func largest(
    _ text: String, from most: Double, to least: Double, isOneLine: Bool, on picture: PixelSize
  ) throws(DrawingError) -> Layout? {
    var size = most
    while size >= least {
      if let layout = try layout(text, size: size, isOneLine: isOneLine, on: picture) { return layout }
      size *= 0.95
    }
    return nil
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
        // The end of a line separates as well.
        lines = lines.map { $0.trimmed(of: separator) }.filter { !$0.isEmpty }
      }
      let extents = lines.map { fonts.line($0, size: size).extent }
      let height = (extents.first?.height ?? 0) * Double(lines.count) + 2 * rim
      guard extents.allSatisfy({ $0.width <= room }), height <= Double(picture.height) else { return nil }
      return Layout(lines: lines, extents: extents, size: size, side: side, rim: rim)
    }
  }
}

extension String {
  /// Without a separator, and the space beside it, at either end.
  fileprivate func trimmed(of separator: String) -> String {
    var rest = self[...]
    while rest.hasPrefix(separator) || rest.hasPrefix(" ") { rest = rest.dropFirst() }
    while rest.hasSuffix(separator) || rest.hasSuffix(" ") { rest = rest.dropLast() }
    return String(rest)
  }
}
