import Geodesy

/// The matrices as levels of one scheme: as many as can be are counted from one corner, so that a tile of one level leads to
/// those of the others; the rest from their own, as the centred level 0 of GoogleCRS84Quad.
struct MatrixAlignment {
  let origin: Position
  let tileSize: PixelSize
  let levels: [TilingScheme.Level]
  let matrices: [Int: WMTSGrid.Matrix]
  let extent: Extent
  /// Which matrices are left out.
  let doubt: String?

  private typealias Placed = (
    matrix: WMTSMatrixSet.Matrix, number: Int, resolution: Double, corner: Position, extent: Extent
  )

  init(_ set: WMTSMatrixSet, _ reading: CornerReading, pitch: PixelPitch, in reference: SpatialReference) {
    let metres = reference.facts.metresPerUnit
    let numbers = LevelNumbers.of(set.matrices.map(\.identifier), coarsestFirst: set.matrices.map(\.denominator))
    let placed: [Placed] = zip(set.matrices, numbers).map { matrix, number in
      (
        matrix, number, pitch.resolution(scale: matrix.denominator, metresPerUnit: metres),
        matrix.position(reading.isNorthFirst), matrix.extent(reading.isNorthFirst, pitch, metres)
      )
    }
    // One tile size: that of most levels, the larger of two that are as frequent.
    let sizes = Dictionary(grouping: placed, by: \.matrix.tileSize).mapValues(\.count)
    let size = sizes.max { ($0.value, $0.key.width) < ($1.value, $1.key.width) }?.key ?? set.matrices[0].tileSize
    let ofSize = placed.filter { $0.matrix.tileSize == size }
    let (origin, held) = Self.commonGrid(ofSize, size)
    self.origin = origin
    tileSize = size
    let others = ofSize.filter { one in !held.contains { $0.placed.number == one.number } }
    levels =
      held.map { TilingScheme.Level(number: $0.placed.number, resolution: $0.placed.resolution) }
      + others.map { TilingScheme.Level(number: $0.number, resolution: $0.resolution, ownOrigin: $0.corner) }
    matrices = Dictionary(
      uniqueKeysWithValues: held.map { ($0.placed.number, $0.matrix) }
        + others.map { ($0.number, WMTSGrid.Matrix($0.matrix, columnOffset: 0, rowOffset: 0)) })
    extent = (held.map(\.placed.extent) + others.map { Self.inWorld($0.extent, of: reference) })
      .reduce(held[0].placed.extent) { $0.union($1) }
    let lost = placed.filter { $0.matrix.tileSize != size }.map(\.matrix.identifier)
    doubt =
      lost.isEmpty
      ? nil
      : "of `\(set.identifier)` the matrices \(lost.map { "`\($0)`" }.joined(separator: ", ")) are left out: their tiles "
        + "are not of \(size.width) x \(size.height) pixels, as those of the others are"
  }

  /// Without what a matrix in degrees has beyond the poles to be a square.
  private static func inWorld(_ extent: Extent, of reference: SpatialReference) -> Extent {
    guard reference.facts.isGeographic, let width = reference.facts.worldWidth else { return extent }
    return extent.intersection(Extent(xmin: -width / 2, ymin: -width / 4, xmax: width / 2, ymax: width / 4)) ?? extent
  }

  /// The corner that most matrices can be counted from, and those.
  private static func commonGrid(
    _ placed: [Placed], _ size: PixelSize
  ) -> (Position, [(placed: Placed, matrix: WMTSGrid.Matrix)]) {
    // Aligned at the bottom or the right, finer matrices begin inside of coarser ones: the outermost corner is tried too.
    let outermost = Position(
      x: placed.map(\.corner.x).min() ?? 0, y: placed.map(\.corner.y).max() ?? 0)
    var best: (Position, [(placed: Placed, matrix: WMTSGrid.Matrix)]) = (outermost, [])
    var tried: Set<Position> = []
    // The finest first: where two corners hold as many, what is lost is coarse.
    let finestFirst = placed.sorted { $0.resolution < $1.resolution }.map(\.corner)
    for corner in finestFirst + [outermost] where tried.insert(corner).inserted {
      let held = placed.compactMap { one -> (placed: Placed, matrix: WMTSGrid.Matrix)? in
        let (width, height) = (Double(size.width) * one.resolution, Double(size.height) * one.resolution)
        guard let column = wholeTiles((one.corner.x - corner.x) / width, pixels: size.width),
          let row = wholeTiles((corner.y - one.corner.y) / height, pixels: size.height)
        else { return nil }
        return (
          one,
          WMTSGrid.Matrix(one.matrix, columnOffset: -column, rowOffset: -row)
        )
      }
      if held.count > best.1.count { best = (corner, held) }
    }
    return best
  }

  /// A whole number of tiles, not negative, within a quarter of a pixel: corners are written with few digits.
  private static func wholeTiles(_ tiles: Double, pixels: Int) -> Int? {
    let whole = tiles.rounded()
    guard whole >= 0, whole < 0x1p40, abs(tiles - whole) * Double(pixels) <= 0.25 else { return nil }
    return Int(whole)
  }
}

extension WMTSGrid.Matrix {
  fileprivate init(_ matrix: WMTSMatrixSet.Matrix, columnOffset: Int, rowOffset: Int) {
    self.init(
      identifier: matrix.identifier, columnOffset: columnOffset, rowOffset: rowOffset, columns: matrix.columns,
      rows: matrix.rows)
  }
}

/// The numbers of levels whose matrices have names.
enum LevelNumbers {
  /// The names themselves where they are numbers, else the numbers at their ends (`EPSG:3857:7`, `L07`) behind one and
  /// the same word, else their rank from the coarsest on, from 0.
  static func of(_ names: [String], coarsestFirst denominators: [Double]) -> [Int] {
    let split = names.map { name -> (word: Substring, number: Int?) in
      let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
      return (name.dropLast(digits), Int(name.suffix(digits)))
    }
    let numbers = split.compactMap(\.number).filter { SchemeLimit.levelNumbers.contains($0) }
    if numbers.count == names.count, Set(numbers).count == names.count, Set(split.map(\.word)).count == 1 {
      return numbers
    }
    let ranks = denominators.indices.sorted { (-denominators[$0], $0) < (-denominators[$1], $1) }
    var result = [Int](repeating: 0, count: names.count)
    for (rank, index) in ranks.enumerated() { result[index] = rank }
    return result
  }
}
