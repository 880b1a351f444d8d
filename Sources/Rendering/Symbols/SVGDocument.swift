internal import CSVG
import Synchronization

/// An SVG file, drawn by librsvg; what it names outside itself is not loaded, as it has no address of its own.
final class SVGDocument: Sendable {
  /// Of the whole, in logical pixels.
  let width: Double
  let height: Double
  private let handle: Handle

  /// librsvg's handles are for one thread at a time; the mutex is what makes this one fit for several.
  private final class Handle: @unchecked Sendable {
    let functions: mapdoc_svg
    let pointer: OpaquePointer
    let isBusy = Mutex(())

    init(functions: mapdoc_svg, pointer: OpaquePointer) {
      self.functions = functions
      self.pointer = pointer
    }

    deinit { functions.g_object_unref(UnsafeMutableRawPointer(pointer)) }
  }

  /// - Throws: ``SymbolPictureError`` with what librsvg says of the bytes.
  init(_ bytes: [UInt8]) throws(SymbolPictureError) {
    guard let table = mapdoc_svg_open() else {
      throw .libraryMissing(reason: String(cString: mapdoc_svg_open_error()))
    }
    let functions = table.pointee
    var error: UnsafeMutablePointer<mapdoc_gerror>?
    guard let pointer = functions.rsvg_handle_new_from_data(bytes, bytes.count, &error) else {
      throw .notAPicture(Self.taken(error, functions))
    }
    functions.rsvg_handle_set_dpi(pointer, 96)
    handle = Handle(functions: functions, pointer: pointer)
    (width, height) = Self.size(of: pointer, functions)
  }

  private static func taken(_ error: UnsafeMutablePointer<mapdoc_gerror>?, _ functions: mapdoc_svg) -> String {
    guard let error else { return "librsvg cannot read it" }
    defer { functions.g_error_free(error) }
    return inWords(String(cString: error.pointee.message))
  }

  /// "XML parse error: Error domain 1 code 77 on line 1 column 11 of data: Premature end of data" without what only librsvg
  /// needs to know.
  private static func inWords(_ message: String) -> String {
    var text = message[...]
    while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
    guard text.hasPrefix("XML parse error: "), let line = text.firstRange(of: " on line "),
      let column = text[line.upperBound...].firstRange(of: " column "),
      let words = text[column.upperBound...].firstRange(of: " of data: ")
    else { return String(text) }
    let (row, place) = (text[line.upperBound..<column.lowerBound], text[column.upperBound..<words.lowerBound])
    let rest = text[words.upperBound...]
    return "it is no sound XML at line \(row), column \(place): \(rest.prefix(1).lowercased())\(rest.dropFirst())"
  }

  /// Of its `width` and `height`, else of its `viewBox`, else what SVG says without either.
  private static func size(of pointer: OpaquePointer, _ functions: mapdoc_svg) -> (Double, Double) {
    var (width, height) = (0.0, 0.0)
    if functions.rsvg_handle_get_intrinsic_size_in_pixels(pointer, &width, &height) != 0, width > 0, height > 0 {
      return (width, height)
    }
    var (hasWidth, hasHeight, hasBox): (Int32, Int32, Int32) = (0, 0, 0)
    var box = mapdoc_rsvg_rectangle(x: 0, y: 0, width: 0, height: 0)
    // A length is a number and a unit.
    var (one, other) = ((0.0, 0), (0.0, 0))
    functions.rsvg_handle_get_intrinsic_dimensions(
      pointer, &hasWidth, &one, &hasHeight, &other, &hasBox, &box)
    return hasBox != 0 && box.width > 0 && box.height > 0 ? (box.width, box.height) : (100, 100)
  }

  /// Draws it into the box from 0, 0 of a canvas.
  ///
  /// - Throws: ``DrawingError/pictureNotDrawn(reason:)``.
  func draw(on canvas: UnsafeMutableRawPointer, width: Double, height: Double) throws(DrawingError) {
    let reason: String? = handle.isBusy.withLock { _ in
      var error: UnsafeMutablePointer<mapdoc_gerror>?
      var box = mapdoc_rsvg_rectangle(x: 0, y: 0, width: width, height: height)
      if handle.functions.rsvg_handle_render_document(handle.pointer, canvas, &box, &error) != 0 { return nil }
      return Self.taken(error, handle.functions)
    }
    if let reason { throw .pictureNotDrawn(reason: reason) }
  }
}
