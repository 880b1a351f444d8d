#include "CWorld.h"
