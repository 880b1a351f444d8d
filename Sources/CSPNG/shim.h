#include <stddef.h>
#include <stdio.h>
#include <spng.h>
