#!/usr/bin/python3
"""Makes Sources/Geodesy/Offsets/ChinaOutlineData.swift: where Chinese map providers shift their maps.

Data: Natural Earth 4.1, 1:10 m, countries (public domain), as packaged by Debian in qgis-common (world_map.gpkg).
Needs:  apt-get install qgis-common python3-shapely   (or unpack the package: dpkg -x, and name the folder)
Use:    python3 Tests/Scripts/make_china_outline.py [folder that usr/ is in]

Two outlines: the mainland with Hong Kong and Macau, and Taiwan. Each reaches SEA degrees out to sea, so that piers, bridges and
new land are in it, but not over the land of another country. Ground that both claim by that reach goes to the nearer land.

Format: rings, a blank line between outlines; each ring is a line in Google's encoded polyline form (differences in
1/1000 degree, x before y), cut at 100 characters with a leading blank on the lines that continue it.
"""
import os
import sqlite3
import struct
import sys

import shapely

ROOT = sys.argv[1] if len(sys.argv) > 1 else '/'
SOURCE = os.path.join(ROOT, 'usr/share/qgis/resources/data/world_map.gpkg')
TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../Sources/Geodesy/Offsets/ChinaOutlineData.swift')
SEA = 0.2
TOLERANCE = 0.004
SMALLEST_HOLE = 0.01
# Countries that come near.
AROUND = shapely.box(70, 3, 140, 56)


def geometry(blob):
    """The WKB behind the header of a GeoPackage's geometry."""
    envelope = [0, 32, 48, 48, 64][blob[3] >> 1 & 7]
    return shapely.make_valid(shapely.from_wkb(blob[8 + envelope:]))


def countries():
    rows = sqlite3.connect(SOURCE).execute('SELECT iso_a3, NAME, geom FROM countries')
    return [(code or name, geometry(blob)) for code, name, blob in rows]


def encoded(ring):
    text, before = '', (0, 0)
    for x, y in ring.coords:
        point = (round(x * 1000), round(y * 1000))
        for value, last in zip(point, before):
            rest = (value - last) << 1
            rest = ~rest if rest < 0 else rest
            while rest >= 32:
                text += chr((32 | rest & 31) + 63)
                rest >>= 5
            text += chr(rest + 63)
        before = point
    return '\n '.join(text[i:i + 100] for i in range(0, len(text), 100))


def written(outline):
    outline = outline.simplify(TOLERANCE)
    polygons = sorted(getattr(outline, 'geoms', [outline]), key=lambda p: -p.area)
    rings = []
    for polygon in polygons:
        rings.append(polygon.exterior)
        rings += [hole for hole in polygon.interiors if shapely.Polygon(hole).area > SMALLEST_HOLE]
    print(len(rings), 'rings,', sum(len(r.coords) for r in rings), 'points', file=sys.stderr)
    return '\n'.join(encoded(ring) for ring in rings)


def main():
    everything = countries()
    own = {'CHN', 'HKG', 'MAC'}
    mainland = shapely.union_all([shape for code, shape in everything if code in own])
    taiwan = shapely.union_all([shape for code, shape in everything if code == 'TWN'])
    others = shapely.union_all(
        [shape for code, shape in everything if code not in own | {'TWN'} and shape.intersects(AROUND)])

    def reach(land, other_land):
        grown = land.buffer(SEA, quad_segs=3).difference(others).difference(other_land)
        return shapely.union(grown, land)

    first = reach(mainland, taiwan.buffer(SEA / 2).difference(mainland))
    second = reach(taiwan, first).difference(first)
    data = written(first) + '\n\n' + written(second)
    with open(TARGET, 'w') as file:
        file.write(f'''// Made by Tests/Scripts/make_china_outline.py from Natural Earth 4.1, 1:10 m (public domain): do not edit.

extension ChinaOutline {{
  /// The mainland with Hong Kong and Macau, a blank line, Taiwan: rings as encoded polylines in 1/1000 degree, x before y; a
  /// line that starts with a blank continues the ring.
  static let encoded = #"""
''')
        file.write('\n'.join(('    ' + line) if line else '' for line in data.split('\n')))
        file.write('\n    """#\n}\n')


main()
