import Diagnostics
import DocumentModel
import Geodesy

/// The first layer, and what it fixes for the map.
struct Basemap: Sendable {
  /// The first layer; where that is a group, the first layer in it.
  var layer: Layer
  /// The map's spatial reference.
  var reference: SpatialReference
  /// What is known of its source; `nil` where it could not be opened, or may not be asked: its reference is then the
  /// one that the document declares.
  var source: FittingSource?
  /// All that it may be warped from, where that depends on what a picture shows.
  var candidates: [FittingSource] = []
  /// In place of `source` where it is drawn on request: there are no levels then.
  var drawn: DrawnSource?
  /// In place of `source` where it is made of features.
  var features: FeatureExtent?

  /// As a view shows it: warped from what holds the most of it.
  func shown(in view: MapView, frames: WorldFrames?) -> Basemap {
    guard !candidates.isEmpty else { return self }
    var shown = self
    shown.source = CoverageRule.chosen(among: candidates, for: reference, in: view, frames: frames)
    return shown
  }

  /// What its source is in, or is asked for in; `nil` where nothing is known of it.
  var ownReference: SpatialReference? { source?.reference ?? drawn?.reference ?? features?.reference }
  /// In `ownReference`.
  var ownFullExtent: Extent? { source?.fullExtent ?? drawn?.fullExtent ?? features?.fullExtent }
  var fullExtent: Extent? { ownFullExtent.flatMap(onMap) }
  var initialExtent: Extent? { (source?.initialExtent ?? drawn?.initialExtent).flatMap(onMap) }
  var scheme: TilingScheme? { source?.scheme }
  /// The source, where the map is in its reference; `nil` where it is warped into another one.
  var unwarpedSource: FittingSource? { source.flatMap { $0.reference == reference ? $0 : nil } }

  /// A box of the source in the map's reference.
  private func onMap(_ box: Extent) -> Extent? {
    guard let own = ownReference, own != reference else { return box }
    return (try? Projector(from: own, to: reference))?.project(box)
  }
}

/// What rule 1 found.
struct BasemapVerdict: Sendable {
  /// `nil` where the first layer fixes no reference.
  var basemap: Basemap?
  var findings: [Diagnostic]
}

/// Rule 1: the map's spatial reference, full extent and default initial extent are those of the first layer.
///
/// A group counts as its first layer; a layer that is not visible fixes them all the same. Its reference is its `srs`,
/// else the document's when the source offers it, else the only one it has, or its own default.
enum BasemapRule {
  static func verdict(on document: MapDocument, knowledge: [String: LayerKnowledge]) -> BasemapVerdict {
    guard let layer = firstLayer(of: document.layers) else {
      return BasemapVerdict(basemap: nil, findings: [.noBasemap(document)])
    }
    // What is wrong with it has been reported, and what the map is in stands with it.
    if layer.problem != nil { return BasemapVerdict(basemap: nil, findings: []) }
    let description: LayerDescription
    switch knowledge[layer.id] ?? .unknown {
    case .described(let known): description = known
    case .failed: return undescribed(layer, in: document, [])
    case .unknown: return undescribed(layer, in: document, [.notKnown(layer)])
    }
    if description.features != nil { return ofFeatures(layer, description, in: document) }
    if let drawing = description.drawing { return drawn(layer, description, drawing, in: document) }
    let offered = OfferedSources(description)
    guard !offered.all.isEmpty else {
      return BasemapVerdict(basemap: nil, findings: [.withoutScheme(layer)])
    }
    if layer.reproject == .always, let wanted = document.reference,
      let warped = warped(layer, into: wanted.value, offered: offered)
    {
      return BasemapVerdict(basemap: warped, findings: [])
    }
    if let declared = layer.reference {
      return self.declared(declared, by: layer, offered: offered, in: document)
    }
    if let wanted = document.reference {
      return self.wanted(wanted, for: layer, offered: offered)
    }
    if let source = offered.unasked {
      return BasemapVerdict(
        basemap: Basemap(layer: layer, reference: source.reference, source: source), findings: [])
    }
    if let source = document.fallbackReference.flatMap({ offered.source(in: $0) }) {
      return BasemapVerdict(
        basemap: Basemap(layer: layer, reference: source.reference, source: source), findings: [])
    }
    return BasemapVerdict(basemap: nil, findings: [.ambiguous(layer, offered.references)])
  }

  /// The basemap of a map in a reference that its source does not offer, and into which it is to be warped.
  private static func warped(_ layer: Layer, into wanted: SpatialReference, offered: OfferedSources) -> Basemap? {
    var source = offered.unasked ?? offered.all.first
    if let declared = layer.reference {
      guard case .success(let found) = offered.source(declaredAs: declared.value) else { return nil }
      source = found
    } else if offered.source(in: wanted) != nil {
      return nil
    }
    guard let source, source.reference.relation(to: wanted) != .equal else { return nil }
    let candidates = layer.reference == nil && offered.all.count > 1 ? offered.all : []
    return Basemap(layer: layer, reference: wanted, source: source, candidates: candidates)
  }

  /// The first layer in the document's order, groups opened; `nil` for a group without layers.
  static func firstLayer(of layers: [Layer]) -> Layer? {
    guard let first = layers.first else { return nil }
    if case .group(let children) = first.content { return firstLayer(of: children) }
    return first
  }

  /// A source of which nothing is known: what the document declares must do.
  private static func undescribed(
    _ layer: Layer, in document: MapDocument, _ findings: [Diagnostic]
  ) -> BasemapVerdict {
    let declared = layer.reference?.value ?? document.reference?.value ?? document.fallbackReference
    return BasemapVerdict(
      basemap: declared.map { Basemap(layer: layer, reference: $0, source: nil) }, findings: findings)
  }

  /// `srs:` of the layer: which of the offered references is meant, or what the only one really is.
  private static func declared(
    _ declared: Located<SpatialReference>, by layer: Layer, offered: OfferedSources, in document: MapDocument
  ) -> BasemapVerdict {
    var findings: [Diagnostic] = []
    var source: FittingSource?
    switch offered.source(declaredAs: declared.value) {
    case .success(let found): source = found
    case .failure(let failure): findings.append(.notOffered(declared, by: layer, offered.references, failure))
    }
    if let wanted = document.reference, let source {
      findings += mismatch(wanted, layer: layer, own: source).map { [$0] } ?? []
    }
    let basemap = source.map { Basemap(layer: layer, reference: $0.reference, source: $0) }
    return BasemapVerdict(basemap: basemap, findings: findings)
  }

  /// `srs:` of the document: taken when the source offers it; else the map stays in the basemap's reference, so that the
  /// rest of the document can still be judged.
  private static func wanted(
    _ wanted: Located<SpatialReference>, for layer: Layer, offered: OfferedSources
  ) -> BasemapVerdict {
    if let source = offered.source(in: wanted.value) {
      return BasemapVerdict(
        basemap: Basemap(layer: layer, reference: source.reference, source: source), findings: [])
    }
    // At least one is offered: what has none was refused before.
    let first = offered.all[0]
    let finding: Diagnostic? =
      offered.all.count == 1
      ? mismatch(wanted, layer: layer, own: first)
      : .documentInOther(wanted, layer: layer, offered: offered.references)
    return BasemapVerdict(
      basemap: Basemap(layer: layer, reference: first.reference, source: first),
      findings: finding.map { [$0] } ?? [])
  }

  /// What is wrong with the document's `srs` when the basemap is in `own`; `nil` when the two are equal.
  private static func mismatch(
    _ wanted: Located<SpatialReference>, layer: Layer, own: FittingSource
  ) -> Diagnostic? {
    switch wanted.value.relation(to: own.reference) {
    case .equal: nil
    case .nearlyEqual: .documentNearlyEqual(wanted, layer: layer, own: own)
    case .different: .documentInOther(wanted, layer: layer, offered: [own.reference])
    }
  }
}

extension Diagnostic {
  fileprivate static func noBasemap(_ document: MapDocument) -> Diagnostic {
    let range = document.layers.first?.typeRange ?? document.node["layers"]?.range ?? document.node.range
    return Diagnostic(
      .noReferenceFromBasemap, "the first layer is a group without layers, it fixes no spatial reference",
      at: range, hint: Hint("put a layer into the group, or another layer first"), layer: document.layers.first?.id)
  }

  fileprivate static func withoutScheme(_ layer: Layer) -> Diagnostic {
    Diagnostic(
      .noReferenceFromBasemap,
      "`\(layer.id)` is the first layer and fixes no spatial reference: `\(layer.typeName)` takes the tiling scheme of "
        + "the basemap",
      at: layer.typeRange, hint: Hint("put another layer first, or give `\(layer.id)` a `tilingScheme`"),
      layer: layer.id)
  }

  fileprivate static func ambiguous(_ layer: Layer, _ references: [SpatialReference]) -> Diagnostic {
    Diagnostic(
      .ambiguousReference,
      "basemap `\(layer.id)` offers \(Words.references(references)), and nothing says which of them the map is in",
      at: layer.typeRange,
      hint: references.first.map { Hint("add `srs: \(Words.reference($0))` to `\(layer.id)`, or another of them") },
      layer: layer.id)
  }

  fileprivate static func documentInOther(
    _ wanted: Located<SpatialReference>, layer: Layer, offered: [SpatialReference]
  ) -> Diagnostic {
    documentInOther(wanted, layer: layer, offered: Words.references(offered))
  }

  /// - Parameter offered: What the basemap is in, in words.
  static func documentInOther(
    _ wanted: Located<SpatialReference>, layer: Layer, offered: String
  ) -> Diagnostic {
    Diagnostic(
      .tiledLayerInOtherReference,
      "the document asks for \(Words.reference(wanted.value)), basemap `\(layer.id)` is in \(offered)",
      at: wanted.range,
      hint: Hint(
        "take `srs` out, put a layer in \(Words.reference(wanted.value)) first, or add `reproject: always` to "
          + "`\(layer.id)` to warp it"))
  }

  fileprivate static func documentNearlyEqual(
    _ wanted: Located<SpatialReference>, layer: Layer, own: FittingSource
  ) -> Diagnostic {
    let place = own.fullExtent?.center
    let shift = place.flatMap { ShiftWords(from: own.reference, to: wanted.value, at: $0) }
    return Diagnostic(
      .nearlyEqualReference,
      "the document asks for \(Words.reference(wanted.value)), basemap `\(layer.id)` is in "
        + "\(Words.reference(own.reference)), \(shift?.text ?? "on another datum")",
      at: wanted.range,
      hint: Hint(
        "declare them equal with `srs: \(Words.reference(wanted.value))` in `\(layer.id)`, warp it with "
          + "`reproject: always`, or take `srs` out"))
  }
}
