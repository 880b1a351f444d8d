import Diagnostics
import DocumentModel
import Geodesy

/// Rules 2 and 3: a tiled layer is shown only in the map's own spatial reference.
///
/// The same reference however it is written fits. A nearly equal one (same projection, other datum or realisation) does
/// not, unless the document declares it with the layer's `srs`; any other does not either.
enum TiledReferenceRule {
  enum Verdict: Sendable {
    /// In the map's reference, or in another one and to be warped.
    case fits(FittingSource)
    case rejected(Rejection)
    /// A kind without a scheme of its own, on a basemap whose scheme is not known.
    case nothingToFollow
  }

  struct Rejection: Sendable {
    var reference: SpatialReference?
    var reason: String
    var finding: Diagnostic
    /// Reprojecting would mend it.
    var isOfReference = false
  }

  /// - Parameter view: The shift of a nearly equal reference is measured at its centre. `nil` where there is none: the
  ///   middle of the basemap's own extent is taken.
  static func verdict(
    on layer: Layer, _ description: LayerDescription, basemap: Basemap, view: MapView?, frames: WorldFrames?
  ) -> Verdict {
    let center = view?.center
    if layer.id == basemap.layer.id, let source = basemap.source { return .fits(source) }
    let offered = OfferedSources(description)
    guard !offered.all.isEmpty else {
      return followingBasemap(basemap, defaultDetail: description.defaultDetail)
    }
    var candidates = offered.all
    if let declared = layer.reference {
      switch offered.source(declaredAs: declared.value) {
      case .success(let source): candidates = [source]
      case .failure(let failure):
        let finding = Diagnostic.notOffered(declared, by: layer, offered.references, failure)
        return .rejected(
          Rejection(reference: declared.value, reason: "its `srs` is not one that its source has", finding: finding))
      }
    }
    if let equal = candidates.first(where: { $0.reference.relation(to: basemap.reference) == .equal }) {
      return .fits(equal.declared(as: basemap.reference))
    }
    if layer.reproject == .always {
      return .fits(CoverageRule.chosen(among: candidates, for: basemap.reference, in: view, frames: frames))
    }
    if let near = candidates.first(where: { $0.reference.relation(to: basemap.reference) == .nearlyEqual }) {
      return .rejected(nearlyEqual(layer, near, basemap: basemap, center: center))
    }
    return .rejected(different(layer, candidates, basemap: basemap, center: center))
  }

  /// `debug` draws the basemap's tiles, where the basemap has some.
  private static func followingBasemap(_ basemap: Basemap, defaultDetail: Detail) -> Verdict {
    guard var source = basemap.source else { return .nothingToFollow }
    source.defaultDetail = defaultDetail
    return .fits(source)
  }

  private static func nearlyEqual(
    _ layer: Layer, _ source: FittingSource, basemap: Basemap, center: Position?
  ) -> Rejection {
    let place = center ?? basemap.fullExtent?.center
    let shift = place.flatMap { ShiftWords(from: source.reference, to: basemap.reference, at: $0) }
    let own = Words.reference(source.reference)
    let map = Words.reference(basemap.reference)
    let finding = Diagnostic(
      .nearlyEqualReference,
      "layer `\(layer.id)` is in \(own), the map is in \(map) (from basemap `\(basemap.layer.id)`): the same projection "
        + "on another datum, \(shift?.text ?? "by a shift that is not known")",
      at: layer.typeRange,
      hint: Hint(
        "add `srs: \(map)` to `\(layer.id)` if the shift does not matter, or `reproject: always` to warp it"),
      layer: layer.id)
    return Rejection(
      reference: source.reference,
      reason: "it is in \(own), nearly but not quite the map's \(map)\(shift.map { ": \($0.text)" } ?? "")",
      finding: finding, isOfReference: true)
  }

  private static func different(
    _ layer: Layer, _ sources: [FittingSource], basemap: Basemap, center: Position?
  ) -> Rejection {
    let place = center ?? basemap.fullExtent?.center
    let shift = sources.first.flatMap { source in
      place.flatMap { ChineseShiftWords(between: source.reference, and: basemap.reference, at: $0) }
    }
    let own = Words.references(sources.map(\.reference))
    let map = Words.reference(basemap.reference)
    let finding = Diagnostic(
      .tiledLayerInOtherReference,
      "layer `\(layer.id)` is in \(own), the map is in \(map) (from basemap `\(basemap.layer.id)`)"
        + (shift.map { ": \($0.text)" } ?? ""),
      at: layer.typeRange,
      hint: Hint("use a source in \(map), or add `reproject: always` to `\(layer.id)` to warp it"), layer: layer.id)
    return Rejection(
      reference: sources.first?.reference,
      reason: "its tiles are in \(own), and tiles are shown only in their own spatial reference: the map is in \(map)"
        + (shift.map { "; \($0.text)" } ?? ""),
      finding: finding, isOfReference: true)
  }
}

/// How far two nearly equal references lie apart, in words: "which moves it by 0.35 m here, known to 1 m".
struct ShiftWords {
  let text: String

  /// - Parameter position: In the reference that is left.
  init?(from own: SpatialReference, to map: SpatialReference, at position: Position) {
    guard let shift = try? own.shift(to: map, at: position) else { return nil }
    if shift.isBallpark {
      text = "by a shift that nobody has measured"
      return
    }
    let accuracy = shift.accuracy.map { ", known to \(Words.metres($0))" } ?? ", how well is not known"
    text = "which moves it by \(Words.metres(shift.metres)) at the map's centre\(accuracy)"
  }
}

/// How far maps of Chinese providers lie beside others, in words: "they lie 530 m apart at the map's centre".
struct ChineseShiftWords {
  let text: String

  /// - Parameter position: In the map's reference.
  /// - Returns: `nil` where neither of the two is a Chinese provider's.
  init?(between own: SpatialReference, and map: SpatialReference, at position: Position) {
    guard own.isChineseOffset || map.isChineseOffset else { return nil }
    guard let metres = map.chineseShift(to: own, at: position), metres >= 1 else {
      text = "they lie apart in China"
      return
    }
    text = "they lie \(Words.metres(metres)) apart at the map's centre"
  }
}

extension Diagnostic {
  /// A layer's `srs` that its source cannot be in.
  static func notOffered(
    _ declared: Located<SpatialReference>, by layer: Layer, _ offered: [SpatialReference],
    _ failure: DeclarationFailure
  ) -> Diagnostic {
    let wanted = Words.reference(declared.value)
    switch failure {
    case .severalOffered:
      return Diagnostic(
        .ambiguousReference,
        "layer `\(layer.id)` is declared to be in \(wanted), its source offers \(Words.references(offered))",
        at: declared.range, hint: Hint("write one of them"), layer: layer.id)
    case .otherUnits(let own):
      return Diagnostic(
        .tiledLayerInOtherReference,
        "layer `\(layer.id)` is declared to be in \(wanted), its tiling scheme is in \(Words.reference(own)), whose "
          + "units are others",
        at: declared.range, hint: Hint("take `srs` out, or give the layer a tiling scheme in \(wanted)"),
        layer: layer.id)
    }
  }

  /// A reference that PROJ does not know, or cannot be asked about.
  static func notUnderstood(_ error: GeodesyError, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownReference, error.description, at: range,
      hint: Hint("write a code such as `EPSG:3857`, WKT or a PROJ string"))
  }
}
