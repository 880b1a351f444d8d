#!/usr/bin/python3
"""Makes maps/data/heights.tif: the heights of the imaginary island Nordholm in metres, the sea empty, with overviews.

Needs:  apt-get install python3-gdal python3-numpy
Use:    python3 Tests/Scripts/make_raster_data.py
"""
import os

import numpy as np
from osgeo import gdal, osr

from make_showcase_data import ORIGIN, nordholm_height

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../maps/data/heights.tif')
SIDE, PIXEL = 512, 264.5833333333333
EMPTY = -32768


def main():
    gdal.UseExceptions()
    places = (np.arange(SIDE) + 0.5) * PIXEL
    x, y = np.meshgrid(ORIGIN[0] + places, ORIGIN[1] - places)
    height = nordholm_height(x, y, 6)
    metres = np.where(height > 0, np.maximum(1, np.rint(height)), EMPTY).astype(np.int16)
    options = ['TILED=YES', 'BLOCKXSIZE=128', 'BLOCKYSIZE=128', 'COMPRESS=DEFLATE', 'PREDICTOR=2', 'ZLEVEL=9']
    file = gdal.GetDriverByName('GTiff').Create(TARGET, SIDE, SIDE, 1, gdal.GDT_Int16, options)
    file.SetGeoTransform((ORIGIN[0], PIXEL, 0, ORIGIN[1], 0, -PIXEL))
    reference = osr.SpatialReference()
    reference.ImportFromEPSG(25833)
    file.SetProjection(reference.ExportToWkt())
    file.GetRasterBand(1).SetNoDataValue(EMPTY)
    file.GetRasterBand(1).WriteArray(metres)
    file.BuildOverviews('AVERAGE', [2, 4])


if __name__ == '__main__':
    main()
