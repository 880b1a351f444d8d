#!/usr/bin/python3
"""Makes Sources/CWorld/world.bin: land, coast lines and borders of the built-in world.

Data: Natural Earth (public domain), as packaged by Debian in qgis-common (world_map.gpkg, layer `countries`).
Needs:  apt-get install qgis-common python3-gdal   (or unpack the package: dpkg -x, and name the file)
Use:    python3 Tests/Scripts/make_world.py [world_map.gpkg]

Rings that are shared are found as shared, so that simplified neighbours never part: the outlines are cut into arcs where
three countries (or two and the sea) meet, each arc is simplified once, and land is the union of all countries.

Format, all numbers unsigned LEB128, signed ones zigzag: "MDW1", number of details; for each detail (coarsest first): its
highest zoom level, number of land rings, number of border lines; then each of them: number of points, then x, y of the
first in 1/1000 degree and the difference of each further one.
"""
import collections
import os
import sys

from osgeo import ogr

SOURCE = sys.argv[1] if len(sys.argv) > 1 else '/usr/share/qgis/resources/data/world_map.gpkg'
TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../Sources/CWorld/world.bin')
UNIT = 1000
# (highest zoom, tolerance in degrees, smallest ring in square degrees): a third of a pixel at that zoom's equator
DETAILS = [(1, 0.12, 0.25), (3, 0.03, 0.012), (6, 0.0045, 0.0002)]


def snapped(x, y):
    """The source ends 0.1 degree before the edges of the world: what lies there belongs to the edge."""
    if abs(x) > 179.85:
        x = 180.0 if x > 0 else -180.0
    if y < -89.5:
        y = -90.0
    return round(x * UNIT), round(y * UNIT)


def rings():
    source = ogr.Open(SOURCE)  # kept: a layer does not keep its source alive
    for feature in source.GetLayerByName('countries'):
        geometry = feature.GetGeometryRef()
        for i in range(geometry.GetGeometryCount()):
            polygon = geometry.GetGeometryRef(i)
            for k in range(polygon.GetGeometryCount()):
                points = []
                for x, y, *_ in polygon.GetGeometryRef(k).GetPoints():
                    point = snapped(x, y)
                    if not points or points[-1] != point:
                        points.append(point)
                if points[0] != points[-1]:
                    points.append(points[0])
                if len(points) > 3:
                    yield points


def chains(edges):
    """Joins undirected edges to lines; lines end where other than two edges meet."""
    near = collections.defaultdict(list)
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    left = {frozenset(e) for e in edges}
    starts = sorted(p for p in near if len(near[p]) != 2) + sorted(near)
    for start in starts:
        for following in sorted(near[start]):
            if frozenset((start, following)) not in left:
                continue
            line = [start, following]
            left.discard(frozenset((start, following)))
            while len(near[line[-1]]) == 2 and line[-1] != start:
                a, b = near[line[-1]]
                step = a if frozenset((line[-1], a)) in left else b
                if frozenset((line[-1], step)) not in left:
                    break
                left.discard(frozenset((line[-1], step)))
                line.append(step)
            yield line


def simplified(line, tolerance):
    """Douglas and Peucker; a closed line is split at the point farthest from its start."""
    if line[0] == line[-1] and len(line) > 4:
        x, y = line[0]
        far = max(range(len(line)), key=lambda i: (line[i][0] - x) ** 2 + (line[i][1] - y) ** 2)
        return simplified(line[:far + 1], tolerance)[:-1] + simplified(line[far:], tolerance)
    keep = [False] * len(line)
    keep[0] = keep[-1] = True
    stack = [(0, len(line) - 1)]
    limit = (tolerance * UNIT) ** 2
    while stack:
        first, last = stack.pop()
        (ax, ay), (bx, by) = line[first], line[last]
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        worst, place = 0.0, -1
        for i in range(first + 1, last):
            px, py = line[i][0] - ax, line[i][1] - ay
            t = max(0.0, min(1.0, (px * dx + py * dy) / length)) if length else 0.0
            d = (px - t * dx) ** 2 + (py - t * dy) ** 2
            if d > worst:
                worst, place = d, i
        if worst > limit:
            keep[place] = True
            stack += [(first, place), (place, last)]
    return [p for p, k in zip(line, keep) if k]


def area(ring):
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:]))) / 2 / UNIT ** 2


def joined_rings(lines):
    """Joins the arcs of the coast to closed rings."""
    ends = collections.defaultdict(list)
    rings, used = [], set()
    for number, line in enumerate(lines):
        if line[0] == line[-1]:
            rings.append(line)
            used.add(number)
        else:
            ends[line[0]].append(number)
            ends[line[-1]].append(number)
    for number, line in enumerate(lines):
        if number in used:
            continue
        used.add(number)
        ring = list(line)
        while ring[-1] != ring[0]:
            following = [n for n in ends[ring[-1]] if n not in used]
            if not following:
                break
            used.add(following[0])
            other = lines[following[0]]
            ring += other[1:] if other[0] == ring[-1] else other[-2::-1]
        if ring[-1] == ring[0]:
            rings.append(ring)
    return rings


def unsigned(value, out):
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def signed(value, out):
    unsigned(value * 2 if value >= 0 else -value * 2 - 1, out)


def written(line, out):
    unsigned(len(line), out)
    x = y = 0
    for point in line:
        signed(point[0] - x, out)
        signed(point[1] - y, out)
        x, y = point


def main():
    count = collections.Counter()
    for ring in rings():
        for a, b in zip(ring, ring[1:]):
            count[frozenset((a, b))] += 1
    coast = sorted(tuple(sorted(e)) for e, n in count.items() if n == 1 and len(e) == 2)
    border = sorted(tuple(sorted(e)) for e, n in count.items() if n > 1 and len(e) == 2)
    # Junctions are where coast and borders meet: both are cut there.
    on_border = {p for e in border for p in e}
    coast_lines = []
    for line in chains(coast):
        part = [line[0]]
        for point in line[1:]:
            part.append(point)
            if point in on_border and point != line[-1]:
                coast_lines.append(part)
                part = [point]
        coast_lines.append(part)
    border_lines = list(chains(border))
    out = bytearray(b'MDW1')
    unsigned(len(DETAILS), out)
    for zoom, tolerance, smallest in DETAILS:
        land = [r for r in joined_rings([simplified(l, tolerance) for l in coast_lines])
                if len(r) > 3 and area(r) >= smallest]
        land.sort(key=lambda r: (-area(r), r[0]))
        lines = [l for l in (simplified(l, tolerance) for l in border_lines) if len(l) > 1]
        lines.sort()
        unsigned(zoom, out)
        unsigned(len(land), out)
        unsigned(len(lines), out)
        for line in land + lines:
            written(line, out)
        print('zoom', zoom, 'rings', len(land), 'lines', len(lines), 'points', sum(map(len, land + lines)), 'bytes', len(out))
    open(TARGET, 'wb').write(out)


main()
