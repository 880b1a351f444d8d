import Diagnostics
import DocumentModel
import Geodesy

/// Rule 5: what is projected goes by one operation of PROJ, pinned for the map's area; where PROJ takes two datums for the
/// same, or lacks the grid of a better operation, that is worth a warning.
enum OperationRule {
  /// An operation that is known to this share of a device pixel is good enough: nobody could see more.
  private static let share = 0.5

  /// What is wrong with the operation that leads from a layer to the map.
  /// - Parameter own: What the layer's source is in; not the map's reference.
  static func finding(for layer: Layer, in own: SpatialReference, on view: MapView) -> Diagnostic? {
    let map = view.reference
    guard own != map, let area = map.area(of: view.extent),
      let projector = try? Projector(from: own, to: map, over: area)
    else { return nil }
    if projector.isBallpark { return .ballpark(layer, own, map) }
    let pixel = view.groundScale.map { $0 * 0.0254 / 96 / view.pixelRatio } ?? view.resolution
    if let accuracy = projector.accuracy, accuracy <= pixel * share { return nil }
    return projector.missingGrid(over: area).map { .withoutGrid(layer, own, map, projector, $0) }
  }
}

extension Diagnostic {
  fileprivate static func ballpark(_ layer: Layer, _ own: SpatialReference, _ map: SpatialReference) -> Diagnostic {
    Diagnostic(
      .inaccurateOperation,
      "nothing is known of how \(Words.reference(own)), which layer `\(layer.id)` is in, lies to "
        + "\(Words.reference(map)), which the map is in: the two datums are taken for the same, and nobody knows "
        + "how far the layer then lies from its place",
      at: layer.typeRange,
      hint: Hint("write a reference with a datum that is known: an authority's code rather than an ellipsoid"),
      layer: layer.id)
  }

  fileprivate static func withoutGrid(
    _ layer: Layer, _ own: SpatialReference, _ map: SpatialReference, _ projector: Projector, _ grid: MissingGrid
  ) -> Diagnostic {
    let accuracy = projector.accuracy.map { "to \(Words.metres($0))" } ?? "nobody knows how well"
    return Diagnostic(
      .inaccurateOperation,
      "layer `\(layer.id)` is moved from \(Words.reference(own)) to \(Words.reference(map)) by `\(projector.operationName)`, "
        + "known \(accuracy); with grid `\(grid.file)`, which is not on this machine, it would be \(Words.metres(grid.accuracy))",
      at: layer.typeRange, hint: Hint("install `\(grid.file)` among PROJ's data (Debian: `proj-data`)"),
      layer: layer.id)
  }
}
