/// What examples of several codes share.
extension Code {
  /// A template for examples that extend one.
  static let template = """
    mapdoc: 1
    template: true
    layers:
      - id: world
        type: builtin
        name: world

    """

  /// A polygon around Europe, as GeoJSON.
  static let polygon = """
    {"type": "Polygon",
     "coordinates": [[[-10, 35], [30, 35], [30, 60], [-10, 60], [-10, 35]]]}

    """

  /// A document with tiles of a server on this computer.
  static func tiles(from route: String) -> String {
    """
    mapdoc: 1
    canvas: {size: [256, 256]}
    layers:
      - id: streets
        type: xyz
        url: http://127.0.0.1:8080/\(route)/{z}/{x}/{y}.png

    """
  }

  /// An example that is wrong with tiles from `route`, and mended with good ones.
  static func marked(from route: String) -> String {
    """
      mapdoc: 1
      canvas: {size: [256, 256]}
      layers:
        - id: streets
          type: xyz
    -     url: http://127.0.0.1:8080/\(route)/{z}/{x}/{y}.png
    +     url: http://127.0.0.1:8080/tiles/{z}/{x}/{y}.png
    """
  }

  /// A marked document, the same on both sides, that shows the exploded cache in the folder `cache`.
  static let cache = """
      mapdoc: 1
      layers:
        - id: world
          type: builtin
          name: world
        - id: relief
          type: exploded-cache
          path: cache
    """

  /// The description of an Esri cache with some levels of Web Mercator.
  static func conf(levels: [Int], storage: String = "Exploded") -> String {
    let described = levels.map { level in
      """
            <LODInfo>
              <LevelID>\(level)</LevelID>
              <Resolution>\(NumberText.of(156543.03392804097 / Double(1 << level)) ?? "")</Resolution>
            </LODInfo>
      """
    }
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <CacheInfo>
        <TileCacheInfo>
          <SpatialReference><WKID>102100</WKID></SpatialReference>
          <TileOrigin><X>-20037508.342787</X><Y>20037508.342787</Y></TileOrigin>
          <TileCols>256</TileCols>
          <TileRows>256</TileRows>
          <DPI>96</DPI>
          <LODInfos>
      \(described.joined(separator: "\n"))
          </LODInfos>
        </TileCacheInfo>
        <TileImageInfo><CacheTileFormat>PNG</CacheTileFormat></TileImageInfo>
        <CacheStorageInfo>
          <StorageFormat>esriMapCacheStorageMode\(storage)</StorageFormat>
        </CacheStorageInfo>
      </CacheInfo>

      """
  }

  /// Capabilities of a WMS with one layer `rain` in EPSG:4326.
  /// - Parameter scale: It draws nothing at smaller scales, as 1:n.
  static func capabilities(below scale: Int? = nil) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <WMS_Capabilities version="1.3.0" xmlns:xlink="http://www.w3.org/1999/xlink">
      <Service><Name>WMS</Name><Title>Weather</Title></Service>
      <Capability>
        <Request><GetMap>
          <Format>image/png</Format>
          <DCPType><HTTP><Get>
            <OnlineResource xlink:href="https://maps.example.org/wms?"/>
          </Get></HTTP></DCPType>
        </GetMap></Request>
        <Layer>
          <Name>rain</Name>
          <CRS>EPSG:4326</CRS>
          <MaxScaleDenominator>\(scale ?? 1_000_000_000)</MaxScaleDenominator>
        </Layer>
      </Capability>
    </WMS_Capabilities>

    """
  }

  /// The path of one tile of ``cache``.
  static func tile(level: Int) -> String { "cache/_alllayers/L0\(level)/R00000001/C00000001.png" }

  /// The head of a WebP picture of 128 x 128 pixels, all that a check reads of one.
  static let headOfPicture =
    "RIFF\u{17}\0\0\0WEBPVP8X\u{0A}\0\0\0\u{10}\0\0\0\u{7F}\0\0\u{7F}\0\0\n"

  /// What stands in place of a tile's bytes, which a check does not read.
  static let picture = "a picture of 256 x 256 pixels\n"
}
