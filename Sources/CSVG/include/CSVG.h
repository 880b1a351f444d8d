#pragma once

/// The functions of librsvg that draw an SVG file on a canvas of cairo, found in its shared library when a symbol first needs
/// one: its headers pull in those of GTK's file system, and linked it would cost every start. Each function here has had this form
/// since librsvg 2.52. All objects are opaque.

#include <stddef.h>

#pragma clang assume_nonnull begin

typedef struct _RsvgHandle RsvgHandle;

typedef struct mapdoc_gerror {
  unsigned int domain;
  int code;
  char *message;
} mapdoc_gerror;

typedef struct mapdoc_rsvg_rectangle {
  double x, y, width, height;
} mapdoc_rsvg_rectangle;

#define MAPDOC_SVG_FUNCTIONS(F) \
  F(rsvg_handle_new_from_data, RsvgHandle *_Nullable, \
    (const unsigned char *data, size_t size, mapdoc_gerror *_Nullable *_Nonnull error)) \
  F(rsvg_handle_set_dpi, void, (RsvgHandle *handle, double dpi)) \
  F(rsvg_handle_get_intrinsic_size_in_pixels, int, (RsvgHandle *handle, double *width, double *height)) \
  F(rsvg_handle_get_intrinsic_dimensions, void, \
    (RsvgHandle *handle, int *hasWidth, void *width, int *hasHeight, void *height, int *hasBox, \
     mapdoc_rsvg_rectangle *box)) \
  F(rsvg_handle_render_document, int, \
    (RsvgHandle *handle, void *context, const mapdoc_rsvg_rectangle *viewport, \
     mapdoc_gerror *_Nullable *_Nonnull error)) \
  F(g_error_free, void, (mapdoc_gerror *error)) \
  F(g_object_unref, void, (void *object))

typedef struct mapdoc_svg {
#define F(name, result, parameters) result(*_Nonnull name) parameters;
  MAPDOC_SVG_FUNCTIONS(F)
#undef F
} mapdoc_svg;

/// The table, or NULL when the library is not there. Opened once; may be called from any thread.
const mapdoc_svg *_Nullable mapdoc_svg_open(void);

/// Why the library could not be opened; empty when it could.
const char *mapdoc_svg_open_error(void);

#pragma clang assume_nonnull end
