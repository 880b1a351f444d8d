import DocumentModel
import Geodesy

/// A warped layer, and what all its bands share.
struct PreparedWarp: Sendable {
  let tiles: WarpedTiles
  let width: Int
  /// Of the bounds.
  let mask: ClipMask?

  init(_ tiles: WarpedTiles, on size: PixelSize) {
    self.tiles = tiles
    width = size.width
    mask = tiles.bounds.map { ClipMask(rings: [$0], width: size.width) }
  }
}

/// Makes the rows that a warped layer shows in one band.
///
/// The cells of the mesh are gone through in blocks whose pixels of the source fit into the processor's nearest memory:
/// these are copied side by side, and filtered from there.
struct WarpPainter {
  private let warp: PreparedWarp
  private let grid: PixelGrid
  private let meshes: [WarpMesh]
  private let band: Range<Int>
  private let resampling: Resampling
  /// `nil` for `nearest`.
  private var sampler: FilterSampler?
  private var window = PixelGrid.Window()
  /// The band's pixels, row by row.
  private var pixels: [UInt32]
  /// Of the band, those with pixels in them.
  private var drawnRows: Range<Int>?

  /// Pixels a side of a block.
  private static let block = 64
  /// Pixels of the source that a block may need; smaller blocks need fewer.
  private static let largestWindow = 1 << 17

  init(_ warp: PreparedWarp, _ gathered: WarpBand, band: Range<Int>) {
    self.warp = warp
    grid = gathered.grid
    meshes = gathered.meshes
    self.band = band
    let resampling = warp.tiles.resampling
    self.resampling = resampling
    sampler = FilterTable.table(resampling).map { FilterSampler($0, overshoots: resampling.overshoots) }
    pixels = [UInt32](repeating: 0, count: warp.width * band.count)
  }

  /// - Parameter paint: Given pixels, the column of the picture where they begin, and the row of the band.
  mutating func paint(_ paint: (Span<UInt32>, Int, Int) -> Void) {
    for mesh in meshes where mesh.rows.overlaps(band) {
      for cell in mesh.cells where cell.rows.overlaps(band) {
        switch cell.content {
        case .patch(let patch): paintPatch(WarpBlock(patch, cell, on: warp.tiles.grid, grid, resampling))
        case .pixels(let pixels): paintPixels(pixels, cell)
        }
      }
    }
    guard let drawnRows else { return }
    let mask = warp.mask?.coverage(rows: band)
    for row in drawnRows {
      if let mask { weaken(row, by: mask) }
      paint(pixels.span.extracting(row * warp.width..<(row + 1) * warp.width), 0, row)
    }
  }

  private mutating func weaken(_ row: Int, by mask: [UInt8]) {
    for place in row * warp.width..<(row + 1) * warp.width where pixels[place] != 0 && mask[place] != 255 {
      pixels[place] = pixel(channels(pixels[place]) * (Float(mask[place]) / 255))
    }
  }

  private mutating func drew(_ rows: Range<Int>) {
    let rows = rows.lowerBound - band.lowerBound..<rows.upperBound - band.lowerBound
    drawnRows = drawnRows.map { min($0.lowerBound, rows.lowerBound)..<max($0.upperBound, rows.upperBound) } ?? rows
  }

  // MARK: - Patches

  private mutating func paintPatch(_ block: WarpBlock) {
    let rows = block.rows.clamped(to: band)
    for top in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.block) {
      for left in stride(from: block.columns.lowerBound, to: block.columns.upperBound, by: Self.block) {
        paint(
          block, columns: left..<min(left + Self.block, block.columns.upperBound),
          rows: top..<min(top + Self.block, rows.upperBound))
      }
    }
  }

  private mutating func paint(_ block: WarpBlock, columns: Range<Int>, rows: Range<Int>) {
    guard let frame = block.window(columns: columns, rows: rows) else { return }
    guard frame.width.multipliedReportingOverflow(by: frame.height).overflow == false,
      frame.width * frame.height <= Self.largestWindow
    else { return paintHalves(of: block, columns: columns, rows: rows) }
    guard grid.fill(&window, x: frame.x, y: frame.y, width: frame.width, height: frame.height) else { return }
    drew(rows)
    let reduction = block.reduction
    if sampler != nil, reduction != (1, 1) { window.reduce(by: reduction) }
    for row in rows { write(row, columns, of: block) }
  }

  private mutating func write(_ row: Int, _ columns: Range<Int>, of block: WarpBlock) {
    let isAtEdge = window.isAtEdge
    let curve = block.curve(row)
    block.eachPiece(columns, on: curve) { line, columns in
      switch (resampling, block.isPlain) {
      case (.nearest, _): writeNearest(line, columns, row)
      case (.bilinear, true): writeBilinear(line, columns, row)
      default: writeFiltered(line, columns, row, block)
      }
      if isAtEdge { writeCoverage(line, columns, row, block.footprint) }
    }
  }

  private mutating func paintHalves(of block: WarpBlock, columns: Range<Int>, rows: Range<Int>) {
    if columns.count == 1, rows.count == 1 {
      let place = block.place(columns.lowerBound, on: block.curve(rows.lowerBound))
      return paintPixel(
        columns.lowerBound, rows.lowerBound, place, footprint: block.footprint, stretch: block.stretch, coverage: 1)
    }
    if columns.count >= rows.count {
      let middle = columns.lowerBound + columns.count / 2
      paint(block, columns: columns.lowerBound..<middle, rows: rows)
      paint(block, columns: middle..<columns.upperBound, rows: rows)
    } else {
      let middle = rows.lowerBound + rows.count / 2
      paint(block, columns: columns, rows: rows.lowerBound..<middle)
      paint(block, columns: columns, rows: middle..<rows.upperBound)
    }
  }

  private func start(_ columns: Range<Int>, _ row: Int) -> Int {
    (row - band.lowerBound) * warp.width + columns.lowerBound
  }

  private mutating func writeBilinear(_ line: WarpLine, _ columns: Range<Int>, _ row: Int) {
    let half = 1 << 15
    let (start, first) = (start(columns, row), columns.lowerBound)
    let (source, width) = (window.pixels, window.width)
    let (x, y) = (line.x(first) - window.x << 16 - half, line.y(first) - window.y << 16 - half)
    var target = pixels.mutableSpan
    BilinearRow.write(
      source.span, width: width, x: x, y: y, stepX: line.stepX, stepY: line.stepY, count: columns.count, into: &target,
      at: start)
  }

  private mutating func writeNearest(_ line: WarpLine, _ columns: Range<Int>, _ row: Int) {
    var place = start(columns, row)
    for column in columns {
      let (x, y) = (line.x(column) >> 16 - window.x, line.y(column) >> 16 - window.y)
      pixels[place] = window.pixels[y * window.width + x]
      place += 1
    }
  }

  private mutating func writeFiltered(_ line: WarpLine, _ columns: Range<Int>, _ row: Int, _ block: WarpBlock) {
    guard var sampler = self.sampler.take() else { return }
    let source = WindowReader(window)
    let size = SIMD2(Float(block.reduction.x), Float(block.reduction.y))
    let origin = SIMD2(Double(window.x), Double(window.y))
    var place = start(columns, row)
    for column in columns {
      // Of a window of pixels taken together, `x` and `y` count in those.
      let offset = SIMD2<Float>(line.place(column) / SIMD2<Double>(size) - origin)
      pixels[place] = sampler.pixel(source, offset, stretch: pointwiseMax(block.stretch / size, SIMD2(1, 1)))
      place += 1
    }
    self.sampler = sampler
  }

  private mutating func writeCoverage(
    _ line: WarpLine, _ columns: Range<Int>, _ row: Int, _ footprint: SIMD2<Double>
  ) {
    var place = start(columns, row)
    for column in columns {
      let share = grid.coverage(line.place(column), footprint)
      if share < 1 { pixels[place] = pixel(channels(pixels[place]) * share) }
      place += 1
    }
  }

  // MARK: - Single pixels

  private mutating func paintPixels(_ pixels: [WarpMesh.Pixel], _ cell: WarpMesh.Cell) {
    let level = warp.tiles.grid
    for row in cell.rows.clamped(to: band) {
      for column in cell.columns {
        let pixel =
          pixels[(row - cell.rows.lowerBound) * cell.columns.count + column - cell.columns.lowerBound]
        guard pixel.coverage > 0 else { continue }
        let footprint = pixel.footprint / level.level.resolution * grid.density
        paintPixel(
          column, row, level.pixel(of: pixel.position) * grid.density, footprint: footprint,
          stretch: WarpBlock.stretch(footprint, resampling), coverage: pixel.coverage)
      }
    }
  }

  /// - Parameters:
  ///   - place: In pixels of the grid.
  ///   - coverage: Of the pixel by ground, where the map ends in it.
  private mutating func paintPixel(
    _ column: Int, _ row: Int, _ place: SIMD2<Double>, footprint: SIMD2<Double>, stretch: SIMD2<Float>, coverage: Float
  ) {
    guard abs(place.x) < WarpBlock.farthest, abs(place.y) < WarpBlock.farthest else { return }
    let share = coverage * grid.coverage(place, footprint)
    guard share > 0 else { return }
    var value: UInt32
    if var sampler = self.sampler.take() {
      // Coordinates count from a whole pixel up and left, beyond the filter's reach.
      let reach = SIMD2<Double>(SIMD2(stretch.x, stretch.y) * sampler.table.radius) + 2
      let origin = (place - reach).rounded(.down)
      value = sampler.pixel(
        GridReader(grid: grid, x: Int(origin.x), y: Int(origin.y)), SIMD2<Float>(place - origin), stretch: stretch)
      self.sampler = sampler
    } else {
      value = grid.pixel(x: Int(place.x.rounded(.down)), y: Int(place.y.rounded(.down)))
    }
    if share < 1 { value = pixel(channels(value) * share) }
    pixels[(row - band.lowerBound) * warp.width + column] = value
    drew(row..<row + 1)
  }
}

/// Reads a window whose bounds the caller keeps.
private struct WindowReader: PixelReading {
  let pixels: [UInt32]
  let width: Int

  init(_ window: PixelGrid.Window) {
    pixels = window.pixels
    width = window.width
  }

  @inline(__always)
  func pixel(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}

/// Reads tiles where they are: for places whose filter reaches too far for a window.
private struct GridReader: PixelReading {
  let grid: PixelGrid
  let x: Int
  let y: Int

  func pixel(x: Int, y: Int) -> UInt32 { grid.pixel(x: self.x + x, y: self.y + y) }
}
