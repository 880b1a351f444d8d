#include "CPROJ.h"

#include <COpening.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

static mapdoc_proj table;
static char error[512];
static atomic_bool is_open;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The soname that the headers were read with, then newer ones of the same interface, then what a developer has. */
static const char *const files[] = {
#ifdef __APPLE__
    "libproj.25.dylib", "libproj.dylib", "/opt/homebrew/lib/libproj.dylib", "/usr/local/lib/libproj.dylib",
#else
    "libproj.so.25", "libproj.so.26", "libproj.so.27", "libproj.so",
#endif
};

static const char *const functions[] = {
#define MAPDOC_NAME(f) #f,
    MAPDOC_PROJ_FUNCTIONS(MAPDOC_NAME)
#undef MAPDOC_NAME
};

/* PROJ 9.1 is the first that has them all. */
static const mapdoc_library library = {
    "PROJ", files, MAPDOC_COUNT(files), functions, MAPDOC_COUNT(functions), RTLD_LAZY,
};

static void open_once(void) {
  if (mapdoc_library_open(&library, &table, sizeof table, error, sizeof error)) atomic_store(&is_open, true);
}

const mapdoc_proj *mapdoc_proj_open(void) {
  pthread_once(&once, open_once);
  return mapdoc_proj_is_open() ? &table : NULL;
}

const char *mapdoc_proj_open_error(void) { return error; }

bool mapdoc_proj_is_open(void) { return atomic_load(&is_open); }
