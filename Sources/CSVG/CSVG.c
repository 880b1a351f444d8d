#include "CSVG.h"

#include <COpening.h>
#include <dlfcn.h>
#include <pthread.h>

// The soname of Debian first, then the development name and macOS's. GLib's functions are found through it.
static const char *const files[] = {"librsvg-2.so.2", "librsvg-2.so", "librsvg-2.2.dylib", "librsvg-2.dylib"};

#define F(name, result, parameters) #name,
static const char *const functions[] = {MAPDOC_SVG_FUNCTIONS(F)};
#undef F

static const mapdoc_library library = {
    "librsvg", files, MAPDOC_COUNT(files), functions, MAPDOC_COUNT(functions), RTLD_NOW,
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static mapdoc_svg table;
static const mapdoc_svg *opened;
static char failure[512];

static void open_once(void) {
  if (mapdoc_library_open(&library, &table, sizeof table, failure, sizeof failure)) opened = &table;
}

const mapdoc_svg *mapdoc_svg_open(void) {
  pthread_once(&once, open_once);
  return opened;
}

const char *mapdoc_svg_open_error(void) {
  pthread_once(&once, open_once);
  return failure;
}
