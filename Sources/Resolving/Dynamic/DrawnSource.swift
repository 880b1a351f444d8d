import DocumentModel
import Geodesy

/// A source that draws on request, as the map takes it: in the reference that it is asked for.
struct DrawnSource: Sendable {
  let drawing: DrawingOnRequest
  let reference: SpatialReference
  /// In `reference`; `nil` where the source does not say, or where it cannot be told there.
  let fullExtent: Extent?
  let initialExtent: Extent?

  init(_ description: LayerDescription, _ drawing: DrawingOnRequest, in reference: SpatialReference) {
    self.drawing = drawing
    self.reference = reference
    let given = drawing.boxes.first { $0.definition == reference.definition }?.extent
    let moved = Self.moved(description.fullExtent, from: drawing.ownReference, to: reference)
    // Servers reckon boxes of the whole world into any reference: numbers far beyond where it is meant to be used.
    fullExtent = given.flatMap { given in moved.map { given.intersection($0) } ?? given } ?? moved
    initialExtent = Self.moved(description.initialExtent, from: drawing.ownReference, to: reference)
  }

  /// A box in another reference, as far as that is meant to be used there; `nil` when it cannot be moved.
  private static func moved(_ box: Extent?, from own: SpatialReference, to reference: SpatialReference) -> Extent? {
    guard let box, own != reference else { return box }
    let use = own == .wgs84 ? reference.facts.areaOfUse : nil
    let usable = use.map { box.intersection($0) ?? $0 } ?? box
    return (try? Projector(from: own, to: reference))?.project(usable)
  }
}

extension DrawingOnRequest {
  /// The reference that is taken where nothing says which: the only one, or its own where it draws in any.
  var unasked: SpatialReference? {
    switch references {
    case .any: ownReference
    case .listed(let definitions): definitions.count == 1 ? try? SpatialReference.parse(definitions[0]) : nil
    }
  }

  /// The offered reference from which a map in another one is best warped.
  ///
  /// Nearly the same reference comes first; then those that are meant for all that the map shows; of them those that are
  /// in degrees or in metres as the map is; of them the one that is meant for the smallest area, whose pixels are turned
  /// and stretched least; then the source's order.
  /// - Parameter area: What the map shows, in degrees; `nil` where that is not known.
  /// - Returns: `nil` where PROJ knows none of them.
  func best(for map: SpatialReference, showing area: Extent?) -> SpatialReference? {
    guard case .listed(let definitions) = references else { return ownReference }
    var considered = Array(definitions.prefix(Self.mostConsidered))
    let known = [SpatialReference.wgs84, .webMercator].map(\.definition)
    for common in known where definitions.contains(common) && !considered.contains(common) { considered.append(common) }
    let ranked = considered.compactMap { definition -> (rank: Rank, reference: SpatialReference)? in
      guard let reference = try? SpatialReference.parse(definition) else { return nil }
      return (Rank(reference, for: map, showing: area), reference)
    }
    return ranked.enumerated().min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }?.element.reference
  }

  /// Of thousands of references PROJ is asked of so many.
  private static let mostConsidered = 64

  /// The smaller the better.
  private struct Rank: Comparable {
    private let parts: [Double]

    init(_ reference: SpatialReference, for map: SpatialReference, showing area: Extent?) {
      let facts = reference.facts
      let use = facts.areaOfUse ?? TilingScheme.wgs84World
      let coversAll = area.map { use.contains($0, tolerance: 1e-6) } ?? true
      parts = [
        reference.relation(to: map) == .different ? 1 : 0, coversAll ? 0 : 1,
        facts.isGeographic == map.facts.isGeographic ? 0 : 1, use.width * use.height,
      ]
    }

    static func < (one: Rank, other: Rank) -> Bool { one.parts.lexicographicallyPrecedes(other.parts) }
  }

  /// How a message names what it offers.
  var words: String {
    switch references {
    case .any: "any reference"
    case .listed(let definitions):
      Words.list(definitions)
    }
  }
}
