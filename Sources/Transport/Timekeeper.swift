import Glibc

/// Where time and chance come from: the system's in a run, a test's own in tests, which then take milliseconds.
package struct Timekeeper: Sendable {
  /// Seconds since 1970-01-01 00:00 UTC, as the machine's calendar says; may jump.
  package var date: @Sendable () -> Double
  /// Seconds since some moment; never goes back.
  package var instant: @Sendable () -> Double
  /// Waits that many seconds; throws when the task is cancelled.
  package var sleep: @Sendable (_ seconds: Double) async throws -> Void
  /// 0 up to, but not, 1.
  package var random: @Sendable () -> Double

  package init(
    date: @escaping @Sendable () -> Double, instant: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.date = date
    self.instant = instant
    self.sleep = sleep
    self.random = random
  }

  package static let system = Timekeeper(
    date: { read(CLOCK_REALTIME) },
    instant: { read(CLOCK_MONOTONIC) },
    sleep: { try await Task.sleep(nanoseconds: UInt64(max(0, $0) * 1e9)) },
    random: { Double.random(in: 0..<1) })

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension Duration {
  /// As a number of seconds.
  package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
