// libjpeg-turbo through its scanline interface, which streams and reports every warning. It leaves a failed call
// by longjmp, which Swift cannot see: each function here returns with an error text instead.
#pragma once
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <jpeglib.h>
#include <jerror.h>

#pragma clang assume_nonnull begin

/// Room for any message of the library.
enum { MAPDOC_JPEG_TEXT = JMSG_LENGTH_MAX, MAPDOC_JPEG_SCANS = 100 };

typedef struct {
  struct jpeg_error_mgr base;  // first: the library knows only this part
  jmp_buf leave;
  char *text;
} mapdoc_jpeg_errors;

static inline void mapdoc_jpeg_fail(j_common_ptr info) {
  mapdoc_jpeg_errors *errors = (mapdoc_jpeg_errors *)info->err;
  info->err->format_message(info, errors->text);
  longjmp(errors->leave, 1);
}

/// Warnings are of two kinds: oddities that all decoders pass over, and pixels that are not what was encoded.
static inline void mapdoc_jpeg_warn(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
    case JWRN_ADOBE_XFORM: case JWRN_EXTRANEOUS_DATA: case JWRN_JFIF_MAJOR: return;
    default: mapdoc_jpeg_fail(info);
  }
}

static inline struct jpeg_error_mgr *mapdoc_jpeg_set_errors(mapdoc_jpeg_errors *errors, char *text) {
  struct jpeg_error_mgr *base = jpeg_std_error(&errors->base);
  base->error_exit = mapdoc_jpeg_fail;
  base->emit_message = mapdoc_jpeg_warn;
  errors->text = text;
  return base;
}

/// A progressive picture may ask for the same pixels again and again.
static inline void mapdoc_jpeg_bound_scans(j_common_ptr info) {
  j_decompress_ptr picture = (j_decompress_ptr)info;
  if (picture->input_scan_number > MAPDOC_JPEG_SCANS) {
    info->err->msg_code = JERR_BAD_PROGRESSION;
    mapdoc_jpeg_fail(info);
  }
}

/// Reads the size, or with `pixels` also four bytes a pixel: R, G, B, 255 or, where `is_cmyk`, what is stored for
/// C, M, Y, K. `text` has MAPDOC_JPEG_TEXT bytes. Returns 0 when the bytes are not what they should be.
static inline int mapdoc_jpeg_read(
    const unsigned char *bytes, size_t count, unsigned char *_Nullable pixels, unsigned *width, unsigned *height,
    int *is_cmyk, char *text) {
  struct jpeg_decompress_struct picture;
  struct jpeg_progress_mgr progress;
  mapdoc_jpeg_errors errors;
  picture.err = mapdoc_jpeg_set_errors(&errors, text);
  if (setjmp(errors.leave)) {
    jpeg_destroy_decompress(&picture);
    return 0;
  }
  jpeg_create_decompress(&picture);
  jpeg_mem_src(&picture, bytes, count);
  jpeg_read_header(&picture, TRUE);
  *width = picture.image_width;
  *height = picture.image_height;
  *is_cmyk = picture.jpeg_color_space == JCS_CMYK || picture.jpeg_color_space == JCS_YCCK;
  if (pixels) {
    memset(&progress, 0, sizeof progress);
    progress.progress_monitor = mapdoc_jpeg_bound_scans;
    picture.progress = &progress;
    picture.out_color_space = *is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_start_decompress(&picture);
    while (picture.output_scanline < picture.output_height) {
      JSAMPROW row = pixels + (size_t)picture.output_scanline * picture.output_width * 4;
      jpeg_read_scanlines(&picture, &row, 1);
    }
    jpeg_finish_decompress(&picture);
  }
  jpeg_destroy_decompress(&picture);
  return 1;
}

/// A picture being encoded into a buffer that is emptied as it goes.
typedef struct {
  struct jpeg_compress_struct picture;
  struct jpeg_destination_mgr target;
  mapdoc_jpeg_errors errors;
  char text[MAPDOC_JPEG_TEXT];
  unsigned char *_Nullable bytes;
  size_t count;
  size_t capacity;
} mapdoc_jpeg_writer;

static inline mapdoc_jpeg_writer *mapdoc_jpeg_owner(j_compress_ptr info) {
  return (mapdoc_jpeg_writer *)((char *)info->dest - offsetof(mapdoc_jpeg_writer, target));
}

static inline void mapdoc_jpeg_begin_target(j_compress_ptr info) {
  mapdoc_jpeg_writer *writer = mapdoc_jpeg_owner(info);
  writer->target.next_output_byte = writer->bytes + writer->count;
  writer->target.free_in_buffer = writer->capacity - writer->count;
}

static inline boolean mapdoc_jpeg_grow_target(j_compress_ptr info) {
  mapdoc_jpeg_writer *writer = mapdoc_jpeg_owner(info);
  unsigned char *larger = realloc(writer->bytes, writer->capacity * 2);
  if (!larger) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  writer->bytes = larger;
  writer->count = writer->capacity;  // the library calls only when all is full
  writer->capacity *= 2;
  mapdoc_jpeg_begin_target(info);
  return TRUE;
}

static inline void mapdoc_jpeg_end_target(j_compress_ptr info) {
  mapdoc_jpeg_writer *writer = mapdoc_jpeg_owner(info);
  writer->count = writer->capacity - writer->target.free_in_buffer;
}

static inline void mapdoc_jpeg_writer_free(mapdoc_jpeg_writer *writer) {
  jpeg_destroy_compress(&writer->picture);
  free(writer->bytes);
  free(writer);
}

/// `density` in pixels per inch; `comment` may be empty; colour at full resolution when `full_colour`. NULL when out of memory.
static inline mapdoc_jpeg_writer *_Nullable mapdoc_jpeg_writer_new(
    unsigned width, unsigned height, int quality, int full_colour, unsigned density, const char *comment) {
  mapdoc_jpeg_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->capacity = 65536;
  writer->bytes = malloc(writer->capacity);
  writer->picture.err = mapdoc_jpeg_set_errors(&writer->errors, writer->text);
  if (!writer->bytes || setjmp(writer->errors.leave)) {
    mapdoc_jpeg_writer_free(writer);
    return NULL;
  }
  struct jpeg_compress_struct *picture = &writer->picture;
  jpeg_create_compress(picture);
  writer->target.init_destination = mapdoc_jpeg_begin_target;
  writer->target.empty_output_buffer = mapdoc_jpeg_grow_target;
  writer->target.term_destination = mapdoc_jpeg_end_target;
  picture->dest = &writer->target;
  picture->image_width = width;
  picture->image_height = height;
  picture->input_components = 4;
  picture->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(picture);
  jpeg_set_quality(picture, quality, TRUE);
  if (full_colour) picture->comp_info[0].h_samp_factor = picture->comp_info[0].v_samp_factor = 1;
  picture->density_unit = 1;
  picture->X_density = picture->Y_density = (UINT16)density;
  jpeg_start_compress(picture, TRUE);
  if (*comment) jpeg_write_marker(picture, JPEG_COM, (const JOCTET *)comment, (unsigned)strlen(comment));
  return writer;
}

/// Takes rows of R, G, B, any. Returns 0 with `text` set when the library refuses.
static inline int mapdoc_jpeg_writer_rows(mapdoc_jpeg_writer *writer, const unsigned char *pixels, size_t rows) {
  if (setjmp(writer->errors.leave)) return 0;
  for (size_t row = 0; row < rows; row++) {
    JSAMPROW line = (JSAMPROW)(pixels + row * writer->picture.image_width * 4);
    jpeg_write_scanlines(&writer->picture, &line, 1);
  }
  writer->count = writer->capacity - writer->target.free_in_buffer;
  return 1;
}

static inline int mapdoc_jpeg_writer_finish(mapdoc_jpeg_writer *writer) {
  if (setjmp(writer->errors.leave)) return 0;
  jpeg_finish_compress(&writer->picture);
  return 1;
}

/// After the bytes up to `count` have been taken.
static inline void mapdoc_jpeg_writer_emptied(mapdoc_jpeg_writer *writer) {
  writer->count = 0;
  mapdoc_jpeg_begin_target(&writer->picture);
}

#pragma clang assume_nonnull end
