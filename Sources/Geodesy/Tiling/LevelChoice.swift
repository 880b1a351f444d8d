/// Which level of a pyramid is drawn.
extension [TilingScheme.Level] {
  /// The first (coarsest) level whose resolution is not coarser than wanted by more than 1 %, else the finest.
  ///
  /// - Parameter wanted: Units of the reference for a pixel of a tile.
  /// - Precondition: At least one level, the coarsest first.
  package func fitting(_ wanted: Double) -> TilingScheme.Level {
    first { $0.resolution <= wanted * 1.01 } ?? self[count - 1]
  }

  /// The finest level that is as coarse as wanted or coarser, which `snap: level` takes; `nil` when all are finer.
  ///
  /// A level that is finer than wanted by less than a millionth counts as the same.
  package func coarserOrEqual(to wanted: Double) -> TilingScheme.Level? {
    last { $0.resolution >= wanted * (1 - 1e-6) }
  }
}

extension TilingScheme {
  /// The level with a number of its source; `nil` when there is none.
  package func level(numbered number: Int) -> Level? { levels.first { $0.number == number } }
}
