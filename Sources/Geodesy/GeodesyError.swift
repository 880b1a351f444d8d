/// What keeps positions from being moved or a reference from being understood.
package enum GeodesyError: Error, Hashable {
  /// PROJ knows no such reference; `reason` is PROJ's own word.
  case unknownReference(definition: String, reason: String)
  /// A reference that a later version will know: the Chinese offsets `GCJ02:...` and `BD09:...`.
  case notYetSupported(definition: String)
  /// PROJ knows no way between the two.
  case noOperation(from: SpatialReference, to: SpatialReference, reason: String)
  /// A position has no counterpart in the target reference.
  case notProjectable(Position, from: SpatialReference, to: SpatialReference)
  /// PROJ's shared library or its database is not there; `reason` names the file.
  case libraryMissing(reason: String)
}
