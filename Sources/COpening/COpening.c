#include "COpening.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool mapdoc_library_open(const mapdoc_library *library, void *table, size_t table_size, char *failure, size_t size) {
  if (table_size != library->function_count * sizeof(void *)) {
    snprintf(failure, size, "the table of %s has another size than its list of functions", library->name);
    return false;
  }
  void *opened = NULL;
  char reason[256] = "no reason given";
  for (size_t index = 0; opened == NULL && index < library->file_count; index++) {
    opened = dlopen(library->files[index], library->mode | RTLD_LOCAL);
    const char *error = opened == NULL && index == 0 ? dlerror() : NULL;
    if (error != NULL) snprintf(reason, sizeof reason, "%s", error);
  }
  if (opened == NULL) {
    snprintf(failure, size, "%s is not installed (%s)", library->name, reason);
    return false;
  }
  for (size_t index = 0; index < library->function_count; index++) {
    void *function = dlsym(opened, library->functions[index]);
    if (function == NULL) {
      snprintf(failure, size, "the %s here is too old: it has no function %s", library->name,
               library->functions[index]);
      return false;
    }
    // Copied: the table's members have types of their own.
    memcpy((char *)table + index * sizeof function, &function, sizeof function);
  }
  return true;
}
