import DocumentModel
import Geodesy

/// Device rows on one row of tiles, and which pixels of it and of its neighbours they are made of.
struct MosaicRun {
  let deviceRows: Range<Int>
  let tileRow: Int
  let pixels: PixelSize
  /// `nil` where pixels are copied.
  let vertical: AxisWeights?
  private let rows: ClosedRange<Int>

  /// - Parameter pixels: Of the tiles of this row; tiles of its neighbours are drawn as if they had as many.
  init(
    _ deviceRows: Range<Int>, of tileRow: Int, pixels: PixelSize, _ geometry: MosaicGeometry, _ resampling: Resampling
  ) {
    self.deviceRows = deviceRows
    self.tileRow = tileRow
    self.pixels = pixels
    rows = geometry.rows
    guard !geometry.isCopied(pixels: pixels) else {
      vertical = nil
      return
    }
    // A filter never reaches past the next row; pixels count from the top of the mosaic.
    let first = max(rows.lowerBound, tileRow - 1) - rows.lowerBound
    let last = min(rows.upperBound, tileRow + 1) - rows.lowerBound
    vertical = AxisWeights(
      results: deviceRows, origin: geometry.top, scale: geometry.tileHeight / Double(pixels.height),
      limits: first * pixels.height..<(last + 1) * pixels.height, resampling: resampling)
  }

  /// The rows of tiles above and below that lend pixels.
  var neighbors: [Int] {
    guard let reads = vertical?.reads, !reads.isEmpty else { return [] }
    let first = rows.lowerBound + reads.lowerBound / pixels.height
    let last = rows.lowerBound + (reads.upperBound - 1) / pixels.height
    return (first...last).filter { $0 != tileRow }
  }
}
