#include "CWorld.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char mapdoc_world_bytes[] = {
#embed "world.bin"
};

const size_t mapdoc_world_count = sizeof mapdoc_world_bytes;
