/// What a render has to tell while it runs.
package enum RenderEvent: Sendable {
  /// The documents have been read.
  case started(maps: Int)
  case finished(MapReport)
}

/// How far a render has come, for a line that is drawn again and again.
package struct RenderProgress: Sendable {
  package var done: Int
  package var total: Int
  package var tiles: Int
  package var bytes: Int
  package var seconds: Double
}
