#pragma once

#include <stddef.h>

/// The data of the built-in world, as Tests/Scripts/make_world.py writes them; Natural Earth, public domain.
extern const unsigned char mapdoc_world_bytes[];
extern const size_t mapdoc_world_count;

/// Where the data start: an array of unknown length has no form in Swift.
static inline const unsigned char *mapdoc_world_start(void) { return mapdoc_world_bytes; }
