import Diagnostics
import DocumentModel
import Geodesy

/// Layers that would take far more tiles than a picture needs: mostly one that has no level as coarse as the map, of which
/// every tile that is asked for ends in a pixel or two.
///
/// What is warned about would be drawn, if slowly; past ``TilePlacer/mostTiles`` it is an error. A very large picture needs
/// many tiles and is left alone while they are shown near their own size.
enum FloodRule {
  /// A picture that a screen shows has some dozens.
  private static let many = 1000
  /// Two levels of a pyramid that halves, as in ``ReachRule``: how far levels that lie apart may be reduced.
  private static let factor = 4.0

  /// - Parameter resolution: Units of the source for a device pixel; `nil`: those of the view.
  static func finding(
    for layer: Layer, _ placement: TilePlacement, _ source: FittingSource, on view: MapView, resolution: Double?
  ) -> Diagnostic? {
    let count = placement.tileCount
    guard count > many else { return nil }
    let choice = LevelChoice(layer, source.scheme)
    let wanted = choice.wantedResolution(source, for: view, resolution: resolution)
    let reduced = wanted / choice.shownResolution(of: placement.level)
    guard reduced > factor * 1.01 else { return nil }
    return .manyTiles(
      count, of: layer, level: placement.level.number, reduced: reduced,
      isCoarsest: source.levelsWithTiles.first == placement.level, minScale: view.projectedScale * factor / reduced)
  }
}

extension Diagnostic {
  /// - Parameter minScale: The projected scale at which the level is reduced no more than is usual.
  fileprivate static func manyTiles(
    _ count: Int, of layer: Layer, level: Int, reduced: Double, isCoarsest: Bool, minScale: Double
  ) -> Diagnostic {
    let rank = isCoarsest ? ", its coarsest," : ""
    let hidden = "write `minScale: \(Words.number(Words.roundedDown(minScale)))`, below which it is not drawn"
    return Diagnostic(
      .floodOfTiles,
      "layer `\(layer.id)` takes \(Words.grouped(Double(count))) tiles of level \(level)\(rank) in one picture, each "
        + "reduced \(Words.number(reduced, decimals: 1)) times",
      at: layer.typeRange,
      hint: Hint(
        isCoarsest
          ? "\(hidden), keep it to a part of the map with `bounds`, or show less ground"
          : "write a lower `detail`, \(hidden), or show less ground"),
      layer: layer.id)
  }

  /// - Parameter count: Of those counted until there were too many.
  static func tooManyTiles(_ count: Int, of layer: Layer, level: Int) -> Diagnostic {
    Diagnostic(
      .tooManyTiles,
      "layer `\(layer.id)` would take \(Words.grouped(Double(count))) tiles of level \(level) in one picture, at most "
        + "\(Words.grouped(Double(TilePlacer.mostTiles))) are drawn",
      at: layer.typeRange,
      hint: Hint(
        "hide it at small scales with `minScale`, keep it to a part of the map with `bounds`, write a lower `detail`, "
          + "or show less ground"),
      layer: layer.id)
  }
}
