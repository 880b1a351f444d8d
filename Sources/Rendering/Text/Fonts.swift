internal import CDrawing
import FoundationEssentials
import Synchronization

/// The fonts that texts are set in.
///
/// The bundled ones, at known places, come first: with them a text comes out the same on every machine, which the system's
/// font configuration would not let it. That is read only for a font that a document names, and for letters that no bundled
/// font has. Hinting is off, so that a text has the same form at every resolution. Pango's font maps may not be used by two
/// threads at once: one lock guards all, because reading the font files costs 10 ms and setting a line of text costs 0.05.
final class Fonts {
  static let family = "DejaVu Sans"

  private static let shared: Mutex<Result<Fonts, DrawingError>> = Mutex(opened())

  let functions: mapdoc_drawing
  let bundled: FontMap
  /// With more families, and more scripts.
  private(set) lazy var extended: FontMap? = Self.map(of: Self.files(Self.names + Self.furtherNames), functions)
  /// `nil` where the system has no configuration of fonts.
  private(set) lazy var system: FontMap? = FontMap(functions.FcInitLoadConfigAndFonts(), functions)
  /// Texts that have been set, and outlines of their letters.
  var shapedTexts = ShapedTextCache()
  var outlines: GlyphOutlineCache
  /// How wide letters of ASCII are in fonts that labels ask for.
  var letterWidths: [LettersOfFont: [Double]] = [:]
  /// Where a document's `font` is found.
  var choices: [String: FontChoice] = [:]

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
    let layout = functions.pango_layout_new(bundled.context)
    let description = bundled.description(family: Self.family, size: size, isBold: isBold, isItalic: false)
    functions.pango_layout_set_font_description(layout, description)
    functions.pango_font_description_free(description)
    functions.pango_layout_set_text(layout, text, -1)
    return TextLine(layout: layout, functions: functions)
  }

  private init(_ functions: mapdoc_drawing, _ bundled: FontMap) {
    self.functions = functions
    self.bundled = bundled
    outlines = GlyphOutlineCache(functions)
  }

  private static func opened() -> Result<Fonts, DrawingError> {
    guard let table = mapdoc_drawing_open() else {
      return .failure(.libraryMissing(reason: String(cString: mapdoc_drawing_open_error())))
    }
    let functions = table.pointee
    let files = files(names)
    guard files.contains(where: { $0.hasSuffix(names[0]) }) else {
      return .failure(.fontMissing(path: folders[0] + "/" + names[0]))
    }
    guard let map = map(of: files, functions) else {
      return .failure(.libraryMissing(reason: "pango was built without FreeType"))
    }
    return .success(Fonts(functions, map))
  }

  private static func map(of files: [String], _ functions: mapdoc_drawing) -> FontMap? {
    guard let config = functions.FcConfigCreate() else { return nil }
    for file in files { _ = functions.FcConfigAppFontAddFile(config, file) }
    return FontMap(config, functions)
  }

  /// Of Debian's fonts-dejavu-core; the first one must be there.
  private static let names = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"]
  /// Of the same package; Chinese, Japanese and Korean of fonts-wqy-microhei; Devanagari of fonts-lohit-deva; Thai of
  /// fonts-tlwg-loma.
  private static let furtherNames = [
    "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf",
    "wqy-microhei.ttc", "Lohit-Devanagari.ttf", "Loma.ttf", "Loma-Bold.ttf",
  ]
  /// Of Debian's packages first, then where other systems keep the same files.
  private static let folders = [
    "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/truetype/wqy", "/usr/share/fonts/truetype/lohit-devanagari",
    "/usr/share/fonts/truetype/tlwg", "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/TTF",
    "/opt/homebrew/share/fonts", "/Library/Fonts",
  ]

  private static func files(_ names: [String]) -> [String] {
    names.compactMap { name in
      folders.lazy.map { $0 + "/" + name }.first { FileManager.default.fileExists(atPath: $0) }
    }
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
