import Diagnostics
import DocumentModel
import Geodesy

/// Layers whose servers draw on request.
extension LayerResolver {
  mutating func resolveDrawn(
    _ layer: Layer, _ description: LayerDescription, _ drawing: DrawingOnRequest, within surroundings: Surroundings
  ) -> ResolvedLayer {
    let source: DrawnSource
    let warped: Diagnostic?
    switch DynamicReferenceRule.verdict(
      on: layer, description, drawing, basemap: basemap, view: view, in: document)
    {
    case .asked(let asked, let finding): (source, warped) = (asked, finding)
    case .rejected(let reason, let finding):
      findings.append(finding)
      return ResolvedLayer(layer, .reject, reason, finding.code)
    }
    if let warped { findings.append(warped) }
    var resolved = placed(layer, source, within: surroundings)
    resolved.reference = source.reference
    if resolved.isDrawn { resolved.code = warped?.code }
    if resolved.isDrawn, source.reference != basemap.reference, let view,
      let inaccurate = OperationRule.finding(for: layer, in: source.reference, on: view)
    {
      findings.append(inaccurate)
    }
    return resolved
  }

  private mutating func placed(
    _ layer: Layer, _ source: DrawnSource, within surroundings: Surroundings
  ) -> ResolvedLayer {
    if let skipped = surroundings.skipped { return ResolvedLayer(layer, .skip, skipped) }
    guard let view, let area = surroundings.area else {
      return ResolvedLayer(layer, .skip, "there is no view to draw it in")
    }
    if let image = source.drawing.image {
      let placer = ImagePlacer(image: image, source: source, view: view, area: area, frames: frames)
      return placedImage(layer, by: placer)
    }
    if let finding = ServiceScaleRule.finding(for: layer, source, in: view) {
      findings.append(finding)
      return ResolvedLayer(layer, .skip, "its server draws nothing at the map's scale", finding.code)
    }
    let placer = RequestPlacer(source: source, view: view, area: area, bounds: nil, frames: frames)
    let placement: TilePlacement?
    do throws(ViewProblem) {
      let isUpright = source.reference == view.reference && view.axes.areUpright
      placement = isUpright ? try placer.placed(layer) : try placer.placedWarped(layer)
    } catch {
      if let finding = error.finding { findings.append(finding) }
      return ResolvedLayer(
        layer, .reject,
        error.finding?.code == .tooManyTiles
          ? "its server draws too small pictures" : "there is no way from its reference to the map's",
        error.finding?.code)
    }
    guard let placement else { return ResolvedLayer(layer, .skip, Self.nothingShown) }
    let isBasemap = layer.id == basemap.layer.id
    var resolved = ResolvedLayer(
      layer, placement.warp == nil ? .request : .warp, Self.reason(for: placement, source, isBasemap: isBasemap))
    resolved.tiles = placement
    return resolved
  }

  /// Why it is asked for as it is, in one sentence.
  private static func reason(for placement: TilePlacement, _ source: DrawnSource, isBasemap: Bool) -> String {
    let subject = isBasemap ? "it fixes the map's spatial reference; " : ""
    let size = placement.scheme.tileSize
    let count = placement.tileCount
    let pictures =
      count == 1
      ? "one picture of \(size.width) x \(size.height) pixels"
      : "\(count) pictures of \(size.width) x \(size.height) pixels that are joined"
    guard let warp = placement.warp else {
      let isScaled = abs(placement.scale - 1) > 1e-9
      return subject + "its server draws \(pictures)"
        + (isScaled
          ? ", which go round the world and are scaled \(Words.number(placement.scale, decimals: 4)) times" : "")
    }
    guard warp.operation == nil else {
      return "its server draws \(pictures) in \(Words.reference(source.reference)), warped into the map's reference"
    }
    return subject + "its server draws \(pictures) of the ground around the turned map"
  }
}

/// What a server says of the scales at which it draws something.
///
/// Servers count scales for pixels of different sizes (MapServer for 72 dpi, OGC's standard for 0.28 mm), so only what lies
/// far outside is not asked for: more than by half.
enum ServiceScaleRule {
  private static let leeway = 1.5

  static func finding(for layer: Layer, _ source: DrawnSource, in view: MapView) -> Diagnostic? {
    finding(for: layer, drawnAt: source.drawing.scales, in: view)
  }

  /// - Parameter range: 1:n for pixels of 0.28 mm; `nil` where the source draws at any.
  static func finding(for layer: Layer, drawnAt range: ClosedRange<Double>?, in view: MapView) -> Diagnostic? {
    // A document that says where the layer is shown means it.
    guard let range, layer.minScale == 0, layer.maxScale == 0 else { return nil }
    let metres = view.reference.facts.metresPerUnit
    let asked = [view.resolution, view.logicalResolution].map {
      PixelPitch.ogc.scale(resolution: $0, metresPerUnit: metres)
    }
    let isFar =
      asked.allSatisfy { $0 < range.lowerBound / leeway } || asked.allSatisfy { $0 > range.upperBound * leeway }
    guard isFar else { return nil }
    let shown =
      switch (range.lowerBound, range.upperBound) {
      case (...0, let smallest): "at \(Words.scale(smallest)) and larger scales alone"
      case (let largest, .greatestFiniteMagnitude...): "at \(Words.scale(largest)) and smaller scales alone"
      case (let largest, let smallest): "between \(Words.scale(smallest)) and \(Words.scale(largest)) alone"
      }
    return Diagnostic(
      .outsideServiceScales,
      "layer `\(layer.id)` is not drawn: its server draws it \(shown), and the map is at "
        + "\(Words.scale(view.projectedScale)) projected",
      at: layer.typeRange,
      hint: Hint("say with `minScale` and `maxScale` where it is shown, or take the layer out"), layer: layer.id)
  }
}
