internal import CDrawing

/// A set of fonts that text can be set in, by one caller at a time.
final class FontMap {
  let functions: mapdoc_drawing
  let context: OpaquePointer
  /// The one layout that all texts are set in, one after another.
  let layout: OpaquePointer

  /// - Parameter config: Of fontconfig, which fonts there are; freed here.
  /// - Returns: `nil` where pango was built without FreeType.
  init?(_ config: OpaquePointer?, _ functions: mapdoc_drawing) {
    guard let config, let map = functions.pango_cairo_font_map_new_for_font_type(Int32(MAPDOC_CAIRO_FONT_TYPE_FT))
    else { return nil }
    defer { functions.g_object_unref(UnsafeMutableRawPointer(map)) }
    functions.pango_fc_font_map_set_config(map, config)
    functions.FcConfigDestroy(config)
    self.functions = functions
    context = functions.pango_font_map_create_context(map)
    functions.pango_cairo_context_set_resolution(context, 96)
    // Otherwise the language of whoever renders would choose between Chinese and Japanese forms of letters.
    functions.pango_context_set_language(context, functions.pango_language_from_string("en"))
    let options = functions.cairo_font_options_create()
    functions.cairo_font_options_set_antialias(options, Int32(MAPDOC_CAIRO_ANTIALIAS_GRAY))
    functions.cairo_font_options_set_hint_style(options, Int32(MAPDOC_CAIRO_HINT_STYLE_NONE))
    functions.cairo_font_options_set_hint_metrics(options, Int32(MAPDOC_CAIRO_HINT_METRICS_OFF))
    functions.pango_cairo_context_set_font_options(context, options)
    functions.cairo_font_options_destroy(options)
    functions.pango_context_set_round_glyph_positions(context, 0)
    layout = functions.pango_layout_new(context)
    functions.pango_layout_set_wrap(layout, Int32(MAPDOC_PANGO_WRAP_WORD))
  }

  deinit {
    functions.g_object_unref(UnsafeMutableRawPointer(layout))
    functions.g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// Whether there is a family of this name, not only another one in its stead.
  func has(family: String) -> Bool {
    let description = self.description(family: family, size: 100, isBold: false, isItalic: false)
    defer { functions.pango_font_description_free(description) }
    guard let font = functions.pango_context_load_font(context, description) else { return false }
    defer { functions.g_object_unref(UnsafeMutableRawPointer(font)) }
    let found = functions.pango_font_describe(font)
    defer { functions.pango_font_description_free(found) }
    guard let name = functions.pango_font_description_get_family(found) else { return false }
    return String(cString: name).lowercased() == family.lowercased()
  }

  /// - Parameters:
  ///   - family: Or several with commas.
  ///   - size: In pixels.
  /// - Returns: The caller's to free.
  func description(family: String, size: Double, isBold: Bool, isItalic: Bool) -> OpaquePointer {
    let description = functions.pango_font_description_new()
    functions.pango_font_description_set_family(description, family)
    functions.pango_font_description_set_weight(description, isBold ? 700 : 400)
    if isItalic { functions.pango_font_description_set_style(description, Int32(MAPDOC_PANGO_STYLE_ITALIC)) }
    functions.pango_font_description_set_absolute_size(description, (size * TextLine.unit).rounded())
    return description
  }
}
