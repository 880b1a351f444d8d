// What a file of HDF 5 (and so of netCDF 4) takes from other files, asked of the library that GDAL itself reads it with.
// "HDF5 Reference Manual", 1.10: the functions and numbers below are the same in all later releases.
#include "CGDAL.h"
#include "internal.h"

#include <COpening.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int64_t id;
// Of H5L_info_t and its later forms the first field alone is looked at, which all of them share.
typedef int visitor(id group, const char *name, const int *link, void *state);

enum { hard_link = 0, soft_link = 1, dataset = 5, virtual_layout = 3, failed = -1 };

typedef struct {
  int (*eset_auto)(id stack, void *function, void *data);
  id (*open)(const char *path, unsigned flags, id access);
  int (*close)(id file);
  int (*visit)(id group, int index, int order, visitor *function, void *state);
  id (*open_object)(id group, const char *name, id access);
  int (*close_object)(id object);
  int (*type)(id object);
  id (*creation)(id dataset);
  int (*external_count)(id creation);
  int (*layout)(id creation);
  int (*close_list)(id list);
} library;

typedef struct {
  const library *library;
  char *name;
  size_t size;
  const char *what;
} search;

static int found(search *state, const char *name, const char *what) {
  snprintf(state->name, state->size, "%s", name);
  state->what = what;
  return 1;
}

static int look(id group, const char *name, const int *link, void *context) {
  search *state = context;
  const library *h = state->library;
  if (*link == soft_link) return 0;
  if (*link != hard_link) return found(state, name, "is a link into another file");
  id object = h->open_object(group, name, 0);
  // What the library cannot open, it cannot read either.
  if (object < 0) return 0;
  int result = 0;
  if (h->type(object) == dataset) {
    id creation = h->creation(object);
    if (creation >= 0) {
      if (h->external_count(creation) > 0) result = found(state, name, "has its numbers in another file");
      else if (h->layout(creation) == virtual_layout) result = found(state, name, "is made of those of other files");
      h->close_list(creation);
    }
  }
  h->close_object(object);
  return result;
}

// Its signature stands at the start, or at a power of two from 512 on.
static int is_hdf5(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return 0;
  struct stat status;
  int is = 0;
  if (fstat(file, &status) == 0) {
    for (off_t place = 0; place + 8 <= status.st_size && !is; place = place == 0 ? 512 : place * 2) {
      char bytes[8];
      is = pread(file, bytes, 8, place) == 8 && memcmp(bytes, "\x89HDF\r\n\x1a\n", 8) == 0;
    }
  }
  close(file);
  return is;
}

const char *mapdoc_hdf5_elsewhere(const char *path, char *name, size_t size) {
  if (!is_hdf5(path)) return NULL;
  library h;
  struct {
    void *place;
    const char *names[3];
  } functions[] = {
      {&h.eset_auto, {"H5Eset_auto2"}},
      {&h.open, {"H5Fopen"}},
      {&h.close, {"H5Fclose"}},
      {&h.visit, {"H5Lvisit", "H5Lvisit2", "H5Lvisit1"}},
      {&h.open_object, {"H5Oopen"}},
      {&h.close_object, {"H5Oclose"}},
      {&h.type, {"H5Iget_type"}},
      {&h.creation, {"H5Dget_create_plist"}},
      {&h.external_count, {"H5Pget_external_count"}},
      {&h.layout, {"H5Pget_layout"}},
      {&h.close_list, {"H5Pclose"}},
  };
  // A GDAL without HDF 5 does not read the file, and one that hides its own copy of the library is not followed.
  for (size_t index = 0; index < MAPDOC_COUNT(functions); index++) {
    void (*function)(void) = NULL;
    for (size_t form = 0; form < 3 && function == NULL && functions[index].names[form] != NULL; form++)
      function = mapdoc_gdal_symbol(functions[index].names[form]);
    if (function == NULL) {
      snprintf(name, size, "/");
      return "cannot be looked at before it is read";
    }
    memcpy(functions[index].place, &function, sizeof function);
  }
  h.eset_auto(0, NULL, NULL);
  id file = h.open(path, 0, 0);
  if (file < 0) return NULL;
  search state = {&h, name, size, NULL};
  // By name, as they stand.
  int result = h.visit(file, 0, 2, look, &state);
  h.close(file);
  if (result == failed && state.what == NULL) {
    snprintf(name, size, "/");
    return "cannot be looked through";
  }
  return state.what;
}
