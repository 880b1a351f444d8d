import Geodesy

/// Where the tiles of a mosaic lie on the picture. All edges are computed here and nowhere else, so neighbours share them.
struct MosaicGeometry: Sendable {
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>
  /// Of a tile, in device pixels; fractional.
  let tileWidth: Double
  let tileHeight: Double
  /// Device position of the top left corner of the first column and row that are drawn.
  let left: Double
  let top: Double
  /// What is drawn: the pixels whose centres lie on the tiles, within the bounds and the picture.
  let drawnX: Range<Int>
  let drawnY: Range<Int>
  /// The picture within the bounds, in square device pixels.
  let visibleArea: Double
  private let visible: PixelRectangle

  /// How far from the pixel grid, in device pixels, still counts as on it.
  static let snap = 1.0 / 64

  init(_ mosaic: TileMosaic, on picture: PixelSize) {
    columns = mosaic.columns
    rows = mosaic.rows
    tileWidth = Double(mosaic.tileSize.width) * mosaic.scale
    tileHeight = Double(mosaic.tileSize.height) * mosaic.scale
    left = Self.snapped(mosaic.origin.x + Double(columns.lowerBound) * tileWidth)
    top = Self.snapped(mosaic.origin.y + Double(rows.lowerBound) * tileHeight)
    let bounds = mosaic.bounds ?? PixelRectangle(x: -.infinity, y: -.infinity, width: .infinity, height: .infinity)
    let endX = bounds.width.isInfinite ? .infinity : bounds.x + bounds.width
    let endY = bounds.height.isInfinite ? .infinity : bounds.y + bounds.height
    let (x0, y0) = (max(0, bounds.x), max(0, bounds.y))
    let (x1, y1) = (min(Double(picture.width), endX), min(Double(picture.height), endY))
    visible = PixelRectangle(x: x0, y: y0, width: max(0, x1 - x0), height: max(0, y1 - y0))
    visibleArea = visible.width * visible.height
    drawnX = Self.centers(max(x0, left), min(x1, left + Double(columns.count) * tileWidth))
    drawnY = Self.centers(max(y0, top), min(y1, top + Double(rows.count) * tileHeight))
  }

  private static func snapped(_ value: Double) -> Double {
    let whole = value.rounded()
    return abs(value - whole) <= snap ? whole : value
  }

  /// The pixels whose centres lie in `start..<end`.
  private static func centers(_ start: Double, _ end: Double) -> Range<Int> {
    let first = Int((start - 0.5).rounded(.up))
    return first..<max(first, Int((end - 0.5).rounded(.up)))
  }

  /// The row of tiles on which the centre of a device row lies.
  func tileRow(ofDeviceRow y: Int) -> Int {
    let row = ((Double(y) + 0.5 - top) / tileHeight).rounded(.down)
    return min(rows.upperBound, max(rows.lowerBound, rows.lowerBound + Int(row)))
  }

  /// Runs of device rows, from the top, each on one row of tiles.
  func runs(in band: Range<Int>) -> [(deviceRows: Range<Int>, tileRow: Int)] {
    var runs: [(deviceRows: Range<Int>, tileRow: Int)] = []
    for y in band.clamped(to: drawnY) {
      let row = tileRow(ofDeviceRow: y)
      if let last = runs.last, last.tileRow == row {
        runs[runs.count - 1].deviceRows = last.deviceRows.lowerBound..<y + 1
      } else {
        runs.append((y..<y + 1, row))
      }
    }
    return runs
  }

  /// Whether pictures of `pixels` each can be copied: no pixel of the whole mosaic would lie further than
  /// ``snap`` from where it belongs.
  func isCopied(pixels: PixelSize) -> Bool {
    func isOnGrid(_ start: Double, _ tile: Double, _ pixels: Int, _ count: Int) -> Bool {
      start == start.rounded() && abs(tile - Double(pixels)) * Double(count) <= Self.snap
    }
    return isOnGrid(left, tileWidth, pixels.width, columns.count)
      && isOnGrid(top, tileHeight, pixels.height, rows.count)
  }

  /// The part of a tile that is seen, in square device pixels.
  func visibleArea(column: Int, row: Int) -> Double {
    let x = left + Double(column - columns.lowerBound) * tileWidth
    let y = top + Double(row - rows.lowerBound) * tileHeight
    let width = min(x + tileWidth, visible.x + visible.width) - max(x, visible.x)
    let height = min(y + tileHeight, visible.y + visible.height) - max(y, visible.y)
    return max(0, width) * max(0, height)
  }
}
