import DocumentModel
import Geodesy

/// A layer's source as the map takes it: one of its tiling schemes, in the reference that it counts as.
struct FittingSource: Sendable {
  /// In `reference`, also where the document declares another one than the source says.
  var scheme: TilingScheme
  /// In `scheme.reference`; `nil` where the source does not say, or where it cannot be told in this reference.
  var fullExtent: Extent?
  var initialExtent: Extent?
  /// The levels that hold tiles; `nil`: all of the scheme.
  var levels: ClosedRange<Int>?
  var defaultDetail: Detail
  /// Why its reference was taken among all that the source offers, as the end of a sentence; `nil` where it had no choice.
  var preference: String?

  var reference: SpatialReference { scheme.reference }

  /// How far its tiles are shown: its own extent, but not beyond the edges of the world; `nil` where nobody says.
  var reachInWorld: Extent? {
    guard let edge = reference.worldEdge else { return fullExtent }
    return fullExtent.map { $0.intersection(edge) ?? $0 } ?? edge
  }

  /// The levels that hold tiles, coarsest first; those of the scheme where the source's own words leave none.
  var levelsWithTiles: [TilingScheme.Level] {
    guard let levels else { return scheme.levels }
    let held = scheme.levels.filter { levels.contains($0.number) }
    return held.isEmpty ? scheme.levels : held
  }
}

/// Why no offered tiling scheme can count as being in a declared reference.
enum DeclarationFailure: Error {
  /// Several are offered, and none is like it.
  case severalOffered
  /// Degrees are not metres: the numbers of the scheme mean nothing in the declared reference.
  case otherUnits(own: SpatialReference)
}

/// The tiling schemes of a source, one for each spatial reference.
struct OfferedSources: Sendable {
  /// The preferred one first; the first of several schemes in one reference.
  let all: [FittingSource]
  /// The first is meant where nothing says which.
  private let firstIsDefault: Bool

  init(_ description: LayerDescription) {
    var all: [FittingSource] = []
    let first = description.tilingSchemes.first?.reference
    for (number, scheme) in description.tilingSchemes.enumerated()
    where !all.contains(where: { $0.reference == scheme.reference }) {
      let further = number - 1
      let own = description.furtherExtents.indices.contains(further) ? description.furtherExtents[further] : nil
      all.append(
        FittingSource(
          scheme: scheme, fullExtent: own ?? Self.moved(description.fullExtent, from: first, to: scheme.reference),
          initialExtent: Self.moved(description.initialExtent, from: first, to: scheme.reference),
          levels: description.levels, defaultDetail: description.defaultDetail))
    }
    self.all = all
    firstIsDefault = description.firstSchemeIsDefault
  }

  var references: [SpatialReference] { all.map(\.reference) }

  /// The one that is taken where nothing says which: the only one, or the source's own default; `nil` where there are
  /// several without a default.
  var unasked: FittingSource? { all.count == 1 || firstIsDefault ? all.first : nil }

  /// The one in a reference; `nil` when none of them is.
  func source(in reference: SpatialReference) -> FittingSource? {
    all.first { $0.reference.relation(to: reference) == .equal }?.declared(as: reference)
  }

  /// The one that a layer's `srs` means: the one in that reference, else the nearly equal one, else the only one, which
  /// then counts as being in it.
  func source(declaredAs reference: SpatialReference) -> Result<FittingSource, DeclarationFailure> {
    if let equal = source(in: reference) { return .success(equal) }
    if let near = all.first(where: { $0.reference.relation(to: reference) == .nearlyEqual }) {
      return .success(near.declared(as: reference))
    }
    guard let only = all.first, all.count == 1 else { return .failure(.severalOffered) }
    guard only.reference.facts.isGeographic == reference.facts.isGeographic else {
      return .failure(.otherUnits(own: only.reference))
    }
    return .success(only.declared(as: reference))
  }

  /// An extent of the first reference in another one; `nil` when it cannot be moved.
  private static func moved(
    _ extent: Extent?, from first: SpatialReference?, to reference: SpatialReference
  ) -> Extent? {
    guard let extent, let first, first != reference else { return extent }
    return (try? Projector(from: first, to: reference))?.project(extent)
  }
}

extension FittingSource {
  /// The same numbers, said to be in another reference.
  func declared(as reference: SpatialReference) -> FittingSource {
    guard reference != scheme.reference else { return self }
    var declared = self
    declared.scheme = TilingScheme(
      reference: reference, origin: scheme.origin, tileSize: scheme.tileSize, levels: scheme.levels,
      rowsRunUp: scheme.rowsRunUp)
    return declared
  }
}
