#include "CXML.h"

#include <COpening.h>
#include <dlfcn.h>
#include <pthread.h>

// The soname of Debian 12 first, then that of libxml2 2.14 and later, then the development name and macOS's.
static const char *const files[] = {"libxml2.so.2", "libxml2.so.16", "libxml2.so", "libxml2.2.dylib", "libxml2.dylib"};

static const char *const functions[] = {
#define F(name, result, parameters) #name,
    MAPDOC_XML_FUNCTIONS(F)
#undef F
};

static const mapdoc_library library = {
    "libxml2", files, MAPDOC_COUNT(files), functions, MAPDOC_COUNT(functions), RTLD_NOW,
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static mapdoc_xml table;
static const mapdoc_xml *opened;
static char failure[512];

static void open_once(void) {
  if (!mapdoc_library_open(&library, &table, sizeof table, failure, sizeof failure)) return;
  table.xmlInitParser();
  opened = &table;
}

const mapdoc_xml *mapdoc_xml_open(void) {
  pthread_once(&once, open_once);
  return opened;
}

const char *mapdoc_xml_open_error(void) {
  pthread_once(&once, open_once);
  return failure;
}
