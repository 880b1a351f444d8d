#!/usr/bin/env python3
"""Compares every tile of the fixtures' packages, read by mapdoc, with what other readers find in them.

mapdoc copies each source into an Esri cache of single files, whose names are the numbers of the source's own scheme; WebP
goes into MBTiles. The oracles are the tables beside the fixtures (made with GDAL, by their SOURCES.md), SQLite read by Python,
and the reader of PMTiles below, written from the specification alone. Prints a table in Markdown; exit status 1 where a
tile differs.

    Tests/Scripts/package_evidence.py .build/release/mapdoc ../shared/fixtures
"""
import csv, gzip, hashlib, json, pathlib, sqlite3, subprocess, sys, tempfile

mapdoc, fixtures = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()


def sha(data):
    return hashlib.sha256(data).hexdigest()


def of_table(path):
    rows = csv.reader(line for line in open(path) if not line.startswith("#"))
    return {tuple(map(int, row[:3])): row[4] for row in rows if row[0].strip().isdigit()}


def of_mbtiles(path):
    rows = sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute(
        "SELECT zoom_level, tile_row, tile_column, tile_data FROM tiles WHERE length(tile_data) > 0")
    return {(z, (1 << z) - 1 - row, column): sha(data) for z, row, column, data in rows}


def of_geopackage(path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    table = database.execute("SELECT table_name FROM gpkg_contents WHERE data_type = 'tiles'").fetchone()[0]
    rows = database.execute(f'SELECT zoom_level, tile_row, tile_column, tile_data FROM "{table}"')
    return {(z, row, column): sha(data) for z, row, column, data in rows}


def of_pmtiles(path):
    """spec/v3: header, directories, and tiles in the order of the Hilbert curve."""
    data = path.read_bytes()
    number = lambda at: int.from_bytes(data[at:at + 8], "little")
    unpacked = lambda piece: gzip.decompress(piece) if data[97] == 2 else piece

    def directory(piece):
        piece, place = unpacked(piece), 0

        def varint():
            nonlocal place
            value = shift = 0
            while True:
                byte = piece[place]
                place += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    return value
        count, ids, last = varint(), [], 0
        for _ in range(count):
            last += varint()
            ids.append(last)
        runs, sizes = [varint() for _ in range(count)], [varint() for _ in range(count)]
        offsets = []
        for index in range(count):
            value = varint()
            offsets.append(offsets[-1] + sizes[index - 1] if value == 0 and index else value - 1)
        return list(zip(ids, runs, offsets, sizes))

    def place(tile):
        level = 0
        while tile >= 4 ** level:
            tile -= 4 ** level
            level += 1
        x = y = 0
        side = 1
        while side < 1 << level:
            rx, ry = 1 & (tile // 2), 0
            ry = 1 & (tile ^ rx)
            if ry == 0:
                if rx == 1:
                    x, y = side - 1 - x, side - 1 - y
                x, y = y, x
            x, y, tile, side = x + side * rx, y + side * ry, tile // 4, side * 2
        return level, y, x

    tiles = {}

    def walk(entries):
        for first, run, offset, size in entries:
            if run == 0:
                start = number(40) + offset
                walk(directory(data[start:start + size]))
            start = number(56) + offset
            for tile in range(first, first + run):
                tiles[place(tile)] = sha(data[start:start + size])
    walk(directory(data[number(8):number(8) + number(16)]))
    return tiles


def of_cache(folder):
    found = {}
    for path in (folder / "_alllayers").rglob("*.*"):
        level, row, column = path.parts[-3:]
        found[int(level[1:]), int(row[1:], 16), int(path.stem[1:], 16)] = sha(path.read_bytes())
    return found


def sources():
    """Kind, path, oracle."""
    for name in ["compact-cache-v1/gwc-usa", "compact-cache-v1/norway-25833-hi", "compact-cache-v2/norway-25833-hi",
                 "compact-cache-v2/esri-sample-cache", "exploded-cache/norway-25833-png8", "exploded-cache/wgs84-512-jpeg",
                 "exploded-cache/webmercator-png8"]:
        yield fixtures / name, "expected-tiles.csv", lambda path: of_table(path / "expected-tiles.csv")
    for suffix in ["tpk", "tpkx"]:
        for path in sorted((fixtures / suffix).glob("*." + suffix)):
            yield path, "expected-tiles.csv", lambda path: of_table(path.with_suffix(".expected-tiles.csv"))
    for path in sorted((fixtures / "gpkg").glob("*.gpkg")):
        yield path, "Python's sqlite3", of_geopackage
    for path in sorted((fixtures / "pmtiles").glob("*.pmtiles")):
        yield path, "the reader in this script", of_pmtiles
    for path in sorted((fixtures / "mbtiles").glob("*.mbtiles")):
        yield path, "Python's sqlite3", of_mbtiles


print("| kind | fixture | oracle | tiles | differences |\n| --- | --- | --- | --- | --- |")
failed, total = False, 0
for path, oracle, expected in sources():
    run = lambda *words, **more: subprocess.run([mapdoc, *words], capture_output=True, text=True, **more)
    seen = run("inspect", "--format", "json", str(path))
    name = path.relative_to(fixtures)
    if seen.returncode != 0:
        print(f"| | {name} | | | refused: {seen.stderr.strip().splitlines()[0].split('`')[-1].strip(' :')} |")
        continue
    report = json.loads(seen.stdout)
    levels = [level["level"] for level in report["levels"] if level["hasTiles"]]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / ".mapdoc.yaml").write_text("{}\n")
        item = "".join("  " + line + "\n" for line in report["layer"].split("\n- ")[0].rstrip("\n").split("\n"))
        # Tiles that are no pictures are left out, and what a source says of its extent does not decide.
        world = report["fullExtent"]
        (folder / "m.yaml").write_text(
            f"mapdoc: 1\ninitialExtent: {{bbox: {world}, srs: {json.dumps(report['srs'])}}}\nlayers:\n{item}    onError: warn\n")
        target = folder / ("t.mbtiles" if report["format"] == "WebP" else "t")
        packed = run("pack", str(folder / "m.yaml"), "-o", str(target) + ("" if target.suffix else "/"), "--levels",
                     f"{min(levels)}-{max(levels)}", "--yes")
        if packed.returncode != 0:
            print(f"| {report['kind']} | {name} | {oracle} | | {packed.stderr.strip().splitlines()[-1]} |")
            continue
        read = of_mbtiles(target) if target.suffix else of_cache(target)
    known = expected(path)
    # What lies outside of the extent that a source states is no part of the map.
    other = [tile for tile in read if read[tile] != known.get(tile)]
    missing = len(known) - len(read.keys() & known.keys())
    words = ", ".join(filter(None, [f"{len(other)} other bytes" if other else "", f"{missing} left out" if missing else ""]))
    print(f"| {report['kind']} | {name} | {oracle} | {len(read)} of {len(known)} | {words or 'none'} |")
    failed, total = failed or bool(other), total + len(read)
print(f"\n{total} tiles compared.")
sys.exit(failed)
