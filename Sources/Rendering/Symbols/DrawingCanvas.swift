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

  /// Moves all that is drawn from now on.
  func move(down height: Double) {
    var matrix = mapdoc_cairo_matrix(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: height)
    functions.cairo_transform(context, &matrix)
  }

  /// Fills where rings wind round.
  func fill(_ rings: PathList, _ color: Color) {
    set(color)
    functions.cairo_new_path(context)
    functions.cairo_set_fill_rule(context, Int32(MAPDOC_CAIRO_FILL_RULE_WINDING))
    for ring in 0..<rings.count { trace(rings, ring, isClosed: true) }
    functions.cairo_fill(context)
  }

  /// Strokes paths, all as one shape.
  func stroke(_ paths: PathList, _ stroke: Stroke) {
    set(stroke.color)
    functions.cairo_new_path(context)
    functions.cairo_set_line_width(context, stroke.width)
    for path in 0..<paths.count { trace(paths, path, isClosed: stroke.isClosed) }
    functions.cairo_stroke(context)
  }

  /// Draws letters by their outlines: first a halo around and under all of them.
  func letters(_ rings: PathList, _ color: Color, halo: TextStyle.Halo?) {
    functions.cairo_set_fill_rule(context, Int32(MAPDOC_CAIRO_FILL_RULE_WINDING))
    if let halo {
      // On both sides of the outline, so twice as wide.
      stroke(rings, Stroke(color: halo.color, width: halo.width * 2, isClosed: true))
    }
    set(color)
    functions.cairo_new_path(context)
    for ring in 0..<rings.count { trace(rings, ring, isClosed: true) }
    functions.cairo_fill(context)
  }

  private func trace(_ paths: PathList, _ path: Int, isClosed: Bool) {
    let range = paths.range(of: path)
    guard let first = range.first else { return }
    functions.cairo_move_to(context, paths.x[first], paths.y[first])
    for index in range.dropFirst() { functions.cairo_line_to(context, paths.x[index], paths.y[index]) }
    if isClosed { functions.cairo_close_path(context) }
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
}

extension DrawingError {
  /// What is missing, in words, lower case.
  package var words: String {
    switch self {
    case .libraryMissing(let reason): "\(reason); `make deps` installs it"
    case .outOfMemory(let size): "there is no memory for \(size.width) x \(size.height) pixels"
    case .fontMissing(let path): "the font `\(path)` is not installed; `make deps` installs it"
    }
  }
}
