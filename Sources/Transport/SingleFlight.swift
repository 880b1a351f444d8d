import Synchronization

/// Does a thing once for all who ask for it at the same time.
///
/// One who is cancelled leaves; the others still get their answer. When all have left, the work is cancelled.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Answer = Result<Value, FetchError>

  private struct Flight {
    /// Tells this flight from a later one with the same key.
    let number: UInt64
    var waiters: [UInt64: CheckedContinuation<Answer, Never>] = [:]
    var work: Task<Void, Never>?
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// - Parameter work: Runs in a task of its own; not called when the same is under way already.
  func value(
    for key: Key, _ work: @escaping @Sendable () async -> Answer
  ) async throws(FetchError) -> Value {
    let me = state.withLock { state in
      state.last += 1
      return state.last
    }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in join(key, me, continuation, work) }
    } onCancel: {
      leave(key, me)
    }
    return try answer.get()
  }

  private func join(
    _ key: Key, _ me: UInt64, _ continuation: CheckedContinuation<Answer, Never>,
    _ work: @escaping @Sendable () async -> Answer
  ) {
    let isCancelled = state.withLock { state in
      // Under the lock: a cancellation before this is seen here, one after it finds the waiter.
      if Task.isCancelled { return true }
      if state.flights[key] == nil {
        let number = me
        state.flights[key] = Flight(number: number)
        state.flights[key]?.work = Task { land(key, number, await work()) }
      }
      state.flights[key]?.waiters[me] = continuation
      return false
    }
    if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
  }

  private func leave(_ key: Key, _ me: UInt64) {
    let (continuation, work) = state.withLock { state in
      let continuation = state.flights[key]?.waiters.removeValue(forKey: me)
      guard continuation != nil, state.flights[key]?.waiters.isEmpty == true else {
        return (continuation, Task<Void, Never>?.none)
      }
      return (continuation, state.flights.removeValue(forKey: key)?.work)
    }
    work?.cancel()
    continuation?.resume(returning: .failure(.cancelled))
  }

  private func land(_ key: Key, _ number: UInt64, _ answer: Answer) {
    let waiters = state.withLock { state in
      guard state.flights[key]?.number == number else { return [UInt64: CheckedContinuation<Answer, Never>]() }
      return state.flights.removeValue(forKey: key)?.waiters ?? [:]
    }
    for waiter in waiters.values { waiter.resume(returning: answer) }
  }
}
