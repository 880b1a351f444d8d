import DocumentModel
import Geodesy

/// A name that has found its place on a level.
struct WorldLabel: Sendable {
  let lines: [String]
  let lettering: WorldStyle.Lettering
  /// In logical pixels of the whole level: the lines with their halo.
  let box: PixelRectangle
  /// A place's dot: its centre in logical pixels, and its diameter.
  let dot: (center: PixelPoint, diameter: Double)?
  /// Lines stand one below the other about the middle of the box, or begin or end at the side where the dot is.
  let alignment: Alignment

  enum Alignment: Sendable { case left, middle, right }

  /// All that its picture depends on.
  struct Look: Hashable {
    let lines: [String]
    let lettering: WorldStyle.Lettering
    let alignment: Alignment
  }

  var look: Look { Look(lines: lines, lettering: lettering, alignment: alignment) }

  /// Pixels of a halo around the letters.
  static let halo = 1.4
  /// Pixels kept free beside a label's letters, in its box.
  static let margin = 2.0
}

extension WorldLabel {
  /// From the top of a line to its baseline, for each pixel of the size.
  static let ascent = 0.928

  /// - Parameter pixelRatio: Device pixels in a logical pixel.
  func picture(pixelRatio: Double) throws(DrawingError) -> Picture {
    let (width, height) = (box.width * pixelRatio, box.height * pixelRatio)
    let canvas = try DrawingCanvas(
      size: PixelSize(width: Int(width.rounded(.up)), height: Int(height.rounded(.up))))
    if lettering.isSlanted { canvas.slant(by: WorldStyle.slant, about: height / 2) }
    let size = lettering.size * pixelRatio
    let lineHeight = size * LetterWidths.lineHeight
    let top = (height - lineHeight * Double(lines.count)) / 2 + Self.ascent * size
    let isBold = lettering.isBold
    var starts: [PixelPoint] = []
    for (number, line) in lines.enumerated() {
      let long = try Fonts.use { $0.line(line, size: size, isBold: isBold).extent.width }
      let x =
        switch alignment {
        case .left: Self.margin * pixelRatio
        case .middle: (width - long) / 2
        case .right: width - Self.margin * pixelRatio - long
        }
      starts.append(PixelPoint(x: x, y: top + Double(number) * lineHeight))
    }
    // All halos first: a halo may not cover the line above.
    for (line, start) in zip(lines, starts) {
      try canvas.drawHalo(
        line, size: size, isBold: isBold, at: start, lettering.halo, width: Self.halo * pixelRatio)
    }
    for (line, start) in zip(lines, starts) {
      try canvas.draw(line, size: size, isBold: isBold, at: start, lettering.color)
    }
    return canvas.picture()
  }

  /// A place's dot, a pale disc with a dark one in it, on a picture of its own: it is the same on each tile that cuts it.
  ///
  /// - Parameter pixelRatio: Device pixels in a logical pixel.
  /// - Returns: `nil` for a name without a dot; else the dot, and its top left pixel on the level.
  func dotPicture(pixelRatio: Double) throws(DrawingError) -> (picture: Picture, x: Int, y: Int)? {
    guard let dot else { return nil }
    let (x, y) = (dot.center.x * pixelRatio, dot.center.y * pixelRatio)
    let reach = (dot.diameter / 2 + 1) * pixelRatio + 1
    let (left, top) = (Int((x - reach).rounded(.down)), Int((y - reach).rounded(.down)))
    let side = Int((2 * reach).rounded(.up)) + 1
    let canvas = try DrawingCanvas(size: PixelSize(width: side, height: side))
    let center = PixelPoint(
      x: (x * 256).rounded() / 256 - Double(left), y: (y * 256).rounded() / 256 - Double(top))
    // A line without length has round ends: a disc.
    canvas.stroke(lines: [[center, center]], WorldStyle.Colors.landHalo, width: (dot.diameter + 2) * pixelRatio)
    canvas.stroke(lines: [[center, center]], lettering.color, width: dot.diameter * pixelRatio)
    if lettering.isBold { canvas.stroke(lines: [[center, center]], .white, width: (dot.diameter - 2) * pixelRatio) }
    return (canvas.picture(), left, top)
  }
}
