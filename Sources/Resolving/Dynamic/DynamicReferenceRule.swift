import Diagnostics
import DocumentModel
import Geodesy

/// Rule 4: a layer that is drawn on request is asked for the map's reference; where its source does not offer that, the
/// best one that it offers is asked for and warped. Rule 2 for such layers: one that is nearly equal is warned about.
enum DynamicReferenceRule {
  enum Verdict: Sendable {
    /// - Parameter finding: Of a layer that is warped.
    case asked(DrawnSource, finding: Diagnostic?)
    case rejected(reason: String, Diagnostic)
  }

  /// - Parameter view: `nil` where there is none: the layer's reference is judged all the same.
  static func verdict(
    on layer: Layer, _ description: LayerDescription, _ drawing: DrawingOnRequest, basemap: Basemap, view: MapView?,
    in document: MapDocument
  ) -> Verdict {
    let map = basemap.reference
    if layer.id == basemap.layer.id, let drawn = basemap.drawn {
      return .asked(
        drawn, finding: drawn.reference == map ? nil : .warped(layer, drawn, onto: basemap, center: view?.center))
    }
    let asked: SpatialReference
    if let declared = layer.reference?.value {
      asked = declared
    } else if drawing.offers(map) {
      asked = map
    } else if let best = drawing.best(for: map, showing: view.flatMap { map.area(of: $0.extent) }) {
      asked = best
    } else {
      return .rejected(reason: "none of the references that it offers is known", .noKnownReference(layer, drawing))
    }
    let source = DrawnSource(description, drawing, in: asked)
    guard asked != map else { return .asked(source, finding: nil) }
    let warped = Diagnostic.warped(layer, source, onto: basemap, center: view?.center)
    guard layer.reproject == .never else { return .asked(source, finding: warped) }
    return .rejected(
      reason: "its source does not draw in the map's \(Words.reference(map))",
      .neverReprojected(
        layer, .warped(layer, source, onto: basemap, center: nil, isDone: false),
        at: document.valueRange(of: "reproject", in: layer)))
  }
}

extension Diagnostic {
  /// - Parameters:
  ///   - center: Of the view, in the map's reference.
  ///   - isDone: It is warped, and does not merely need it.
  fileprivate static func warped(
    _ layer: Layer, _ source: DrawnSource, onto basemap: Basemap, center: Position?, isDone: Bool = true
  ) -> Diagnostic {
    let (asked, map) = (Words.reference(source.reference), Words.reference(basemap.reference))
    let isPicture = source.drawing.image != nil
    let offer = layer.reference == nil ? "its source offers \(source.drawing.words)" : "its `srs` says so"
    let what =
      "layer `\(layer.id)` "
      + (isPicture
        ? "is in \(asked)\(isDone ? " and warped: " : ", and ")"
        : "\(isDone ? "is" : "would be") asked for in \(asked) and warped: \(offer), ")
      + "the map is in \(map) (from basemap `\(basemap.layer.id)`)"
    guard source.reference.relation(to: basemap.reference) == .nearlyEqual else {
      return Diagnostic(.askedForInOther, what, at: layer.typeRange, layer: layer.id)
    }
    let place = center ?? basemap.fullExtent?.center
    let shift = place.flatMap { ShiftWords(from: source.reference, to: basemap.reference, at: $0) }
    return Diagnostic(
      .nearlyEqualDrawn,
      "\(what): the same projection on another datum, \(shift?.text ?? "by a shift that is not known")",
      at: layer.typeRange,
      hint: Hint(
        "add `srs: \(map)` to `\(layer.id)` if the shift does not matter"
          + (isPicture ? "" : ", and its service draws in that, too")), layer: layer.id)
  }
}
