#pragma once

#include <stdbool.h>
#include <stddef.h>

/* GeographicLib's UTM, UPS and MGRS behind plain functions. Linked, from its archive: it brings nothing else, and is a few
   kilobytes that cost no start. No exception of it gets out. */

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/** Moves positions in place from degrees (longitude, then latitude) to eastings and northings in metres.
    zone: 1 to 60, 0 for UPS. Zones go on beyond their edges. */
void mapdoc_universal_forward(int zone, bool north, double *positions, size_t count);

/** Moves eastings and northings in metres in place to degrees: longitude within 180 of the zone's middle, then latitude. */
void mapdoc_universal_reverse(int zone, bool north, double *positions, size_t count);

/** The same in a zone of UTM, with longitudes counted from its middle. */
void mapdoc_universal_reverse_from_middle(bool north, double *positions, size_t count);

/** The zone that a place belongs to, with the exceptions of Norway and Svalbard; 0 for UPS. */
int mapdoc_universal_zone(double longitude, double latitude);

/** Writes the MGRS designation of a place, with so many digits for each of easting and northing (0 to 11), and a zero byte.
    Returns its length; 0 where MGRS has none for it, or the text does not fit. */
size_t mapdoc_mgrs(int zone, bool north, double easting, double northing, double latitude, int digits, char *text,
                   size_t size);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end
