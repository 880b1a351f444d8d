#include <stddef.h>
#include <stdio.h>
#include <libdeflate.h>
