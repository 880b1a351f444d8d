import Synchronization

/// What was asked for in this run, so that it is not asked for twice whatever a server says of its lifetime; and the few
/// answers of this run that no cache keeps.
final class RunMemory: Sendable {
  private struct State {
    var asked: Set<CacheKey> = []
    var answers: [CacheKey: Response] = [:]
    var order: [CacheKey] = []
    var bytes = 0
  }

  /// Bytes of the answers that are kept; the oldest go first.
  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  func note(_ key: CacheKey) { state.withLock { _ = $0.asked.insert(key) } }

  func wasAsked(_ key: CacheKey) -> Bool { state.withLock { $0.asked.contains(key) } }

  func answer(for key: CacheKey) -> Response? { state.withLock { $0.answers[key] } }

  func keep(_ response: Response, for key: CacheKey) {
    guard response.body.count <= limit / 8 else { return }
    state.withLock { state in
      guard state.answers.updateValue(response, forKey: key) == nil else { return }
      state.order.append(key)
      state.bytes += response.body.count
      var gone = 0
      while state.bytes > limit, gone < state.order.count {
        state.bytes -= state.answers.removeValue(forKey: state.order[gone])?.body.count ?? 0
        gone += 1
      }
      state.order.removeFirst(gone)
    }
  }

  func forget() { state.withLock { $0 = State() } }
}
