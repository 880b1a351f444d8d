/// What a render has to tell while it runs.
package enum RenderEvent: Sendable {
  /// The documents have been read.
  case started(maps: Int)
  case finished(MapReport)
}
