/// MD360 to MD369: rasters.
extension Code {
  static let rasters: [Code] = [.rasterWithoutOverviews, .tooMuchOfRaster]

  package static let rasterWithoutOverviews = Code(
    360, .warning, "a large raster without overviews that is shown small",
    """
    A raster holds smaller pictures of itself, its overviews, so that a map of all of it need not read all of it. This one has
    none as small as the map needs, and hundreds of millions of its pixels are read and averaged, each time it is drawn.
    `gdaladdo -r average FILE 2 4 8 16 32 64` makes overviews, in the file or beside it as `FILE.ovr`.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
          - id: heights
            type: raster
            path: heights.vrt
      +     minScale: 1000000
      """, files: ["heights.vrt": vrt(side: 40_000)]))

  package static let tooMuchOfRaster = Code(
    361, .error, "a raster of which too much would be read",
    """
    The raster is so large, and without overviews as small as the map needs, that reading it would take minutes for one
    picture. `gdaladdo -r average FILE 2 4 8 16 32 64` makes overviews; or hide the layer at small scales with `minScale`.
    """,
    Example(
      """
        mapdoc: 1
        layers:
          - id: world
            type: builtin
            name: world
          - id: heights
            type: raster
            path: heights.vrt
      +     minScale: 1000000
      """, files: ["heights.vrt": vrt(side: 400_000)]))

  /// An empty raster of so many pixels a side around 0, 0 in Web Mercator.
  private static func vrt(side: Int) -> String {
    """
    <VRTDataset rasterXSize="\(side)" rasterYSize="\(side)">
      <SRS>EPSG:3857</SRS>
      <GeoTransform>-8000000, \(16_000_000.0 / Double(side)), 0, 8000000, 0, -\(16_000_000.0 / Double(side))</GeoTransform>
      <VRTRasterBand dataType="Byte" band="1"/>
    </VRTDataset>

    """
  }
}
