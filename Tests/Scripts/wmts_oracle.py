"""Writes the tiling schemes that OWSLib and pyproj read from WMTS capabilities, for WMTSOracleTests.

    python3 -m venv venv && venv/bin/pip install OWSLib==0.35.0 pyproj==3.7.2
    venv/bin/python Tests/Scripts/wmts_oracle.py FIXTURES/wmts-capabilities > Tests/LayerSourcesTests/Oracles/wmts.csv

OWSLib reads denominators, corners and sizes; pyproj says the reference, its metres for a unit (of a degree: on the
equator of WGS 84) and, for names in URNs, the order of its axes. The resolution is denominator * 0.00028 m (OGC 07-057r7,
clause 6.1) / metres. One line for each matrix: left and top are those of its column 0 and row 0.
"""
import glob
import math
import os
import re
import sys

import pyproj
from owslib.wmts import WebMapTileService


def reference(name):
    numbers = re.findall(r"(\d+)$", name)
    return "OGC:CRS84" if "CRS84" in name else "EPSG:" + numbers[0]


def is_north_first(name, crs):
    return name.lower().startswith("urn:") and "CRS84" not in name and crs.axis_info[0].direction == "north"


print("file,set,reference,matrix,resolution,left,top,tileWidth,tileHeight,columns,rows")
for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.xml"))):
    text = open(path, "rb").read()
    if b"<Capabilities" not in text:
        continue
    service = WebMapTileService("http://unused.invalid", xml=text)
    for name, matrix_set in service.tilematrixsets.items():
        code = reference(matrix_set.crs)
        crs = pyproj.CRS(code)
        unit = crs.axis_info[0].unit_conversion_factor
        metres = 6378137 * unit if crs.is_geographic else unit
        for matrix in matrix_set.tilematrix.values():
            x, y = matrix.topleftcorner
            if is_north_first(matrix_set.crs, crs):
                x, y = y, x
            resolution = matrix.scaledenominator * 0.00028 / metres
            row = [os.path.basename(path), name, code, matrix.identifier, repr(resolution), repr(x), repr(y),
                   matrix.tilewidth, matrix.tileheight, matrix.matrixwidth, matrix.matrixheight]
            assert math.isfinite(resolution)
            print(",".join(str(value) for value in row))
