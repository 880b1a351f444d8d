extension TilingScheme {
  /// The scheme of nearly every web map, in EPSG:3857: one tile of 256 pixels at level 0, halved 24 times.
  ///
  /// Its constants are Esri's and OSGeo's: the world's edge is π · 6378137 m = 20037508.342789244 m from its middle, and
  /// a pixel of level 0 is a 256th of the whole: 156543.03392804097 m.
  package static let webMercator = TilingScheme(
    reference: .webMercator, origin: Position(x: -SphericalMercator.halfWorld, y: SphericalMercator.halfWorld),
    tileSize: PixelSize(width: 256, height: 256),
    levels: halving(156543.03392804097, levels: 0...24))

  /// The scheme of whole degrees in EPSG:4326: two tiles of 256 pixels side by side at level 0 (0.703125 degrees a
  /// pixel), halved 23 times.
  package static let wgs84 = TilingScheme(
    reference: .wgs84, origin: Position(x: -180, y: 90), tileSize: PixelSize(width: 256, height: 256),
    levels: halving(0.703125, levels: 0...23))

  /// The square world of Web Mercator, in metres of EPSG:3857: 180 degrees to both sides, 85.0511 degrees up and down.
  package static let webMercatorWorld = Extent(
    xmin: -SphericalMercator.halfWorld, ymin: -SphericalMercator.halfWorld, xmax: SphericalMercator.halfWorld,
    ymax: SphericalMercator.halfWorld)

  /// The world in degrees.
  package static let wgs84World = Extent(xmin: -180, ymin: -90, xmax: 180, ymax: 90)

  private static func halving(_ coarsest: Double, levels: ClosedRange<Int>) -> [Level] {
    levels.map { Level(number: $0, resolution: coarsest / Double(1 << $0)) }
  }
}
