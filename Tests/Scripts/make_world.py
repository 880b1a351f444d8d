#!/usr/bin/python3
"""Makes Sources/CWorld/world.bin: the outlines and names of the built-in world.

Data: Natural Earth (public domain), as packaged by Debian: countries in qgis-common (world_map.gpkg), lakes, rivers, borders,
provinces and populated places in libmagics++-data (10m/). Names of continents and seas: world_names.py.
Needs:  apt-get install qgis-common libmagics++-data python3-gdal   (or unpack the packages: dpkg -x, and name the folder)
Use:    python3 Tests/Scripts/make_world.py [folder that usr/ is in]

Land is the union of all countries: their outlines are cut into arcs where they meet, and an edge of one country alone is coast.

Format, all numbers unsigned LEB128, signed ones zigzag: "MDW2", number of details; for each detail (coarsest first): its
highest zoom level, then six lists (land, lakes, rivers, borders, disputed borders, provinces): the number of outlines; of
each its rank (0 first), number of points, then x, y of the first in 1/1000 degree and the difference of each further one.
Then the number of names, the most important first; of each its kind (index in KINDS), first and last zoom, x, y in 1/1000
degree, the room it has in 1/1000 degree of longitude (0: as much as it wants), number of bytes, and its text in UTF-8.
"""
import collections
import math
import os
import sys

from osgeo import gdal, ogr

from world_names import CONTINENTS, COUNTRY_PLACES, OCEANS, SEAS, SPELLINGS

ROOT = sys.argv[1] if len(sys.argv) > 1 else '/'
SOURCE = os.path.join(ROOT, 'usr/share/qgis/resources/data/world_map.gpkg')
PHYSICAL = os.path.join(ROOT, 'usr/share/magics/10m/ne_10m_')
TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../Sources/CWorld/world.bin')
UNIT = 1000
# (highest zoom, tolerance in degrees, smallest ring in square degrees): a third of a pixel at that zoom's equator
DETAILS = [(1, 0.12, 0.25), (3, 0.03, 0.012), (6, 0.0045, 0.0002)]
# The last rank (Natural Earth's scalerank, 0 first) of each detail.
LAKE_RANKS = [0, 2, 6]
RIVER_RANKS = [1, 4, 6]
DISPUTED = ('Disputed', 'Indefinite', 'Line of control', 'ForgetMagics', 'Indeterminant')
NOT_BORDERS = ('Overlay', 'Lease')


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


def is_sliver(ring):
    """A gap between two countries whose outlines do not quite meet: less than 400 m wide."""
    return 2 * area(ring) * UNIT < 0.004 * length(ring)


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


def lines_of(geometry):
    if geometry.GetGeometryCount():
        for i in range(geometry.GetGeometryCount()):
            yield from lines_of(geometry.GetGeometryRef(i))
    else:
        yield [(round(x * UNIT), round(y * UNIT)) for x, y, *_ in geometry.GetPoints()]


def features(name):
    source = ogr.Open(PHYSICAL + name + '.shp')
    for feature in source.GetLayer():
        yield feature


def land_arcs():
    count = collections.Counter()
    for ring in rings():
        for a, b in zip(ring, ring[1:]):
            count[frozenset((a, b))] += 1
    coast = sorted(tuple(sorted(e)) for e, n in count.items() if n == 1 and len(e) == 2)
    # Junctions are where coast and borders meet: both are cut there.
    on_border = {p for e, n in count.items() if n > 1 for p in e}
    arcs = []
    for line in chains(coast):
        part = [line[0]]
        for point in line[1:]:
            part.append(point)
            if point in on_border and point != line[-1]:
                arcs.append(part)
                part = [point]
        arcs.append(part)
    return arcs


def joined(lines):
    """Lines that meet end to end, as one; they end where other than two meet."""
    edges = sorted({tuple(sorted((a, b))) for line in lines for a, b in zip(line, line[1:]) if a != b})
    return list(chains(edges))


def themes():
    """The lists of the format after land, each of (rank, line)."""
    lakes = [(int(f['scaleran_2']), line) for f in features('ocean') if f['featurec_2'] for line in lines_of(f.GetGeometryRef())]
    rivers = collections.defaultdict(list)
    for f in features('rivers_lake_centerlines'):
        if f['featurecla'] == 'River' and f['scalerank'] <= RIVER_RANKS[-1]:
            rivers[int(f['scalerank'])] += lines_of(f.GetGeometryRef())
    borders, disputed = [], []
    for f in features('admin_0_boundary_lines_land'):
        kind = f['featurecla']
        if not kind.startswith(NOT_BORDERS):
            (disputed if kind.startswith(DISPUTED) else borders).extend(lines_of(f.GetGeometryRef()))
    provinces = [line for f in features('admin_1_states_provinces_lines') if f['scalerank'] == 2 for line in lines_of(f.GetGeometryRef())]
    return [lakes, [(rank, line) for rank, lines in sorted(rivers.items()) for line in joined(lines)],
            [(0, line) for line in joined(borders)], [(0, line) for line in joined(disputed)],
            [(0, line) for line in joined(provinces)]]


def detailed(theme, number, lines):
    """What one detail holds of a list."""
    zoom, tolerance, smallest = DETAILS[number]
    if theme == 'lakes':
        lines = [(r, simplified(l, tolerance)) for r, l in lines if r <= LAKE_RANKS[number]]
        kept = [(r, l) for r, l in lines if len(l) > 3 and area(l) >= smallest]
    else:
        if theme == 'provinces' and number == 0:
            return []
        shortest = tolerance * UNIT * 4
        kept = [(r, simplified(l, tolerance)) for r, l in lines if theme != 'rivers' or r <= RIVER_RANKS[number]]
        kept = [(r, l) for r, l in kept if len(l) > 1 and (theme != 'rivers' or length(l) > shortest)]
    return sorted(kept)


def length(line):
    return sum(math.hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(line, line[1:]))


KINDS = ['continent', 'ocean', 'sea', 'country', 'capital', 'city', 'lake']


def room_of(polygon):
    """Where a name fits best: the middle of the widest box, five times as wide as high, and its width in degrees."""
    west, east, south, north = polygon.GetEnvelope()
    best = (0, (west + east) / 2, (south + north) / 2, 0)
    for step in range(1, 40):
        y = south + (north - south) * step / 40
        for part in (0.01, 0.03, 0.06, 0.1, 0.15):
            half = (north - south) * part
            shared = [(west, east)]
            for at in (y - half, y, y + half):
                cut = polygon.Intersection(ogr.CreateGeometryFromWkt(f'LINESTRING({west - 1} {at}, {east + 1} {at})'))
                chords = [] if cut is None or cut.IsEmpty() else [
                    (min(x for x, _ in l), max(x for x, _ in l)) for l in lines_of(cut)]
                shared = [(max(a, c / UNIT), min(b, d / UNIT)) for a, b in shared for c, d in chords
                          if max(a, c / UNIT) < min(b, d / UNIT)]
            for a, b in shared:
                score = min((b - a) * math.cos(math.radians(y)), half * 2 * 5)
                best = max(best, (score, (a + b) / 2, y, b - a))
    return best[1:]


def square_kilometres(polygon):
    y = polygon.Centroid().GetY()
    return polygon.Area() * 111.3 ** 2 * math.cos(math.radians(y))


def country_names():
    source = ogr.Open(SOURCE)
    for feature in source.GetLayerByName('countries'):
        name = SPELLINGS.get(feature['NAME'], feature['NAME'])
        if not name:
            continue
        geometry = feature.GetGeometryRef()
        parts = [geometry.GetGeometryRef(i) for i in range(geometry.GetGeometryCount())]
        size = sum(map(square_kilometres, parts))
        largest = max(parts, key=square_kilometres)
        x, y, room = COUNTRY_PLACES.get(feature['NAME']) or room_of(largest.Simplify(0.02) or largest)
        first = next((zoom for zoom, least in enumerate((2e6, 3e5, 8e4, 8e3, 400), 2) if size > least), 7)
        yield size, ('country', name, x, y, room, first, 9)


def place_names():
    for f in features('populated_places_simple'):
        rank, kind = int(f['scalerank']), f['featurecla']
        first = {0: 2, 1: 3, 2: 3, 3: 4, 4: 5, 5: 5, 6: 6, 7: 7}.get(rank)
        is_capital = kind.startswith('Admin-0 capital') and kind != 'Admin-0 capital alt'
        if is_capital:
            first = min(first or 6, 5)
        if first is None or kind == 'Historic place':
            continue
        order = (first, rank, not is_capital, -f['pop_max'], f['name'])
        yield order, ('capital' if is_capital else 'city', SPELLINGS.get(f['name'], f['name']), f['longitude'], f['latitude'], 0, first, 9)


def lake_names():
    for f in features('ocean'):
        if f['featurec_2'] and f['name'] and f['scaleran_2'] <= 2:
            polygons = f.GetGeometryRef()
            polygon = polygons if polygons.GetGeometryName() == 'POLYGON' else max(
                (polygons.GetGeometryRef(i) for i in range(polygons.GetGeometryCount())), key=lambda p: p.Area())
            x, y, room = room_of(polygon.Simplify(0.01))
            yield -polygon.Area(), ('lake', SPELLINGS.get(f['name'], f['name']), x, y, room, 5, 9)


def names():
    """The most important first: where two names want one place, the first has it."""
    found = [('continent', n, x, y, room, 0, 1) for n, x, y, room in CONTINENTS]
    found += [('ocean', n, x, y, room, first, last if last < 6 else 9) for n, x, y, room, first, last in OCEANS]
    countries = sorted(country_names(), reverse=True)
    found += [c for size, c in countries if size > 8000]
    found += [('sea', n, x, y, room, first, 9) for n, x, y, room, first in SEAS]
    places = sorted(place_names())
    found += [p for order, p in places if order[0] <= 4]
    found += [n for _, n in sorted(lake_names())]
    small = [c for size, c in countries if size <= 8000]
    return found + small + [p for order, p in places if order[0] > 4]


def main():
    gdal.UseExceptions()
    gdal.SetConfigOption('SHAPE_ENCODING', 'WINDOWS-1252')
    arcs = land_arcs()
    others = dict(zip(('lakes', 'rivers', 'borders', 'disputed', 'provinces'), themes()))
    out = bytearray(b'MDW2')
    unsigned(len(DETAILS), out)
    for number, (zoom, tolerance, smallest) in enumerate(DETAILS):
        land = [r for r in joined_rings([simplified(l, tolerance) for l in arcs]) if len(r) > 3 and area(r) >= smallest and not is_sliver(r)]
        land.sort(key=lambda r: (-area(r), r[0]))
        lists = [[(0, r) for r in land]] + [detailed(theme, number, lines) for theme, lines in others.items()]
        unsigned(zoom, out)
        for outlines in lists:
            unsigned(len(outlines), out)
            for rank, line in outlines:
                unsigned(rank, out)
                written(line, out)
        print('zoom', zoom, 'outlines', [len(l) for l in lists], 'points', [sum(len(p) for _, p in l) for l in lists], 'bytes', len(out))
    labels = names()
    unsigned(len(labels), out)
    for kind, text, x, y, room, first, last in labels:
        for value in (KINDS.index(kind), first, last):
            unsigned(value, out)
        signed(round(x * UNIT), out)
        signed(round(y * UNIT), out)
        unsigned(round(room * UNIT), out)
        unsigned(len(text.encode()), out)
        out += text.encode()
    print('names', collections.Counter(l[0] for l in labels), 'bytes', len(out))
    open(TARGET, 'wb').write(out)


main()
