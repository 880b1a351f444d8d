import Geodesy

/// The tile matrix set of a tileset in a GeoPackage: one box that the matrix of every level fills exactly, as the
/// specification wants it, so that a tile's place follows from its numbers.
struct PackedMatrices: Sendable {
  struct Matrix: Sendable {
    let level: Int
    let columns: Int
    let rows: Int
    /// Units for a pixel of the scheme.
    let resolution: Double
    /// Of the scheme's tile in column 0, row 0 of the matrix.
    let firstColumn: Int
    let firstRow: Int
  }

  let box: Extent
  /// The coarsest first.
  let all: [Matrix]
  /// Each level has twice the columns of the one before it; else an extension has to say so.
  let isHalving: Bool
  private let byLevel: [Int: Matrix]

  private static let tolerance = 1e-6
  /// Tiles of the coarsest level that make a box which every level fills: more are not tried.
  private static let mostSteps = 64

  /// - Throws: `cannotHold` for levels that fill no common box or begin at corners of their own, and for negative level numbers.
  init(_ tileset: Tileset) throws(PackageError) {
    try tileset.checkOneOrigin(in: "a GeoPackage")
    let scheme = tileset.scheme
    let levels = tileset.levels
    let coarsest = levels[0]
    let ratios = levels.map { coarsest.resolution / $0.resolution }
    // So many tiles of the coarsest level are a whole number of tiles of each level.
    let step = (1...Self.mostSteps).first { step in
      ratios.allSatisfy { Self.isWhole($0 * Double(step)) }
    }
    guard let step else {
      throw .cannotHold(
        reason: "a GeoPackage wants levels whose tiles fill one box, and those of layer `\(tileset.id)` do not",
        hint: "`.tpkx` and a folder can hold them, or pack fewer levels")
    }
    let steps = Self.steps(of: tileset, ratios, step)
    var matrices: [Matrix] = []
    for (level, ratio) in zip(levels, ratios) {
      let tiles = Int(saturating: (ratio * Double(step)).rounded())
      matrices.append(
        Matrix(
          level: level.number, columns: steps.columns.count * tiles, rows: steps.rows.count * tiles,
          resolution: level.resolution, firstColumn: steps.columns.lowerBound * tiles,
          firstRow: steps.rows.lowerBound * tiles))
    }
    let width = scheme.tileWidth(at: coarsest) * Double(step)
    let height = scheme.tileHeight(at: coarsest) * Double(step)
    let left = scheme.origin.x + Double(steps.columns.lowerBound) * width
    let top = scheme.origin.y - Double(steps.rows.lowerBound) * height
    box = Extent(
      xmin: left, ymin: top - Double(steps.rows.count) * height, xmax: left + Double(steps.columns.count) * width,
      ymax: top)
    all = matrices
    byLevel = Dictionary(matrices.map { ($0.level, $0) }) { one, _ in one }
    isHalving = zip(matrices, matrices.dropFirst()).allSatisfy { one, next in
      abs(one.resolution / next.resolution / Double(1 << min(max(next.level - one.level, 0), 60)) - 1) < 1e-9
    }
  }

  private static func isWhole(_ value: Double) -> Bool {
    abs(value - value.rounded()) < tolerance * max(1, value) && value.rounded() >= 1
  }

  /// The box in steps from the scheme's origin: from there on where no tile lies before it, so that tiles keep their
  /// numbers; of the whole world where a square of it is one step.
  private static func steps(
    of tileset: Tileset, _ ratios: [Double], _ step: Int
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    var (columns, rows) = (0...0, 0...0)
    let ratio = Dictionary(zip(tileset.levels.map(\.number), ratios)) { one, _ in one }
    for range in tileset.ranges {
      let tiles = Int(saturating: ((ratio[range.level] ?? 1) * Double(step)).rounded())
      columns = around(columns, range.columns, tiles)
      rows = around(rows, range.rows, tiles)
    }
    guard let world = tileset.scheme.reference == .webMercator ? TilingScheme.webMercatorWorld : nil,
      let all = tileset.scheme.tiles(covering: world, at: tileset.levels[0])
    else { return (columns, rows) }
    return (around(columns, all.columns, step), around(rows, all.rows, step))
  }

  private static func around(_ steps: ClosedRange<Int>, _ tiles: ClosedRange<Int>, _ size: Int) -> ClosedRange<Int> {
    min(
      steps.lowerBound, floorDivided(tiles.lowerBound, size))...max(
        steps.upperBound, floorDivided(tiles.upperBound, size))
  }

  private static func floorDivided(_ value: Int, _ divisor: Int) -> Int {
    Int(saturating: (Double(value) / Double(divisor)).rounded(.down))
  }

  func tile(_ tile: TileIndex) -> TileIndex {
    guard let matrix = byLevel[tile.level] else { preconditionFailure("a tile of a level that is not packed") }
    return TileIndex(
      level: tile.level, column: tile.column - matrix.firstColumn, row: tile.row - matrix.firstRow)
  }
}
