internal import CDrawing
import FoundationEssentials
import Synchronization

/// The bundled fonts, set up for texts that come out the same on every machine.
///
/// The system's font configuration is not read: it differs between machines. Hinting is off, so that a text has the same
/// form at every resolution. Pango's font maps may not be used by two threads at once: one lock guards the one map, because
/// reading the font files costs 10 ms and setting a line of text costs 0.05.
final class Fonts {
  static let family = "DejaVu Sans"

  private static let shared: Mutex<Result<Fonts, DrawingError>> = Mutex(opened())

  private let functions: mapdoc_drawing
  private let context: OpaquePointer

  /// Lends the fonts to one caller at a time.
  ///
  /// - Throws: ``DrawingError`` where pango or the font is not installed.
  static func use<Value: Sendable>(_ body: (Fonts) -> Value) throws(DrawingError) -> Value {
    let result: Result<Value, DrawingError> = shared.withLock { fonts in
      switch fonts {
      case .success(let fonts): .success(body(fonts))
      case .failure(let error): .failure(error)
      }
    }
    return try result.get()
  }

  /// A line of text.
  ///
  /// - Parameter size: Of the font in device pixels.
  func line(_ text: String, size: Double, isBold: Bool = false) -> TextLine {
    let layout = functions.pango_layout_new(context)
    let description = functions.pango_font_description_new()
    functions.pango_font_description_set_family(description, Self.family)
    functions.pango_font_description_set_weight(description, isBold ? 700 : 400)
    functions.pango_font_description_set_absolute_size(description, (size * TextLine.unit).rounded())
    functions.pango_layout_set_font_description(layout, description)
    functions.pango_font_description_free(description)
    functions.pango_layout_set_text(layout, text, -1)
    return TextLine(layout: layout, functions: functions)
  }

  private init(_ functions: mapdoc_drawing, _ context: OpaquePointer) {
    self.functions = functions
    self.context = context
  }

  deinit { functions.g_object_unref(UnsafeMutableRawPointer(context)) }

  private static func opened() -> Result<Fonts, DrawingError> {
    guard let table = mapdoc_drawing_open() else {
      return .failure(.libraryMissing(reason: String(cString: mapdoc_drawing_open_error())))
    }
    let functions = table.pointee
    guard let files = fontFiles() else { return .failure(.fontMissing(path: folders[0] + "/" + names[0])) }
    guard let map = functions.pango_cairo_font_map_new_for_font_type(Int32(MAPDOC_CAIRO_FONT_TYPE_FT)),
      let config = functions.FcConfigCreate()
    else { return .failure(.libraryMissing(reason: "pango was built without FreeType")) }
    defer { functions.g_object_unref(UnsafeMutableRawPointer(map)) }
    for file in files { _ = functions.FcConfigAppFontAddFile(config, file) }
    functions.pango_fc_font_map_set_config(map, config)
    functions.FcConfigDestroy(config)
    let context = functions.pango_font_map_create_context(map)
    functions.pango_cairo_context_set_resolution(context, 96)
    let options = functions.cairo_font_options_create()
    functions.cairo_font_options_set_antialias(options, Int32(MAPDOC_CAIRO_ANTIALIAS_GRAY))
    functions.cairo_font_options_set_hint_style(options, Int32(MAPDOC_CAIRO_HINT_STYLE_NONE))
    functions.cairo_font_options_set_hint_metrics(options, Int32(MAPDOC_CAIRO_HINT_METRICS_OFF))
    functions.pango_cairo_context_set_font_options(context, options)
    functions.cairo_font_options_destroy(options)
    functions.pango_context_set_round_glyph_positions(context, 0)
    return .success(Fonts(functions, context))
  }

  private static let names = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"]
  /// Of Debian's fonts-dejavu-core first, then where other systems keep the same files.
  private static let folders = [
    "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/TTF",
    "/opt/homebrew/share/fonts", "/Library/Fonts",
  ]

  private static func fontFiles() -> [String]? {
    for folder in folders where FileManager.default.fileExists(atPath: folder + "/" + names[0]) {
      return names.map { folder + "/" + $0 }
    }
    return nil
  }
}

/// A line of text that has been set; it may not leave the call that lent the fonts.
final class TextLine {
  static let unit = Double(MAPDOC_PANGO_UNITS)

  private let functions: mapdoc_drawing
  fileprivate let layout: OpaquePointer
  let extent: TextExtent

  fileprivate init(layout: OpaquePointer, functions: mapdoc_drawing) {
    self.layout = layout
    self.functions = functions
    var ink = mapdoc_pango_rectangle()
    var logical = mapdoc_pango_rectangle()
    functions.pango_layout_get_extents(layout, &ink, &logical)
    extent = TextExtent(
      width: Double(logical.width) / Self.unit, height: Double(logical.height) / Self.unit,
      baseline: Double(functions.pango_layout_get_baseline(layout)) / Self.unit)
  }

  deinit { functions.g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Lends pango's layout for the length of a call.
  func withLayout(_ body: (OpaquePointer) -> Void) { body(layout) }
}

/// The size of a line of text, in pixels.
struct TextExtent: Sendable, Hashable {
  let width: Double
  let height: Double
  /// From the top to the baseline.
  let baseline: Double
}
