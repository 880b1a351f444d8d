import Synchronization

@testable import Transport

/// A clock that jumps to the end of every sleep: tests of waiting take no time.
final class VirtualTime: Sendable {
  private struct State {
    var now = 1_000_000.0
    var slept: [Double] = []
  }

  /// 2026-01-15 12:00:00 UTC.
  static let start = 1_768_478_400.0

  private let state = Mutex(State())
  private let chance: Double

  init(chance: Double = 0.5) { self.chance = chance }

  var keeper: Timekeeper {
    Timekeeper(
      date: { Self.start + self.elapsed }, instant: { self.elapsed },
      sleep: { seconds in
        try Task.checkCancellation()
        self.state.withLock { $0.slept.append(seconds) }
        self.advance(seconds)
        await Task.yield()
      },
      random: { self.chance })
  }

  var elapsed: Double { state.withLock { $0.now - 1_000_000 } }
  var slept: [Double] { state.withLock { $0.slept } }

  func advance(_ seconds: Double) { state.withLock { $0.now += max(0, seconds) } }
}
