import Diagnostics
import DocumentModel

/// Rule 8, last part: a layer that no scale of the document ever shows.
enum NeverShownRule {
  /// - Parameter maps: Every view of the document.
  static func findings(in document: MapDocument, _ maps: [ResolvedMap]) -> [Diagnostic] {
    let scales = maps.map(\.projectedScale)
    return document.layers.flatMap { findings(for: $0, in: document, at: scales) } + clippedAway(in: document, maps)
  }

  /// Layers whose `clip` lies outside every view.
  private static func clippedAway(in document: MapDocument, _ maps: [ResolvedMap]) -> [Diagnostic] {
    let clipped = maps.map { map in
      Set(map.layers.flatMap(\.withDescendants).filter { $0.reason == ClipRule.outside }.map(\.layer.id))
    }
    guard let first = clipped.first, !first.isEmpty else { return [] }
    return document.layers.flatMap(\.withDescendants).filter { layer in
      layer.clip != nil && clipped.allSatisfy { $0.contains(layer.id) }
    }.map { .clippedAway($0, at: document.valueRange(of: "clip", in: $0)) }
  }

  /// Of a group that is never shown the group is named, not its layers.
  private static func findings(for layer: Layer, in document: MapDocument, at scales: [Double]) -> [Diagnostic] {
    guard layer.isVisible, layer.problem == nil else { return [] }
    // A range without an inside is the reader's to report.
    if layer.minScale != 0, layer.maxScale > layer.minScale { return [] }
    let shown = scales.filter { ScaleRangeRule.includes($0, in: layer) }
    guard !shown.isEmpty else {
      let isTooSmall = layer.minScale != 0 && scales.allSatisfy { $0 > layer.minScale }
      let key = isTooSmall || layer.maxScale == 0 ? "minScale" : "maxScale"
      return [.neverShown(layer, scales, at: document.valueRange(of: key, in: layer))]
    }
    guard case .group(let children) = layer.content else { return [] }
    return children.flatMap { findings(for: $0, in: document, at: shown) }
  }
}

extension ResolvedLayer {
  fileprivate var withDescendants: [ResolvedLayer] { [self] + children.flatMap(\.withDescendants) }
}

extension Diagnostic {
  fileprivate static func clippedAway(_ layer: Layer, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .layerNeverShown, "layer `\(layer.id)` is never drawn: its `clip` lies outside all that the document shows",
      at: range, hint: Hint("check the numbers of the clip, which are longitude and latitude"), layer: layer.id)
  }

  fileprivate static func neverShown(_ layer: Layer, _ scales: [Double], at range: SourceRange) -> Diagnostic {
    let (smallest, largest) = (Words.scale(scales.max() ?? 0), Words.scale(scales.min() ?? 0))
    let place = smallest == largest ? "at \(smallest)" : "from \(smallest) to \(largest)"
    return Diagnostic(
      .layerNeverShown,
      "layer `\(layer.id)` is drawn \(ScaleRangeRule.range(of: layer)), and the document is shown \(place) only "
        + "(projected scales)",
      at: range, hint: Hint("widen `minScale` and `maxScale`, or take the layer out"), layer: layer.id)
  }
}
