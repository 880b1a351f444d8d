/// What keeps positions from being moved or a reference from being understood.
package enum GeodesyError: Error, Hashable {
  /// PROJ knows no such reference; `reason` is PROJ's own word.
  case unknownReference(definition: String, reason: String)
  /// PROJ knows what the definition means, and it is no reference with an x and a y.
  case notOfMaps(definition: String)
  /// No text describes the reference to other programs: a Chinese map provider's.
  case notDescribable(SpatialReference)
  /// PROJ knows no way between the two.
  case noOperation(from: SpatialReference, to: SpatialReference, reason: String)
  /// A position has no counterpart in the target reference.
  case notProjectable(Position, from: SpatialReference, to: SpatialReference)
  /// PROJ's shared library or its database is not there; `reason` names the file.
  case libraryMissing(reason: String)
}

extension GeodesyError: CustomStringConvertible {
  /// What is wrong, for a message: lower case, the value in backquotes, no full stop.
  package var description: String {
    switch self {
    case .unknownReference(let definition, let reason):
      "the spatial reference `\(Self.short(definition))` is not known: \(reason)"
    case .notOfMaps(let definition):
      "`\(Self.short(definition))` is no spatial reference of maps: PROJ knows it, and it has no x and y"
    case .notDescribable(let reference):
      "\(reference) has no definition that other programs know: neither a code of EPSG nor WKT"
    case .noOperation(let source, let target, let reason):
      "no operation leads from \(source) to \(target): \(reason)"
    case .notProjectable(let position, let source, let target):
      "the position `[\(position.x), \(position.y)]` of \(source) has no counterpart in \(target)"
    case .libraryMissing(let reason): "PROJ cannot be used: \(reason)"
    }
  }

  /// One line of at most 60 characters.
  private static func short(_ definition: String) -> String {
    let line = definition.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 60 ? line.prefix(57) + "..." : line
  }
}
