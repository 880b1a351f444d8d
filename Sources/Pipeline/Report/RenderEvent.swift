/// What a render has to tell while it runs.
package enum RenderEvent: Sendable {
  /// The documents have been read.
  case started(maps: Int)
  case finished(MapReport)
  /// A picture that is very large will be made: how many pixels, and about how many bytes of file that makes.
  case large(output: String, pixels: Int, bytes: Int)
}
