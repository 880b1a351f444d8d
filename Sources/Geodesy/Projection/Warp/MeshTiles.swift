/// Which tiles of a level a mesh shows.
package struct MeshTiles {
  private let grid: LevelGrid
  private let radius: Double
  private var rows: [Int: [ClosedRange<Int>]] = [:]
  private var spans = 0

  /// True when a mesh asks for more than any picture needs: the rest was not counted.
  package var isTooMany: Bool { spans > Self.mostSpans }

  private static let mostSpans = 20_000_000

  /// - Parameter radius: Of the filter that reads the pixels, in pixels of the source where the picture is not shrunk.
  package init(on grid: LevelGrid, radius: Double) {
    self.grid = grid
    self.radius = radius
  }

  package var tiles: TileSet { TileSet(level: grid.level.number, rows: rows) }

  package mutating func add(_ mesh: WarpMesh) {
    for cell in mesh.cells {
      if isTooMany { return }
      switch cell.content {
      case .patch(let patch):
        let reach = reach(patch.footprint(columns: cell.columns.count, rows: cell.rows.count))
        add(patch.outline.map(grid.pixel), reach: reach + patch.bulge / grid.level.resolution)
      case .pixels(let pixels):
        for pixel in pixels where pixel.coverage > 0 {
          add([grid.pixel(of: pixel.position)], reach: reach(pixel.footprint))
        }
      }
    }
  }

  /// How far from a place its pixels are read, in pixels; with some to spare for rounding, also of several pixels taken
  /// together.
  private func reach(_ footprint: SIMD2<Double>) -> SIMD2<Double> {
    let stretch = footprint / grid.level.resolution
    return SIMD2(max(1, stretch.x), max(1, stretch.y)) * (radius + 0.5) + 1
  }

  /// Adds what lies in a polygon, and so far around it.
  private mutating func add(_ polygon: [SIMD2<Double>], reach: SIMD2<Double>) {
    let height = Double(grid.scheme.tileSize.height)
    guard var top = polygon.map(\.y).min(), var bottom = polygon.map(\.y).max(), top.isFinite, bottom.isFinite else {
      return
    }
    (top, bottom) = (((top - reach.y) / height).rounded(.down), ((bottom + reach.y) / height).rounded(.down))
    let all = grid.possibleTiles.rows
    let (first, last) = (Int(saturating: top), Int(saturating: bottom))
    guard first <= all.upperBound, last >= all.lowerBound else { return }
    for row in max(first, all.lowerBound)...min(last, all.upperBound) {
      let upper = Double(row) * height - reach.y
      guard let x = Self.width(of: polygon, from: upper, to: upper + height + 2 * reach.y) else { continue }
      add(row: row, from: x.low - reach.x, to: x.high + reach.x)
      if isTooMany { return }
    }
  }

  /// How far a polygon reaches to the left and right between two heights.
  private static func width(
    of polygon: [SIMD2<Double>], from top: Double, to bottom: Double
  ) -> (low: Double, high: Double)? {
    var (low, high) = (Double.infinity, -Double.infinity)
    guard var start = polygon.last else { return nil }
    for end in polygon {
      if end.y >= top, end.y <= bottom { (low, high) = (min(low, end.x), max(high, end.x)) }
      for level in [top, bottom] where (start.y < level) != (end.y < level) {
        let x = start.x + (end.x - start.x) * (level - start.y) / (end.y - start.y)
        (low, high) = (min(low, x), max(high, x))
      }
      start = end
    }
    return low <= high ? (low, high) : nil
  }

  /// Adds the tiles of a row between two places, in pixels; beyond the world's edge they are those of the other end.
  private mutating func add(row: Int, from left: Double, to right: Double) {
    guard left.isFinite, right.isFinite else { return }
    guard let period = grid.period else { return addColumns(row: row, left, right) }
    let (start, length) = (Double(grid.frameStart), Double(period))
    guard right - left < length else { return addColumns(row: row, start, start + length - 0.5) }
    let frame = ((left - start) / length).rounded(.down) * length
    let (first, last) = (left - frame, right - frame)
    addColumns(row: row, first, min(last, start + length - 0.5))
    if last >= start + length { addColumns(row: row, start, last - length) }
  }

  private mutating func addColumns(row: Int, _ left: Double, _ right: Double) {
    let width = Double(grid.scheme.tileSize.width)
    let all = grid.possibleTiles.columns
    let first = max(all.lowerBound, Int(saturating: (left / width).rounded(.down)))
    let last = min(all.upperBound, Int(saturating: (right / width).rounded(.down)))
    guard first <= last else { return }
    spans += 1
    Self.add(first...last, to: &rows[row, default: []])
  }

  /// Most are next to the one before.
  private static func add(_ columns: ClosedRange<Int>, to ranges: inout [ClosedRange<Int>]) {
    guard let near = ranges.last, columns.lowerBound <= near.upperBound + 1, columns.upperBound >= near.lowerBound - 1
    else { return ranges.append(columns) }
    ranges[ranges.count - 1] =
      min(columns.lowerBound, near.lowerBound)...max(columns.upperBound, near.upperBound)
  }
}
