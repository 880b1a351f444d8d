import Diagnostics
import DocumentModel
import Geodesy

/// Rule 5: features are brought into the map's reference, whatever theirs is, by one operation that is pinned for what the map
/// shows.
extension LayerResolver {
  mutating func resolveFeatures(_ layer: Layer, within surroundings: Surroundings) -> ResolvedLayer {
    let description: LayerDescription
    switch judged(layer, within: surroundings) {
    case .failure(let settled): return settled.resolved
    case .success(let known): description = known
    }
    guard var own = FeatureReference.reference(of: layer, description, in: document) else {
      let finding = Diagnostic.withoutReference(layer)
      findings.append(finding)
      return ResolvedLayer(layer, .reject, "nothing says what its coordinates are in", finding.code)
    }
    if layer.reference == nil, let view { own = FeatureAsking.reference(own, of: description, in: view) }
    let isBasemap = layer.id == basemap.layer.id
    let moved = own == basemap.reference ? nil : movement(of: layer, from: own)
    if let moved, layer.reproject == .never, !isBasemap {
      let finding = Diagnostic.neverReprojected(layer, moved, at: document.valueRange(of: "reproject", in: layer))
      findings.append(finding)
      var resolved = ResolvedLayer(
        layer, .reject, "its features are not in the map's \(Words.reference(basemap.reference))", finding.code)
      resolved.reference = own
      return resolved
    }
    if moved?.code == .nearlyEqualDrawn, let moved { findings.append(moved) }
    var resolved = placed(layer, description, own, within: surroundings, isBasemap: isBasemap)
    resolved.reference = own
    findings += FieldRule.findings(of: layer, description.features, in: document)
    if resolved.isDrawn, own != basemap.reference, let view,
      let inaccurate = OperationRule.finding(for: layer, in: own, on: view)
    {
      findings.append(inaccurate)
      resolved.code = inaccurate.code
    } else if resolved.isDrawn, moved?.code == .nearlyEqualDrawn {
      resolved.code = moved?.code
    }
    return resolved
  }

  private mutating func placed(
    _ layer: Layer, _ description: LayerDescription, _ own: SpatialReference, within surroundings: Surroundings,
    isBasemap: Bool
  ) -> ResolvedLayer {
    if let skipped = surroundings.skipped { return ResolvedLayer(layer, .skip, skipped) }
    guard let view, surroundings.area != nil else {
      return ResolvedLayer(layer, .skip, "there is no view to draw it in")
    }
    if let finding = ServiceScaleRule.finding(for: layer, drawnAt: description.features?.scales, in: view) {
      findings.append(finding)
      return ResolvedLayer(layer, .skip, "its service draws nothing at the map's scale", finding.code)
    }
    let placement: FeaturePlacement
    do throws(GeodesyError) {
      placement = try FeaturePlacement(from: own, in: view)
    } catch {
      let finding = Diagnostic.notUnderstood(error, at: layer.typeRange)
      findings.append(finding)
      return ResolvedLayer(layer, .reject, "there is no way from its reference to the map's", finding.code)
    }
    let subject = isBasemap ? "it fixes the map's spatial reference; " : ""
    let what = Self.words(of: description)
    var resolved =
      own == basemap.reference
      ? ResolvedLayer(layer, .draw, subject + "\(what) in the map's reference")
      : ResolvedLayer(
        layer, .project, subject + "\(what) in \(Words.reference(own)), brought into the map's reference")
    resolved.features = placement
    return resolved
  }

  /// `its 177 features are`
  private static func words(of description: LayerDescription) -> String {
    switch description.features?.count {
    case 1: "its feature is"
    case let count?: "its \(Words.grouped(Double(count))) features are"
    case nil: "its features are"
    }
  }

  /// What is said of features that are in another reference than the map.
  private func movement(of layer: Layer, from own: SpatialReference) -> Diagnostic {
    let map = basemap.reference
    let what =
      "layer `\(layer.id)` is in \(Words.reference(own)), the map is in \(Words.reference(map)) "
      + "(from basemap `\(basemap.layer.id)`)"
    guard own.relation(to: map) == .nearlyEqual else {
      return Diagnostic(.askedForInOther, what, at: layer.typeRange, layer: layer.id)
    }
    let place = view?.center ?? basemap.fullExtent?.center
    let shift = place.flatMap { ShiftWords(from: own, to: map, at: $0) }
    return Diagnostic(
      .nearlyEqualDrawn,
      "\(what): the same projection on another datum, \(shift?.text ?? "by a shift that is not known")",
      at: layer.typeRange,
      hint: Hint("add `srs: \(Words.reference(map))` to `\(layer.id)` if the shift does not matter"),
      layer: layer.id)
  }
}

/// What the coordinates of a layer of features are in.
enum FeatureReference {
  /// The layer's `srs`, else what the source says, else the document's `srs`; `nil` where nothing says it.
  static func reference(
    of layer: Layer, _ description: LayerDescription, in document: MapDocument
  ) -> SpatialReference? {
    layer.reference?.value ?? description.features?.reference ?? document.reference?.value
  }
}

/// How the features of a layer come onto the map.
package struct FeaturePlacement: Sendable, Hashable {
  /// What their coordinates are in.
  package var reference: SpatialReference
  /// PROJ's name of the operation; `nil` where there is none.
  package var operation: String?
  /// Of the operation, in metres; `nil` where nobody knows, and where there is none.
  package var accuracy: Double?
  /// Units of `reference` for a device pixel in the middle of the picture, the smaller of those across and up; `nil` where that
  /// cannot be told.
  package var resolution: Double?

  /// - Throws: Where PROJ knows no way.
  init(from own: SpatialReference, in view: MapView) throws(GeodesyError) {
    reference = own
    guard own != view.reference else {
      resolution = view.resolution
      return
    }
    let projector = try Projector(from: own, to: view.reference, over: view.reference.area(of: view.extent))
    operation = projector.operationName
    accuracy = projector.accuracy
    let (center, step) = (view.center, view.resolution)
    let places = projector.unproject([
      center, Position(x: center.x + step, y: center.y), Position(x: center.x, y: center.y + step),
    ])
    if let middle = places[0], let right = places[1], let above = places[2] {
      func distance(_ place: Position) -> Double {
        ((place.x - middle.x) * (place.x - middle.x) + (place.y - middle.y) * (place.y - middle.y)).squareRoot()
      }
      let smaller = min(distance(right), distance(above))
      resolution = smaller > 0 && smaller.isFinite ? smaller : nil
    }
  }
}

extension Diagnostic {
  static func withoutReference(_ layer: Layer) -> Diagnostic {
    Diagnostic(
      .coordinatesWithoutReference,
      "nothing says what the coordinates of layer `\(layer.id)` are in: its source does not, and neither the layer nor the "
        + "document has an `srs`",
      at: layer.typeRange, hint: Hint("add `srs:` to `\(layer.id)`, such as `EPSG:4326` for numbers in degrees"),
      layer: layer.id)
  }
}
