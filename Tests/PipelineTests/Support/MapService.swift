/// Descriptions of services for a scripted server.
enum MapService {
  /// A cached map service of ArcGIS: the world in Web Mercator, levels 0 to 3, tiles of 256 pixels.
  static let world = """
    {"currentVersion": 10.81, "singleFusedMapCache": true, "copyrightText": "Example Survey", "capabilities": "Map",
     "spatialReference": {"wkid": 102100, "latestWkid": 3857},
     "tileInfo": {"rows": 256, "cols": 256, "dpi": 96, "format": "PNG",
       "origin": {"x": -20037508.342787, "y": 20037508.342787},
       "spatialReference": {"wkid": 102100, "latestWkid": 3857},
       "lods": [{"level": 0, "resolution": 156543.033928, "scale": 591657527.591555},
                {"level": 1, "resolution": 78271.516964, "scale": 295828763.795777},
                {"level": 2, "resolution": 39135.758482, "scale": 147914381.897889},
                {"level": 3, "resolution": 19567.879241, "scale": 73957190.948944}]},
     "fullExtent": {"xmin": -20037508.342787, "ymin": -20037508.342787, "xmax": 20037508.342787,
       "ymax": 20037508.342787, "spatialReference": {"wkid": 102100}}}
    """

  /// Capabilities of a WMTS with one layer `ground` in Web Mercator and in degrees.
  static func capabilities(at address: String) -> String {
    func matrices(_ corner: String, _ denominator: Double, columns: Int) -> String {
      (0...3).map { level in
        """
        <TileMatrix><ows:Identifier>\(level)</ows:Identifier>
        <ScaleDenominator>\(denominator / Double(1 << level))</ScaleDenominator><TopLeftCorner>\(corner)</TopLeftCorner>
        <TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>\(columns << level)</MatrixWidth>
        <MatrixHeight>\(1 << level)</MatrixHeight></TileMatrix>
        """
      }.joined()
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" version="1.0.0">
      <Contents><Layer><ows:Title>Ground</ows:Title><ows:Identifier>ground</ows:Identifier>
      <Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style><Format>image/png</Format>
      <TileMatrixSetLink><TileMatrixSet>web</TileMatrixSet></TileMatrixSetLink>
      <TileMatrixSetLink><TileMatrixSet>degrees</TileMatrixSet></TileMatrixSetLink>
      <ResourceURL format="image/png" resourceType="tile"
        template="\(address)/{TileMatrixSet}/{TileMatrix}/{TileCol}/{TileRow}.png"/></Layer>
      <TileMatrixSet><ows:Identifier>web</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>
      \(matrices("-20037508.3428 20037508.3428", 559_082_264.0287178, columns: 1))</TileMatrixSet>
      <TileMatrixSet><ows:Identifier>degrees</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::4326</ows:SupportedCRS>
      \(matrices("90 -180", 279_541_132.0143589, columns: 2))</TileMatrixSet></Contents></Capabilities>
      """
  }
}
