#pragma once

/// The functions of cairo, pango and fontconfig that drawing needs, found in their shared libraries when a picture first
/// needs a line or a letter: linked, they would cost every start of mapdoc 8 ms. Their headers lie in folders that only
/// pkg-config knows; each function here has had this form since cairo 1.0 and pango 1.50. All objects are opaque.
#pragma clang assume_nonnull begin

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _cairo_font_options cairo_font_options_t;
typedef struct _FcConfig FcConfig;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoFont PangoFont;
typedef struct _PangoLanguage PangoLanguage;

/// In pango's units, 1/1024 of a pixel.
typedef struct mapdoc_pango_rectangle {
  int x, y, width, height;
} mapdoc_pango_rectangle;

/// Where a position goes: x' = xx x + xy y + x0, y' = yx x + yy y + y0.
typedef struct mapdoc_cairo_matrix {
  double xx, yx, xy, yy, x0, y0;
} mapdoc_cairo_matrix;

/// A letter that has found its place in a run: pango's PangoGlyphInfo. Lengths in pango's units.
typedef struct mapdoc_pango_glyph {
  unsigned int glyph;
  int width, x_offset, y_offset;
  unsigned int attributes;
} mapdoc_pango_glyph;

/// Letters of one run, from left to right: pango's PangoGlyphString.
typedef struct mapdoc_pango_glyphs {
  int count;
  mapdoc_pango_glyph *_Nullable glyphs;
  /// For each glyph, the byte in the run's text where the cluster begins that it belongs to.
  int *_Nullable clusters;
  int space;
} mapdoc_pango_glyphs;

/// The beginning of pango's PangoItem, and of the PangoAnalysis in it.
typedef struct mapdoc_pango_item {
  int offset, length, characters;
  void *_Nullable shape_engine;
  void *_Nullable language_engine;
  PangoFont *_Nullable font;
} mapdoc_pango_item;

/// The beginning of pango's PangoGlyphItem: a run of a layout.
typedef struct mapdoc_pango_run {
  mapdoc_pango_item *item;
  mapdoc_pango_glyphs *glyphs;
} mapdoc_pango_run;

/// The beginning of pango's PangoAttribute.
typedef struct mapdoc_pango_attribute {
  const void *kind;
  /// In bytes of the text; the end is not included.
  unsigned int start, end;
} mapdoc_pango_attribute;

/// An element of cairo's paths: a header, with so many elements to the next, or a point.
typedef union mapdoc_cairo_path_element {
  struct {
    int kind, length;
  } header;
  struct {
    double x, y;
  } point;
} mapdoc_cairo_path_element;

typedef struct mapdoc_cairo_path {
  int status;
  mapdoc_cairo_path_element *_Nullable elements;
  int count;
} mapdoc_cairo_path;

#define MAPDOC_CAIRO_PATH_MOVE 0
#define MAPDOC_CAIRO_PATH_LINE 1
#define MAPDOC_CAIRO_PATH_CURVE 2
#define MAPDOC_CAIRO_PATH_CLOSE 3
#define MAPDOC_PANGO_WRAP_WORD 0
#define MAPDOC_PANGO_STYLE_ITALIC 2
/// Of a glyph that no font has: the rest of its number is the character.
#define MAPDOC_PANGO_GLYPH_UNKNOWN 0x10000000u
#define MAPDOC_PANGO_GLYPH_EMPTY 0x0fffffffu

#define MAPDOC_CAIRO_FORMAT_ARGB32 0
#define MAPDOC_CAIRO_FILL_RULE_WINDING 0
#define MAPDOC_CAIRO_FILL_RULE_EVEN_ODD 1
#define MAPDOC_CAIRO_JOIN_ROUND 1
#define MAPDOC_CAIRO_CAP_ROUND 1
#define MAPDOC_CAIRO_FONT_TYPE_FT 1
#define MAPDOC_CAIRO_ANTIALIAS_GRAY 2
#define MAPDOC_CAIRO_HINT_STYLE_NONE 1
#define MAPDOC_CAIRO_HINT_METRICS_OFF 1
#define MAPDOC_PANGO_UNITS 1024

/// The functions, each under its own name.
typedef struct mapdoc_drawing {
  cairo_surface_t *_Nonnull (*_Nonnull cairo_image_surface_create)(int format, int width, int height);
  unsigned char *_Nullable (*_Nonnull cairo_image_surface_get_data)(cairo_surface_t *surface);
  int (*_Nonnull cairo_image_surface_get_stride)(cairo_surface_t *surface);
  int (*_Nonnull cairo_surface_status)(cairo_surface_t *surface);
  void (*_Nonnull cairo_surface_flush)(cairo_surface_t *surface);
  void (*_Nonnull cairo_surface_destroy)(cairo_surface_t *surface);
  cairo_t *_Nonnull (*_Nonnull cairo_create)(cairo_surface_t *surface);
  void (*_Nonnull cairo_destroy)(cairo_t *context);
  int (*_Nonnull cairo_status)(cairo_t *context);
  void (*_Nonnull cairo_set_source_rgba)(cairo_t *context, double red, double green, double blue, double alpha);
  void (*_Nonnull cairo_paint)(cairo_t *context);
  void (*_Nonnull cairo_transform)(cairo_t *context, const mapdoc_cairo_matrix *matrix);
  void (*_Nonnull cairo_set_operator)(cairo_t *context, int operation);
  void (*_Nonnull cairo_set_source_surface)(cairo_t *context, cairo_surface_t *surface, double x, double y);
  void (*_Nonnull cairo_surface_mark_dirty)(cairo_surface_t *surface);
  void (*_Nonnull cairo_move_to)(cairo_t *context, double x, double y);
  void (*_Nonnull cairo_line_to)(cairo_t *context, double x, double y);
  void (*_Nonnull cairo_close_path)(cairo_t *context);
  void (*_Nonnull cairo_new_path)(cairo_t *context);
  void (*_Nonnull cairo_rectangle)(cairo_t *context, double x, double y, double width, double height);
  void (*_Nonnull cairo_fill)(cairo_t *context);
  void (*_Nonnull cairo_stroke)(cairo_t *context);
  void (*_Nonnull cairo_set_fill_rule)(cairo_t *context, int rule);
  void (*_Nonnull cairo_set_line_width)(cairo_t *context, double width);
  void (*_Nonnull cairo_set_line_join)(cairo_t *context, int join);
  void (*_Nonnull cairo_set_line_cap)(cairo_t *context, int cap);
  cairo_font_options_t *_Nonnull (*_Nonnull cairo_font_options_create)(void);
  void (*_Nonnull cairo_font_options_destroy)(cairo_font_options_t *options);
  void (*_Nonnull cairo_font_options_set_antialias)(cairo_font_options_t *options, int antialias);
  void (*_Nonnull cairo_font_options_set_hint_style)(cairo_font_options_t *options, int style);
  void (*_Nonnull cairo_font_options_set_hint_metrics)(cairo_font_options_t *options, int metrics);
  FcConfig *_Nullable (*_Nonnull FcConfigCreate)(void);
  int (*_Nonnull FcConfigAppFontAddFile)(FcConfig *config, const unsigned char *file);
  void (*_Nonnull FcConfigDestroy)(FcConfig *config);
  PangoFontMap *_Nullable (*_Nonnull pango_cairo_font_map_new_for_font_type)(int type);
  void (*_Nonnull pango_fc_font_map_set_config)(PangoFontMap *map, FcConfig *config);
  PangoContext *_Nonnull (*_Nonnull pango_font_map_create_context)(PangoFontMap *map);
  void (*_Nonnull pango_cairo_context_set_resolution)(PangoContext *context, double dpi);
  void (*_Nonnull pango_cairo_context_set_font_options)(PangoContext *context, const cairo_font_options_t *options);
  void (*_Nonnull pango_context_set_round_glyph_positions)(PangoContext *context, int round);
  PangoLayout *_Nonnull (*_Nonnull pango_layout_new)(PangoContext *context);
  void (*_Nonnull pango_layout_set_text)(PangoLayout *layout, const char *text, int length);
  void (*_Nonnull pango_layout_set_font_description)(PangoLayout *layout, const PangoFontDescription *description);
  void (*_Nonnull pango_layout_get_extents)(PangoLayout *layout, mapdoc_pango_rectangle *ink, mapdoc_pango_rectangle *logical);
  int (*_Nonnull pango_layout_get_baseline)(PangoLayout *layout);
  void (*_Nonnull pango_cairo_show_layout)(cairo_t *context, PangoLayout *layout);
  void (*_Nonnull pango_cairo_layout_path)(cairo_t *context, PangoLayout *layout);
  PangoFontDescription *_Nonnull (*_Nonnull pango_font_description_new)(void);
  void (*_Nonnull pango_font_description_set_family)(PangoFontDescription *description, const char *family);
  void (*_Nonnull pango_font_description_set_weight)(PangoFontDescription *description, int weight);
  void (*_Nonnull pango_font_description_set_absolute_size)(PangoFontDescription *description, double size);
  void (*_Nonnull pango_font_description_free)(PangoFontDescription *description);
  mapdoc_cairo_path *_Nonnull (*_Nonnull cairo_copy_path)(cairo_t *context);
  void (*_Nonnull cairo_path_destroy)(mapdoc_cairo_path *path);
  FcConfig *_Nullable (*_Nonnull FcInitLoadConfigAndFonts)(void);
  void (*_Nonnull pango_context_set_language)(PangoContext *context, PangoLanguage *_Nullable language);
  PangoLanguage *_Nonnull (*_Nonnull pango_language_from_string)(const char *language);
  PangoFont *_Nullable (*_Nonnull pango_context_load_font)(PangoContext *context, const PangoFontDescription *description);
  PangoFontDescription *_Nonnull (*_Nonnull pango_font_describe)(PangoFont *font);
  const char *_Nullable (*_Nonnull pango_font_description_get_family)(const PangoFontDescription *description);
  void (*_Nonnull pango_font_description_set_style)(PangoFontDescription *description, int style);
  void (*_Nonnull pango_layout_set_width)(PangoLayout *layout, int width);
  void (*_Nonnull pango_layout_set_wrap)(PangoLayout *layout, int wrap);
  void (*_Nonnull pango_layout_set_attributes)(PangoLayout *layout, PangoAttrList *_Nullable attributes);
  PangoLayoutIter *_Nonnull (*_Nonnull pango_layout_get_iter)(PangoLayout *layout);
  void (*_Nonnull pango_layout_iter_free)(PangoLayoutIter *iterator);
  mapdoc_pango_run *_Nullable (*_Nonnull pango_layout_iter_get_run_readonly)(PangoLayoutIter *iterator);
  int (*_Nonnull pango_layout_iter_next_run)(PangoLayoutIter *iterator);
  int (*_Nonnull pango_layout_iter_get_baseline)(PangoLayoutIter *iterator);
  int (*_Nonnull pango_layout_iter_get_run_baseline)(PangoLayoutIter *iterator);
  PangoAttrList *_Nonnull (*_Nonnull pango_attr_list_new)(void);
  void (*_Nonnull pango_attr_list_insert)(PangoAttrList *list, mapdoc_pango_attribute *attribute);
  void (*_Nonnull pango_attr_list_unref)(PangoAttrList *list);
  mapdoc_pango_attribute *_Nonnull (*_Nonnull pango_attr_size_new_absolute)(int size);
  mapdoc_pango_attribute *_Nonnull (*_Nonnull pango_attr_rise_new)(int rise);
  void (*_Nonnull pango_cairo_glyph_string_path)(cairo_t *context, PangoFont *font, mapdoc_pango_glyphs *glyphs);
  void *_Nonnull (*_Nonnull g_object_ref)(void *object);
  void (*_Nonnull g_object_unref)(void *object);
} mapdoc_drawing;

/// Each function's name.
#define MAPDOC_DRAWING_FUNCTIONS(F) \
  F(cairo_image_surface_create) \
  F(cairo_image_surface_get_data) \
  F(cairo_image_surface_get_stride) \
  F(cairo_surface_status) \
  F(cairo_surface_flush) \
  F(cairo_surface_destroy) \
  F(cairo_create) \
  F(cairo_destroy) \
  F(cairo_status) \
  F(cairo_set_source_rgba) \
  F(cairo_paint) \
  F(cairo_transform) \
  F(cairo_set_operator) \
  F(cairo_set_source_surface) \
  F(cairo_surface_mark_dirty) \
  F(cairo_move_to) \
  F(cairo_line_to) \
  F(cairo_close_path) \
  F(cairo_new_path) \
  F(cairo_rectangle) \
  F(cairo_fill) \
  F(cairo_stroke) \
  F(cairo_set_fill_rule) \
  F(cairo_set_line_width) \
  F(cairo_set_line_join) \
  F(cairo_set_line_cap) \
  F(cairo_font_options_create) \
  F(cairo_font_options_destroy) \
  F(cairo_font_options_set_antialias) \
  F(cairo_font_options_set_hint_style) \
  F(cairo_font_options_set_hint_metrics) \
  F(FcConfigCreate) \
  F(FcConfigAppFontAddFile) \
  F(FcConfigDestroy) \
  F(pango_cairo_font_map_new_for_font_type) \
  F(pango_fc_font_map_set_config) \
  F(pango_font_map_create_context) \
  F(pango_cairo_context_set_resolution) \
  F(pango_cairo_context_set_font_options) \
  F(pango_context_set_round_glyph_positions) \
  F(pango_layout_new) \
  F(pango_layout_set_text) \
  F(pango_layout_set_font_description) \
  F(pango_layout_get_extents) \
  F(pango_layout_get_baseline) \
  F(pango_cairo_show_layout) \
  F(pango_cairo_layout_path) \
  F(pango_font_description_new) \
  F(pango_font_description_set_family) \
  F(pango_font_description_set_weight) \
  F(pango_font_description_set_absolute_size) \
  F(pango_font_description_free) \
  F(cairo_copy_path) \
  F(cairo_path_destroy) \
  F(FcInitLoadConfigAndFonts) \
  F(pango_context_set_language) \
  F(pango_language_from_string) \
  F(pango_context_load_font) \
  F(pango_font_describe) \
  F(pango_font_description_get_family) \
  F(pango_font_description_set_style) \
  F(pango_layout_set_width) \
  F(pango_layout_set_wrap) \
  F(pango_layout_set_attributes) \
  F(pango_layout_get_iter) \
  F(pango_layout_iter_free) \
  F(pango_layout_iter_get_run_readonly) \
  F(pango_layout_iter_next_run) \
  F(pango_layout_iter_get_baseline) \
  F(pango_layout_iter_get_run_baseline) \
  F(pango_attr_list_new) \
  F(pango_attr_list_insert) \
  F(pango_attr_list_unref) \
  F(pango_attr_size_new_absolute) \
  F(pango_attr_rise_new) \
  F(pango_cairo_glyph_string_path) \
  F(g_object_ref) \
  F(g_object_unref)

/// The table, or NULL when the libraries are not there. Opened once; may be called from any thread.
const mapdoc_drawing *_Nullable mapdoc_drawing_open(void);

/// Why the libraries could not be opened; empty when they could.
const char *mapdoc_drawing_open_error(void);

#pragma clang assume_nonnull end
