import Synchronization

/// A bounded number of permits that tasks wait for, first come first served.
final class AsyncSemaphore: Sendable {
  private struct State {
    var permits: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isOpen = false
  }

  private let state: Mutex<State>

  init(permits: Int) { state = Mutex(State(permits: permits)) }

  /// Waits for a permit.
  func acquire() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isOpen { return true }
        if state.permits > 0 {
          state.permits -= 1
          return true
        }
        state.waiters.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Gives a permit back, or one more than there were.
  func release() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
      state.permits += 1
      return nil
    }
    next?.resume()
  }

  /// Lets everyone through from now on: what they waited for will not come.
  func open() {
    let all = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in all { waiter.resume() }
  }
}
