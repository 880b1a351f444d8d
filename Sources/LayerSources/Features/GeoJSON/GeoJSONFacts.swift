import Geodesy

/// What was noticed of a text of GeoJSON while it was read.
struct GeoJSONFacts {
  /// Of features that were begun, whole or not.
  var features = 0
  /// It has a list `features`: then it is one value.
  var isCollection = false
  /// The server has more than this answer.
  var hasMore = false
  /// Where Esri's object `spatialReference` of all features stands.
  var reference: Range<Int>?
  /// The name in the member `crs`.
  var crs: (name: String, offset: Int)?
  /// The first position that can be no longitude and latitude.
  var beyondDegrees: (offset: Int, x: Double, y: Double)?
  private var first: TextProblem?
  private var count = 0

  mutating func note(_ problem: TextProblem) {
    first = first ?? problem
    count += 1
  }

  /// The first mistake, with how many more there are.
  func error(in source: any ByteReading) -> SourceError? {
    guard let first else { return nil }
    let others = count > 1 ? "; \(count - 1) more mistakes follow" : ""
    return .unreadable(
      path: source.path, place: TextPlace.words(first.offset, in: source), reason: first.reason + others)
  }
}
