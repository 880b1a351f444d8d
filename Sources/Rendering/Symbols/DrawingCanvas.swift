internal import CDrawing
import DocumentModel
import Geodesy

/// Vector drawing into a picture, by cairo.
///
/// Coordinates are device pixels from the top left corner; a line one pixel wide is crisp on halves.
final class DrawingCanvas {
  private let functions: mapdoc_drawing
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let size: PixelSize

  /// A transparent canvas.
  ///
  /// - Throws: ``DrawingError`` where cairo is not installed or has no memory for the size.
  init(size: PixelSize) throws(DrawingError) {
    guard let table = mapdoc_drawing_open() else {
      throw .libraryMissing(reason: String(cString: mapdoc_drawing_open_error()))
    }
    functions = table.pointee
    surface = functions.cairo_image_surface_create(
      Int32(MAPDOC_CAIRO_FORMAT_ARGB32), Int32(clamping: size.width), Int32(clamping: size.height))
    context = functions.cairo_create(surface)
    self.size = size
    // Cairo gives objects that do nothing where it has no memory.
    guard functions.cairo_surface_status(surface) == 0 else { throw .outOfMemory(size: size) }
    functions.cairo_set_line_join(context, Int32(MAPDOC_CAIRO_JOIN_ROUND))
    functions.cairo_set_line_cap(context, Int32(MAPDOC_CAIRO_CAP_ROUND))
  }

  deinit {
    functions.cairo_destroy(context)
    functions.cairo_surface_destroy(surface)
  }

  /// Covers everything.
  func fill(_ color: Color) {
    set(color)
    functions.cairo_paint(context)
  }

  /// Covers a box.
  func fill(_ box: PixelRectangle, _ color: Color) {
    set(color)
    functions.cairo_new_path(context)
    functions.cairo_rectangle(context, box.x, box.y, box.width, box.height)
    functions.cairo_fill(context)
  }

  /// Fills rings by the even-odd rule.
  func fill(rings: [[PixelPoint]], _ color: Color) {
    set(color)
    functions.cairo_new_path(context)
    functions.cairo_set_fill_rule(context, Int32(MAPDOC_CAIRO_FILL_RULE_EVEN_ODD))
    for ring in rings {
      trace(ring)
      functions.cairo_close_path(context)
    }
    functions.cairo_fill(context)
  }

  /// Strokes open lines, all as one shape: where they meet, colours do not add up.
  func stroke(lines: [[PixelPoint]], _ color: Color, width: Double) {
    set(color)
    functions.cairo_new_path(context)
    functions.cairo_set_line_width(context, width)
    for line in lines { trace(line) }
    functions.cairo_stroke(context)
  }

  /// Lets all that is drawn from now on lean to the right.
  ///
  /// - Parameters:
  ///   - slant: Pixels to the side for each pixel upwards.
  ///   - height: The row that stays where it is.
  func slant(by slant: Double, about height: Double) {
    var matrix = mapdoc_cairo_matrix(xx: 1, yx: 0, xy: -slant, yy: 1, x0: slant * height, y0: 0)
    functions.cairo_transform(context, &matrix)
  }

  /// Draws a text with its baseline's left end at a place; with a halo of so many pixels around the letters.
  ///
  /// - Parameter size: Of the font in device pixels.
  /// - Throws: ``DrawingError`` where pango or the font is not installed.
  func draw(
    _ text: String, size: Double, isBold: Bool = false, at place: PixelPoint, _ color: Color,
    halo: (color: Color, width: Double)? = nil
  ) throws(DrawingError) {
    if let halo { try drawHalo(text, size: size, isBold: isBold, at: place, halo.color, width: halo.width) }
    let (functions, context) = (functions, context)
    functions.cairo_new_path(context)
    try Fonts.use { fonts in
      let line = fonts.line(text, size: size, isBold: isBold)
      functions.cairo_move_to(context, place.x, place.y - line.extent.baseline)
      set(color)
      line.withLayout { functions.pango_cairo_show_layout(context, $0) }
    }
  }

  /// Draws the halo alone of a text, so many pixels around the letters, and their inside.
  ///
  /// - Throws: ``DrawingError`` where pango or the font is not installed.
  func drawHalo(
    _ text: String, size: Double, isBold: Bool = false, at place: PixelPoint, _ color: Color, width: Double
  ) throws(DrawingError) {
    let (functions, context) = (functions, context)
    functions.cairo_new_path(context)
    try Fonts.use { fonts in
      let line = fonts.line(text, size: size, isBold: isBold)
      functions.cairo_move_to(context, place.x, place.y - line.extent.baseline)
      set(color)
      functions.cairo_set_line_width(context, width * 2)
      line.withLayout { functions.pango_cairo_layout_path(context, $0) }
      functions.cairo_stroke(context)
    }
  }

  /// Turns and moves all that is drawn from now on.
  func transform(_ transform: PictureTransform) {
    var matrix = mapdoc_cairo_matrix(
      xx: transform.xx, yx: transform.yx, xy: transform.xy, yy: transform.yy, x0: transform.x0, y0: transform.y0)
    functions.cairo_transform(context, &matrix)
  }

  /// Draws an SVG file into the box from 0, 0.
  func draw(_ document: SVGDocument, width: Double, height: Double) throws(DrawingError) {
    try document.draw(on: UnsafeMutableRawPointer(context), width: width, height: height)
  }

  /// Draws a picture into the box from 0, 0.
  ///
  /// - Throws: ``DrawingError`` where cairo has no memory for it.
  func draw(_ picture: Picture, width: Double, height: Double) throws(DrawingError) {
    let source = functions.cairo_image_surface_create(
      Int32(MAPDOC_CAIRO_FORMAT_ARGB32), Int32(clamping: picture.size.width), Int32(clamping: picture.size.height))
    defer { functions.cairo_surface_destroy(source) }
    guard functions.cairo_surface_status(source) == 0, let data = functions.cairo_image_surface_get_data(source) else {
      throw .outOfMemory(size: picture.size)
    }
    functions.cairo_surface_flush(source)
    let stride = Int(functions.cairo_image_surface_get_stride(source))
    for row in 0..<picture.size.height {
      let target = UnsafeMutableRawPointer(data + row * stride)
      picture.withRow(row, columns: 0..<picture.size.width) { pixels in
        for column in 0..<pixels.count {
          let pixel = pixels[column]
          let turned = pixel & 0xff00_ff00 | (pixel & 0xff) << 16 | (pixel >> 16) & 0xff
          target.storeBytes(of: turned, toByteOffset: column * 4, as: UInt32.self)
        }
      }
    }
    functions.cairo_surface_mark_dirty(source)
    let scale = (x: width / Double(picture.size.width), y: height / Double(picture.size.height))
    transform(PictureTransform(xx: scale.x, yx: 0, xy: 0, yy: scale.y, x0: 0, y0: 0))
    functions.cairo_set_source_surface(context, source, 0, 0)
    functions.cairo_paint(context)
  }

  /// The picture as it is now: premultiplied R, G, B, A.
  func picture() -> Picture {
    functions.cairo_surface_flush(surface)
    let stride = Int(functions.cairo_image_surface_get_stride(surface))
    guard let data = functions.cairo_image_surface_get_data(surface) else { return Picture(size: size) }
    let bytes = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { bytes, count in
      for row in 0..<size.height {
        let source = UnsafeRawPointer(data + row * stride)
        for column in 0..<size.width {
          // Cairo's pixel is a native word 0xAARRGGBB.
          let pixel = source.load(fromByteOffset: column * 4, as: UInt32.self)
          let target = (row * size.width + column) * 4
          bytes[target] = UInt8(truncatingIfNeeded: pixel >> 16)
          bytes[target + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
          bytes[target + 2] = UInt8(truncatingIfNeeded: pixel)
          bytes[target + 3] = UInt8(truncatingIfNeeded: pixel >> 24)
        }
      }
      count = size.width * size.height * 4
    }
    return Picture(size: size, bytes: bytes)
  }

  private func trace(_ line: [PixelPoint]) {
    guard let first = line.first else { return }
    functions.cairo_move_to(context, first.x, first.y)
    for point in line.dropFirst() { functions.cairo_line_to(context, point.x, point.y) }
  }

  private func set(_ color: Color) {
    functions.cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255)
  }
}

/// What keeps a picture from being drawn.
package enum DrawingError: Error, Sendable, Hashable {
  /// `reason` names the library and what the system says.
  case libraryMissing(reason: String)
  case outOfMemory(size: PixelSize)
  /// A font file of the packages that `make deps` installs is not there.
  case fontMissing(path: String)
  /// A picture of a symbol that could be opened, but not drawn.
  case pictureNotDrawn(reason: String)
}

extension DrawingError {
  /// What is missing, in words, lower case.
  package var words: String {
    switch self {
    case .libraryMissing(let reason): "\(reason); `make deps` installs it"
    case .outOfMemory(let size): "there is no memory for \(size.width) x \(size.height) pixels"
    case .pictureNotDrawn(let reason): reason
    case .fontMissing(let path): "the font `\(path)` is not installed; `make deps` installs it"
    }
  }
}
