/// The way between two references of which one, or both, are a Chinese map provider's: through WGS 84, where they do
/// not have the shift in common.
struct OffsetPath {
  private enum Step {
    case shift(ChineseShift, isInverse: Bool)
    case projection(OffsetReference.Projection, isInverse: Bool)
    /// Between WGS 84 and a reference of PROJ's.
    case projector(Projector)
  }

  private let steps: [Step]
  /// The step that PROJ takes, when there is one.
  private var projector: Projector? {
    steps.lazy.compactMap { if case .projector(let projector) = $0 { projector } else { nil } }.first
  }

  /// - Throws: ``GeodesyError/noOperation(from:to:reason:)``, ``GeodesyError/libraryMissing(reason:)``.
  init(from source: SpatialReference, to target: SpatialReference, over area: Extent?) throws(GeodesyError) {
    let (own, other) = (source.offset, target.offset)
    var steps: [Step] = []
    if let projection = own?.projection { steps.append(.projection(projection, isInverse: true)) }
    if own?.shift != other?.shift {
      if let own { steps.append(.shift(own.shift, isInverse: true)) }
      let (start, end) = (own == nil ? source : .wgs84, other == nil ? target : .wgs84)
      if start != end {
        steps.append(.projector(try Projector(from: start, to: end, over: area)))
      }
      if let other { steps.append(.shift(other.shift, isInverse: false)) }
    }
    if let projection = other?.projection { steps.append(.projection(projection, isInverse: false)) }
    self.steps = steps
  }

  /// `Inverse of GCJ-02 shift + Popular Visualisation Pseudo-Mercator`, as PROJ writes operations of several steps.
  var name: String {
    steps.map { step in
      switch step {
      case .shift(let shift, let isInverse): (isInverse ? "Inverse of " : "") + shift.name
      case .projection(let projection, let isInverse): (isInverse ? "Inverse of " : "") + projection.name
      case .projector(let projector): projector.operationName
      }
    }.joined(separator: " + ")
  }

  /// In metres; `nil` where a shift is taken, for no provider says how well it is known.
  var accuracy: Double? {
    let takesShift = steps.contains { if case .shift = $0 { true } else { false } }
    return takesShift ? nil : projector.map(\.accuracy) ?? 0
  }

  var isBallpark: Bool { projector?.isBallpark ?? false }

  /// Backwards; what PROJ's step does not bring back to within so many metres has no counterpart, for beyond the edge of a
  /// projection PROJ may give a place elsewhere.
  func unproject(_ positions: [Position], within metres: Double) -> [Position?] {
    move(
      positions, inverse: true,
      isTrue: { one, other, reference in
        let tolerance = metres / reference.facts.metresPerUnit
        return abs(one.x - other.x) <= tolerance && abs(one.y - other.y) <= tolerance
      })
  }

  /// - Parameter isTrue: Whether the way there and back, in a reference, leads near enough to where it began.
  func move(
    _ positions: [Position], inverse: Bool,
    isTrue: ((_ place: Position, _ back: Position, SpatialReference) -> Bool)? = nil
  ) -> [Position?] {
    var moved: [Position?] = positions
    for step in inverse ? steps.reversed() : steps {
      switch step {
      case .shift(let shift, let isInverse):
        moved = moved.map { place in
          place.flatMap { isInverse != inverse ? shift.inverse($0) : shift.forward($0) }
        }
      case .projection(let projection, let isInverse):
        moved = moved.map { place in
          place.flatMap { isInverse != inverse ? projection.inverse($0) : projection.forward($0) }
        }
      case .projector(let projector):
        let nowhere = Position(x: .infinity, y: .infinity)
        let places = moved.map { $0 ?? nowhere }
        moved = inverse ? projector.unproject(places) : projector.project(places)
        guard let isTrue else { break }
        let there = moved.map { $0 ?? nowhere }
        let back = inverse ? projector.project(there) : projector.unproject(there)
        let reference = inverse ? projector.target : projector.source
        for index in places.indices where moved[index] != nil {
          if !(back[index].map { isTrue(places[index], $0, reference) } ?? false) { moved[index] = nil }
        }
      }
    }
    return moved.map { place in place.flatMap { $0.isFinite ? $0 : nil } }
  }
}
