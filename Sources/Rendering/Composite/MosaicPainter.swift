import DocumentModel
import Geodesy

/// Makes the rows that a mosaic shows in one band.
struct MosaicPainter {
  let mosaic: PreparedMosaic
  let tiles: [Int: TileRow]
  let band: Range<Int>

  /// - Parameter paint: Given pixels, the column of the picture where they begin, and the row of the band.
  func paint(_ paint: (Span<UInt32>, Int, Int) -> Void) {
    let geometry = mosaic.geometry
    guard !geometry.drawnX.isEmpty else { return }
    for part in geometry.runs(in: band) {
      guard let row = tiles[part.tileRow] else { continue }
      let run = MosaicRun(part.deviceRows, of: part.tileRow, pixels: row.pixels, geometry, mosaic.mosaic.resampling)
      if let vertical = run.vertical {
        resample(run, vertical, paint)
      } else {
        copy(row, run, paint)
      }
    }
  }

  /// Where the tiles' pixels are the picture's.
  private func copy(_ row: TileRow, _ run: MosaicRun, _ paint: (Span<UInt32>, Int, Int) -> Void) {
    let geometry = mosaic.geometry
    let top = Int(geometry.top) + (run.tileRow - geometry.rows.lowerBound) * row.pixels.height
    for (number, tile) in row.tiles.enumerated() {
      let left = Int(geometry.left) + number * row.pixels.width
      let columns = (left..<left + row.pixels.width).clamped(to: geometry.drawnX)
      if columns.isEmpty { continue }
      switch tile {
      case .nothing: continue
      case .picture(let picture):
        for y in run.deviceRows {
          picture.withRow(y - top, columns: columns.lowerBound - left..<columns.upperBound - left) {
            paint($0, columns.lowerBound, y - band.lowerBound)
          }
        }
      case .color(let color):
        let pixels = [UInt32](repeating: color.premultiplied, count: columns.count)
        for y in run.deviceRows { paint(pixels.span, columns.lowerBound, y - band.lowerBound) }
      }
    }
  }

  private func resample(_ run: MosaicRun, _ vertical: AxisWeights, _ paint: (Span<UInt32>, Int, Int) -> Void) {
    let (geometry, resampling) = (mosaic.geometry, mosaic.mosaic.resampling)
    let horizontal = mosaic.horizontal(width: run.pixels.width)
    var near: [Int: TileRow] = [:]
    for number in [run.tileRow] + run.neighbors { near[number] = tiles[number]?.fitted(to: run.pixels, resampling) }
    var mixer = RowMixer(reads: horizontal.reads)
    var pixels = [UInt32](repeating: 0, count: geometry.drawnX.count)
    for (number, y) in run.deviceRows.enumerated() {
      mixer.begin()
      for tap in 0..<vertical.taps {
        let source = vertical.firsts[number] + tap
        let weight = vertical.weights[number * vertical.taps + tap]
        guard weight != 0, let row = near[geometry.rows.lowerBound + source / run.pixels.height] else { continue }
        add(row, line: source % run.pixels.height, weight: weight, to: &mixer)
      }
      var target = pixels.mutableSpan
      mixer.write(horizontal, overshoots: resampling.overshoots, into: &target)
      paint(pixels.span, geometry.drawnX.lowerBound, y - band.lowerBound)
    }
  }

  private func add(_ row: TileRow, line: Int, weight: Float, to mixer: inout RowMixer) {
    let width = row.pixels.width
    for (number, tile) in row.tiles.enumerated() {
      switch tile {
      case .nothing: continue
      case .picture(let picture): mixer.add(picture, row: line, at: number * width, weight: weight)
      case .color(let color):
        mixer.add(color.premultiplied, columns: number * width..<(number + 1) * width, weight: weight)
      }
    }
  }
}
