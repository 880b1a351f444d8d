import Diagnostics
import DocumentModel
import Geodesy

/// Rule 6: `wrapAround: true` needs a map of the whole world whose left and right edges are one meridian.
///
/// The reference is WGS 84 or Web Mercator, and the basemap reaches all round the world, within one pixel of its coarsest
/// level; and no layer is drawn by a server that cannot do it. What fails first is said; the second condition means nothing
/// where the first one fails.
enum WrapAroundRule {
  struct Verdict: Sendable {
    var status: WrapAroundStatus
    var finding: Diagnostic?
  }

  static func verdict(
    on document: MapDocument, basemap: Basemap, knowledge: [String: LayerKnowledge] = [:]
  ) -> Verdict {
    guard document.wrapsAround else { return Verdict(status: .disabled) }
    let range = document.node["wrapAround"]?.range ?? document.node.range
    guard [.wgs84, .webMercator].contains(basemap.reference), let frames = WorldFrames(of: basemap.reference) else {
      return Verdict(status: .unsupported, finding: .cannotRepeat(basemap, at: range))
    }
    if let finding = obstacle(among: document.layers, knowledge, at: range) {
      return Verdict(status: .unsupported, finding: finding)
    }
    // Of a source that may not be asked, or could not be opened, nothing more is known, and that has been reported.
    guard let own = basemap.ownReference else { return Verdict(status: .enabled) }
    guard let full = basemap.fullExtent else {
      return Verdict(status: .unsupported, finding: .reachNotKnown(basemap, at: range))
    }
    // One pixel of the coarsest level, in units of the map where the basemap is warped into it; where there are no levels,
    // of a world of 256 pixels.
    let worldWidth = own.facts.worldWidth ?? frames.width
    let coarsest = basemap.source?.scheme.levels[0].resolution ?? worldWidth / 256
    let pixel = coarsest * frames.width / worldWidth
    let (left, right) = frames.edges(of: 0)
    guard full.xmin <= left + pixel, full.xmax >= right - pixel else {
      return Verdict(status: .unsupported, finding: .notWorldWide(full, pixel: pixel, basemap, at: range))
    }
    return Verdict(status: .enabled)
  }

  /// The first layer whose server cannot draw for such a map.
  private static func obstacle(
    among layers: [Layer], _ knowledge: [String: LayerKnowledge], at range: SourceRange
  ) -> Diagnostic? {
    for layer in layers.flatMap(\.leaves) where layer.isVisible {
      if case .described(let description)? = knowledge[layer.id], let reason = description.drawing?.obstacleToWrapping {
        return .serverCannotRepeat(layer, reason, at: range)
      }
    }
    return nil
  }
}

extension Diagnostic {
  private static let hint = Hint("take `wrapAround` out, or put a basemap of the whole world first")

  fileprivate static func cannotRepeat(_ basemap: Basemap, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .cannotWrapAround,
      "the map is in \(Words.reference(basemap.reference)) (from basemap `\(basemap.layer.id)`), and only maps in "
        + "EPSG:4326 and EPSG:3857 go on beyond the edge of their world",
      at: range, hint: hint)
  }

  fileprivate static func serverCannotRepeat(_ layer: Layer, _ reason: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .cannotWrapAround, "layer `\(layer.id)` cannot go on beyond the edge of the world: \(reason)", at: range,
      hint: Hint("take `wrapAround` out, or the layer"))
  }

  fileprivate static func reachNotKnown(_ basemap: Basemap, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .cannotWrapAround,
      "basemap `\(basemap.layer.id)` does not say how far it reaches, and only one that covers the world from its left "
        + "edge to its right one can go on beyond them",
      at: range, hint: hint)
  }

  fileprivate static func notWorldWide(
    _ full: Extent, pixel: Double, _ basemap: Basemap, at range: SourceRange
  ) -> Diagnostic {
    let unit = basemap.reference.facts.unitSymbol
    return Diagnostic(
      .cannotWrapAround,
      "basemap `\(basemap.layer.id)` reaches from \(Words.number(full.xmin)) to \(Words.number(full.xmax)) in x, and to go on "
        + "beyond the edges of the world it must reach both of them, within one pixel of its coarsest level "
        + "(\(Words.number(pixel))\(unit))",
      at: range, hint: hint)
  }
}
