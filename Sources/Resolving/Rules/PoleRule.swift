import Diagnostics
import DocumentModel
import Geodesy

/// A warped layer of the whole world whose reference ends before the poles, on a map that shows one: a hole that no reader of
/// the document expects.
enum PoleRule {
  /// - Parameter source: What the layer is warped from.
  static func finding(
    for layer: Layer, _ source: FittingSource, on view: MapView, frames: WorldFrames?
  ) -> Diagnostic? {
    let own = source.reference
    guard own != view.reference, !own.facts.isGeographic, let edge = own.worldEdge, let reach = source.reachInWorld,
      let latitudes = (try? Projector(from: own, to: .wgs84))?.project(edge)
    else { return nil }
    // A layer that does not reach the edge of its world is a layer of a part of it.
    let pixel = source.scheme.levels[0].resolution
    let (north, south) = (reach.ymax >= edge.ymax - pixel, reach.ymin <= edge.ymin + pixel)
    let places = PicturePlaces(of: view)
    guard north || south, let found = places.positions(in: .wgs84, wrapsAround: frames != nil) else { return nil }
    let margin = 1e-6
    let beyond = found.compactMap { $0 }.filter {
      north && $0.y > latitudes.ymax + margin || south && $0.y < latitudes.ymin - margin
    }
    guard let place = beyond.first else { return nil }
    let limit = place.y > 0 ? latitudes.ymax : -latitudes.ymin
    let share = Double(beyond.count) / Double(max(1, found.count))
    return .endsBeforePole(layer, own, limit: limit, isNorth: place.y > 0, share: share)
  }
}

extension Diagnostic {
  fileprivate static func endsBeforePole(
    _ layer: Layer, _ own: SpatialReference, limit: Double, isNorth: Bool, share: Double
  ) -> Diagnostic {
    let percent = share < 0.01 ? "less than 1 %" : "\(Words.number(share * 100, decimals: 0)) %"
    let reference = Words.reference(own)
    let isDeclared = layer.reference != nil
    return Diagnostic(
      .endsBeforePole,
      "layer `\(layer.id)` is warped from \(reference), which ends at \(Words.number(limit, decimals: 2)) degrees "
        + "\(isNorth ? "north" : "south"): the ground beyond, \(percent) of the picture, stays empty",
      at: layer.typeRange,
      hint: Hint(
        "put a source in EPSG:4326 or in a polar reference beneath it"
          + (isDeclared ? ", or take its `srs` out if the source offers another reference" : "")),
      layer: layer.id)
  }
}
