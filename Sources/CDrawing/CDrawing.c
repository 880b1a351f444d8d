#include "CDrawing.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// Pango's cairo library first: the others are what it depends on, and dlsym finds their functions through it.
static const char *const names[] = {"libpangocairo-1.0.so.0", "libpangocairo-1.0.so", "libpangocairo-1.0.0.dylib",
                                    "libpangocairo-1.0.dylib"};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static mapdoc_drawing table;
static const mapdoc_drawing *opened;
static char failure[256];

static void open_library(void) {
  void *library = NULL;
  for (size_t index = 0; library == NULL && index < sizeof names / sizeof *names; index++) {
    library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "pango is not installed (%s)", reason ? reason : "no reason given");
    return;
  }
#define F(name)                                                           \
  *(void **)&table.name = dlsym(library, #name);                          \
  if (table.name == NULL) {                                               \
    snprintf(failure, sizeof failure, "pango has no function %s", #name); \
    return;                                                               \
  }
  MAPDOC_DRAWING_FUNCTIONS(F)
#undef F
  opened = &table;
}

const mapdoc_drawing *mapdoc_drawing_open(void) {
  pthread_once(&once, open_library);
  return opened;
}

const char *mapdoc_drawing_open_error(void) {
  pthread_once(&once, open_library);
  return failure;
}
