/// How two spatial references stand to each other.
package enum ReferenceRelation: Sendable, Hashable {
  /// The same ground at the same numbers, written differently at most.
  case equal
  /// The same projection with the same parameters, or both in degrees, on another datum or realisation.
  case nearlyEqual
  case different
}

/// How far the same numbers lie apart in two spatial references.
package struct ReferenceShift: Sendable, Hashable {
  /// On the ground.
  package let metres: Double
  /// Of the operation that says so, in metres; `nil` where nobody knows.
  package let accuracy: Double?
  /// PROJ's name of that operation.
  package let operationName: String
  /// True when PROJ knows no real operation and takes the datums for the same.
  package let isBallpark: Bool
}

extension SpatialReference {
  /// How another reference stands to this one. Asked of PROJ once for the process.
  package func relation(to other: SpatialReference) -> ReferenceRelation {
    if self == other { return .equal }
    let wellKnown = [SpatialReference.wgs84, .webMercator]
    if wellKnown.contains(self), wellKnown.contains(other) { return .different }
    // A shift of hundreds of metres that changes from street to street is no other realisation of a datum.
    if isChineseOffset || other.isChineseOffset { return .different }
    return ReferenceRegistry.shared.relation(of: self, to: other)
  }

  /// How far from its true place something lies that is in this reference and is drawn as if it were in another one.
  /// - Parameter position: Where to ask, in units of this reference.
  /// - Returns: `nil` where the position has no counterpart.
  /// - Throws: ``GeodesyError/noOperation(from:to:reason:)``, ``GeodesyError/libraryMissing(reason:)``.
  package func shift(to other: SpatialReference, at position: Position) throws(GeodesyError) -> ReferenceShift? {
    let around = longitudeLatitude(position).map { Extent(xmin: $0.x, ymin: $0.y, xmax: $0.x, ymax: $0.y) }
    let projector = try Projector(from: self, to: other, over: around)
    guard let place = projector.project(position) else { return nil }
    let (dx, dy) = (place.x - position.x, place.y - position.y)
    let distance = (dx * dx + dy * dy).squareRoot()
    guard distance > 0 else {
      return ReferenceShift(
        metres: 0, accuracy: projector.accuracy, operationName: projector.operationName,
        isBallpark: projector.isBallpark)
    }
    guard let metres = other.metresPerUnit(towards: Position(x: dx, y: dy), at: position) else { return nil }
    return ReferenceShift(
      metres: distance * metres, accuracy: projector.accuracy, operationName: projector.operationName,
      isBallpark: projector.isBallpark)
  }
}
