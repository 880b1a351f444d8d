#include "CXML.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The soname of Debian 12 first, then that of libxml2 2.14 and later, then the development name and macOS's.
static const char *const names[] = {"libxml2.so.2", "libxml2.so.16", "libxml2.so", "libxml2.2.dylib", "libxml2.dylib"};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static mapdoc_xml table;
static const mapdoc_xml *opened;
static char failure[256];

static void open_library(void) {
  void *library = NULL;
  for (size_t index = 0; library == NULL && index < sizeof names / sizeof *names; index++) {
    library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "libxml2 is not installed (%s)", reason ? reason : "no reason given");
    return;
  }
#define F(name, result, parameters)                                            \
  *(void **)&table.name = dlsym(library, #name);                               \
  if (table.name == NULL) {                                                    \
    snprintf(failure, sizeof failure, "libxml2 has no function %s", #name);    \
    return;                                                                    \
  }
  MAPDOC_XML_FUNCTIONS(F)
#undef F
  table.xmlInitParser();
  opened = &table;
}

const mapdoc_xml *mapdoc_xml_open(void) {
  pthread_once(&once, open_library);
  return opened;
}

const char *mapdoc_xml_open_error(void) {
  pthread_once(&once, open_library);
  return failure;
}
