import DocumentModel
import Geodesy

/// A cell of a mesh in pixels of the tiles' pictures, and how it is filtered.
struct WarpBlock {
  let columns: Range<Int>
  let rows: Range<Int>
  /// Pixels of the grid for a step of one device pixel.
  let footprint: SIMD2<Double>
  /// How much wider the filter is than its own radius.
  let stretch: SIMD2<Float>
  /// In pixels of the grid.
  private let nodes: WarpMesh.Patch
  private let bulge: SIMD2<Double>
  /// Pixels of a row that lie evenly on a line, but for 1/64 device pixel.
  private let piece: Int
  private let radius: Double

  /// In pixels: what is farther away is no place on any tile.
  static let farthest = 0x1p45

  init(
    _ patch: WarpMesh.Patch, _ cell: WarpMesh.Cell, on level: LevelGrid, _ grid: PixelGrid, _ resampling: Resampling
  ) {
    (columns, rows) = (cell.columns, cell.rows)
    footprint =
      patch.footprint(columns: columns.count, rows: rows.count) / level.level.resolution * grid.density
    stretch = Self.stretch(footprint, resampling)
    radius = resampling.radius
    nodes = patch.mapped { level.pixel(of: $0) * grid.density }
    bulge = nodes.bulge
    piece = Self.piece(columns.count, bend: nodes.rowBend, footprint)
  }

  /// The filter is not widened.
  var isPlain: Bool { stretch == SIMD2(1, 1) }

  /// How much wider than its own radius a filter must be where a device pixel is so large.
  ///
  /// `bilinear` mixes two pixels a side, so that down to a shrinking by 1.65 none is lost and it stays as sharp as it is; from
  /// there to 3 it is widened to what the footprint asks for.
  static func stretch(_ footprint: SIMD2<Double>, _ resampling: Resampling) -> SIMD2<Float> {
    func wide(_ footprint: Double) -> Double {
      guard resampling == .bilinear else { return max(1, footprint) }
      return max(1, min(footprint, 1 + (footprint - 1.65) * 1.5))
    }
    return SIMD2(Float(wide(footprint.x)), Float(wide(footprint.y)))
  }

  /// How many pixels of the grid are taken together before they are filtered: a filter that is widened more than eight times
  /// would read too many.
  var reduction: (x: Int, y: Int) {
    func count(_ stretch: Float) -> Int { stretch > FilterSampler.mostStretch ? Int(stretch / 4) : 1 }
    return (count(stretch.x), count(stretch.y))
  }

  /// The pixels that a part of the cell reads; `nil` where they are no place on any tile.
  func window(columns: Range<Int>, rows: Range<Int>) -> (x: Int, y: Int, width: Int, height: Int)? {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = -low
    for row in [rows.lowerBound, (rows.lowerBound + rows.upperBound) / 2, rows.upperBound - 1] {
      let curve = curve(row)
      for column in [columns.lowerBound, (columns.lowerBound + columns.upperBound) / 2, columns.upperBound - 1] {
        let place = place(column, on: curve)
        low = pointwiseMin(low, place)
        high = pointwiseMax(high, place)
      }
    }
    let spare = SIMD2(Double(reduction.x), Double(reduction.y)) + 1
    let reach = SIMD2<Double>(pointwiseMax(stretch, SIMD2<Float>(footprint) / 2)) * radius + spare + bulge
    let (first, last) = ((low - reach).rounded(.down), (high + reach).rounded(.up))
    let farthest = SIMD2(repeating: Self.farthest)
    guard all(first .> -farthest), all(last .< farthest) else { return nil }
    return (Int(first.x), Int(first.y), Int(last.x - first.x) + 1, Int(last.y - first.y) + 1)
  }

  /// The places of one row of device pixels.
  func curve(_ row: Int) -> WarpCurve {
    nodes.row((Double(row - rows.lowerBound) + 0.5) / Double(rows.count))
  }

  /// The place of a pixel's centre.
  func place(_ column: Int, on curve: WarpCurve) -> SIMD2<Double> {
    curve.place((Double(column - columns.lowerBound) + 0.5) / Double(columns.count))
  }

  /// Straight pieces of a row, which give the same places however the cell is cut into bands and blocks.
  /// - Parameter part: Columns of the cell.
  @inline(__always)
  func eachPiece(_ part: Range<Int>, on curve: WarpCurve, _ body: (WarpLine, Range<Int>) -> Void) {
    var start = columns.lowerBound + (part.lowerBound - columns.lowerBound) / self.piece * self.piece
    while start < part.upperBound {
      let piece = start..<min(start + self.piece, columns.upperBound)
      let left = place(piece.lowerBound, on: curve)
      let right = place(piece.upperBound - 1, on: curve)
      let line = WarpLine(left: left, step: (right - left) / Double(max(1, piece.count - 1)), first: piece.lowerBound)
      body(line, piece.clamped(to: part))
      start = piece.upperBound
    }
  }

  /// 4 to 64.
  private static func piece(_ width: Int, bend: SIMD2<Double>, _ footprint: SIMD2<Double>) -> Int {
    let device = (footprint * footprint).sum().squareRoot()
    let most = max(bend.x, bend.y)
    // A parabola leaves a chord over the share s of its width by s² / 2 of its bend.
    let pixels = Double(width) * (2 * device / 64 / max(most, 1e-30)).squareRoot()
    var piece = 64
    while piece > 4, Double(piece) > pixels { piece /= 2 }
    return piece
  }
}

/// Where the pixels of a piece of a row lie, in 1/65536 pixel.
struct WarpLine {
  private let first: Int
  private let startX: Int
  private let startY: Int
  let stepX: Int
  let stepY: Int

  /// - Parameters:
  ///   - left: The place of the first pixel's centre.
  ///   - first: Its column.
  init(left: SIMD2<Double>, step: SIMD2<Double>, first: Int) {
    self.first = first
    let start = (left * 65536).rounded(.toNearestOrEven)
    let steps = (step * 65536).rounded(.toNearestOrEven)
    (startX, startY) = (Int(held: start.x), Int(held: start.y))
    (stepX, stepY) = (Int(held: steps.x), Int(held: steps.y))
  }

  func x(_ column: Int) -> Int { startX &+ (column - first) &* stepX }
  func y(_ column: Int) -> Int { startY &+ (column - first) &* stepY }

  func place(_ column: Int) -> SIMD2<Double> { SIMD2(Double(x(column)), Double(y(column))) / 65536 }
}

extension Int {
  /// The whole part, held within ±2⁶¹.
  fileprivate init(held value: Double) { self = Int(Swift.max(-0x1p61, Swift.min(0x1p61, value))) }
}
