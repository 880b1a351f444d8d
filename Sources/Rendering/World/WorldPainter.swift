import DocumentModel
import Geodesy

/// Draws the built-in world: one tile of it, in EPSG:3857 or EPSG:4326.
///
/// Positions are counted in pixels of the whole level and moved by whole pixels into the tile, so that neighbouring tiles
/// hold the same line at the same places and meet without a seam, bit by bit. Labels are placed on the whole picture, and
/// drawn into each tile that they touch.
package enum WorldPainter {
  /// - Parameters:
  ///   - extent: What the tile shows, in `reference`.
  ///   - size: Of the tile in pixels.
  ///   - pixelRatio: Device pixels in a logical pixel: lines and letters are so many times larger.
  ///   - hasNames: Where not, they are drawn over all tiles: see ``WorldNames``.
  ///   - shown: What the picture shows that the tile is a part of: no name is cut at its edge. `nil`: the whole level.
  /// - Throws: ``DrawingError`` where cairo, pango or the font is not installed.
  package static func tile(
    _ extent: Extent, in reference: SpatialReference, size: PixelSize, pixelRatio: Double = 1,
    hasNames: Bool = true, shown: ShownArea? = nil
  ) throws(DrawingError) -> Picture {
    let grid = WorldGrid(tile: extent, reference: reference, size: size, pixelRatio: pixelRatio)
    let level = try WorldLevel.of(grid)
    let labels =
      !hasNames
      ? [] : level.labels(within: shown.map { WorldLabelRoom($0, on: WorldGrid(logical: grid)) } ?? .everywhere)
    let tile = WorldTile(level: level, labels: labels, corner: grid.corner(of: extent), size: size)
    let key = GroundTiles.Key(grid: grid, x: tile.corner.x, y: tile.corner.y, size: size)
    var picture = try GroundTiles.tile(key) { () throws(DrawingError) in
      let canvas = try DrawingCanvas(size: size)
      tile.drawWater(on: canvas)
      tile.drawLand(on: canvas)
      return canvas.picture()
    }
    try tile.drawDots(on: &picture)
    try tile.drawLabels(on: &picture)
    return picture
  }
}

/// One tile of a level.
private struct WorldTile {
  private typealias Colors = WorldStyle.Colors

  let level: WorldLevel
  let labels: [WorldLabel]
  /// Its top left pixel on the level.
  let corner: (x: Int, y: Int)
  let size: PixelSize
  /// The tile, and as much around it as a line may be wide.
  private let box: WorldOutlines.Box

  init(level: WorldLevel, labels: [WorldLabel], corner: (x: Int, y: Int), size: PixelSize) {
    self.level = level
    self.labels = labels
    self.corner = corner
    self.size = size
    box = WorldOutlines.Box(
      x: corner.x, y: corner.y, size: size, margin: Int((4 * level.grid.pixelRatio).rounded(.up)) + 2)
  }

  private var style: WorldStyle { level.style }
  private var grid: WorldGrid { level.grid }
  /// Of the tile, on the level.
  private var middle: Double { Double(corner.x) + Double(size.width) / 2 }
  private var ratio: Double { level.grid.pixelRatio }

  func drawWater(on canvas: DrawingCanvas) {
    canvas.fill(Colors.sea)
    canvas.stroke(lines: graticule(), Colors.graticule, width: 0.75 * ratio)
  }

  func drawLand(on canvas: DrawingCanvas) {
    fill(level.land, on: canvas, Colors.land)
    stroke(level.provinces, on: canvas, Colors.province, width: 0.8)
    let borders = level.borders.lines(in: box, origin: corner)
    if style.borderBandWidth > 0 {
      stroke(borders, on: canvas, Colors.borderBand, width: style.borderBandWidth)
    }
    stroke(level.otherRivers, on: canvas, Colors.river, width: style.riverWidths.others)
    stroke(level.mainRivers, on: canvas, Colors.river, width: style.riverWidths.main)
    fill(level.lakes, on: canvas, Colors.sea)
    stroke(level.lakes, on: canvas, Colors.shore, width: style.coastWidth * 0.8)
    stroke(borders, on: canvas, Colors.border, width: style.borderWidth)
    stroke(level.disputed, on: canvas, Colors.border, width: style.borderWidth)
    stroke(coast(), on: canvas, Colors.coast, width: style.coastWidth)
  }

  /// The edge of the land, but not where the world is cut: at 180 degrees and at the south pole.
  private func coast() -> [[PixelPoint]] {
    let (west, east) = (0.01 - Double(corner.x), level.grid.width - 0.01 - Double(corner.x))
    let south = level.grid.floor - 0.01 - Double(corner.y)
    return level.land.lines(in: box, origin: corner) { a, b in
      (a.x < west && b.x < west) || (a.x > east && b.x > east) || (a.y > south && b.y > south)
    }
  }

  private func fill(_ outlines: WorldOutlines, on canvas: DrawingCanvas, _ color: Color) {
    let rings = outlines.rings(in: box, origin: corner)
    if !rings.isEmpty { canvas.fill(rings: rings + [beside], color) }
  }

  private func stroke(_ outlines: WorldOutlines, on canvas: DrawingCanvas, _ color: Color, width: Double) {
    stroke(outlines.lines(in: box, origin: corner), on: canvas, color, width: width)
  }

  private func stroke(_ lines: [[PixelPoint]], on canvas: DrawingCanvas, _ color: Color, width: Double) {
    if !lines.isEmpty { canvas.stroke(lines: lines + [beside], color, width: width * ratio) }
  }

  /// A zigzag to the left of the tile, which does not show.
  ///
  /// Cairo covers a row of pixels exactly where edges only pass through it, but samples it in fifteenths where one begins,
  /// ends or crosses another: so what else is drawn in the row, and where a tile cuts it, shows in the last bits. Here an
  /// edge begins in the middle of each row, so that every row of every tile is sampled in the same way.
  private var beside: [PixelPoint] {
    (-1...size.height).map { row in
      PixelPoint(x: -100 * ratio - Double(row & 1) / 4, y: Double(row) + 0.5)
    }
  }

  /// Meridians and parallels at round degrees, on whole pixels; they are straight in both references.
  private func graticule() -> [[PixelPoint]] {
    let (step, grid) = (style.graticuleStep, level.grid)
    let (width, height) = (Double(size.width), Double(size.height))
    var lines: [[PixelPoint]] = []
    for number in Int((-180 / step).rounded(.up))...Int(180 / step) {
      let x = grid.pixel(Position(x: Double(number) * step, y: 0)).x.rounded(.down) + 0.5 - Double(corner.x)
      guard x > -4 * ratio, x < width + 4 * ratio else { continue }
      lines.append([PixelPoint(x: x, y: -9), PixelPoint(x: x, y: height + 9)])
    }
    for number in Int((-89 / step).rounded(.up))...Int(89 / step) {
      let y = grid.pixel(Position(x: 0, y: Double(number) * step)).y.rounded(.down) + 0.5 - Double(corner.y)
      guard y > -4 * ratio, y < height + 4 * ratio else { continue }
      lines.append([PixelPoint(x: -9, y: y), PixelPoint(x: width + 9, y: y)])
    }
    return lines
  }

  func drawDots(on picture: inout Picture) throws(DrawingError) {
    for label in labels {
      guard let dot = label.dot else { continue }
      let round = grid.around(dot.center.x * ratio, near: middle) - dot.center.x * ratio
      let (x, y) = (dot.center.x * ratio + round - Double(corner.x), dot.center.y * ratio - Double(corner.y))
      let reach = 8 * ratio
      guard x > -reach, y > -reach, x < Double(size.width) + reach, y < Double(size.height) + reach,
        let dot = try label.dotPicture(pixelRatio: ratio)
      else { continue }
      picture.cover(with: dot.picture, x: dot.x + Int(round) - corner.x, y: dot.y - corner.y)
    }
  }

  func drawLabels(on picture: inout Picture) throws(DrawingError) {
    for label in labels {
      let place = level.corner(of: label)
      let left = grid.around(Double(place.x) + label.box.width * ratio / 2, near: middle) - label.box.width * ratio / 2
      let (x, y) = (Int(left.rounded()) - corner.x, place.y - corner.y)
      guard x < size.width, y < size.height, Double(x) + label.box.width * ratio + 1 > 0,
        Double(y) + label.box.height * ratio + 1 > 0
      else { continue }
      picture.cover(with: try level.picture(of: label), x: x, y: y)
    }
  }
}

extension Picture {
  /// Lays another picture over this one; what reaches over the edge is not drawn.
  ///
  /// - Parameters:
  ///   - x: Where the other's left edge lies, in pixels of this picture.
  ///   - y: Where its top edge lies.
  fileprivate mutating func cover(with other: Picture, x: Int, y: Int) {
    let columns = max(0, -x)..<max(max(0, -x), min(other.size.width, size.width - x))
    for row in max(0, -y)..<max(max(0, -y), min(other.size.height, size.height - y)) {
      var source = (row * other.size.width + columns.lowerBound) * 4
      var target = ((row + y) * size.width + columns.lowerBound + x) * 4
      for _ in columns {
        let rest = 255 - Int(other.bytes[source + 3])
        if rest < 255 {
          for channel in 0..<4 {
            let below = Int(bytes[target + channel]) * rest
            // Exact division by 255, to the nearest.
            let part = (below + 128 + (below + 128) >> 8) >> 8
            bytes[target + channel] = UInt8(clamping: Int(other.bytes[source + channel]) + part)
          }
        }
        source += 4
        target += 4
      }
    }
  }
}
