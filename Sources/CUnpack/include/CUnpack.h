#pragma once

/// The few functions of Brotli and of Zstandard that unpack a whole piece of bytes, found in their shared libraries when
/// an archive first needs them. Their own headers are not used: every function here has had this form since Brotli 1.0
/// and Zstandard 1.3.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// name, result, parameters
#define MAPDOC_BROTLI_FUNCTIONS(F)                                                                          \
  F(BrotliDecoderDecompress, int,                                                                           \
    (size_t packed_count, const uint8_t *packed, size_t * count, uint8_t *bytes))

#define MAPDOC_ZSTD_FUNCTIONS(F)                                                                            \
  F(ZSTD_getFrameContentSize, unsigned long long, (const void *packed, size_t packed_count))                \
  F(ZSTD_decompress, size_t, (void *bytes, size_t capacity, const void *packed, size_t packed_count))       \
  F(ZSTD_isError, unsigned, (size_t result))

#define F(name, result, parameters) result(*_Nonnull name) parameters;
typedef struct mapdoc_brotli {
  MAPDOC_BROTLI_FUNCTIONS(F)
} mapdoc_brotli;
typedef struct mapdoc_zstd {
  MAPDOC_ZSTD_FUNCTIONS(F)
} mapdoc_zstd;
#undef F

/// The table, or NULL when the library is not there. Opened once; may be called from any thread.
const mapdoc_brotli *_Nullable mapdoc_brotli_open(void);
const mapdoc_zstd *_Nullable mapdoc_zstd_open(void);

/// Why the library could not be opened; empty when it could.
const char *mapdoc_brotli_open_error(void);
const char *mapdoc_zstd_open_error(void);

#pragma clang assume_nonnull end
