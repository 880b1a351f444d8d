#!/usr/bin/env python3
"""Makes the tiles of maps/data/ out of nothing but this file: imaginary islands, drawn as an atlas would draw them.

    Tests/Scripts/make_showcase_data.py [FOLDER]      (default: maps/data)

- nordholm/           an Esri exploded cache in EPSG:25833: an island in the Norwegian Sea, 3 levels of 256 x 256 PNG
- archipelago.mbtiles a world of islands in Web Mercator, levels 0 to 3, 256 x 256 PNG
- nordholm-compact/, nordholm.tpk, nordholm.tpkx, nordholm.gpkg, archipelago.pmtiles: levels 0 and 1 of the two, packed

The same pictures come out on every run (SQLite writes its own version into the MBTiles file). Needs Python 3.9 and
numpy; PNG is written here.
Ground: layered gradient noise on an integer hash (no random generator, no library whose results may change). Each level
is drawn from the ground itself at its own resolution, so lines have one width on all of them and run on across tiles.
"""

import gzip
import json
import os
import sqlite3
import struct
import sys
import zipfile
import zlib

import numpy as np

TILE = 256
COLOURS = 64
MARGIN = 4  # pixels around a block, so that slopes and lines at its edge know their neighbours


# ---------------------------------------------------------------- noise

def hashed(ix, iy, seed):
    """An integer hash of lattice points; 32 bits, well mixed."""
    h = (ix.astype(np.int64) * 374761393 + iy.astype(np.int64) * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 2246822519) & 0xFFFFFFFF
    return h ^ (h >> 15)


DIRECTIONS = np.array([(1, 0), (-1, 0), (0, 1), (0, -1), (.7071, .7071), (-.7071, .7071), (.7071, -.7071), (-.7071, -.7071),
                       (.9239, .3827), (-.9239, .3827), (.9239, -.3827), (-.9239, -.3827),
                       (.3827, .9239), (-.3827, .9239), (.3827, -.9239), (-.3827, -.9239)])


def gradient_noise(x, y, seed, wrap=None):
    """Perlin's noise, about -0.7 to 0.7; `wrap` columns of the lattice go round the world."""
    x0, y0 = np.floor(x), np.floor(y)
    fx, fy = x - x0, y - y0
    ix, iy = x0.astype(np.int64), y0.astype(np.int64)
    total = 0
    u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    for dx in (0, 1):
        for dy in (0, 1):
            column = ix + dx
            if wrap:
                column = np.mod(column, wrap)
            g = DIRECTIONS[hashed(column, iy + dy, seed) & 15]
            dot = g[..., 0] * (fx - dx) + g[..., 1] * (fy - dy)
            total = total + dot * (u if dx else 1 - u) * (v if dy else 1 - v)
    return total


def layered(x, y, octaves, seed, gain=0.5, wrap=None):
    total, amplitude, frequency = 0, 1.0, 1
    for octave in range(octaves):
        total = total + amplitude * gradient_noise(x * frequency, y * frequency, seed + octave,
                                                   wrap * frequency if wrap else None)
        amplitude *= gain
        frequency *= 2
    return total


def ridged(x, y, octaves, seed, wrap=None):
    """Sharp crests: mountains. 0 to about 1."""
    total, amplitude, frequency, weight = 0, 0.5, 1, 1.0
    for octave in range(octaves):
        n = 1 - np.abs(gradient_noise(x * frequency, y * frequency, seed + octave, wrap * frequency if wrap else None)) * 1.6
        n = n * n * weight
        weight = np.clip(n * 1.6, 0, 1)
        total = total + n * amplitude
        amplitude *= 0.5
        frequency *= 2
    return total


def smooth(a, b, x):
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


# ---------------------------------------------------------------- the two grounds

def nordholm_height(x, y, octaves):
    """Metres above the sea at EPSG:25833 positions: one large island with skerries."""
    u, v = (x - 192000) / 42000, (y - 7311000) / 42000
    u2 = u + 0.35 * layered(u * 0.9, v * 0.9, 3, 11)
    v2 = v + 0.35 * layered(u * 0.9, v * 0.9, 3, 23)
    c, s = 0.9004471, 0.4349655  # cosine and sine of 0.45, written out
    a, b = u2 * c + v2 * s, -u2 * s + v2 * c
    body = 1 - np.sqrt((a / 1.02) ** 2 + (b / 0.62) ** 2)
    rough = layered(u2 * 1.7, v2 * 1.7, octaves, 101, 0.52)
    base = body * 0.9 + rough * 0.66 - 0.12
    land = smooth(0.0, 0.55, base)
    crest = ridged(u2 * 1.5 + 7, v2 * 1.5, octaves, 301)
    height = np.where(base > 0, base * 220 + land * (crest ** 1.6) * 1250, base * 420)
    return height


def archipelago_height(x, y, octaves):
    """Metres above the sea at Web Mercator positions in worlds (0 to 1 from the north-west corner)."""
    warp_u = layered(x * 6, y * 6, 3, 511, wrap=6)
    warp_v = layered(x * 6, y * 6, 3, 523, wrap=6)
    u, v = x * 5 + 0.45 * warp_u, y * 5 + 0.45 * warp_v
    shape = layered(u, v, octaves, 611, 0.52, wrap=5)
    # Nothing at the edges of the square world; more islands in a belt of the middle latitudes.
    belt = smooth(0.05, 0.22, y) * smooth(0.95, 0.78, y)
    base = shape - 0.21 - 0.55 * (1 - belt)
    crest = ridged(u * 2.0 + 3, v * 2.0, octaves, 701, wrap=10)
    land = smooth(0.0, 0.45, base)
    return np.where(base > 0, base * 900 + land * (crest ** 1.5) * 3900, base * 2600)


# ---------------------------------------------------------------- drawing

LAND = [(0, (203, 217, 178)), (80, (214, 222, 181)), (250, (227, 228, 190)), (600, (235, 224, 188)),
        (1000, (226, 206, 170)), (1600, (214, 190, 160)), (2400, (222, 212, 202)), (3400, (246, 245, 244))]
SEA = [(-20, (205, 226, 236)), (-60, (190, 216, 231)), (-150, (175, 205, 225)), (-1e9, (162, 195, 219))]
COAST = np.array([74, 116, 146.0])
CONTOUR = np.array([158, 122, 84.0])
DEPTH_LINE = np.array([143, 180, 207.0])
GRATICULE = np.array([92, 108, 128.0])


def tint(height, scale):
    """Flat tints in the sea, a ramp on land; `scale` stretches the land's steps."""
    stops = np.array([s for s, _ in LAND]) * scale
    colours = np.array([c for _, c in LAND], float)
    land = np.stack([np.interp(height, stops, colours[:, i]) for i in range(3)], -1)
    sea = np.empty(height.shape + (3,))
    sea[...] = SEA[-1][1]
    for limit, colour in reversed(SEA[:-1]):
        sea[height > limit * max(scale, 0.6)] = colour
    return np.where((height > 0)[..., None], land, sea)


def line(image, distance, colour, width, strength):
    """Lays a line over the picture; `distance` in pixels from its middle."""
    cover = np.clip(width / 2 + 0.5 - distance, 0, 1) * strength
    return image + (colour - image) * cover[..., None]


def isolines(height, slope, step, flattest=1e-9):
    """Distance in pixels to the nearest multiple of `step`, by the slope (metres for a pixel), held above `flattest`."""
    phase = height / step
    return np.abs(phase - np.round(phase)) * step / np.maximum(slope, flattest)


def shade(height, resolution, exaggeration):
    """Light from the north-west, 45 degrees high, with a little from above; 1 is flat ground."""
    gy, gx = np.gradient(height)
    gx, gy = gx / resolution * exaggeration, gy / resolution * exaggeration
    norm = np.sqrt(1 + gx * gx + gy * gy)
    lit = (0.5 * gx + 0.5 * gy + 0.7071) / norm
    return 0.35 + 0.65 * np.clip(lit, 0, None) / 0.7071


def draw(height, resolution, style, graticule):
    """A block with its margin, as floating-point RGB."""
    gy, gx = np.gradient(height)
    slope = np.sqrt(gx * gx + gy * gy)
    image = tint(height, style["tints"])
    light = np.clip(shade(np.maximum(height, 0), resolution, style["exaggeration"]), 0.45, 1.16)
    on_land = smooth(-2, 6, height / max(style["tints"], 0.2))
    image = image * (1 + (light - 1) * on_land)[..., None]
    is_land = height > 0
    if style["contour"]:
        minor = isolines(height, slope, style["contour"], style["contour"] / 60)
        image = np.where(is_land[..., None], line(image, minor, CONTOUR, 0.7, 0.42), image)
        major = isolines(height, slope, style["contour"] * 5, style["contour"] / 60)
        image = np.where(is_land[..., None], line(image, major, CONTOUR, 1.0, 0.6), image)
    for limit, _ in SEA[:-1]:
        depth = np.abs(height - limit * max(style["tints"], 0.6)) / np.maximum(slope, 1e-6)
        image = np.where(is_land[..., None], image, line(image, depth, DEPTH_LINE, 0.7, 0.6))
    image = line(image, graticule, GRATICULE, 0.8, 0.32)
    coast = np.abs(height) / np.maximum(slope, 1e-6)
    return line(image, coast, COAST, 1.1, 0.85)


# ---------------------------------------------------------------- graticules

def transverse_mercator_inverse(x, y, central=15.0):
    """Longitude and latitude (degrees) of UTM positions on GRS 80: Krueger's series to n^4 (Karney 2011, eq. 36)."""
    a, f = 6378137.0, 1 / 298.257222101
    n = f / (2 - f)
    radius = a / (1 + n) * (1 + n * n / 4 + n ** 4 / 64)
    xi, eta = y / (0.9996 * radius), (x - 500000) / (0.9996 * radius)
    beta = (n / 2 - 2 * n ** 2 / 3 + 37 * n ** 3 / 96, n ** 2 / 48 + n ** 3 / 15, 17 * n ** 3 / 480)
    xi1, eta1 = xi, eta
    for j, b in enumerate(beta, 1):
        xi1 = xi1 - b * np.sin(2 * j * xi) * np.cosh(2 * j * eta)
        eta1 = eta1 - b * np.cos(2 * j * xi) * np.sinh(2 * j * eta)
    chi = np.arcsin(np.sin(xi1) / np.cosh(eta1))
    delta = (2 * n - 2 * n ** 2 / 3 - 2 * n ** 3, 7 * n ** 2 / 3 - 8 * n ** 3 / 5, 56 * n ** 3 / 15)
    phi = chi + sum(d * np.sin(2 * j * chi) for j, d in enumerate(delta, 1))
    return central + np.degrees(np.arctan2(np.sinh(eta1), np.cos(xi1))), np.degrees(phi)


def lines_of(value, step):
    """Distance in pixels to the nearest multiple of `step` of a coordinate that varies over the block."""
    gy, gx = np.gradient(value)
    return isolines(value, np.sqrt(gx * gx + gy * gy), step)


# ---------------------------------------------------------------- palettes and PNG

def palette_of(images):
    """The colours of all pictures of a set, by median cut: few, so that the tiles stay small.

    A colour weighs by the square root of its pixels, so that snow and deep shade, which are rare, have theirs too.
    """
    counts = {}
    for image in images:
        keys, number = np.unique(packed(image), return_counts=True)
        for key, count in zip(keys.tolist(), number.tolist()):
            counts[key] = counts.get(key, 0) + count
    keys = np.array(sorted(counts))
    weights = np.sqrt(np.array([counts[key] for key in keys.tolist()], float))
    colours = unpacked(keys).astype(float)
    boxes = [np.arange(len(keys))]
    while len(boxes) < COLOURS:
        spread = [np.ptp(colours[box], axis=0).max() ** 1.5 * weights[box].sum() if len(box) > 1 else 0 for box in boxes]
        box = boxes.pop(int(np.argmax(spread)))
        axis = int(np.argmax(np.ptp(colours[box], axis=0)))
        order = box[np.argsort(colours[box, axis], kind="stable")]
        sums = np.cumsum(weights[order])
        middle = int(np.clip(np.searchsorted(sums, sums[-1] / 2), 1, len(order) - 1))
        boxes += [order[:middle], order[middle:]]
    means = [(colours[box] * weights[box, None]).sum(0) / weights[box].sum() for box in boxes]
    return np.array(sorted(tuple(int(c) for c in np.clip(np.round(m), 0, 255)) for m in means))


def packed(image):
    q = np.clip(np.round(image / 4), 0, 63).astype(np.int64)
    return (q[..., 0] << 12) | (q[..., 1] << 6) | q[..., 2]


def unpacked(keys):
    return np.stack([(keys >> 12) & 63, (keys >> 6) & 63, keys & 63], -1) * 4


def indexed(image, palette):
    keys = packed(image)
    unique, back = np.unique(keys, return_inverse=True)
    distance = ((unpacked(unique)[:, None, :] - palette[None, :, :]) ** 2).sum(-1)
    return np.argmin(distance, 1).astype(np.uint8)[back.reshape(keys.shape)]


def png(indices, palette):
    used = np.unique(indices)
    table = np.zeros(256, np.uint8)
    table[used] = np.arange(len(used))
    indices = table[indices]
    colours = palette[used].astype(np.uint8)
    height, width = indices.shape
    bits = 1 if len(used) <= 2 else 2 if len(used) <= 4 else 4 if len(used) <= 16 else 8
    if bits < 8:
        per = 8 // bits
        shifts = (np.arange(per)[::-1] * bits).astype(np.uint8)
        indices = (indices.reshape(height, width // per, per) << shifts).sum(-1).astype(np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in indices)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 3, 0, 0, 0))
            + chunk(b"PLTE", colours.tobytes()) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def cut(image, columns, rows):
    for row in range(rows):
        for column in range(columns):
            yield column, row, image[row * TILE:(row + 1) * TILE, column * TILE:(column + 1) * TILE]


# ---------------------------------------------------------------- nordholm: an exploded cache

ORIGIN = (122000.0, 7378000.0)  # top left corner of column 0, row 0
SCALES = [2000000.0, 1000000.0, 500000.0]
WKT = ("PROJCS[&quot;ETRS_1989_UTM_Zone_33N&quot;,GEOGCS[&quot;GCS_ETRS_1989&quot;,DATUM[&quot;D_ETRS_1989&quot;,"
       "SPHEROID[&quot;GRS_1980&quot;,6378137.0,298.257222101]],PRIMEM[&quot;Greenwich&quot;,0.0],"
       "UNIT[&quot;Degree&quot;,0.0174532925199433]],PROJECTION[&quot;Transverse_Mercator&quot;],"
       "PARAMETER[&quot;False_Easting&quot;,500000.0],PARAMETER[&quot;False_Northing&quot;,0.0],"
       "PARAMETER[&quot;Central_Meridian&quot;,15.0],PARAMETER[&quot;Scale_Factor&quot;,0.9996],"
       "PARAMETER[&quot;Latitude_Of_Origin&quot;,0.0],UNIT[&quot;Meter&quot;,1.0]]")


def nordholm(folder):
    levels = []
    for level, scale in enumerate(SCALES):
        resolution = scale * 0.0254 / 96
        side = 1 << level
        pixels = np.arange(-MARGIN, side * TILE + MARGIN) + 0.5
        x, y = np.meshgrid(ORIGIN[0] + pixels * resolution, ORIGIN[1] - pixels * resolution)
        height = nordholm_height(x, y, 4 + level)
        longitude, latitude = transverse_mercator_inverse(x, y)
        step = (1.0, 0.5, 0.25)[level]
        graticule = np.minimum(lines_of(longitude, step), lines_of(latitude, step / 2))
        style = {"tints": 0.45, "exaggeration": (5, 4, 3)[level], "contour": (200, 100, 50)[level]}
        image = draw(height, resolution, style, graticule)[MARGIN:-MARGIN, MARGIN:-MARGIN]
        levels.append((resolution, side, image))
    palette = palette_of(image for _, _, image in levels)
    size = 0
    for level, (_, side, image) in enumerate(levels):
        indices = indexed(image, palette)
        for column, row, tile in cut(indices, side, side):
            place = os.path.join(folder, "_alllayers", "L%02d" % level, "R%08x" % row)
            os.makedirs(place, exist_ok=True)
            size += write(os.path.join(place, "C%08x.png" % column), png(tile, palette))
    reference = ("<SpatialReference xsi:type='typens:ProjectedCoordinateSystem'><WKT>%s</WKT><XOrigin>-5120900</XOrigin>"
                 "<YOrigin>-9998100</YOrigin><XYScale>10000</XYScale><HighPrecision>true</HighPrecision>"
                 "<WKID>25833</WKID><LatestWKID>25833</LatestWKID></SpatialReference>" % WKT)
    names = ("xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xs='http://www.w3.org/2001/XMLSchema' "
             "xmlns:typens='http://www.esri.com/schemas/ArcGIS/10.1'")
    lods = "\n".join(
        "      <LODInfo xsi:type='typens:LODInfo'><LevelID>%d</LevelID><Scale>%r</Scale><Resolution>%r</Resolution></LODInfo>"
        % (level, scale, levels[level][0]) for level, scale in enumerate(SCALES))
    write(os.path.join(folder, "conf.xml"), f"""<?xml version="1.0" encoding="utf-8" ?>
<CacheInfo xsi:type='typens:CacheInfo' {names}>
  <TileCacheInfo xsi:type='typens:TileCacheInfo'>
    {reference}
    <TileOrigin xsi:type='typens:PointN'><X>{ORIGIN[0]!r}</X><Y>{ORIGIN[1]!r}</Y></TileOrigin>
    <TileCols>{TILE}</TileCols><TileRows>{TILE}</TileRows><DPI>96</DPI><PreciseDPI>96</PreciseDPI>
    <LODInfos xsi:type='typens:ArrayOfLODInfo'>
{lods}
    </LODInfos>
  </TileCacheInfo>
  <TileImageInfo xsi:type='typens:TileImageInfo'>
    <CacheTileFormat>PNG8</CacheTileFormat><CompressionQuality>0</CompressionQuality><Antialiasing>false</Antialiasing>
  </TileImageInfo>
  <CacheStorageInfo xsi:type='typens:CacheStorageInfo'>
    <StorageFormat>esriMapCacheStorageModeExploded</StorageFormat><PacketSize>0</PacketSize>
  </CacheStorageInfo>
</CacheInfo>
""".encode())
    resolution, side, _ = levels[-1]
    width = side * TILE * resolution
    write(os.path.join(folder, "conf.cdi"), f"""<?xml version="1.0" encoding="utf-8" ?>
<EnvelopeN xsi:type='typens:EnvelopeN' {names}>
  <XMin>{ORIGIN[0]!r}</XMin><YMin>{ORIGIN[1] - width!r}</YMin><XMax>{ORIGIN[0] + width!r}</XMax><YMax>{ORIGIN[1]!r}</YMax>
  {reference}
</EnvelopeN>
""".encode())
    return size


# ---------------------------------------------------------------- archipelago: MBTiles

def archipelago(path):
    levels = []
    for level in range(4):
        side = 1 << level
        count = side * TILE
        pixels = (np.arange(-MARGIN, count + MARGIN) + 0.5) / count
        x, y = np.meshgrid(pixels, pixels)
        height = archipelago_height(x, y, min(4 + level, 6))
        resolution = 40075016.685578488 / count
        latitude = np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * y))))
        step = (30.0, 30.0, 15.0, 10.0)[level]
        graticule = np.minimum(lines_of(x * 360 - 180, step), lines_of(latitude, step))
        style = {"tints": 1.0, "exaggeration": (60, 45, 32, 22)[level], "contour": 0}
        levels.append((side, draw(height, resolution, style, graticule)[MARGIN:-MARGIN, MARGIN:-MARGIN]))
    palette = palette_of(image for _, image in levels)
    if os.path.exists(path):
        os.remove(path)
    database = sqlite3.connect(path)
    database.execute("PRAGMA page_size = 1024")
    database.executescript("""
        CREATE TABLE metadata (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE pictures (id INTEGER PRIMARY KEY, tile_data BLOB NOT NULL);
        CREATE TABLE places (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, picture INTEGER NOT NULL,
          PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
        CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data
          FROM places JOIN pictures ON pictures.id = places.picture;""")
    database.executemany("INSERT INTO metadata VALUES (?, ?)", [
        ("name", "Archipelago"), ("description", "Imaginary islands"), ("type", "baselayer"), ("version", "1.0"),
        ("format", "png"), ("minzoom", "0"), ("maxzoom", "3"), ("center", "0,0,2"),
        ("bounds", "-180,-85.0511287798066,180,85.0511287798066"), ("attribution", "Imaginary islands of mapdoc")])
    known = {}
    for level, (side, image) in enumerate(levels):
        for column, row, tile in cut(indexed(image, palette), side, side):
            picture = png(tile, palette)
            if picture not in known:
                known[picture] = len(known) + 1
                database.execute("INSERT INTO pictures VALUES (?, ?)", (known[picture], picture))
            database.execute("INSERT INTO places VALUES (?, ?, ?, ?)", (level, column, side - 1 - row, known[picture]))
    database.commit()
    database.execute("VACUUM")
    database.close()
    return os.path.getsize(path)


# ---------------------------------------------------------------- the same tiles in packages

PACKED_LEVELS = 2  # the finest is left out: these are small examples of their kinds


def packages(root):
    """Packs tiles of nordholm/ and archipelago.mbtiles as compact cache, tpk, tpkx, GeoPackage and PMTiles."""
    source = os.path.join(root, "nordholm")
    tiles = {}
    for level in range(PACKED_LEVELS):
        for row in range(1 << level):
            for column in range(1 << level):
                with open(os.path.join(source, "_alllayers", "L%02d" % level, "R%08x" % row, "C%08x.png" % column), "rb") as file:
                    tiles[level, row, column] = file.read()
    with open(os.path.join(source, "conf.xml")) as file:
        conf = file.read()
    with open(os.path.join(source, "conf.cdi"), "rb") as file:
        cdi = file.read()

    def described(storage, packet):
        return (conf.replace("StorageModeExploded", "StorageMode" + storage)
                .replace("<PacketSize>0<", "<PacketSize>%d<" % packet)).encode()

    size = 0
    compact = os.path.join(root, "nordholm-compact")
    size += write(os.path.join(compact, "conf.xml"), described("CompactV2", 32))
    size += write(os.path.join(compact, "conf.cdi"), cdi)
    for level in range(PACKED_LEVELS):
        size += write(os.path.join(compact, "_alllayers", "L%02d" % level, "R0000C0000.bundle"),
                      bundle(tiles, level, 32))
    info = ("<ESRI_ItemInformation><title>Nordholm</title><accessinformation>Imaginary islands of mapdoc"
            "</accessinformation></ESRI_ItemInformation>").encode()
    entries = [("esriinfo/iteminfo.xml", info), ("v101/Nordholm/conf.cdi", cdi),
               ("v101/Nordholm/conf.xml", described("Compact", 128))]
    for level in range(PACKED_LEVELS):
        data, index = old_bundle(tiles, level)
        name = "v101/Nordholm/_alllayers/L%02d/R0000C0000" % level
        entries += [(name + ".bundle", data), (name + ".bundlx", index)]
    size += archive(os.path.join(root, "nordholm.tpk"), entries)
    resolutions = [scale * 0.0254 / 96 for scale in SCALES]
    side = TILE * resolutions[0]
    box = {"xmin": ORIGIN[0], "ymin": ORIGIN[1] - side, "xmax": ORIGIN[0] + side, "ymax": ORIGIN[1],
           "spatialReference": {"wkid": 25833, "latestWkid": 25833}}
    reference = box["spatialReference"]
    description = {
        "name": "Nordholm", "version": 1.0, "tileBundlesPath": "./tile", "minLOD": 0, "maxLOD": PACKED_LEVELS - 1,
        "minScale": SCALES[0], "maxScale": SCALES[PACKED_LEVELS - 1], "spatialReference": reference,
        "tileInfo": {"rows": TILE, "cols": TILE, "dpi": 96, "origin": {"x": ORIGIN[0], "y": ORIGIN[1]},
                     "spatialReference": reference,
                     "lods": [{"level": level, "resolution": resolutions[level], "scale": scale}
                              for level, scale in enumerate(SCALES)]},
        "tileImageInfo": {"format": "PNG8", "compressionQuality": 0},
        "storageInfo": {"storageFormat": "esriMapCacheStorageModeCompactV2", "packetSize": 128},
        "initialExtent": box, "fullExtent": box, "layers": []}
    item = {"title": "Nordholm", "type": "Compact Tile Package", "accessInformation": "Imaginary islands of mapdoc"}
    size += archive(os.path.join(root, "nordholm.tpkx"), [
        ("iteminfo.json", json.dumps(item).encode()), ("root.json", json.dumps(description).encode())] + [
        ("tile/L%02d/R0000C0000.bundle" % level, bundle(tiles, level, 128)) for level in range(PACKED_LEVELS)])
    size += geopackage(os.path.join(root, "nordholm.gpkg"), tiles, box, resolutions)
    return size + pmtiles(os.path.join(root, "archipelago.pmtiles"), os.path.join(root, "archipelago.mbtiles"))


def bundle(tiles, level, packet):
    """A bundle of a compact cache, version 2: header, offsets and sizes by rows, tiles with their size in front."""
    index, data = bytearray(8 * packet * packet), bytearray()
    largest = 0
    for (own, row, column), body in sorted(tiles.items()):
        if own == level:
            data += struct.pack("<I", len(body))
            struct.pack_into("<Q", index, 8 * (packet * row + column), (64 + len(index) + len(data)) | len(body) << 40)
            data += body
            largest = max(largest, len(body))
    size = 64 + len(index) + len(data)
    head = struct.pack("<4I3Q6I", 3, packet * packet, largest, 5, 0, size, 40, 20 + len(index), 3, 16, packet * packet, 5,
                       len(index))
    return head + bytes(index) + bytes(data)


def old_bundle(tiles, level):
    """A bundle of version 1 and its file of offsets, by columns."""
    count = 128 * 128
    data, offsets = bytearray(4 * count), [60 + 4 * place for place in range(count)]
    own = {place: body for place, body in tiles.items() if place[0] == level}
    for (_, row, column), body in sorted(own.items()):
        offsets[128 * column + row] = 60 + len(data)
        data += struct.pack("<I", len(body)) + body
    head = struct.pack("<6I2Q5I", 3, count, max(map(len, own.values())), 5, 4 * len(own), 0, 60 + len(data), 40, 16,
                       0, 127, 0, 127)
    index = (struct.pack("<4I", 3, 16, count, 5) + b"".join(struct.pack("<Q", offset)[:5] for offset in offsets)
             + struct.pack("<4I", 0, 16, 16, 0))
    return head + bytes(data), index


def archive(path, entries):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, body in entries:
            file.writestr(zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0)), body, zipfile.ZIP_DEFLATED)
    return os.path.getsize(path)


def geopackage(path, tiles, box, resolutions):
    if os.path.exists(path):
        os.remove(path)
    database = sqlite3.connect(path)
    corners = (box["xmin"], box["ymin"], box["xmax"], box["ymax"])
    wkt = WKT.replace("&quot;", '"')
    degrees = wkt[wkt.index("GEOGCS"):wkt.index(",PROJECTION")]
    database.executescript("""
        PRAGMA page_size = 1024;
        PRAGMA application_id = 0x47504B47;
        PRAGMA user_version = 10200;
        CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY,
          organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
        CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
          description TEXT DEFAULT '', last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE,
          max_y DOUBLE, srs_id INTEGER REFERENCES gpkg_spatial_ref_sys (srs_id));
        CREATE TABLE gpkg_tile_matrix_set (table_name TEXT NOT NULL PRIMARY KEY, srs_id INTEGER NOT NULL,
          min_x DOUBLE NOT NULL, min_y DOUBLE NOT NULL, max_x DOUBLE NOT NULL, max_y DOUBLE NOT NULL);
        CREATE TABLE gpkg_tile_matrix (table_name TEXT NOT NULL, zoom_level INTEGER NOT NULL, matrix_width INTEGER NOT NULL,
          matrix_height INTEGER NOT NULL, tile_width INTEGER NOT NULL, tile_height INTEGER NOT NULL,
          pixel_x_size DOUBLE NOT NULL, pixel_y_size DOUBLE NOT NULL, PRIMARY KEY (table_name, zoom_level));
        CREATE TABLE relief (id INTEGER PRIMARY KEY AUTOINCREMENT, zoom_level INTEGER NOT NULL,
          tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL, tile_data BLOB NOT NULL,
          UNIQUE (zoom_level, tile_column, tile_row));""")
    database.executemany("INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, '')", [
        ("Undefined Cartesian", -1, "NONE", -1, "undefined"), ("Undefined geographic", 0, "NONE", 0, "undefined"),
        ("WGS 84", 4326, "EPSG", 4326, degrees.replace("GCS_ETRS_1989", "WGS 84").replace("D_ETRS_1989", "WGS_1984")
         .replace("GRS_1980", "WGS 84").replace("298.257222101", "298.257223563")),
        ("ETRS89 / UTM zone 33N", 25833, "EPSG", 25833, wkt)])
    database.execute("INSERT INTO gpkg_contents VALUES ('relief', 'tiles', 'Nordholm', '', '2024-01-01T00:00:00.000Z', "
                     "?, ?, ?, ?, 25833)", corners)
    database.execute("INSERT INTO gpkg_tile_matrix_set VALUES ('relief', 25833, ?, ?, ?, ?)", corners)
    for level in range(PACKED_LEVELS):
        database.execute("INSERT INTO gpkg_tile_matrix VALUES ('relief', ?, ?, ?, ?, ?, ?, ?)",
                         (level, 1 << level, 1 << level, TILE, TILE, resolutions[level], resolutions[level]))
    for (level, row, column), body in sorted(tiles.items()):
        database.execute("INSERT INTO relief (zoom_level, tile_column, tile_row, tile_data) VALUES (?, ?, ?, ?)",
                         (level, column, row, body))
    database.commit()
    database.execute("VACUUM")
    database.close()
    return os.path.getsize(path)


def pmtiles(path, source):
    """Levels 0 and 1 need no curve: their tiles are numbered 0, then north-west, south-west, south-east, north-east."""
    database = sqlite3.connect(source)
    bodies = [database.execute("SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?", place)
              .fetchone()[0] for place in ((0, 0, 0), (1, 0, 1), (1, 0, 0), (1, 1, 0), (1, 1, 1))]
    database.close()

    def number(value):
        out = bytearray()
        while value > 127:
            out.append(value & 127 | 128)
            value >>= 7
        return bytes(out) + bytes([value])

    directory = number(5) + bytes([0, 1, 1, 1, 1]) + bytes([1] * 5) + b"".join(number(len(body)) for body in bodies)
    directory += bytes([1, 0, 0, 0, 0])
    root = gzip.compress(directory, mtime=0)
    metadata = gzip.compress(json.dumps({"name": "Archipelago", "attribution": "Imaginary islands of mapdoc"}).encode(),
                             mtime=0)
    data = b"".join(bodies)
    start = 127 + len(root)
    tiles = start + len(metadata)
    head = b"PMTiles\3" + struct.pack("<11Q", 127, len(root), start, len(metadata), tiles, 0, tiles, len(data), 5, 5, 5)
    head += bytes([1, 2, 1, 2, 0, 1]) + struct.pack("<4i", -1800000000, -850511287, 1800000000, 850511287)
    return write(path, head + bytes([0]) + struct.pack("<2i", 0, 0) + root + metadata + data)


def hatching(path):
    """One colour with the alpha of slanted lines, 256 pixels that fit on to themselves."""
    side = 256
    y, x = np.mgrid[0:side, 0:side]
    distance = np.abs((x + y) % 16 - 8)
    alpha = np.clip(1.5 - distance, 0, 1) * 110
    pixels = np.empty((side, side, 4), np.uint8)
    pixels[..., :3] = (46, 74, 98)
    pixels[..., 3] = alpha.round()
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    return write(path, b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
                 + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def write(path, body):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(body)
    return len(body)


def main():
    project = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(project, "maps", "data")
    os.makedirs(folder, exist_ok=True)
    print("nordholm/            %7d bytes of tiles" % nordholm(os.path.join(folder, "nordholm")))
    print("archipelago.mbtiles  %7d bytes" % archipelago(os.path.join(folder, "archipelago.mbtiles")))
    print("packages of both     %7d bytes" % packages(folder))
    print("hatching.png         %7d bytes" % hatching(os.path.join(folder, "hatching.png")))


if __name__ == "__main__":
    main()
