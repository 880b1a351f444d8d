import Geodesy

/// The pixels of a whole level of the built-in world, counted from its top left corner.
struct WorldGrid: Sendable, Hashable {
  let isMercator: Bool
  /// Device pixels for each degree of longitude.
  let pixelsPerDegree: Double
  /// Device pixels in a logical pixel.
  let pixelRatio: Double

  /// The level that a tile is cut from.
  init(tile: Extent, reference: SpatialReference, size: PixelSize, pixelRatio: Double) {
    isMercator = reference == .webMercator
    self.pixelRatio = pixelRatio
    let world = Double(size.width) / tile.width * 2 * (isMercator ? SphericalMercator.halfWorld : 180)
    // Whole pixels around the world: the last bits of a tile's edges may not make another level.
    pixelsPerDegree = (abs(world - world.rounded()) < 1e-3 ? world.rounded() : world) / 360
  }

  /// The same level in logical pixels: where its labels are placed, whatever the device.
  init(logical grid: WorldGrid) {
    isMercator = grid.isMercator
    pixelsPerDegree = grid.pixelsPerDegree / grid.pixelRatio
    pixelRatio = 1
  }

  /// The level of a 256-pixel Web Mercator pyramid with this resolution at the equator, in logical pixels.
  var zoom: Int {
    var (zoom, pixels) = (0, 256.0)
    while pixels * 1.42 < pixelsPerDegree / pixelRatio * 360, zoom < 24 { (zoom, pixels) = (zoom + 1, pixels * 2) }
    return zoom
  }

  /// Of the whole level, in device pixels.
  var width: Double { pixelsPerDegree * 360 }
  var height: Double { isMercator ? width : width / 2 }

  /// The whole pixel where a tile's top left corner lies.
  func corner(of tile: Extent) -> (x: Int, y: Int) {
    (Int(((tile.xmin + half) * scale).rounded()), Int(((top - tile.ymax) * scale).rounded()))
  }

  /// The whole pixels inside a box of the level's reference, as far as the level reaches: none where the box lies beside it or
  /// is smaller than a pixel. A box that goes on beyond 180 degrees is that of a picture which goes on there, too: it is not
  /// cut there. `nil` where the box holds the whole level.
  func pixels(inside box: Extent) -> PixelRectangle? {
    // A hundredth of a pixel more: the last bits of the box may not cost a whole one.
    let west = ((box.xmin + half) * scale - 0.01).rounded(.up)
    let east = ((box.xmax + half) * scale + 0.01).rounded(.down)
    let north = max(0, ((top - box.ymax) * scale - 0.01).rounded(.up))
    let south = min(height, ((top - box.ymin) * scale + 0.01).rounded(.down))
    let isWhole = east - west >= width && south - north >= height
    return isWhole
      ? nil : PixelRectangle(x: west, y: north, width: max(0, east - west), height: max(0, south - north))
  }

  /// A number of pixels from the left, moved round the world to where it is nearest to another.
  func around(_ x: Double, near other: Double) -> Double { x + width * ((other - x) / width).rounded() }

  /// Where a place in degrees lies. Latitudes near the poles are cut where Web Mercator would leave all bounds.
  func pixel(_ place: Position) -> PixelPoint {
    PixelPoint(
      x: (place.x + 180) * pixelsPerDegree,
      y: isMercator ? (180 - mercatorHeight(place.y)) * pixelsPerDegree : (90 - place.y) * pixelsPerDegree)
  }

  /// Where a position of the level's reference lies.
  func pixel(ofReference position: Position) -> PixelPoint {
    PixelPoint(x: (position.x + half) * scale, y: (top - position.y) * scale)
  }

  /// Below every place that is not the pole itself: where the ring of Antarctica is cut.
  var floor: Double { pixel(Position(x: 0, y: -90)).y }

  /// From the middle of the world to its left and right edges, in units of the reference.
  private var half: Double { isMercator ? SphericalMercator.halfWorld : 180 }
  /// From the equator to the top edge.
  private var top: Double { isMercator ? half : 90 }
  /// Pixels for a unit of the reference.
  private var scale: Double { pixelsPerDegree * 180 / half }

  /// In degrees of longitude above the equator.
  private func mercatorHeight(_ latitude: Double) -> Double {
    Mercator.height(ofLatitude: max(-89.5, min(89.5, latitude)) * .pi / 180) * 180 / .pi
  }
}
