#include "CDrawing.h"

#include <COpening.h>
#include <dlfcn.h>
#include <pthread.h>

// Pango's cairo library first: the others are what it depends on, and dlsym finds their functions through it.
static const char *const files[] = {"libpangocairo-1.0.so.0", "libpangocairo-1.0.so", "libpangocairo-1.0.0.dylib",
                                    "libpangocairo-1.0.dylib"};

static const char *const functions[] = {
#define F(name) #name,
    MAPDOC_DRAWING_FUNCTIONS(F)
#undef F
};

static const mapdoc_library library = {
    "pango", files, MAPDOC_COUNT(files), functions, MAPDOC_COUNT(functions), RTLD_NOW,
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static mapdoc_drawing table;
static const mapdoc_drawing *opened;
static char failure[512];

static void open_once(void) {
  if (mapdoc_library_open(&library, &table, sizeof table, failure, sizeof failure)) opened = &table;
}

const mapdoc_drawing *mapdoc_drawing_open(void) {
  pthread_once(&once, open_once);
  return opened;
}

const char *mapdoc_drawing_open_error(void) {
  pthread_once(&once, open_once);
  return failure;
}
