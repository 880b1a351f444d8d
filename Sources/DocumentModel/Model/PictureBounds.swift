/// How large pictures may be, in device pixels: what a slip of the pen must not pass. A project may raise both.
package struct PictureBounds: Sendable, Hashable {
  /// Of a side; what 16-bit picture formats hold.
  package var side = 65_535
  /// In all; what many programs count with.
  package var pixels = 1 << 31

  package init() {}

  /// The most that they can be raised to: a picture's rows are kept in memory, a few at a time.
  static let largestSide = 1_000_000
  static let mostPixels = 1_000_000_000_000
}
