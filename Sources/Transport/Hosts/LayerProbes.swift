import Synchronization

/// Keeps a layer whose server fails from costing each of its tiles all retries: as long as nothing but failures comes,
/// two tiles go on asking and the others wait for what they learn. When both have used up their retries the layer is
/// lost: the others fail at once with the same reason, until it is tried again after ``LayerDeadlines/rest``.
final class LayerProbes: Sendable {
  /// How many tiles have to fail in a row for a layer to be lost.
  static let most = 2

  private struct State {
    /// Attempts that failed since the last answer.
    var failures = 0
    /// Tickets of the tiles that go on asking.
    var probes: Set<UInt64> = []
    /// Tiles that used up their retries since the last answer.
    var exhausted = 0
    var lost: (error: FetchError, at: Double)?
    /// Of tiles that wait, by their ticket.
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  private enum Verdict {
    case open, waiting
    case lost(FetchError)
  }

  private let time: Timekeeper
  private let states = Mutex<[LayerDeadlines.Key: State]>([:])

  init(time: Timekeeper) { self.time = time }

  /// Waits until it makes sense to ask.
  /// - Throws: The reason for which the layer is lost; `cancelled`.
  func pass(_ key: LayerDeadlines.Key, ticket: UInt64) async throws(FetchError) {
    while true {
      if Task.isCancelled { throw .cancelled }
      switch states.withLock({ verdict(&$0[key, default: State()], ticket) }) {
      case .open: return
      case .lost(let error): throw error
      case .waiting: await wait(key, ticket)
      }
    }
  }

  /// Whether it still makes sense to ask, after a wait for something else.
  func isOpen(_ key: LayerDeadlines.Key, ticket: UInt64) -> Bool {
    if case .open = states.withLock({ verdict(&$0[key, default: State()], ticket) }) { true } else { false }
  }

  /// The server has answered, whatever it said.
  func answered(_ key: LayerDeadlines.Key) {
    change(key) { state in
      guard state.failures > 0 || state.lost != nil else { return false }
      (state.failures, state.exhausted, state.probes, state.lost) = (0, 0, [], nil)
      return true
    }
  }

  /// An attempt has failed; the tile may ask again.
  func failed(_ key: LayerDeadlines.Key, ticket: UInt64) {
    change(key) { state in
      state.failures += 1
      if state.probes.count + state.exhausted < Self.most { state.probes.insert(ticket) }
      return false
    }
  }

  /// A tile has used up its retries.
  func gaveUp(_ key: LayerDeadlines.Key, ticket: UInt64, _ error: FetchError) {
    change(key) { state in
      // One that was answered in between has learnt nothing of the present row of failures.
      guard state.probes.remove(ticket) != nil else { return false }
      state.exhausted += 1
      if state.exhausted >= Self.most, state.lost == nil { state.lost = (error, time.instant()) }
      return true
    }
  }

  /// A tile asks no more, for whatever reason.
  func leave(_ key: LayerDeadlines.Key, ticket: UInt64) {
    change(key) { $0.probes.remove(ticket) != nil }
  }

  private func verdict(_ state: inout State, _ ticket: UInt64) -> Verdict {
    if let lost = state.lost {
      if time.instant() - lost.at < LayerDeadlines.rest { return .lost(lost.error) }
      (state.failures, state.exhausted, state.probes, state.lost) = (0, 0, [], nil)
    }
    if state.failures < Self.most || state.probes.contains(ticket) { return .open }
    guard state.probes.count + state.exhausted < Self.most else { return .waiting }
    state.probes.insert(ticket)
    return .open
  }

  private func wait(_ key: LayerDeadlines.Key, _ ticket: UInt64) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = states.withLock { states in
          // Under the lock: what has changed since the verdict is seen here, what changes later finds the waiter.
          guard !Task.isCancelled, case .waiting = verdict(&states[key, default: State()], ticket) else { return true }
          states[key]?.waiters[ticket] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      states.withLock { $0[key]?.waiters.removeValue(forKey: ticket) }?.resume()
    }
  }

  /// - Parameter body: Returns whether those that wait have to look again.
  private func change(_ key: LayerDeadlines.Key, _ body: (inout State) -> Bool) {
    let woken = states.withLock { states in
      guard body(&states[key, default: State()]) else { return [CheckedContinuation<Void, Never>]() }
      defer { states[key]?.waiters = [:] }
      return states[key].map { Array($0.waiters.values) } ?? []
    }
    for continuation in woken { continuation.resume() }
  }
}
