#include "CUnpack.h"

#include <COpening.h>
#include <dlfcn.h>
#include <pthread.h>

// The soname of Debian first, then the development name and macOS's.
static const char *const brotli_files[] = {"libbrotlidec.so.1", "libbrotlidec.so", "libbrotlidec.dylib"};
static const char *const zstd_files[] = {"libzstd.so.1", "libzstd.so", "libzstd.dylib"};

#define F(name, result, parameters) #name,
static const char *const brotli_functions[] = {MAPDOC_BROTLI_FUNCTIONS(F)};
static const char *const zstd_functions[] = {MAPDOC_ZSTD_FUNCTIONS(F)};
#undef F

static const mapdoc_library brotli = {
    "Brotli's library", brotli_files, MAPDOC_COUNT(brotli_files), brotli_functions, MAPDOC_COUNT(brotli_functions),
    RTLD_NOW,
};
static const mapdoc_library zstd = {
    "Zstandard's library", zstd_files, MAPDOC_COUNT(zstd_files), zstd_functions, MAPDOC_COUNT(zstd_functions), RTLD_NOW,
};

static pthread_once_t brotli_once = PTHREAD_ONCE_INIT;
static pthread_once_t zstd_once = PTHREAD_ONCE_INIT;
static mapdoc_brotli brotli_table;
static mapdoc_zstd zstd_table;
static const mapdoc_brotli *brotli_opened;
static const mapdoc_zstd *zstd_opened;
static char brotli_failure[512];
static char zstd_failure[512];

static void open_brotli(void) {
  if (mapdoc_library_open(&brotli, &brotli_table, sizeof brotli_table, brotli_failure, sizeof brotli_failure))
    brotli_opened = &brotli_table;
}

static void open_zstd(void) {
  if (mapdoc_library_open(&zstd, &zstd_table, sizeof zstd_table, zstd_failure, sizeof zstd_failure))
    zstd_opened = &zstd_table;
}

const mapdoc_brotli *mapdoc_brotli_open(void) {
  pthread_once(&brotli_once, open_brotli);
  return brotli_opened;
}

const mapdoc_zstd *mapdoc_zstd_open(void) {
  pthread_once(&zstd_once, open_zstd);
  return zstd_opened;
}

const char *mapdoc_brotli_open_error(void) {
  pthread_once(&brotli_once, open_brotli);
  return brotli_failure;
}

const char *mapdoc_zstd_open_error(void) {
  pthread_once(&zstd_once, open_zstd);
  return zstd_failure;
}
