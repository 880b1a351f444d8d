import Synchronization

/// Counts from many threads, and remembers the most that it has been.
final class Counter: Sendable {
  private let state = Mutex((value: 0, most: 0))
  var value: Int { state.withLock { $0.value } }
  var most: Int { state.withLock { $0.most } }

  func add(_ count: Int = 1) {
    state.withLock { state in
      state.value += count
      state.most = max(state.most, state.value)
    }
  }
}
