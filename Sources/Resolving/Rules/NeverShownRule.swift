import Diagnostics
import DocumentModel

/// Rule 8, last part: a layer that no scale of the document ever shows.
enum NeverShownRule {
  /// - Parameter maps: Every view of the document.
  static func findings(for layers: [Layer], in maps: [ResolvedMap]) -> [Diagnostic] {
    let scales = maps.map(\.projectedScale)
    return layers.flatMap { findings(for: $0, at: scales) }
  }

  /// Of a group that is never shown the group is named, not its layers.
  private static func findings(for layer: Layer, at scales: [Double]) -> [Diagnostic] {
    guard layer.isVisible else { return [] }
    let shown = scales.filter { ScaleRangeRule.includes($0, in: layer) }
    guard !shown.isEmpty else { return [.neverShown(layer, scales)] }
    guard case .group(let children) = layer.content else { return [] }
    return children.flatMap { findings(for: $0, at: shown) }
  }
}

extension Diagnostic {
  fileprivate static func neverShown(_ layer: Layer, _ scales: [Double]) -> Diagnostic {
    let (smallest, largest) = (Words.scale(scales.max() ?? 0), Words.scale(scales.min() ?? 0))
    let isEmpty = layer.minScale != 0 && layer.maxScale > layer.minScale
    let place = smallest == largest ? "at \(smallest)" : "from \(smallest) to \(largest)"
    return Diagnostic(
      .layerNeverShown,
      isEmpty
        ? "layer `\(layer.id)` is never drawn: its `minScale` \(Words.number(layer.minScale)) is smaller than its "
          + "`maxScale` \(Words.number(layer.maxScale))"
        : "layer `\(layer.id)` is drawn \(ScaleRangeRule.range(of: layer)), and the document is shown \(place) only",
      at: layer.typeRange,
      hint: Hint(
        isEmpty
          ? "exchange the two: `minScale` is the larger number, the map that shows more ground"
          : "widen `minScale` and `maxScale`, or take the layer out"),
      layer: layer.id)
  }
}
