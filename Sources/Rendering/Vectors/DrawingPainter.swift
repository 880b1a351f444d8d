import DocumentModel
import Geodesy

/// Draws the rows of a band that vector content touches.
struct DrawingPainter {
  let drawing: PreparedDrawing
  let width: Int
  let band: Range<Int>

  init(_ drawing: PreparedDrawing, width: Int, band: Range<Int>) {
    self.drawing = drawing
    self.width = width
    self.band = band
  }

  /// A picture of the band's size, or `nil` where nothing touches it.
  ///
  /// - Throws: ``DrawingError`` where a picture of a marker cannot be drawn.
  func painted() throws(DrawingError) -> Picture? {
    guard touches else { return nil }
    var picture = Picture(size: PixelSize(width: width, height: band.count))
    try paint(onto: &picture)
    return picture
  }

  private var touches: Bool {
    let height = PreparedDrawing.stripHeight
    return drawing.strips[band.lowerBound / height...(band.upperBound - 1) / height].contains { numbers in
      numbers.contains { drawing.items[Int($0)].rows.overlaps(band) }
    }
  }

  /// Draws over what is there.
  ///
  /// - Parameter picture: Of the band's size.
  func paint(onto picture: inout Picture) throws(DrawingError) {
    guard touches else { return }
    var coverage = [UInt8](repeating: 0, count: CoverageGrid.stride(width: width))
    var runs: [CoveredRun] = []
    var tables = PaintTables(width: width, band: band)
    var stamps: [Int32: StampDrawer] = [:]
    let height = PreparedDrawing.stripHeight
    var grid = CoverageGrid(width: width, height: min(height, band.count))
    for number in band.lowerBound / height...(band.upperBound - 1) / height {
      let strip = (number * height..<(number + 1) * height).clamped(to: band)
      if drawing.strips[number].isEmpty { continue }
      grid.move(to: strip)
      for number in drawing.strips[number] {
        let item = drawing.items[Int(number)]
        guard item.rows.overlaps(strip) else { continue }
        switch item.content {
        case .polygons(let area, let paint):
          area.add(to: &grid, of: drawing)
          for row in grid.coveredRows {
            grid.take(row, &coverage, &runs)
            if runs.isEmpty { continue }
            try tables.paint(paint, row, runs, &coverage, onto: &picture)
          }
          grid.reset()
        case .markers(let markers):
          var drawer = stamps[number] ?? StampDrawer(markers.markers, width: width, band: band)
          stamps[number] = nil
          for place in markers.touching(strip) { try drawer.draw(Int(place), rows: strip, onto: &picture) }
          stamps[number] = drawer
        }
      }
    }
  }
}

/// Lays covered runs of rows on a band, and keeps what kinds of paint need for it.
struct PaintTables {
  let width: Int
  let band: Range<Int>
  private var hatches: [Drawing.Hatching: HatchTable] = [:]
  private var images: [Drawing.Paint: Picture] = [:]

  init(width: Int, band: Range<Int>) {
    self.width = width
    self.band = band
  }

  /// - Parameter coverage: Of the row's pixels; overwritten.
  mutating func paint(
    _ paint: Drawing.Paint, _ row: Int, _ runs: [CoveredRun], _ coverage: inout [UInt8], onto picture: inout Picture
  ) throws(DrawingError) {
    switch paint {
    case .color(let color):
      let pixel = color.premultiplied
      picture.withMutableRow(row - band.lowerBound) { ground in
        for run in runs {
          if let same = run.same {
            PixelCovering.cover(run.columns, with: pixel, same, &ground)
          } else {
            PixelCovering.cover(run.columns, with: pixel, coverage.span, &ground)
          }
        }
      }
    case .hatch(let hatching):
      let table = hatches[hatching] ?? HatchTable(hatching, width: width, band: band)
      hatches[hatching] = table
      let pixel = hatching.color.premultiplied
      for run in runs { table.multiply(run, row, &coverage) }
      picture.withMutableRow(row - band.lowerBound) { ground in
        for run in runs { PixelCovering.cover(run.columns, with: pixel, coverage.span, &ground) }
      }
    case .image(let source, let size):
      let tile: Picture
      if let known = images[paint] { tile = known } else { tile = try source.picture(of: size) }
      images[paint] = tile
      for run in runs {
        if let same = run.same { for column in run.columns { coverage[column] = same } }
      }
      let tileRow = row % tile.size.height
      picture.withMutableRow(row - band.lowerBound) { ground in
        tile.withRow(tileRow, columns: 0..<tile.size.width) { source in
          for run in runs { PixelCovering.cover(run.columns, repeating: source, coverage.span, &ground) }
        }
      }
    }
  }
}
