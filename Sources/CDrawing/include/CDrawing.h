#pragma once

/// The functions of cairo, pango and fontconfig that drawing needs, found in their shared libraries when a picture first
/// needs a line or a letter: linked, they would cost every start of mapdoc 8 ms. Their headers lie in folders that only
/// pkg-config knows; each function here has had this form since cairo 1.0 and pango 1.38. All objects are opaque.
#pragma clang assume_nonnull begin

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _cairo_font_options cairo_font_options_t;
typedef struct _FcConfig FcConfig;

/// In pango's units, 1/1024 of a pixel.
typedef struct mapdoc_pango_rectangle {
  int x, y, width, height;
} mapdoc_pango_rectangle;

/// Where a position goes: x' = xx x + xy y + x0, y' = yx x + yy y + y0.
typedef struct mapdoc_cairo_matrix {
  double xx, yx, xy, yy, x0, y0;
} mapdoc_cairo_matrix;

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
  F(g_object_unref)

/// The table, or NULL when the libraries are not there. Opened once; may be called from any thread.
const mapdoc_drawing *_Nullable mapdoc_drawing_open(void);

/// Why the libraries could not be opened; empty when they could.
const char *mapdoc_drawing_open_error(void);

#pragma clang assume_nonnull end
