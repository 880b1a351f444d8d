/// Seconds since it was made.
struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  var seconds: Double {
    let elapsed = ContinuousClock.now - start
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }
}
