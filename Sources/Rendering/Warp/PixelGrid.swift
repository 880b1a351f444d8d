import Geodesy

/// The tiles of a level that have been gathered, as one continuous grid of pixels: edges of tiles are nowhere to be seen in it.
struct PixelGrid: Sendable {
  struct Place: Hashable, Sendable {
    let column: Int
    let row: Int
  }

  /// Of a tile's picture; all have as many.
  let pixels: PixelSize
  /// Pixels of pictures for each pixel of the scheme.
  let density: SIMD2<Double>
  private let tiles: [Place: TileRow.Content]
  /// The pixels that its source may have.
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let period: Int?
  private let frameStart: Int
  private let goesRound: Bool
  private let endsAtPoles: (north: Bool, south: Bool)

  /// - Parameter pixels: Of each tile's picture.
  init(_ grid: LevelGrid, pixels: PixelSize, tiles: [Place: TileRow.Content]) {
    self.pixels = pixels
    self.tiles = tiles
    let size = grid.scheme.tileSize
    density = SIMD2(Double(pixels.width) / Double(size.width), Double(pixels.height) / Double(size.height))
    let (across, down) = (density.x, density.y)
    columns =
      grid.ownSize.map { 0..<max(1, Int(saturating: (Double($0.width) * across).rounded())) }
      ?? Self.pixels(of: grid.limits?.columns, pixels.width)
    rows =
      grid.ownSize.map { 0..<max(1, Int(saturating: (Double($0.height) * down).rounded())) }
      ?? Self.pixels(of: grid.limits?.rows, pixels.height)
    period = grid.period.map { max(1, Int(saturating: (Double($0) * across).rounded())) }
    frameStart = Int(saturating: (Double(grid.frameStart) * across).rounded())
    goesRound = grid.goesRound
    endsAtPoles = grid.endsAtPoles
  }

  /// Up to 2⁴⁰ tiles, which keeps all sums far from the end of `Int`.
  private static func pixels(of tiles: ClosedRange<Int>?, _ side: Int) -> Range<Int> {
    let most = 1 << 40
    guard let tiles else { return -most * side..<most * side }
    return min(tiles.lowerBound, most) * side..<(min(tiles.upperBound, most) + 1) * side
  }

  /// A pixel; the outermost stand for those beyond, and what is missing is transparent.
  func pixel(x: Int, y: Int) -> UInt32 {
    let x = min(max(inFrame(x), columns.lowerBound), columns.upperBound - 1)
    let y = min(max(y, rows.lowerBound), rows.upperBound - 1)
    let (column, row) = (Self.quotient(x, pixels.width), Self.quotient(y, pixels.height))
    switch tiles[Place(column: column, row: row)] {
    case .picture(let picture):
      let left = x - column * pixels.width
      return picture.withRow(y - row * pixels.height, columns: left..<left + 1) { $0[0] }
    case .color(let color): return color.premultiplied
    case .nothing, nil: return 0
    }
  }

  /// How much of a device pixel lies on the source, where that ends near it: 0 to 1.
  ///
  /// - Parameters:
  ///   - place: Of its centre, in pixels.
  ///   - footprint: Pixels for a step of one device pixel.
  func coverage(_ place: SIMD2<Double>, _ footprint: SIMD2<Double>) -> Float {
    var share = 1.0
    let reach = SIMD2(max(1e-6, footprint.x), max(1e-6, footprint.y))
    if !goesRound {
      var x = place.x
      if let period {
        x -= ((x - Double(frameStart)) / Double(period)).rounded(.down) * Double(period)
      }
      share *= Self.ramp(x - Double(columns.lowerBound), reach.x) * Self.ramp(Double(columns.upperBound) - x, reach.x)
    }
    if !endsAtPoles.north { share *= Self.ramp(place.y - Double(rows.lowerBound), reach.y) }
    if !endsAtPoles.south { share *= Self.ramp(Double(rows.upperBound) - place.y, reach.y) }
    return Float(share)
  }

  private static func ramp(_ inside: Double, _ reach: Double) -> Double { min(1, max(0, inside / reach + 0.5)) }

  // MARK: - Windows

  /// Pixels of the grid copied side by side.
  struct Window {
    fileprivate(set) var x = 0
    fileprivate(set) var y = 0
    fileprivate(set) var width = 0
    fileprivate(set) var height = 0
    /// At least `width * height`.
    fileprivate(set) var pixels: [UInt32] = []
    /// Some of it lies beyond what the source has.
    fileprivate(set) var isAtEdge = false

    /// Takes so many pixels a side together, whole multiples of them from the grid's pixel 0, 0; those that are not complete
    /// go. `x`, `y` and the sides then count in these.
    mutating func reduce(by size: (x: Int, y: Int)) {
      let columns = PixelGrid.quotient(x + size.x - 1, size.x)..<PixelGrid.quotient(x + width, size.x)
      let rows = PixelGrid.quotient(y + size.y - 1, size.y)..<PixelGrid.quotient(y + height, size.y)
      let scale = 1 / Float(size.x * size.y)
      var place = 0
      for row in rows {
        for column in columns {
          var sum = SIMD4<Float>.zero
          for line in row * size.y - y..<(row + 1) * size.y - y {
            let start = line * width + column * size.x - x
            for index in start..<start + size.x { sum += channels(pixels[index]) }
          }
          // What is written lies before all that is still to be read.
          pixels[place] = Rendering.pixel(sum * scale)
          place += 1
        }
      }
      (x, y, width, height) = (columns.lowerBound, rows.lowerBound, columns.count, rows.count)
    }
  }

  /// Fills a window; the outermost pixels stand for those beyond the source.
  /// - Returns: False when all of it lies beyond the source, or none of its tiles shows anything.
  func fill(_ window: inout Window, x: Int, y: Int, width: Int, height: Int) -> Bool {
    (window.x, window.y, window.width, window.height) = (x, y, width, height)
    let inside = (y..<y + height).clamped(to: rows)
    let stretches = stretches(from: x, width: width)
    let covered = stretches.reduce(0) { $0 + $1.length }
    let isAtEdge = inside.count < height || covered < width
    window.isAtEdge = isAtEdge
    guard !inside.isEmpty, covered > 0 else { return false }
    if window.pixels.count < width * height {
      window.pixels = [UInt32](repeating: 0, count: max(width * height, 1 << 14))
    }
    var target = window.pixels.mutableSpan
    var isEmpty = true
    var top = inside.lowerBound
    while top < inside.upperBound {
      let row = Self.quotient(top, pixels.height)
      let lines = top..<min(inside.upperBound, (row + 1) * pixels.height)
      for stretch in stretches {
        let shows = copy(
          tiles[Place(column: stretch.column, row: row)], stretch, lines: lines, row: row,
          to: (lines.lowerBound - y) * width + stretch.offset, rowLength: width, &target)
        if shows { isEmpty = false }
      }
      top = lines.upperBound
    }
    if isEmpty { return false }
    if isAtEdge {
      Self.extend(
        &target, width: width, height: height, rows: inside.lowerBound - y..<inside.upperBound - y, stretches)
    }
    return true
  }

  /// Pixels of one column of tiles that lie side by side in a window.
  private struct Stretch {
    /// From the window's left edge.
    let offset: Int
    let column: Int
    /// From the tile's left edge.
    let start: Int
    let length: Int
  }

  private func stretches(from left: Int, width: Int) -> [Stretch] {
    var stretches: [Stretch] = []
    var offset = 0
    while offset < width {
      let x = inFrame(left + offset)
      var length = width - offset
      if let period { length = min(length, frameStart + period - x) }
      if x < columns.lowerBound {
        offset += min(length, columns.lowerBound - x)
        continue
      }
      guard x < columns.upperBound else {
        offset += length
        continue
      }
      let column = Self.quotient(x, pixels.width)
      let start = x - column * pixels.width
      length = min(length, pixels.width - start)
      stretches.append(Stretch(offset: offset, column: column, start: start, length: length))
      offset += length
    }
    return stretches
  }

  /// - Returns: False when the tile shows nothing.
  private func copy(
    _ tile: TileRow.Content?, _ stretch: Stretch, lines: Range<Int>, row: Int, to start: Int, rowLength: Int,
    _ target: inout MutableSpan<UInt32>
  ) -> Bool {
    var place = start
    switch tile {
    case .picture(let picture):
      for line in lines {
        picture.withRow(
          line - row * pixels.height, columns: stretch.start..<stretch.start + stretch.length
        ) { source in
          for index in 0..<source.count { target[place + index] = source[unchecked: index] }
        }
        place += rowLength
      }
      return true
    case .color(let color):
      let value = color.premultiplied
      for _ in lines {
        for index in 0..<stretch.length { target[place + index] = value }
        place += rowLength
      }
      return value != 0
    case .nothing, nil:
      for _ in lines {
        for index in 0..<stretch.length { target[place + index] = 0 }
        place += rowLength
      }
      return false
    }
  }

  /// Repeats the outermost pixels outwards; a gap between two ends of the source stays transparent.
  private static func extend(
    _ target: inout MutableSpan<UInt32>, width: Int, height: Int, rows: Range<Int>, _ stretches: [Stretch]
  ) {
    guard let first = stretches.first, let last = stretches.last else { return }
    let end = last.offset + last.length
    for row in rows {
      let start = row * width
      for x in 0..<first.offset { target[start + x] = target[start + first.offset] }
      for x in end..<width { target[start + x] = target[start + end - 1] }
      for (one, next) in zip(stretches, stretches.dropFirst()) where one.offset + one.length < next.offset {
        for x in one.offset + one.length..<next.offset { target[start + x] = 0 }
      }
    }
    for row in 0..<height where !rows.contains(row) {
      let source = min(max(row, rows.lowerBound), rows.upperBound - 1) * width
      for x in 0..<width { target[row * width + x] = target[source + x] }
    }
  }

  // MARK: - Numbers

  /// The same place in frame 0 of the world, where the source's reference repeats.
  private func inFrame(_ x: Int) -> Int {
    guard let period else { return x }
    return x - Self.quotient(x - frameStart, period) * period
  }

  /// Rounded down.
  fileprivate static func quotient(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return quotient * divisor > value ? quotient - 1 : quotient
  }
}
