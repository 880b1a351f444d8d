import Transport

/// Seconds since it was made.
package struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  package init() {}

  package var seconds: Double { (ContinuousClock.now - start).inSeconds }
}
