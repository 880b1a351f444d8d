import DocumentModel
import Geodesy

/// Draws the built-in world: one tile of it, in EPSG:3857 or EPSG:4326.
///
/// Positions are counted in pixels of the whole level and moved by whole pixels into the tile, so that neighbouring tiles
/// hold the same line at the same places and meet without a seam.
package enum WorldPainter {
  private enum Colors {
    static let sea = Color(red: 0xD3, green: 0xE2, blue: 0xEA)
    static let land = Color(red: 0xF6, green: 0xF3, blue: 0xEC)
    static let coast = Color(red: 0x8F, green: 0xAB, blue: 0xBB)
    static let border = Color(red: 0xC2, green: 0xB4, blue: 0xA6)
    static let graticule = Color(red: 0xBF, green: 0xD2, blue: 0xDD)
  }

  /// - Parameters:
  ///   - extent: What the tile shows, in `reference`.
  ///   - size: Of the tile in pixels.
  /// - Throws: ``DrawingError`` where cairo is not installed.
  package static func tile(_ extent: Extent, in reference: SpatialReference, size: PixelSize) throws(DrawingError)
    -> Picture
  {
    let canvas = try DrawingCanvas(size: size)
    let grid = WorldGrid(tile: extent, reference: reference, size: size)
    canvas.fill(Colors.sea)
    canvas.stroke(lines: graticule(on: grid), Colors.graticule, width: 0.75)
    guard let detail = WorldData.shared.detail(forZoom: grid.zoom) else { return canvas.picture() }
    let shown = grid.degrees(margin: 4)
    let land = detail.land.filter { $0.extent.intersection(shown) != nil }.map { grid.pixels($0.points) }
    canvas.fill(rings: land, Colors.land)
    let borders = detail.borders.filter { $0.extent.intersection(shown) != nil }.map { grid.pixels($0.points) }
    canvas.stroke(lines: borders, Colors.border, width: grid.zoom < 2 ? 0.6 : 0.9)
    canvas.stroke(lines: land.flatMap(grid.withoutWorldEdges), Colors.coast, width: grid.zoom < 2 ? 0.6 : 0.9)
    return canvas.picture()
  }

  /// Meridians and parallels at round degrees, some 100 pixels apart; they are straight in both references.
  private static func graticule(on grid: WorldGrid) -> [[PixelPoint]] {
    let step = grid.zoom <= 1 ? 30.0 : grid.zoom == 2 ? 15 : grid.zoom <= 4 ? 10 : 5
    let shown = grid.degrees(margin: 2)
    var lines: [[PixelPoint]] = []
    var longitude = (shown.xmin / step).rounded(.up) * step
    while longitude <= shown.xmax {
      lines.append(grid.pixels([Position(x: longitude, y: shown.ymin), Position(x: longitude, y: shown.ymax)]))
      longitude += step
    }
    var latitude = (shown.ymin / step).rounded(.up) * step
    while latitude <= shown.ymax {
      lines.append(grid.pixels([Position(x: shown.xmin, y: latitude), Position(x: shown.xmax, y: latitude)]))
      latitude += step
    }
    return lines
  }
}

/// The pixels of a tile, and those of the whole level that it is cut from.
private struct WorldGrid {
  private let isMercator: Bool
  /// Pixels for each degree of longitude.
  private let pixelsPerDegree: Double
  private let left: Double
  private let top: Double
  private let size: PixelSize

  /// Half of the Web Mercator world, in metres: the radius 6378137 times pi.
  private static let halfWorld = 20_037_508.342789244

  init(tile: Extent, reference: SpatialReference, size: PixelSize) {
    isMercator = reference == .webMercator
    self.size = size
    let halfWorld = isMercator ? Self.halfWorld : 180
    let scale = Double(size.width) / tile.width
    pixelsPerDegree = scale * halfWorld / 180
    left = (tile.xmin * scale).rounded()
    top = (-tile.ymax * scale).rounded()
  }

  /// The level of a 256-pixel pyramid with this resolution.
  var zoom: Int {
    var (zoom, pixels) = (0, 256.0)
    while pixels * 1.42 < pixelsPerDegree * 360, zoom < 24 { (zoom, pixels) = (zoom + 1, pixels * 2) }
    return zoom
  }

  func pixels(_ points: [Position]) -> [PixelPoint] {
    points.map { point in
      // The grid of 1/256 pixel is cairo's own, and hides the last bits of a processor's logarithm.
      let x = (point.x * pixelsPerDegree - left) * 256
      let y = (-height(ofLatitude: point.y) * pixelsPerDegree - top) * 256
      return PixelPoint(x: x.rounded() / 256, y: y.rounded() / 256)
    }
  }

  /// The box of degrees that the tile and so many pixels around it show.
  func degrees(margin: Double) -> Extent {
    let (width, height) = (Double(size.width), Double(size.height))
    return Extent(
      xmin: max(-180, (left - margin) / pixelsPerDegree),
      ymin: latitude(ofHeight: -(top + height + margin) / pixelsPerDegree),
      xmax: min(180, (left + width + margin) / pixelsPerDegree),
      ymax: latitude(ofHeight: -(top - margin) / pixelsPerDegree))
  }

  /// The parts of a ring that are coast: not those where the world is cut, at 180 degrees and at the south pole.
  func withoutWorldEdges(_ ring: [PixelPoint]) -> [[PixelPoint]] {
    let (west, east) = (-180 * pixelsPerDegree - left + 0.01, 180 * pixelsPerDegree - left - 0.01)
    let south = -height(ofLatitude: -90) * pixelsPerDegree - top - 0.01
    func isEdge(_ a: PixelPoint, _ b: PixelPoint) -> Bool {
      (a.x < west && b.x < west) || (a.x > east && b.x > east) || (a.y > south && b.y > south)
    }
    var parts: [[PixelPoint]] = []
    var part: [PixelPoint] = []
    for (a, b) in zip(ring, ring.dropFirst()) {
      if isEdge(a, b) {
        if part.count > 1 { parts.append(part) }
        part = []
      } else {
        if part.isEmpty { part.append(a) }
        part.append(b)
      }
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }

  /// In degrees of longitude above the equator; spherical Mercator, cut where its latitudes end for drawing.
  private func height(ofLatitude latitude: Double) -> Double {
    guard isMercator else { return latitude }
    let radians = max(-89.5, min(89.5, latitude)) * .pi / 180
    return Mercator.height(ofLatitude: radians) * 180 / .pi
  }

  private func latitude(ofHeight height: Double) -> Double {
    guard isMercator else { return max(-90, min(90, height)) }
    return Mercator.latitude(ofHeight: height * .pi / 180) * 180 / .pi
  }
}
