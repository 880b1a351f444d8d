#include "CUnpack.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The soname of Debian first, then the development name and macOS's.
static const char *const brotli_names[] = {"libbrotlidec.so.1", "libbrotlidec.so", "libbrotlidec.dylib"};
static const char *const zstd_names[] = {"libzstd.so.1", "libzstd.so", "libzstd.dylib"};

static pthread_once_t brotli_once = PTHREAD_ONCE_INIT;
static pthread_once_t zstd_once = PTHREAD_ONCE_INIT;
static mapdoc_brotli brotli_table;
static mapdoc_zstd zstd_table;
static const mapdoc_brotli *brotli_opened;
static const mapdoc_zstd *zstd_opened;
static char brotli_failure[256];
static char zstd_failure[256];

static void *library_of(const char *const names[3], const char *what, char failure[256]) {
  void *library = NULL;
  for (int index = 0; library == NULL && index < 3; index++) library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(failure, 256, "%s is not installed (%s)", what, reason ? reason : "no reason given");
  }
  return library;
}

#define FILL(table, failure, name)                                             \
  *(void **)&table.name = dlsym(library, #name);                               \
  if (table.name == NULL) {                                                    \
    snprintf(failure, sizeof failure, "the library has no function %s", #name); \
    return;                                                                    \
  }

static void open_brotli(void) {
  void *library = library_of(brotli_names, "Brotli's library", brotli_failure);
  if (library == NULL) return;
#define F(name, result, parameters) FILL(brotli_table, brotli_failure, name)
  MAPDOC_BROTLI_FUNCTIONS(F)
#undef F
  brotli_opened = &brotli_table;
}

static void open_zstd(void) {
  void *library = library_of(zstd_names, "Zstandard's library", zstd_failure);
  if (library == NULL) return;
#define F(name, result, parameters) FILL(zstd_table, zstd_failure, name)
  MAPDOC_ZSTD_FUNCTIONS(F)
#undef F
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
