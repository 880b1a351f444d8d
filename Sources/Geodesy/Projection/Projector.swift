/// Moves positions from one spatial reference to another, always with the same operation.
///
/// Between equal references, between Web Mercator and WGS 84, and between those and Chinese map providers', it is a formula.
/// Anything else is one operation of PROJ, pinned for an area, in a context of its own: not to be shared between threads (it is not `Sendable`), and 0.3 ms
/// to make once PROJ has chosen, so one a task, not one a tile.
package struct Projector {
  package let source: SpatialReference
  package let target: SpatialReference
  /// PROJ's name of the operation; `identity` when there is nothing to do.
  package let operationName: String
  /// In metres; `nil` where nobody knows.
  package let accuracy: Double?
  /// True when PROJ knows no real operation between the datums and takes them for the same.
  package let isBallpark: Bool
  let method: Method

  enum Method {
    case identity
    /// From degrees to Web Mercator.
    case mercator
    case mercatorInverse
    case operation(PROJObject)
    /// By formulas, and one operation of PROJ where one of the two is its own.
    case offset(OffsetPath)
  }

  /// - Parameter area: Where positions will lie, in degrees of longitude and latitude; `nil`: where both references are
  ///   meant to be used. See ``SpatialReference/area(of:)``.
  /// - Throws: ``GeodesyError/noOperation(from:to:reason:)``, ``GeodesyError/libraryMissing(reason:)``.
  package init(
    from source: SpatialReference, to target: SpatialReference, over area: Extent? = nil
  ) throws(GeodesyError) {
    self.source = source
    self.target = target
    if source == target {
      (method, operationName, accuracy, isBallpark) = (.identity, "identity", 0, false)
    } else if source == .wgs84, target == .webMercator {
      (method, operationName, accuracy, isBallpark) = (.mercator, "Popular Visualisation Pseudo-Mercator", 0, false)
    } else if source == .webMercator, target == .wgs84 {
      let name = "Inverse of Popular Visualisation Pseudo-Mercator"
      (method, operationName, accuracy, isBallpark) = (.mercatorInverse, name, 0, false)
    } else if source.isChineseOffset || target.isChineseOffset {
      let path = try OffsetPath(from: source, to: target, over: area)
      method = .offset(path)
      (operationName, accuracy, isBallpark) = (path.name, path.accuracy, path.isBallpark)
    } else {
      let pinned = try ReferenceRegistry.shared.operation(from: source, to: target, over: area)
      method = .operation(pinned.object)
      (operationName, accuracy, isBallpark) = (pinned.name, pinned.accuracy, pinned.isBallpark)
    }
  }

  /// True when positions of the target can be moved back to the source.
  var hasInverse: Bool {
    if case .operation(let object) = method { object.hasInverse } else { true }
  }

  /// A grid that is not on this machine and would give a more accurate operation for all of an area; `nil` where this one is
  /// the best there is, and where it is a formula.
  /// - Parameter area: In degrees of longitude and latitude.
  package func missingGrid(over area: Extent) -> MissingGrid? {
    guard case .operation = method, accuracy != 0, area.isFinite else { return nil }
    return ReferenceRegistry.shared.missingGrid(from: source, to: target, over: area, accuracy: accuracy)
  }

  /// Positions of the source in the target, in the same order; `nil` for those that have no counterpart there.
  package func project(_ positions: [Position]) -> [Position?] { move(positions, inverse: false) }

  /// Positions of the target in the source, by the same operation backwards.
  package func unproject(_ positions: [Position]) -> [Position?] { move(positions, inverse: true) }

  package func project(_ position: Position) -> Position? { project([position])[0] }
  package func unproject(_ position: Position) -> Position? { unproject([position])[0] }

  /// Moves positions of the source to the target in place; what has no counterpart there becomes infinite or NaN.
  package func project(inPlace positions: inout [Position]) {
    switch method {
    case .identity: break
    case .operation(let operation): operation.transform(&positions, inverse: false)
    case .mercator:
      for index in positions.indices {
        positions[index] = SphericalMercator.forward(positions[index]) ?? Position(x: .nan, y: .nan)
      }
    case .mercatorInverse:
      for index in positions.indices {
        positions[index] = SphericalMercator.inverse(positions[index]) ?? Position(x: .nan, y: .nan)
      }
    case .offset(let path):
      positions = path.move(positions, inverse: false).map { $0 ?? Position(x: .nan, y: .nan) }
    }
  }

  private func move(_ positions: [Position], inverse: Bool) -> [Position?] {
    switch (method, inverse) {
    case (.identity, _): return positions.map { $0.isFinite ? $0 : nil }
    case (.mercator, false), (.mercatorInverse, true): return positions.map { SphericalMercator.forward($0) }
    case (.mercator, true), (.mercatorInverse, false): return positions.map { SphericalMercator.inverse($0) }
    case (.operation(let operation), _):
      var moved = positions
      operation.transform(&moved, inverse: inverse)
      return moved.map { $0.isFinite ? $0 : nil }
    case (.offset(let path), _): return path.move(positions, inverse: inverse)
    }
  }
}
