#include "CPROJ.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static mapdoc_proj table;
static char error[512];
static atomic_bool is_open;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The soname that the headers were read with, then newer ones of the same interface, then what a developer has. */
static const char *const names[] = {
#ifdef __APPLE__
    "libproj.25.dylib", "libproj.dylib", "/opt/homebrew/lib/libproj.dylib", "/usr/local/lib/libproj.dylib",
#else
    "libproj.so.25", "libproj.so.26", "libproj.so.27", "libproj.so",
#endif
};

static void open_once(void) {
  void *library = NULL;
  for (size_t i = 0; library == NULL && i < sizeof names / sizeof *names; i++)
    library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(error, sizeof error, "the shared library `%s` is not there", names[0]);
    return;
  }
#define MAPDOC_FILL(f) \
  if ((table.f = (__typeof__(&f))dlsym(library, #f)) == NULL) { \
    snprintf(error, sizeof error, "PROJ's shared library lacks `%s`; PROJ 9.1 or newer is needed", #f); \
    return; \
  }
  MAPDOC_PROJ_FUNCTIONS(MAPDOC_FILL)
#undef MAPDOC_FILL
  atomic_store(&is_open, true);
}

const mapdoc_proj *mapdoc_proj_open(void) {
  pthread_once(&once, open_once);
  return mapdoc_proj_is_open() ? &table : NULL;
}

const char *mapdoc_proj_open_error(void) { return error; }

bool mapdoc_proj_is_open(void) { return atomic_load(&is_open); }
