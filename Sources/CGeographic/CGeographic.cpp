#include "CGeographic.h"

#include <GeographicLib/MGRS.hpp>
#include <GeographicLib/PolarStereographic.hpp>
#include <GeographicLib/TransverseMercator.hpp>
#include <GeographicLib/UTMUPS.hpp>

#include <cmath>
#include <cstring>
#include <exception>
#include <string>

using namespace GeographicLib;

namespace {

/* The origins of UTM and UPS in metres (NGA.SIG.0012). */
constexpr double utm_easting = 5e5, utm_northing_of_the_south = 1e7, ups_origin = 2e6;

double middle_of(int zone) { return 6.0 * zone - 183; }

}  // namespace

extern "C" {

void mapdoc_universal_forward(int zone, bool north, double *positions, size_t count) {
  for (size_t index = 0; index < count; index++) {
    double longitude = positions[2 * index], latitude = positions[2 * index + 1], x, y;
    if (zone == 0) {
      PolarStereographic::UPS().Forward(north, latitude, longitude, x, y);
      x += ups_origin;
      y += ups_origin;
    } else {
      TransverseMercator::UTM().Forward(middle_of(zone), latitude, longitude, x, y);
      x += utm_easting;
      if (!north) y += utm_northing_of_the_south;
    }
    positions[2 * index] = x;
    positions[2 * index + 1] = y;
  }
}

void mapdoc_universal_reverse(int zone, bool north, double *positions, size_t count) {
  for (size_t index = 0; index < count; index++) {
    double x = positions[2 * index], y = positions[2 * index + 1], longitude, latitude;
    if (zone == 0) {
      PolarStereographic::UPS().Reverse(north, x - ups_origin, y - ups_origin, latitude, longitude);
    } else {
      double middle = middle_of(zone);
      TransverseMercator::UTM().Reverse(middle, x - utm_easting, north ? y : y - utm_northing_of_the_south, latitude,
                                        longitude);
      longitude = middle + std::remainder(longitude - middle, 360);
    }
    positions[2 * index] = longitude;
    positions[2 * index + 1] = latitude;
  }
}

void mapdoc_universal_reverse_from_middle(bool north, double *positions, size_t count) {
  for (size_t index = 0; index < count; index++) {
    double x = positions[2 * index], y = positions[2 * index + 1], longitude, latitude;
    TransverseMercator::UTM().Reverse(0, x - utm_easting, north ? y : y - utm_northing_of_the_south, latitude,
                                      longitude);
    positions[2 * index] = longitude;
    positions[2 * index + 1] = latitude;
  }
}

int mapdoc_universal_zone(double longitude, double latitude) {
  try {
    int zone = UTMUPS::StandardZone(latitude, longitude);
    return zone > 0 ? zone : 0;
  } catch (const std::exception &) {
    return 0;
  }
}

size_t mapdoc_mgrs(int zone, bool north, double easting, double northing, double latitude, int digits, char *text,
                   size_t size) {
  try {
    std::string made;
    MGRS::Forward(zone, north, easting, northing, latitude, digits, made);
    if (made.size() >= size) return 0;
    std::memcpy(text, made.c_str(), made.size() + 1);
    return made.size();
  } catch (const std::exception &) {
    return 0;
  }
}
}
