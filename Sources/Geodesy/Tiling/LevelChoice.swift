/// Which level of a tiling scheme is drawn.
extension TilingScheme {
  /// The level with a number of its source; `nil` when there is none.
  package func level(numbered number: Int) -> Level? { levels.first { $0.number == number } }

  /// The first (coarsest) level whose resolution is not coarser than wanted by more than 1 %, else the finest.
  /// - Parameters:
  ///   - wanted: Units of the reference for a pixel of a tile.
  ///   - numbers: Only levels of these numbers; all, where none of the scheme is among them.
  package func level(fitting wanted: Double, among numbers: ClosedRange<Int>? = nil) -> Level {
    let candidates = levels(among: numbers)
    return candidates.first { $0.resolution <= wanted * 1.01 } ?? candidates[candidates.count - 1]
  }

  /// The finest level that is as coarse as wanted or coarser, else the coarsest: what `snap: level` takes.
  ///
  /// A level that is finer than wanted by less than a millionth counts as the same.
  package func level(coarserOrEqualTo wanted: Double, among numbers: ClosedRange<Int>? = nil) -> Level {
    let candidates = levels(among: numbers)
    return candidates.last { $0.resolution >= wanted * (1 - 1e-6) } ?? candidates[0]
  }

  private func levels(among numbers: ClosedRange<Int>?) -> [Level] {
    guard let numbers else { return levels }
    let chosen = levels.filter { numbers.contains($0.number) }
    return chosen.isEmpty ? levels : chosen
  }
}
