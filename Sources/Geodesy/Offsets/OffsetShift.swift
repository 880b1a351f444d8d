extension SpatialReference {
  /// How far the maps of two references put one place on the ground apart, where a Chinese provider shifts at least one of
  /// them: in metres.
  ///
  /// - Parameter position: In units of this reference.
  /// - Returns: `nil` where neither is a Chinese provider's, and where the position is no place on the ground.
  package func chineseShift(to other: SpatialReference, at position: Position) -> Double? {
    guard isChineseOffset || other.isChineseOffset,
      let ground = (try? Projector(from: self, to: .wgs84)).flatMap({ $0.project(position) })
    else { return nil }
    func shifted(_ reference: SpatialReference) -> Position? {
      reference.offset.map { $0.shift.forward(ground) } ?? ground
    }
    guard let own = shifted(self), let theirs = shifted(other) else { return nil }
    return Ellipsoid.wgs84.chord(from: own, to: theirs)
  }
}
