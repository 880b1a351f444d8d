import Geodesy

/// The tiles of MBTiles and PMTiles: the square world of Web Mercator, halved from level to level.
enum MercatorPyramid {
  /// Levels above it are not looked for: a metre of ground has 2^24 pixels there.
  static let finestLevel = 30

  /// The scheme in pixels of the tiles' own size: a tile of any size shows the same ground.
  static func scheme(tileSize: Int, finest: Int) -> TilingScheme {
    let half = TilingScheme.webMercatorWorld.xmax
    return TilingScheme(
      reference: .webMercator, origin: Position(x: -half, y: half),
      tileSize: PixelSize(width: tileSize, height: tileSize),
      levels: (0...max(finest, 22)).map { level in
        .init(number: level, resolution: 2 * half / Double(tileSize) / Double(1 << level))
      })
  }

  /// Tiles of an odd size are resampled to 256 pixels, with a warning of the renderer.
  static func tileSize(of picture: PixelSize?) -> Int {
    guard let picture, picture.width == picture.height, [128, 256, 512, 1024, 2048].contains(picture.width) else {
      return 256
    }
    return picture.width
  }

  /// A box in degrees, in metres and cut at the edges of the square world; `nil` where nothing of it lies there.
  static func box(_ degrees: Extent) -> Extent? {
    let cut = Extent(
      xmin: degrees.xmin, ymin: max(degrees.ymin, -90), xmax: degrees.xmax, ymax: min(degrees.ymax, 90))
    guard !cut.isEmpty, let projector = try? Projector(from: .wgs84, to: .webMercator) else { return nil }
    return projector.project(cut)?.intersection(TilingScheme.webMercatorWorld)
  }
}
