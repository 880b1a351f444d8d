#!/usr/bin/env python3
"""Makes the tiles of Tests/GoldenTests/Data out of nothing but this file; small ones, on which every mistake shows.

    Tests/Scripts/make_golden_data.py [FOLDER]      (default: Tests/GoldenTests/Data)

- rings/           an Esri exploded cache in EPSG:3857, levels 0 to 2 of 64 x 64 pixels; at level 2 two tiles are missing
- rings.mbtiles    the same drawing on transparent ground, levels 0 and 1 of 64 x 64 pixels
- hatching.png     32 x 32 pixels: lines down to the right, an arrow's head in the top left corner, a frame, on clear ground

The drawing is one of the whole world, the same at every level but for its line width of one pixel: circles about the
middle, a line every eighth, the quarters in four tints; the level shows in how dark the ground is. Python 3.9 or newer.
"""

import math
import os
import sqlite3
import struct
import sys
import zlib

SIDE = 64
WORLD = 20037508.342789244
TINTS = [(222, 210, 180), (190, 214, 186), (186, 204, 224), (224, 192, 190)]


def pixel(level, x, y):
    """R, G, B, A at a pixel of the world at that level; (0, 0) is the north-west corner."""
    size = SIDE << level
    u, v = (x + .5) / size - .5, (y + .5) / size - .5
    radius = math.hypot(u, v) * 8
    if abs(radius - round(radius)) * size / 8 < .7 and radius > .5:
        return (120, 40, 30, 255)
    if (x * 8) % size < 8 or (y * 8) % size < 8:
        return (60, 70, 90, 255)
    tint = TINTS[(u > 0) + 2 * (v > 0)]
    return tuple(c - 18 * level for c in tint) + (255,)


def png(pixels, side):
    rows = b"".join(b"\0" + bytes(c for p in pixels[y * side:(y + 1) * side] for c in p) for y in range(side))
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def tile(level, column, row, overlay=False):
    pixels = [pixel(level, column * SIDE + x, row * SIDE + y) for y in range(SIDE) for x in range(SIDE)]
    if overlay:
        # Lines stay, and two opposite quarters are a glaze; the rest lets through what is below.
        def glaze(p):
            if p[:3] in ((120, 40, 30), (60, 70, 90)):
                return p
            return p[:3] + (96,) if p[0] > p[2] + 10 else (0, 0, 0, 0)
        pixels = [glaze(p) for p in pixels]
    return png(pixels, SIDE)


def hatching(path):
    side = 32
    def at(x, y):
        if x in (0, side - 1) or y in (0, side - 1):
            return (160, 30, 60, 255)
        if x + y < 10:
            return (40, 40, 40, 255)
        return (160, 30, 60, 150) if (x - y) % 8 < 2 else (0, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(png([at(x, y) for y in range(side) for x in range(side)], side))


def cache(folder):
    for level in range(3):
        for row in range(1 << level):
            for column in range(1 << level):
                if level == 2 and (column, row) in ((2, 1), (1, 2)):
                    continue
                place = f"{folder}/_alllayers/L{level:02d}/R{row:08x}"
                os.makedirs(place, exist_ok=True)
                with open(f"{place}/C{column:08x}.png", "wb") as file:
                    file.write(tile(level, column, row))
    levels = "".join(
        f"<LODInfo><LevelID>{n}</LevelID><Scale>{2 * WORLD / (SIDE << n) * 96 / .0254!r}</Scale>"
        f"<Resolution>{2 * WORLD / (SIDE << n)!r}</Resolution></LODInfo>" for n in range(3))
    with open(folder + "/conf.xml", "w") as file:
        file.write(f"""<?xml version="1.0" encoding="utf-8"?>
<CacheInfo><TileCacheInfo>
  <SpatialReference><WKID>102100</WKID><LatestWKID>3857</LatestWKID></SpatialReference>
  <TileOrigin><X>{-WORLD!r}</X><Y>{WORLD!r}</Y></TileOrigin>
  <TileCols>{SIDE}</TileCols><TileRows>{SIDE}</TileRows><DPI>96</DPI>
  <LODInfos>{levels}</LODInfos>
</TileCacheInfo>
<TileImageInfo><CacheTileFormat>PNG</CacheTileFormat></TileImageInfo>
<CacheStorageInfo><StorageFormat>esriMapCacheStorageModeExploded</StorageFormat></CacheStorageInfo></CacheInfo>
""")
    with open(folder + "/conf.cdi", "w") as file:
        file.write(f"""<?xml version="1.0" encoding="utf-8"?>
<EnvelopeN><XMin>{-WORLD!r}</XMin><YMin>{-WORLD!r}</YMin><XMax>{WORLD!r}</XMax><YMax>{WORLD!r}</YMax></EnvelopeN>
""")


def package(path):
    if os.path.exists(path):
        os.remove(path)
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
    base.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
    base.execute("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
    base.executemany("INSERT INTO metadata VALUES (?, ?)", [
        ("name", "rings"), ("format", "png"), ("minzoom", "0"), ("maxzoom", "1"),
        ("bounds", "-180,-85.0511,180,85.0511")])
    for level in range(2):
        for row in range(1 << level):
            for column in range(1 << level):
                base.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)",
                             (level, column, (1 << level) - 1 - row, tile(level, column, row, overlay=True)))
    base.commit()
    base.close()


if __name__ == "__main__":
    root = sys.argv[1] if len(sys.argv) > 1 else "Tests/GoldenTests/Data"
    os.makedirs(root + "/rings", exist_ok=True)
    cache(root + "/rings")
    package(root + "/rings.mbtiles")
    hatching(root + "/hatching.png")
